/// A float shape as a double shape, for queries that place it where a float pose could not.
///
/// Guarantee: the points are the same, and so are the bounds on their rounding. A double shape is returned as it is.
#pragma once

#include <abut/detail/support/bounding_planes.hpp>
#include <abut/shapes.hpp>
#include <abut/support.hpp>

namespace abut::detail {

/// All that queries need of S, in double.
template <Shape S>
struct DoubleShape {
  static constexpr int D = dimension_of<S>;
  using Vector = Vec<double, D>;
  static constexpr bool support_is_relative_to_center = detail::support_is_relative_to_center<S>;

  S shape;

  ABUT_INLINE SupportPoint<Vector> support(const Vector& d) const { return detail::support(shape, d); }
  double radius() const { return detail::radius(shape); }
  Vector center() const { return enclosure(shape).center; }
  double bounding_radius() const { return enclosure(shape).reach; }
  bool is_valid() const { return detail::is_valid(shape, enclosure(shape)); }
  SupportError scaled_support_error(double scale) const {
    return detail::support_error(shape, enclosure(shape), scale);
  }
  bool measures_from_origin() const { return detail::measures_from_origin(shape); }
  Vector vertex(VertexId id) const { return detail::vertex(shape, id); }
  VertexId vertex_count() const { return detail::vertex_count(shape); }
  /// The edges of a polygon are stored in double.
  BoundingPlanes<double, D> bounding_planes() const
    requires(D == 2 && has_planes<S>)
  {
    return {.planes = detail::bounding_planes(shape).planes};
  }
};

/// DoubleShape, and the number of vertices of a core that is a point or a segment: a constant, or for a type-erased S a
/// function.
template <Shape S>
struct DoubleView : DoubleShape<S> {
  static constexpr VertexId core_vertices = known_core_vertices<S>;
};

template <Shape S>
  requires requires(const S& s) { s.core_vertices(); }
struct DoubleView<S> : DoubleShape<S> {
  VertexId core_vertices() const { return this->shape.core_vertices(); }
};

template <Shape S>
auto double_view(const S& shape) {
  if constexpr (std::same_as<ScalarOf<S>, double>) {
    return shape;
  } else {
    return DoubleView<S>{{shape}};
  }
}

/// A box stays a box, for which SupportPair has a specialization, see support/support_pair.hpp.
template <int D>
Box<double, D> double_view(const Box<float, D>& box) {
  return {widen(box.half)};
}

}  // namespace abut::detail
