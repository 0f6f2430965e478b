#include "answer/answer.hpp"

#include "answer/cast.hpp"
#include "answer/depth.hpp"
#include "answer/hull.hpp"
#include "answer/overlap.hpp"
#include "answer/time_of_impact.hpp"

#include <fmt/format.h>

namespace abut::tool {

namespace {

template <Scalar T, int D>
void append_places(const Distance<T, D>& r, ObjectWriter& answer) {
  answer.vector("point_a", r.point_a);
  answer.vector("point_b", r.point_b);
  answer.vector("normal", r.normal);
}

/// Where the distance is 0.
template <Scalar T, int D>
void append_depth(const Distance<T, D>& r, ObjectWriter& answer) {
  answer.number("depth", r.signed_distance < 0 ? -r.signed_distance : T(0));
  answer.number("depth_lower", r.signed_upper < 0 ? -r.signed_upper : T(0), Toward::down);
  answer.number("depth_upper", r.signed_lower < 0 ? -r.signed_lower : T(0), Toward::up);
}

template <Scalar T, int D>
void append_distance(const Distance<T, D>& r, ObjectWriter& answer) {
  answer.number("distance", r.distance);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  append_places(r, answer);
  if (r.distance == 0) append_depth(r, answer);
}

/// Here lower and upper are those of the signed distance.
template <Scalar T, int D>
void append_signed_distance(const Distance<T, D>& r, ObjectWriter& answer) {
  answer.number("distance", r.distance);
  answer.number("signed_distance", r.signed_distance);
  answer.number("lower", r.signed_lower, Toward::down);
  answer.number("upper", r.signed_upper, Toward::up);
  append_places(r, answer);
}

template <Scalar T, int D>
void append_typed_answer(const Record& record, const TwoShapes& shapes, std::string& out) {
  if (is_half_space(shapes.a) || is_half_space(shapes.b)) {
    const auto ask = [](const auto& a, const auto& b) { return distance(a, b); };
    append_distance_result(record, asked_of_half_space<T, D>(shapes, ask), shapes.rounded, out);
  } else {
    const auto a = operand_of<T, D>(shapes.a), b = operand_of<T, D>(shapes.b);
    append_distance_result(record, solve(a, b), shapes.rounded, out);
  }
}

void require_method(std::string_view op, std::string_view method) {
  if (method.empty() || method == "gjk") return;
  throw RecordError(fmt::format("op: {} has no method {}, only gjk", op, shortened(method)));
}

}  // namespace

template <Scalar T, int D>
void append_distance_result(const Record& record, const Distance<T, D>& r, bool rounded, std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  if (rounded) {
    append_signed_distance(r, answer);
  } else {
    append_distance(r, answer);
  }
  answer.end();
}

template void append_distance_result(const Record&, const Distance<float, 2>&, bool, std::string&);
template void append_distance_result(const Record&, const Distance<float, 3>&, bool, std::string&);
template void append_distance_result(const Record&, const Distance<double, 2>&, bool, std::string&);
template void append_distance_result(const Record&, const Distance<double, 3>&, bool, std::string&);

TwoShapes question_of(const Record& record, std::string_view method) {
  // A record of an op to come may have fields to come: what is wrong with those does not matter here.
  if (record.op && *record.op != "distance" && *record.op != "rounded") {
    throw RecordError(
        fmt::format("op: unknown '{}', expected one of distance, rounded, overlap, penetration, separation, "
                    "contact, raycast, linear_cast, linear_cast_rounded, toi, hull",
                    shortened(*record.op)));
  }
  if (!record.error.empty()) throw RecordError(record.error);
  if (!record.op) throw RecordError("op: missing");
  require_method(*record.op, method);
  return two_shapes(record);
}

void append_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  if (record.op == "hull") return append_hull_answer(record, options, out);
  if (record.op == "overlap") return append_overlap_answer(record, options, out);
  if (record.op && is_impact_op(*record.op)) return append_impact_answer(record, options, out);
  if (record.op && is_cast_op(*record.op)) return append_cast_answer(record, options, out);
  if (record.op && is_depth_op(*record.op)) return append_depth_answer(record, options, out);
  const TwoShapes shapes = question_of(record, options.method);
  in_space(options.precision, shapes.dim,
           [&]<Scalar T, int D>() { append_typed_answer<T, D>(record, shapes, out); });
}

void begin_answer(const Record& record, Status status, int iterations, ObjectWriter& answer) {
  if (status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  answer.raw("id", record.id);
  answer.text("op", record.op.value_or(""));
  answer.text("status", name(status));
  answer.number("iterations", iterations);
}

void append_error(const Record& record, std::size_t line, std::string_view error, std::string& out) {
  ObjectWriter answer(out);
  answer.raw("id", record.id);
  answer.number("line", static_cast<double>(line));
  answer.text("error", error);
  answer.end();
}

}  // namespace abut::tool
