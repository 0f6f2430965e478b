#include "answer/bodies.hpp"

#include "answer/depth.hpp"
#include "answer/distance.hpp"
#include "answer/one_shape/closest_point.hpp"
#include "answer/overlap.hpp"
#include "answer/parts.hpp"
#include "record/bodies/body.hpp"
#include "record/members.hpp"
#include "record/narrowing.hpp"

#include <abut/solid.hpp>

namespace abut::tool {

namespace {

/// A search that ended at the cutoff may have asked no pair of parts: then it knows bounds, and nothing else.
template <class Result>
bool has_parts(const Result& r) {
  return is_finite(r.distance);
}

template <Scalar T, int D, class A, class B>
void append_distance_of_parts(const Record& record, const A& a, const B& b, const DistanceOptions<T, D>& settings,
                              std::string& out) {
  const CompositeDistance<T, D> r = distance(a, b, settings);
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  answer.number("distance", r.distance);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  answer.vector_if(has_parts(r), "point_a", r.point_a);
  answer.vector_if(has_parts(r), "point_b", r.point_b);
  answer.vector_if(has_parts(r), "normal", r.normal);
  append_parts(a, b, r, has_parts(r), answer);
  answer.end();
}

template <Scalar T, int D>
const Penetration<T, D>& without_parts(const CompositePenetration<T, D>& r) {
  return r;
}
template <Scalar T, int D>
const Separation<T, D>& without_parts(const CompositeSeparation<T, D>& r) {
  return r;
}

template <class A, class B, class Result>
void append_depth_of_parts(const Record& record, const A& a, const B& b, const Result& r, bool has_parts,
                           std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  append_depth_fields(without_parts(r), answer);
  append_parts(a, b, r, has_parts, answer);
  answer.end();
}

}  // namespace

void append_distance_of_bodies(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair pair = operand_pair_of(record);
  in_space(options.precision, pair.dim, [&]<Scalar T, int D>() {
    const auto settings = distance_options<T, D>(record);
    apply_to_bodies<T, D>(pair, options.files, [&](const auto& a, const auto& b) {
      append_distance_of_parts<T, D>(record, a, b, settings, out);
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
      append_parts(a, b, r, true, answer);
      answer.end();
    });
  });
}

void append_penetration_of_bodies(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair pair = operand_pair_of(record);
  in_space(options.precision, pair.dim, [&]<Scalar T, int D>() {
    const auto settings = penetration_options<T, D>(record, options.method);
    apply_to_bodies<T, D>(pair, options.files, [&](const auto& a, const auto& b) {
      append_depth_of_parts(record, a, b, depth_of<T, D>(record, settings, a, b), true, out);
    });
  });
}

void append_separation_of_bodies(const Record& record, const AnswerOptions& options, std::string& out) {
  const OperandPair pair = operand_pair_of(record);
  in_space(options.precision, pair.dim, [&]<Scalar T, int D>() {
    const auto settings = separation_options<T, D>(record);
    apply_to_bodies<T, D>(pair, options.files, [&](const auto& a, const auto& b) {
      const CompositeSeparation<T, D> r = separation(a, b, settings);
      append_depth_of_parts(record, a, b, r, is_finite(r.separation), out);
    });
  });
}

void append_closest_point_of_body(const Record& record, const AnswerOptions& options, std::string& out) {
  const int dim = dimension_of(record);
  const OperandInput input = single_operand_of(record);
  in_space(options.precision, dim, [&]<Scalar T, int D>() {
    const auto q = vector_of<T, D>("point", require("point", record.point));
    const BodyOperand<T, D> body = body_of<T, D>(input, options.files);
    const CompositeClosestPoint<T, D> r = closest_point(q, body, distance_options<T, D>(record));
    ObjectWriter answer(out);
    append_closest_point_fields(record, r, has_parts(r), has_parts(r), answer);
    append_part(body, r, has_parts(r), answer);
    answer.end();
  });
}

void append_inside_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  const int dim = dimension_of(record);
  const OperandInput input = single_operand_of(record);
  if (!is_solid(input)) throw RecordError("a: inside is asked of a solid, which has an inside");
  in_space(options.precision, dim, [&]<Scalar T, int D>() {
    const auto q = vector_of<T, D>("point", require("point", record.point));
    const BodyOperand<T, D> body = body_of<T, D>(input, options.files);
    const Inside r = detail::inside_of_composite(body.composite(), q);
    ObjectWriter answer(out);
    begin_answer(record, r.status, 0, answer);
    answer.boolean("inside", r.inside);
    answer.boolean("outside", r.outside);
    answer.boolean("on_surface", r.on_surface);
    answer.number_if(r.status == Status::converged, "winding", r.winding);
    answer.end();
  });
}

}  // namespace abut::tool
