/// A shape of float numbers as one of double numbers, which they are: for queries that place it where float could not.
///
/// The points are the same, and so is all that is known of their rounding. A shape of double is left as it is.
#pragma once

#include <abut/shapes.hpp>
#include <abut/support.hpp>

namespace abut::detail {

template <Shape S>
struct DoubleShape {
  static constexpr int D = dimension_of<S>;
  using Vector = Vec<double, D>;
  static constexpr bool ranks_about_center = detail::ranks_about_center<S>;

  S shape;

  ABUT_INLINE SupportPoint<Vector> support(const Vector& d) const { return detail::support(shape, d); }
  double radius() const { return detail::radius(shape); }
  Vector center() const { return enclosure(shape).center; }
  double reach() const { return enclosure(shape).reach; }
  bool is_valid() const { return detail::is_valid(shape, enclosure(shape)); }
  SupportError scaled_support_error(double scale) const {
    return detail::support_error(shape, enclosure(shape), scale);
  }
  bool measures_from_origin() const { return detail::measures_from_origin(shape); }
  Vector vertex(VertexId id) const { return detail::vertex(shape, id); }
  VertexId vertex_count() const { return detail::vertex_count(shape); }
};

/// With what is known of a core that is a point or a segment: when compiling, or when asked.
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
auto widened(const S& shape) {
  if constexpr (std::same_as<ScalarOf<S>, double>) {
    return shape;
  } else {
    return DoubleView<S>{{shape}};
  }
}

/// A box stays one: pairs of boxes are searched in a way of their own, see support/support_pair.hpp.
template <int D>
Box<double, D> widened(const Box<float, D>& box) {
  return {widen(box.half)};
}

}  // namespace abut::detail
