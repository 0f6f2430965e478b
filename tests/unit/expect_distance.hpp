/// What every proven distance must satisfy, judged in 113 bits against the exact value.
#pragma once

#include <abut/abut.hpp>

#include "quad/rotation.hpp"
#include "unit/spaces.hpp"

namespace abut::test {

template <Shape S>
QuadVec<dimension_of<S>> world_center(const S& shape) {
  return quad(detail::enclosure(shape).center);
}
template <Shape S>
QuadVec<dimension_of<S>> world_center(const Placed<S>& placed) {
  return transform(placed.pose, quad(detail::enclosure(placed.shape).center));
}

template <Shape S>
double reach_with_radius(const S& shape) {
  return detail::enclosure(shape).reach + detail::radius(shape);
}
template <Shape S>
double reach_with_radius(const Placed<S>& placed) {
  return reach_with_radius(placed.shape);
}

/// Reach of A + reach of B + distance of their centers: the unit of rounding errors.
template <Shape A, Shape B>
double size_of(const A& a, const B& b) {
  const double offset = static_cast<double>(norm(world_center(b) - world_center(a)));
  return reach_with_radius(a) + reach_with_radius(b) + offset;
}

/// The width that `converged` allows beyond the tolerance.
template <Shape A, Shape B>
double rounding_width(const A& a, const B& b) {
  using T = ScalarOf<A>;
  constexpr bool posed = detail::CoreAndPose<A>::placed || detail::CoreAndPose<B>::placed;
  const double units = std::same_as<T, float> ? 8 : posed ? 32 : 16;
  return units * epsilon_of<T> * size_of(a, b);
}

/// lower <= exact <= upper, for the signed distance and for the distance; the returned number lies between them.
template <Scalar T, int D>
void expect_bounds_contain(const detail::SignedDistance<T, D>& d, Quad exact) {
  const Quad apart = exact > 0 ? exact : 0;
  EXPECT_TRUE(quad(double(d.lower)) <= apart && apart <= quad(double(d.upper)))
      << "[" << d.lower << ", " << d.upper << "] does not contain " << double(apart);
  EXPECT_TRUE(quad(double(d.signed_lower)) <= exact && exact <= quad(double(d.signed_upper)))
      << "[" << d.signed_lower << ", " << d.signed_upper << "] does not contain " << double(exact);
  EXPECT_LE(d.lower, d.distance);
  EXPECT_LE(d.distance, d.upper);
  EXPECT_LE(d.signed_lower, d.signed_distance);
  EXPECT_LE(d.signed_distance, d.signed_upper);
}

/// The normal is a unit vector up to its rounding to T and one rotation; and point_b - point_a is the signed
/// distance along it. How far it may be off follows from the bounds: p = b - a has length l <= upper, and n.p
/// >= lower, so that |p - d n|^2 = l^2 - 2 d n.p + d^2 <= 2 upper (upper - lower) + (upper - lower)^2. To
/// that the roundings of the points come: to T of each coordinate, one rotation, a combination of D + 1
/// vertices.
template <Scalar T, int D>
void expect_geometry(const detail::SignedDistance<T, D>& d, double size) {
  const double wide = detail::rotation_roundings<D> * detail::unit_roundoff, narrow = detail::unit_roundoff_of<T>;
  EXPECT_NEAR(static_cast<double>(norm(quad(d.normal))), 1, 4 * narrow + wide);
  const Quad width = quad(double(d.signed_upper)) - quad(double(d.signed_lower));
  const Quad core = quad(double(d.signed_upper)) + quad(size);  // radii are part of the size
  const double coordinates = static_cast<double>(max_abs(d.point_a)) + static_cast<double>(max_abs(d.point_b));
  const Quad slip = square_root(2 * core * width + width * width);
  const Quad rounding =
      quad((wide + (2 * D + 4) * detail::unit_roundoff) * size + (D + 2) * narrow * (coordinates + size));
  const QuadVec<D> off = quad(d.point_b) - quad(d.point_a) - quad(d.normal) * quad(double(d.signed_distance));
  EXPECT_TRUE(norm(off) <= slip + rounding)
      << "off by " << double(norm(off)) << ", " << double(slip + rounding) << " allowed";
}

/// All of these checks, for shapes whose cores do not meet. Returns the answer for further checks.
template <Shape A, Shape B>
detail::SignedDistance<ScalarOf<A>, dimension_of<A>> expect_distance(
    const A& a, const B& b, Quad exact, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options = {}) {
  const auto d = detail::signed_distance(a, b, options);
  EXPECT_EQ(d.status, Status::converged) << to_string(d.status);
  expect_bounds_contain(d, exact);
  const double width = double(d.upper) - double(d.lower);
  EXPECT_LE(width, double(options.tolerance) * double(d.upper) + rounding_width(a, b));
  expect_geometry(d, size_of(a, b));
  EXPECT_FALSE(d.cores_meet);
  EXPECT_GE(d.feature_count, 1);
  EXPECT_LE(d.feature_count, dimension_of<A>);
  return d;
}

/// The same with A and B swapped: the same number, the normal negated.
template <Shape A, Shape B>
void expect_distance_both_ways(const A& a, const B& b, Quad exact) {
  expect_distance(a, b, exact);
  expect_distance(b, a, exact);
}

}  // namespace abut::test
