/// A point set grown by a radius. It is inflate(points, radius), but for `ranks_about_center`, which Inflated does not
/// pass on: without it a query counts larger support errors.
#pragma once

#include <abut/shapes.hpp>

namespace abut::shared {

template <Scalar T, int D>
struct Rounded {
  using Vector = Vec<T, D>;
  static constexpr bool ranks_about_center = true;

  PointSet<T, D> core;
  T radius{};

  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const { return core.support(d); }
  Vec<double, D> center() const { return core.center(); }
  double reach() const { return core.reach(); }
  Vector vertex(VertexId id) const { return core.vertex(id); }
  VertexId vertex_count() const { return core.vertex_count(); }
};

}  // namespace abut::shared
