#include "trace/traced_query.hpp"

#include "answer/distance.hpp"
#include "trace/step_collector.hpp"

#include <fmt/format.h>
#include <memory>

namespace abut::tool {

template <Scalar T, int D>
TracedShape<D> traced_shape(const AnyShape<T, D>& operand) {
  const Pose<T, D> pose = placed(operand).pose;
  const auto turn = detail::matrix(detail::rescaled(pose.q));
  TracedShape<D> shape;
  shape.radius = operand.shape().radius();
  for (VertexId id = 0; id < operand.shape().vertex_count(); ++id) {
    shape.vertices.push_back(turn * operand.shape().vertex(id) + detail::widen(pose.p));
  }
  shape.support = [operand](const Vec<double, D>& d) { return placed(operand).support(d).point; };
  return shape;
}

namespace {

template <Scalar T, int D>
Finding<D> finding_of(const detail::SignedDistance<T, D>& r) {
  Finding<D> found = begin_finding(r);
  found.apart = r.lower > 0;
  found.cores_meet = r.cores_meet;
  found.has_points = has_points(r);
  const bool overlap = r.distance == 0 && r.signed_distance < 0;
  found.between = r.distance > 0 ? r.distance : r.signed_distance;
  found.claim = overlap ? "The true signed distance lies in" : "The true distance lies in";
  found.lower = overlap ? r.signed_lower : r.lower;
  found.upper = overlap ? r.signed_upper : r.upper;
  if (!found.has_points) claim_lower_bound(found);
  return found;
}

/// Traces distance and rounded: GJK, and EPA where the cores meet.
template <Scalar T, int D>
void trace_distance(const Record& record, bool rounded, const AnyShape<T, D>& a, const AnyShape<T, D>& b,
                    TracedQuery<D>& query) {
  const auto r = solve(a, b, distance_options<T, D>(record), StepCollector<D>{query});
  append_distance_result(record, r, rounded, query.answer);
  query.found = finding_of(r);
}

/// EPA may find that the bounds have met only before it would take another step: then no step has said why it ended.
template <int D>
void set_last_stop(TracedQuery<D>& query) {
  auto* last = query.steps.empty() ? nullptr : std::get_if<EpaStep<D>>(&query.steps.back());
  if (last == nullptr || last->stop != Stop::none || query.found.status == Status::iteration_limit) return;
  last->stop = query.found.status == Status::converged ? Stop::bounds_met : Stop::rounding;
}

template <Scalar T, int D>
void trace_shapes(const Record& record, const AnswerOptions& options, const OperandPair& shapes,
                  TracedQuery<D>& query) {
  const auto a = operand_of<T, D>(shapes.a);
  const auto b = operand_of<T, D>(shapes.b);
  switch (query.op) {
    case OpId::overlap: trace_overlap(record, options.method, a, b, query); break;
    case OpId::penetration:
    case OpId::depth_along: trace_penetration(record, options.method, a, b, query); break;
    case OpId::separation: trace_separation(record, a, b, query); break;
    default: trace_distance(record, shapes.rounded, a, b, query);
  }
  set_last_stop(query);
  query.a = traced_shape<T, D>(a);
  query.b = traced_shape<T, D>(b);
}

bool has_steps(OpId op) {
  switch (op) {
    case OpId::distance:
    case OpId::rounded:
    case OpId::overlap:
    case OpId::penetration:
    case OpId::depth_along:
    case OpId::separation: return true;
    default: return false;
  }
}

/// The shapes of an op that has steps.
OperandPair traceable_pair(const Record& record, std::string_view method) {
  if (record.op != nullptr && !has_steps(record.op->id)) {
    throw RecordError(
        fmt::format("op: {} has no steps to show, only distance, overlap, penetration, depth_along, separation, casts "
                    "and time_of_impact do",
                    record.op_name.value_or("")));
  }
  require_op(record);
  require_method(record, method);
  return operand_pair_of(record);
}

}  // namespace

template <int D>
TracedQuery<D> traced_query(const Record& record, const AnswerOptions& options) {
  const OperandPair shapes = traceable_pair(record, options.method);
  TracedQuery<D> query;
  query.id = record.id;
  query.op_name = record.op_name.value_or("");
  query.op = record.op->id;
  query.precision = options.precision;
  if (options.precision == Precision::float_numbers) {
    trace_shapes<float, D>(record, options, shapes, query);
  } else {
    trace_shapes<double, D>(record, options, shapes, query);
  }
  return query;
}

template TracedShape<2> traced_shape(const AnyShape<float, 2>&);
template TracedShape<3> traced_shape(const AnyShape<float, 3>&);
template TracedShape<2> traced_shape(const AnyShape<double, 2>&);
template TracedShape<3> traced_shape(const AnyShape<double, 3>&);
template TracedQuery<2> traced_query(const Record&, const AnswerOptions&);
template TracedQuery<3> traced_query(const Record&, const AnswerOptions&);

}  // namespace abut::tool
