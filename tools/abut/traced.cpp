#include "traced.hpp"

#include <memory>

namespace abut::tool {

namespace {

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

template <Scalar T, int D>
Distance<double, D> widened(const Distance<T, D>& r) {
  Distance<double, D> wide{.status = r.status, .distance = r.distance, .lower = r.lower, .upper = r.upper};
  wide.normal = widen(r.normal);
  wide.point_a = widen(r.point_a);
  wide.point_b = widen(r.point_b);
  wide.signed_distance = r.signed_distance;
  wide.signed_lower = r.signed_lower;
  wide.signed_upper = r.signed_upper;
  wide.cores_meet = r.cores_meet;
  wide.iterations = r.iterations;
  return wide;
}

template <Scalar T, int D>
Traced<D> traced_in(const Record& record, const TwoShapes& shapes, Precision precision) {
  Traced<D> t;
  t.id = record.id;
  t.op = record.op.value_or("");
  t.precision = precision;
  Solution<T, D> solution = solve<T, D>(shapes, [&t](const GjkStep<D>& step) { t.steps.push_back(step); });
  append_solution(record, solution, t.answer);
  t.distance = widened(solution.distance);
  t.a = traced_shape<T, D>(std::make_shared<const Operand<T, D>>(std::move(solution.a)));
  t.b = traced_shape<T, D>(std::make_shared<const Operand<T, D>>(std::move(solution.b)));
  return t;
}

}  // namespace

template <int D>
Traced<D> traced(const Record& record, const TwoShapes& shapes, Precision precision) {
  return precision == Precision::float_numbers ? traced_in<float, D>(record, shapes, precision)
                                               : traced_in<double, D>(record, shapes, precision);
}

template Traced<2> traced(const Record&, const TwoShapes&, Precision);
template Traced<3> traced(const Record&, const TwoShapes&, Precision);

}  // namespace abut::tool
