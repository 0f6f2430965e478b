#include "answer.hpp"

#include "json_text.hpp"

#include <abut/distance.hpp>

#include <fmt/format.h>

namespace abut::tool {

namespace {

/// No length of the question is greater, up to rounding and the radii. Placed shapes count from the origins of their frames.
template <Scalar T, int D>
double span_of(const Operand<T, D>& a, const Operand<T, D>& b) {
  const double reaches = a.shape.reach() + b.shape.reach();
  const auto center_a = a.shape.center(), center_b = b.shape.center();
  if (!a.pose && !b.pose) return reaches + detail::norm(center_b - center_a);
  const auto between = widen(b.placed().pose.p) - widen(a.placed().pose.p);
  return reaches + detail::norm(center_a) + detail::norm(center_b) + detail::norm(between);
}

/// Whether the bounds of a signed distance tell it although the cores meet: balls about the same point, cores
/// that touch. `converged` allows 8 (float) or 16 (double) eps of the size of the problem without the radii;
/// 64 eps with them leaves room for rounding and for nothing else, so no overlap that one could see passes.
template <Scalar T, int D>
bool is_tight(const Distance<T, D>& r, const Operand<T, D>& a, const Operand<T, D>& b) {
  const double radii = a.shape.radius() + b.shape.radius();
  return static_cast<double>(r.signed_upper) - static_cast<double>(r.signed_lower) <=
         64 * epsilon_of<T> * (span_of(a, b) + radii);
}

template <Scalar T, int D>
void append_places(const Distance<T, D>& r, bool known, ObjectWriter& answer) {
  if (known) {
    answer.vector("point_a", r.point_a);
    answer.vector("point_b", r.point_b);
    answer.vector("normal", r.normal);
  } else {
    for (const char* name : {"point_a", "point_b", "normal"}) answer.null(name);
  }
}

void append_no_depth(ObjectWriter& answer) {
  for (const char* name : {"depth", "depth_lower", "depth_upper"}) answer.null(name);
}

/// What overlaps by its radii alone has a known depth: minus the signed distance.
template <Scalar T, int D>
void append_depth(const Distance<T, D>& r, ObjectWriter& answer) {
  answer.number("depth", -r.signed_distance);
  answer.number("depth_lower", r.signed_upper < 0 ? -r.signed_upper : T(0), Toward::down);
  answer.number("depth_upper", -r.signed_lower, Toward::up);
}

template <Scalar T, int D>
void append_distance(const Distance<T, D>& r, bool known, ObjectWriter& answer) {
  answer.number("distance", r.distance);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  append_places(r, known, answer);
  if (!known) {
    append_no_depth(answer);
  } else if (r.distance == 0) {
    append_depth(r, answer);
  }
}

/// Here lower and upper are those of the signed distance.
template <Scalar T, int D>
void append_signed_distance(const Distance<T, D>& r, bool known, ObjectWriter& answer) {
  answer.number("distance", r.distance);
  if (known) {
    answer.number("signed_distance", r.signed_distance);
    answer.number("lower", r.signed_lower, Toward::down);
    answer.number("upper", r.signed_upper, Toward::up);
  } else {
    for (const char* name : {"signed_distance", "lower", "upper"}) answer.null(name);
  }
  append_places(r, known, answer);
  if (!known) append_no_depth(answer);
}

/// An answer, and whether it tells the signed distance.
template <Scalar T, int D>
struct Told {
  Distance<T, D> distance;
  bool depth_known;
};

template <Scalar T, int D>
Told<T, D> distance_of_shapes(const TwoShapes& shapes) {
  const Operand<T, D> a = operand_of<T, D>(shapes.a), b = operand_of<T, D>(shapes.b);
  const bool posed = a.pose || b.pose;
  const Distance<T, D> r = posed ? distance(a.placed(), b.placed()) : distance(a.shape, b.shape);
  const bool round = shapes.rounded || a.shape.radius() > 0 || b.shape.radius() > 0;
  return {r, !r.cores_meet || (round && is_tight(r, a, b))};
}

/// Against a half-space every depth is known.
template <Scalar T, int D>
Told<T, D> distance_of_half_space(const TwoShapes& shapes) {
  const bool first = is_half_space(shapes.a);
  if (first && is_half_space(shapes.b))
    throw RecordError("a, b: two half-spaces, one of them must be a shape");
  const auto h = half_space_of<T, D>(first ? shapes.a : shapes.b);
  const auto s = operand_of<T, D>(first ? shapes.b : shapes.a);
  if (h.pose || s.pose) {
    return {first ? distance(h.placed(), s.placed()) : distance(s.placed(), h.placed()), true};
  }
  return {first ? distance(h.half_space, s.shape) : distance(s.shape, h.half_space), true};
}

template <Scalar T, int D>
void append_typed_answer(const Record& record, const TwoShapes& shapes, ObjectWriter& answer) {
  const bool half_space = is_half_space(shapes.a) || is_half_space(shapes.b);
  const auto [r, known] =
      half_space ? distance_of_half_space<T, D>(shapes) : distance_of_shapes<T, D>(shapes);
  if (r.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  answer.raw("id", record.id);
  answer.text("op", record.op.value_or(""));
  answer.text("status", name(r.status));
  answer.number("iterations", r.iterations);
  if (shapes.rounded) {
    append_signed_distance(r, known, answer);
  } else {
    append_distance(r, known, answer);
  }
  answer.end();
}

template <Scalar T>
void append_answer_in(const Record& record, const TwoShapes& shapes, std::string& out) {
  ObjectWriter answer(out);
  if (shapes.dim == 2) {
    append_typed_answer<T, 2>(record, shapes, answer);
  } else {
    append_typed_answer<T, 3>(record, shapes, answer);
  }
}

void require_method(std::string_view op, std::string_view method) {
  if (method.empty() || method == "gjk") return;
  throw RecordError(fmt::format("op: {} has no method {}, only gjk", op, shortened(method)));
}

}  // namespace

void append_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  // A record of an op to come may have fields to come: what is wrong with those does not matter here.
  if (record.op && *record.op != "distance" && *record.op != "rounded") {
    throw RecordError(fmt::format("op: {} is not supported by this version, only distance and rounded",
                                  shortened(*record.op)));
  }
  if (!record.error.empty()) throw RecordError(record.error);
  if (!record.op) throw RecordError("op: missing");
  require_method(*record.op, options.method);
  const TwoShapes shapes = two_shapes(record);
  if (options.precision == Precision::float_numbers) {
    append_answer_in<float>(record, shapes, out);
  } else {
    append_answer_in<double>(record, shapes, out);
  }
}

void append_error(const Record& record, std::size_t line, std::string_view error, std::string& out) {
  ObjectWriter answer(out);
  answer.raw("id", record.id);
  answer.number("line", static_cast<double>(line));
  answer.text("error", error);
  answer.end();
}

}  // namespace abut::tool
