/// Support points of circles and spheres, and of the shapes made of them (shapes.hpp), with their rounding.
#pragma once

#include <abut/support.hpp>

namespace abut::detail {

/// The product component by component.
template <int D>
constexpr Vec<double, D> times(const Vec<double, D>& a, const Vec<double, D>& b) {
  Vec<double, D> r;
  for (int i = 0; i < D; ++i) r[i] = a[i] * b[i];
  return r;
}

/// v / |v| with a relative error of 3.5 u per component (3 u in 2D), whatever the exponent of v. Zero stays zero.
template <int D>
Vec<double, D> unit(const Vec<double, D>& v) {
  if (v == Vec<double, D>{}) return v;
  const Vec<double, D> s = scale_direction(v);
  return s / square_root(norm_squared(s));
}

/// The support point along d of the circle of `radius` about axis k; the center of the circle if d is along the axis,
/// where every point is one.
inline Vec3d rim_point(const Vec3d& d, int k, double radius) {
  Vec3d across = d;
  across[k] = 0;
  return unit(across) * radius;
}

/// In units of u: how far rim_point() may be off the circle, and short of the exact support point. A norm of two
/// numbers (2 roundings), the quotient and the product, and a little for the products of these errors.
inline double rim_error(double radius) { return 4.25 * radius; }

/// The same for a point of the sphere: a unit vector times the radius.
inline double sphere_error(double radius) { return 4.75 * radius; }

}  // namespace abut::detail
