#include "trace/traced_query.hpp"

#include "answer/depth.hpp"
#include "answer/overlap.hpp"
#include "trace/step_collector.hpp"

#include <fmt/format.h>
#include <memory>

namespace abut::tool {

template <Scalar T, int D>
TracedShape<D> traced_shape(std::shared_ptr<const Operand<T, D>> operand) {
  const Placed<ShapeRef<T, D>> placed = operand->placed();
  const auto turn = detail::matrix(detail::rescaled(placed.pose.q));
  TracedShape<D> shape;
  shape.radius = operand->shape.radius();
  for (VertexId id = 0; id < operand->shape.vertex_count(); ++id) {
    shape.vertices.push_back(turn * operand->shape.vertex(id) + widen(placed.pose.p));
  }
  shape.support = [operand = std::move(operand), placed](const Vec<double, D>& d) {
    return placed.support(d).point;
  };
  return shape;
}

namespace {

template <Scalar T, int D>
Finding<D> finding_of(const Distance<T, D>& r) {
  Finding<D> found = begin_finding(r);
  found.apart = r.lower > 0;
  found.cores_meet = r.cores_meet;
  found.has_points = true;
  const bool overlap = r.distance == 0 && r.signed_distance < 0;
  found.between = r.distance > 0 ? r.distance : r.signed_distance;
  found.claim = overlap ? "The true signed distance lies in" : "The true distance lies in";
  found.lower = overlap ? r.signed_lower : r.lower;
  found.upper = overlap ? r.signed_upper : r.upper;
  return found;
}

/// Of distance and rounded: GJK, and where the cores meet EPA.
template <Scalar T, int D>
void tell_distance(const Record& record, bool rounded, const Operand<T, D>& a, const Operand<T, D>& b,
                   Traced<D>& story) {
  const Distance<T, D> r = solve(a, b, StepCollector<D>{story});
  append_distance_result(record, r, rounded, story.answer);
  story.found = finding_of(r);
}

/// EPA may find that the bounds have met only as it is about to take another step.
template <int D>
void tell_end(Traced<D>& story) {
  auto* last = story.steps.empty() ? nullptr : std::get_if<EpaStep<D>>(&story.steps.back());
  if (last == nullptr || last->stop != Stop::none || story.found.status == Status::iteration_limit) return;
  last->stop = story.found.status == Status::converged ? Stop::bounds_met : Stop::rounding;
}

template <Scalar T, int D>
void tell(const Record& record, const AnswerOptions& options, const TwoShapes& shapes, Traced<D>& story) {
  const auto a = std::make_shared<const Operand<T, D>>(operand_of<T, D>(shapes.a));
  const auto b = std::make_shared<const Operand<T, D>>(operand_of<T, D>(shapes.b));
  if (story.op == "overlap") {
    tell_overlap(record, options.method, *a, *b, story);
  } else if (is_depth_op(story.op)) {
    tell_depth(record, options.method, *a, *b, story);
  } else {
    tell_distance(record, shapes.rounded, *a, *b, story);
  }
  tell_end(story);
  story.a = traced_shape<T, D>(a);
  story.b = traced_shape<T, D>(b);
}

TwoShapes question_to_watch(const Record& record, std::string_view method) {
  if (record.op == "hull" || record.op == "contact") {
    throw RecordError(
        fmt::format("op: {} has no steps to show, only distance, rounded, overlap, penetration, separation, "
                    "casts and toi do",
                    *record.op));
  }
  if (record.op && is_depth_op(*record.op)) return depth_question(record, method);
  if (record.op != "overlap") return question_of(record, method);
  if (!record.error.empty()) throw RecordError(record.error);
  (void)overlap_options(method);
  return two_shapes(record);
}

}  // namespace

template <int D>
Traced<D> traced(const Record& record, const AnswerOptions& options) {
  const TwoShapes shapes = question_to_watch(record, options.method);
  Traced<D> story;
  story.id = record.id;
  story.op = record.op.value_or("");
  story.precision = options.precision;
  if (options.precision == Precision::float_numbers) {
    tell<float, D>(record, options, shapes, story);
  } else {
    tell<double, D>(record, options, shapes, story);
  }
  return story;
}

template TracedShape<2> traced_shape(std::shared_ptr<const Operand<float, 2>>);
template TracedShape<3> traced_shape(std::shared_ptr<const Operand<float, 3>>);
template TracedShape<2> traced_shape(std::shared_ptr<const Operand<double, 2>>);
template TracedShape<3> traced_shape(std::shared_ptr<const Operand<double, 3>>);
template Traced<2> traced(const Record&, const AnswerOptions&);
template Traced<3> traced(const Record&, const AnswerOptions&);

}  // namespace abut::tool
