#include "answer.hpp"

#include "json_text.hpp"
#include "rounded.hpp"

#include <abut/distance.hpp>

#include <fmt/format.h>

namespace abut::tool {

namespace {

/// The nearest number of type T.
template <Scalar T, class Where>
T narrowed(double x, Where where) {
  const T narrow = static_cast<T>(x);
  if (!is_finite(narrow)) throw RecordError(where() + ": too large for float");
  return narrow;
}

template <Scalar T, int D>
std::vector<Vec<T, D>> points_of(char name, const Points& points) {
  std::vector<Vec<T, D>> result(points.count);
  const double* next = points.coordinates.data();
  for (std::size_t i = 0; i < points.count; ++i) {
    for (int k = 0; k < D; ++k) {
      result[i][k] = narrowed<T>(*next++, [&] { return fmt::format("{}[{}][{}]", name, i, k); });
    }
  }
  return result;
}

template <Scalar T, int D>
Rounded<T, D> shape_of(char name, const std::vector<Vec<T, D>>& points, double radius) {
  const auto core = PointSet<T, D>::from(points);
  if (!core)
    throw RecordError(fmt::format("{}[{}]: {}", name, core.error().index, message(core.error().kind)));
  return {*core, narrowed<T>(radius, [&] { return fmt::format("r{}", name); })};
}

/// Whether the bounds of a signed distance tell it although the cores meet: balls about the same point, cores
/// that touch. `converged` allows 8 (float) or 16 (double) eps of the size of the problem without the radii;
/// 64 eps with them leaves room for rounding and for nothing else, so no overlap that one could see passes.
template <Scalar T, int D>
bool is_tight(const Distance<T, D>& r, const Rounded<T, D>& a, const Rounded<T, D>& b) {
  const double span = a.reach() + b.reach() + detail::norm(b.center() - a.center());
  const double radii = static_cast<double>(a.radius) + static_cast<double>(b.radius);
  return static_cast<double>(r.signed_upper) - static_cast<double>(r.signed_lower) <=
         64 * epsilon_of<T> * (span + radii);
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

template <Scalar T, int D>
void append_distance(const Distance<T, D>& r, ObjectWriter& answer) {
  answer.number("distance", r.distance);
  answer.number("lower", r.lower, Toward::down);
  answer.number("upper", r.upper, Toward::up);
  append_places(r, !r.cores_meet, answer);
  if (r.cores_meet) append_no_depth(answer);
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

template <Scalar T, int D>
void append_typed_answer(const Record& record, const TwoPointSets& sets, ObjectWriter& answer) {
  const auto points_a = points_of<T, D>('a', sets.a), points_b = points_of<T, D>('b', sets.b);
  const Rounded<T, D> a = shape_of('a', points_a, sets.ra), b = shape_of('b', points_b, sets.rb);
  const Distance<T, D> r = distance(a, b);
  if (r.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  answer.raw("id", record.id);
  answer.text("op", record.op.value_or(""));
  answer.text("status", name(r.status));
  answer.number("iterations", r.iterations);
  if (sets.rounded) {
    append_signed_distance(r, !r.cores_meet || is_tight(r, a, b), answer);
  } else {
    append_distance(r, answer);
  }
  answer.end();
}

template <Scalar T>
void append_answer_in(const Record& record, const TwoPointSets& sets, std::string& out) {
  ObjectWriter answer(out);
  if (sets.dim == 2) {
    append_typed_answer<T, 2>(record, sets, answer);
  } else {
    append_typed_answer<T, 3>(record, sets, answer);
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
  const TwoPointSets sets = two_point_sets(record, *record.op == "rounded");
  if (options.precision == Precision::float_numbers) {
    append_answer_in<float>(record, sets, out);
  } else {
    append_answer_in<double>(record, sets, out);
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
