/// Furthest points of round things: circles and spheres, and what is made of them.
#pragma once

#include <abut/support.hpp>

namespace abut::detail {

/// Numbers that can be sizes: finite and not negative.
template <Scalar T, int D>
constexpr bool is_size(const Vec<T, D>& v) {
  bool all = true;
  for (int i = 0; i < D; ++i) {
    const bool negative = !(v[i] >= 0), infinite = v[i] > largest<T>;
    all = all & !negative & !infinite;
  }
  return all;
}

/// Component by component.
template <int D>
constexpr Vec<double, D> times(const Vec<double, D>& a, const Vec<double, D>& b) {
  Vec<double, D> r;
  for (int i = 0; i < D; ++i) r[i] = a[i] * b[i];
  return r;
}

/// v / |v| with a relative error of 3.5 u per component (in the plane 3 u), whatever the exponent of v; zero stays zero.
template <int D>
Vec<double, D> unit(const Vec<double, D>& v) {
  if (v == Vec<double, D>{}) return v;
  const Vec<double, D> s = scale_direction(v);
  return s / square_root(norm_squared(s));
}

/// The point furthest along d on the circle of `radius` about axis k; the middle of the circle if d is along the axis, where
/// every point is as far.
inline Vec3d rim_point(const Vec3d& d, int k, double radius) {
  Vec3d across = d;
  across[k] = 0;
  return unit(across) * radius;
}

/// How far that point may be off the circle, and short of its furthest point: a norm of two numbers (2 roundings), the
/// quotient and the product, and a little for their products.
inline double rim_error(double radius) { return 4.25 * radius; }

/// The same of a point of the sphere: a unit vector times the radius.
inline double sphere_error(double radius) { return 4.75 * radius; }

}  // namespace abut::detail
