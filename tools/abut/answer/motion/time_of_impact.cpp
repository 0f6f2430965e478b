#include "answer/motion/time_of_impact.hpp"

#include "answer/parts.hpp"
#include "record/bodies/body.hpp"
#include "record/members.hpp"
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

template <Scalar T, int D>
TimeOfImpactOptions<T, D> options_of(const Record& record, TimeOfImpactMethod method) {
  TimeOfImpactOptions<T, D> options;
  options.method = method;
  if (record.target) options.target = length_of<T>("target", *record.target);
  if (record.max_t) {
    options.max_t = length_of<T>("max_t", *record.max_t);
    if (options.max_t > 1) throw RecordError(fmt::format("max_t: is {}, expected at most 1", *record.max_t));
  }
  if (record.tol) options.target_tolerance = length_of<T>("tol", *record.tol);
  if (record.target_tolerance) {
    options.target_tolerance = length_of<T>("target_tolerance", *record.target_tolerance);
  }
  return options;
}

/// A body without a motion rests at its pose.
template <Scalar T, int D>
Motion<double, D> motion_of_body(char name, const std::optional<MotionInput>& motion,
                                 const std::optional<Object>& pose) {
  if (motion && pose) {
    throw RecordError(fmt::format("pose_{}: given beside motion_{}, whose start is the pose", name, name));
  }
  Motion<T, D> m;
  if (motion) m = motion_of<T, D>(fmt::format("motion_{}", name), *motion);
  if (pose) m.start = pose_of<T, D>(fmt::format("pose_{}", name), *pose);
  return detail::widen(m);
}

bool is_recorded(const Record& record) { return record.op->id == OpId::recorded_time_of_impact; }

/// Throws RecordError unless both have a sweep, or one of them a motion.
void require_motions(const Record& record) {
  if (is_recorded(record)) {
    require("sweep_a", record.sweep_a);
    require("sweep_b", record.sweep_b);
  } else if (!record.motion_a && !record.motion_b) {
    throw RecordError("motion_a: missing, and motion_b too: nothing moves");
  }
}

template <Scalar T, int D>
void set_motions(const Record& record, ImpactQuery<T, D>& query) {
  if (is_recorded(record)) {
    query.motion_a = swept_motion_of<T, D>("sweep_a", require("sweep_a", record.sweep_a));
    query.motion_b = swept_motion_of<T, D>("sweep_b", require("sweep_b", record.sweep_b));
    return;
  }
  query.motion_a = motion_of_body<T, D>('a', record.motion_a, record.pose_a);
  query.motion_b = motion_of_body<T, D>('b', record.motion_b, record.pose_b);
}

/// The fields of TimeOfImpact.
template <Scalar T, int D>
void append_fields(const TimeOfImpact<T, D>& r, ObjectWriter& answer) {
  answer.boolean("hit", r.hit);
  answer.boolean("miss", r.miss);
  answer.number_if(r.hit, "t", r.t);
  answer.number("t_safe", r.t_safe, Toward::down);
  answer.text("start", to_string(r.start));
  answer.number("safe_separation", r.safe_separation, Toward::down);
  answer.number_if(r.hit, "hit_separation", r.hit_separation, Toward::up);
  answer.number("target_tolerance", r.target_tolerance);
}

/// Those of recorded cases.
template <Scalar T, int D>
void append_recorded_fields(const TimeOfImpact<T, D>& r, ObjectWriter& answer) {
  answer.raw("hit", r.hit ? "true" : r.status == Status::converged ? "false" : "null");
  answer.number_if(r.hit, "t", r.t);
  answer.number("t_safe", r.t_safe, Toward::down);
  answer.text("start", to_string(r.start));
  answer.number("lower", r.safe_separation, Toward::down);
  answer.number("upper", r.hit_separation, Toward::up);
  answer.number("tolerance", r.target_tolerance);
}

template <Scalar T, int D>
void append_all_fields(const Record& record, const TimeOfImpact<T, D>& r, ObjectWriter& answer) {
  begin_answer(record, r.status, r.iterations, answer);
  if (is_recorded(record)) {
    append_recorded_fields(r, answer);
  } else {
    append_fields(r, answer);
  }
  answer.vector_if(r.hit, "point_a", r.point_a);
  answer.vector_if(r.hit, "point_b", r.point_b);
  answer.vector_if(r.hit, "normal", r.normal);
}

}  // namespace

template <Scalar T, int D>
ImpactQuery<T, D> impact_query(const Record& record, std::string_view method) {
  require_motions(record);
  const auto options = options_of<T, D>(record, method_of(record, method));
  ImpactQuery<T, D> query{.shapes = operand_pair_of(record), .motion_a = {}, .motion_b = {}, .options = options};
  query.shapes.a.pose = query.shapes.b.pose = nullptr;  // they are in the motions
  set_motions(record, query);
  return query;
}

template <Scalar T, int D>
void append_impact(const Record& record, const TimeOfImpact<T, D>& r, std::string& out) {
  ObjectWriter answer(out);
  append_all_fields(record, r, answer);
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

void append_time_of_impact_of_bodies(const Record& record, const AnswerOptions& options, std::string& out) {
  in_space(options.precision, dimension_of(record), [&]<Scalar T, int D>() {
    const auto q = impact_query<T, D>(record, options.method);
    apply_to_bodies<T, D>(q.shapes, options.files, [&](const auto& a, const auto& b) {
      const CompositeTimeOfImpact<T, D> r = time_of_impact(moving(a, q.motion_a), moving(b, q.motion_b), q.options);
      ObjectWriter answer(out);
      append_all_fields(record, r, answer);
      append_parts(a, b, r, r.hit, answer);
      answer.end();
    });
  });
}

}  // namespace abut::tool
