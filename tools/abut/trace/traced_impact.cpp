#include "trace/traced_impact.hpp"

#include "answer/motion/time_of_impact.hpp"
#include "picture/impact.hpp"
#include "trace/json.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace abut::tool {

namespace {

constexpr std::size_t most_poses = 12;  ///< that are drawn: all, or some evenly among them

template <Scalar T, int D>
TracedShape<D> shape_at(const AnyShape<T, D>& operand, const Motion<double, D>& motion, double t) {
  const Pose<double, D> pose = pose_at(motion, t);
  const auto turn = detail::matrix(detail::rescaled(pose.q));
  TracedShape<D> shape;
  shape.radius = operand.shape().radius();
  for (VertexId id = 0; id < operand.shape().vertex_count(); ++id) {
    shape.vertices.push_back(turn * operand.shape().vertex(id) + pose.p);
  }
  shape.support = [&operand, pose, turn](const Vec<double, D>& d) {
    return turn * detail::support(operand.shape(), detail::transposed_times(turn, d)).point + pose.p;
  };
  return shape;
}

template <Scalar T, int D>
std::string verdict_of(const TimeOfImpact<T, D>& r) {
  if (r.hit) {
    return fmt::format("Contact at t = {:.9g}, at most {:.4g} apart; proven free before t = {:.9g}{}.", r.t,
                       r.hit_separation, r.t_safe, r.status == Status::converged ? "" : ", so it may not be the first");
  }
  if (r.status == Status::converged) return "No contact: proven for all of the motion.";
  return fmt::format("Not decided; proven free before t = {:.9g}.", r.t_safe);
}

template <Scalar T, int D>
AnyShape<T, D> drawn_operand(const OperandInput& input) {
  if (input.is_half_space())
    throw RecordError(fmt::format("{}: a half_space has no outline to draw; --format json works", input.name));
  return operand_of<T, D>(input);
}

template <Scalar T, int D>
std::string picture(const Record& record, const ImpactQuery<T, D>& q, const TimeOfImpact<T, D>& r,
                    const std::vector<ImpactStep<D>>& steps) {
  TracedImpact<D> impact{.id = record.id, .poses = {}, .steps = steps, .verdict = verdict_of(r)};
  const auto a = drawn_operand<T, D>(q.shapes.a), b = drawn_operand<T, D>(q.shapes.b);
  const auto add = [&](double t) {
    impact.poses.push_back({t, shape_at(a, q.motion_a, t), shape_at(b, q.motion_b, t)});
  };
  const std::size_t shown = std::min(steps.size(), most_poses);
  for (std::size_t k = 0; k < shown; ++k) {
    add(steps[shown < 2 ? 0 : k * (steps.size() - 1) / (shown - 1)].t);
  }
  if (!r.hit) add(1);
  return impact_picture(impact);
}

template <Scalar T, int D>
std::string trace_of(const Record& record, const AnswerOptions& options, bool as_picture) {
  const auto q = impact_query<T, D>(record, options.method);
  std::vector<ImpactStep<D>> steps;
  const auto r = solve(q, [&steps](const ImpactStep<D>& step) { steps.push_back(step); });
  std::string answer;
  append_impact(record, r, answer);
  if (as_picture) return picture(record, q, r, steps);
  std::vector<std::string> events;
  events.reserve(steps.size());
  for (const auto& step : steps) events.push_back(event_json(step));
  return trace_json(record.id, record.op_name.value_or(""), D, options.precision, events, answer);
}

}  // namespace

std::string impact_trace(const Record& record, const AnswerOptions& options, bool as_picture) {
  require_op(record);
  return in_space(options.precision, dimension_of(record),
                  [&]<Scalar T, int D>() { return trace_of<T, D>(record, options, as_picture); });
}

}  // namespace abut::tool
