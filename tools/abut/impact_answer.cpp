#include "impact_answer.hpp"

#include "json_text.hpp"
#include "sweep.hpp"

#include <abut/instantiated.hpp>
#include <abut/time_of_impact.hpp>

#include <fmt/format.h>

namespace abut::tool {

namespace {

ImpactMethod method_of(std::string_view method) {
  if (method.empty() || method == "advancement") return ImpactMethod::advancement;
  if (method == "bilateral") return ImpactMethod::bilateral;
  if (method == "substep") return ImpactMethod::substep;
  throw RecordError(
      fmt::format("op: toi has no method {}, only advancement, bilateral and substep", shortened(method)));
}

void require_impact_fields(const Record& record) {
  if (!record.error.empty()) throw RecordError(record.error);
  if (!record.sweep_error.empty()) throw RecordError(record.sweep_error);
  if (record.pose_a || record.pose_b) {
    throw RecordError(fmt::format("pose_{}: has no place beside sweeps, which say where the bodies are",
                                  record.pose_a ? 'a' : 'b'));
  }
  if (!record.sweep_a || !record.sweep_b)
    throw RecordError(fmt::format("sweep_{}: missing", record.sweep_a ? 'b' : 'a'));
}

/// A length of the record, rounded to T.
template <Scalar T>
T length_of(const char* name, double x) {
  if (x < 0) throw RecordError(fmt::format("{}: negative", name));
  const T narrow = static_cast<T>(x);
  if (!is_finite(narrow)) throw RecordError(fmt::format("{}: too large for float", name));
  return narrow;
}

template <Scalar T>
TimeOfImpactOptions<T> options_of(const Record& record, ImpactMethod method) {
  TimeOfImpactOptions<T> options;
  options.method = method;
  if (record.target) options.target = length_of<T>("target", *record.target);
  if (record.tol) options.tolerance = length_of<T>("tol", *record.tol);
  return options;
}

template <Scalar T, int D>
void append(const Record& record, const TimeOfImpact<T, D>& r, std::string& out) {
  if (r.status == Status::invalid_argument) throw RecordError("a, b: lengths overflow");
  ObjectWriter answer(out);
  answer.raw("id", record.id);
  answer.text("op", record.op.value_or(""));
  answer.text("status", name(r.status));
  answer.number("iterations", r.iterations);
  answer.raw("hit", r.hit ? "true" : r.status == Status::converged ? "false" : "null");
  answer.number("t", r.hit ? r.time : infinity<T>);
  answer.number("t_safe", r.safe, Toward::down);
  answer.text("start", name(r.start));
  answer.number("lower", r.safe_separation, Toward::down);
  answer.number("upper", r.hit_separation, Toward::up);
  answer.number("tolerance", r.tolerance);
  if (r.hit) {
    answer.vector("point_a", r.point_a);
    answer.vector("point_b", r.point_b);
    answer.vector("normal", r.normal);
  } else {
    for (const char* field : {"point_a", "point_b", "normal"}) answer.null(field);
  }
  answer.end();
}

template <Scalar T, int D>
void append_typed(const Record& record, const TwoShapes& shapes, ImpactMethod method, std::string& out) {
  const auto a = operand_of<T, D>(shapes.a), b = operand_of<T, D>(shapes.b);
  const auto m = motion_of<T, D>("sweep_a", *record.sweep_a), n = motion_of<T, D>("sweep_b", *record.sweep_b);
  append(record, time_of_impact(moving(a.shape, m), moving(b.shape, n), options_of<T>(record, method)), out);
}

template <Scalar T>
void append_in(const Record& record, const TwoShapes& shapes, ImpactMethod method, std::string& out) {
  if (shapes.dim == 2) {
    append_typed<T, 2>(record, shapes, method, out);
  } else {
    append_typed<T, 3>(record, shapes, method, out);
  }
}

}  // namespace

void append_impact_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  require_impact_fields(record);
  const ImpactMethod method = method_of(options.method);
  const TwoShapes shapes = two_shapes(record);
  if (options.precision == Precision::float_numbers) {
    append_in<float>(record, shapes, method, out);
  } else {
    append_in<double>(record, shapes, method, out);
  }
}

}  // namespace abut::tool
