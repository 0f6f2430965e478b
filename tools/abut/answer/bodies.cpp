#include "answer/bodies.hpp"

#include "answer/distance.hpp"
#include "answer/one_shape/closest_point.hpp"
#include "answer/overlap.hpp"
#include "record/bodies/body.hpp"
#include "record/members.hpp"
#include "record/narrowing.hpp"

namespace abut::tool {

namespace {

/// A search that ended at the cutoff may have asked no pair of parts: then it knows bounds, and nothing else.
template <class Result>
bool has_parts(const Result& r) {
  return is_finite(r.distance);
}

/// A convex shape is its own part 0.
template <class Result>
void append_parts(const Result& r, bool known, ObjectWriter& answer) {
  answer.number_if(known, "part_a", r.part_a);
  answer.number_if(known, "part_b", r.part_b);
}

template <Scalar T, int D>
void append_distance_of_parts(const Record& record, const CompositeDistance<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  answer.number("distance", r.distance);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  answer.vector_if(has_parts(r), "point_a", r.point_a);
  answer.vector_if(has_parts(r), "point_b", r.point_b);
  answer.vector_if(has_parts(r), "normal", r.normal);
  append_parts(r, has_parts(r), answer);
  answer.end();
}

}  // namespace

void append_distance_of_bodies(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair pair = operand_pair_of(record);
  in_space(options.precision, pair.dim, [&]<Scalar T, int D>() {
    const auto settings = distance_options<T, D>(record);
    apply_to_bodies<T, D>(pair, options.files, [&](const auto& a, const auto& b) {
      append_distance_of_parts<T, D>(record, distance(a, b, settings), out);
    });
  });
}

void append_overlap_of_bodies(const Record& record, const AnswerOptions& options, std::string& out) {
  const OverlapMethod method = overlap_method(record, options.method);
  const OperandPair pair = operand_pair_of(record);
  in_space(options.precision, pair.dim, [&]<Scalar T, int D>() {
    apply_to_bodies<T, D>(pair, options.files, [&](const auto& a, const auto& b) {
      const CompositeOverlap<T, D> r = overlap(a, b, {.method = method});
      ObjectWriter answer(out);
      append_overlap_fields(record, r, answer);
      append_parts(r, true, answer);
      answer.end();
    });
  });
}

void append_closest_point_of_body(const Record& record, const AnswerOptions& options, std::string& out) {
  const int dim = dimension_of(record);
  const OperandInput input = single_operand_of(record);
  in_space(options.precision, dim, [&]<Scalar T, int D>() {
    const auto q = vector_of<T, D>("point", require("point", record.point));
    const CompositeClosestPoint<T, D> r =
        closest_point(q, body_of<T, D>(input, options.files), distance_options<T, D>(record));
    ObjectWriter answer(out);
    append_closest_point_fields(record, r, has_parts(r), has_parts(r), answer);
    answer.number_if(has_parts(r), "part", r.part);
    answer.end();
  });
}

}  // namespace abut::tool
