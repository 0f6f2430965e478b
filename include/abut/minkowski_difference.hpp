/// The Minkowski difference B - A, constructed explicitly: for teaching, for pictures, and as a judge in tests.
///
///     const auto a = *PointSet2f::from(triangle), b = *PointSet2f::from(square);
///     std::vector<Vec2d> all = minkowski_difference(a, b);   // every b - a, 3 * 4 of them
///     std::vector<Vec2d> outline = minkowski_polygon(a, b);  // the corners of their hull, counter-clockwise
///
/// The distance between A and B is that of B - A from the origin, and they overlap if and only if it contains the
/// origin. Queries never construct it (they evaluate one support point at a time); this header does, so it allocates,
/// takes time
/// |A| |B|, and is not part of abut.hpp.
#pragma once

#include <abut/detail/hull/planar.hpp>
#include <abut/shapes.hpp>

#include <algorithm>
#include <cstdint>
#include <vector>

namespace abut {

/// Every b - a: those of the first point of B first, in the order of A. The hull of these points is the difference of
/// the hulls.
///
/// A coordinate is one subtraction in double. It is exact if the result fits 53 bits, as it does for floats that differ
/// in size by less than 2^28; else its relative error is at most u. It is infinite only if two doubles are further
/// apart than the largest double.
template <Scalar T, int D>
std::vector<Vec<double, D>> minkowski_difference(const PointSet<T, D>& a, const PointSet<T, D>& b) {
  std::vector<Vec<double, D>> all;
  all.reserve(a.points().size() * b.points().size());
  for (const auto& y : b.points()) {
    for (const auto& x : a.points()) all.push_back(detail::widen(y) - detail::widen(x));
  }
  return all;
}

/// The corners of the convex hull of finite points, counter-clockwise from the leftmost (the lowest of several). Points
/// within an edge and repeated points are left out: collinear points give two corners, equal points one.
///
/// Each result is a corner, and none is missing, if the nonzero coordinates differ in size by less than 2^480: see
/// detail/hull/planar.hpp.
inline std::vector<Vec2d> convex_hull(const std::vector<Vec2d>& points) {
  double largest = 0;
  for (const Vec2d& p : points) largest = std::max(largest, max_abs(p));
  const double scale = detail::inverse_power_of_two(largest);
  std::vector<Vec2d> scaled;
  scaled.reserve(points.size());
  for (const Vec2d& p : points) scaled.push_back(p * scale);
  std::vector<Vec2d> hull;
  for (const std::uint32_t i : detail::hull::planar_hull(scaled)) hull.push_back(points[i]);
  return hull;
}

/// The hull of minkowski_difference(a, b).
template <Scalar T>
std::vector<Vec2d> minkowski_polygon(const PointSet<T, 2>& a, const PointSet<T, 2>& b) {
  return convex_hull(minkowski_difference(a, b));
}

}  // namespace abut
