/// A point set grown by a radius. It is inflate(points, radius), but for `support_is_relative_to_center`, which
/// Inflated does not pass on: without it a query counts larger support errors.
#pragma once

#include <abut/aabb.hpp>
#include <abut/shapes.hpp>

namespace abut::shared {

template <Scalar T, int D>
struct Rounded {
  using Vector = Vec<T, D>;
  static constexpr bool support_is_relative_to_center = true;

  PointSet<T, D> core;
  T radius{};

  SupportPoint<Vec<double, D>> support(const Vec<double, D>& d) const { return core.support(d); }
  Vec<double, D> center() const { return core.center(); }
  double bounding_radius() const { return core.bounding_radius(); }
  Vector vertex(VertexId id) const { return core.vertex(id); }
  VertexId vertex_count() const { return core.vertex_count(); }
};

}  // namespace abut::shared

/// So that aabb() is that of inflate(points, radius), in closed form.
template <abut::Scalar T, int D>
struct abut::detail::CoreBox<abut::shared::Rounded<T, D>> {
  using Core = CoreBox<PointSet<T, D>>;
  using Rounded = shared::Rounded<T, D>;

  static constexpr bool known = true;
  static bool is_valid(const Rounded& s) { return s.radius >= 0 && Core::is_valid(s.core); }
  static double radius(const Rounded& s) { return double(s.radius); }
  static double arm(const Rounded& s) { return Core::arm(s.core); }
  static double roundings(const Rounded& s) { return Core::roundings(s.core); }
  static auto local(const Rounded& s) { return Core::local(s.core); }
  static auto turned(const Rounded& s, const Matrix<D>& m) { return Core::turned(s.core, m); }
};
