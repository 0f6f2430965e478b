#include "answer/time_of_impact.hpp"

#include "record/motion.hpp"
#include "record/narrowing.hpp"

#include <fmt/format.h>

namespace abut::tool {

namespace {

TimeOfImpactMethod method_of(const Record& record, std::string_view method) {
  switch (require_method(record, method)) {
    case Method::bilateral: return TimeOfImpactMethod::bilateral;
    case Method::substep: return TimeOfImpactMethod::substep;
    default: return TimeOfImpactMethod::advancement;
  }
}

const Object& require_sweep(char name, const std::optional<Object>& sweep) {
  if (!sweep) throw RecordError(fmt::format("sweep_{}: missing", name));
  return *sweep;
}

template <Scalar T, int D>
TimeOfImpactOptions<T, D> options_of(const Record& record, TimeOfImpactMethod method) {
  TimeOfImpactOptions<T, D> options;
  options.method = method;
  if (record.target) options.target = length_of<T>("target", *record.target);
  if (record.tol) options.target_tolerance = length_of<T>("tol", *record.tol);
  return options;
}

}  // namespace

template <Scalar T, int D>
ImpactQuery<T, D> impact_query(const Record& record, std::string_view method) {
  const Object &sweep_a = require_sweep('a', record.sweep_a), &sweep_b = require_sweep('b', record.sweep_b);
  const auto options = options_of<T, D>(record, method_of(record, method));
  return {.shapes = operand_pair_of(record),
          .motion_a = motion_of<T, D>("sweep_a", sweep_a),
          .motion_b = motion_of<T, D>("sweep_b", sweep_b),
          .options = options};
}

template <Scalar T, int D>
void append_impact(const Record& record, const TimeOfImpact<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  begin_answer(record, r.status, r.iterations, answer);
  answer.raw("hit", r.hit ? "true" : r.status == Status::converged ? "false" : "null");
  answer.number("t", r.hit ? r.t : infinity<T>);
  answer.number("t_safe", r.t_safe, Toward::down);
  answer.text("start", to_string(r.start));
  answer.number("lower", r.safe_separation, Toward::down);
  answer.number("upper", r.hit_separation, Toward::up);
  answer.number("tolerance", r.target_tolerance);
  answer.vector_if(r.hit, "point_a", r.point_a);
  answer.vector_if(r.hit, "point_b", r.point_b);
  answer.vector_if(r.hit, "normal", r.normal);
  answer.end();
}

template ImpactQuery<float, 2> impact_query(const Record&, std::string_view);
template ImpactQuery<float, 3> impact_query(const Record&, std::string_view);
template ImpactQuery<double, 2> impact_query(const Record&, std::string_view);
template ImpactQuery<double, 3> impact_query(const Record&, std::string_view);
template void append_impact(const Record&, const TimeOfImpact<float, 2>&, std::string&);
template void append_impact(const Record&, const TimeOfImpact<float, 3>&, std::string&);
template void append_impact(const Record&, const TimeOfImpact<double, 2>&, std::string&);
template void append_impact(const Record&, const TimeOfImpact<double, 3>&, std::string&);

void append_time_of_impact_answer(const Record& record, const AnswerOptions& options, std::string& out) {
  in_space(options.precision, dimension_of(record),
           [&]<Scalar T, int D>() { append_impact(record, solve(impact_query<T, D>(record, options.method)), out); });
}

}  // namespace abut::tool
