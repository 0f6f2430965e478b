/// The initial simplex of Quickhull: the dimension that points span, and points that span it. Decided exactly.
#pragma once

#include <abut/detail/hull/cloud.hpp>
#include <abut/detail/hull/side.hpp>

#include <array>
#include <cstdint>

namespace abut::detail::hull {

/// The order by x, then y, then z. The first and the last point are extreme.
inline bool is_before(const Vec3d& p, const Vec3d& q) {
  return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
}

/// The projection along an axis, seen from its positive end.
inline Vec2d project(const Vec3d& p, int axis) {
  return axis == 0 ? Vec2d{p.y, p.z} : axis == 1 ? Vec2d{p.z, p.x} : Vec2d{p.x, p.y};
}

struct InitialSimplex {
  int rank = 0;
  /// rank + 1 of them are set and span the set; of equal points the first. In rank 1 they are the ends.
  std::array<std::uint32_t, 4> points{};
  int axis = 0;    ///< in rank 2: an axis that is not parallel to the plane
  Vec3d normal{};  ///< in rank 2: the component along that axis is positive
};

inline bool are_collinear(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  for (int axis = 0; axis < 3; ++axis) {
    if (side_of_line(project(a, axis), project(b, axis), project(c, axis)) != 0) return false;
  }
  return true;
}

/// The first point of the greatest measure, which may be rounded; if it fails the exact test, the first that passes;
/// the number of points if all fail.
std::uint32_t best_of(const std::vector<Vec3d>& points, const auto& measure, const auto& passes) {
  std::uint32_t best = 0;
  double most = -1;
  const auto count = static_cast<std::uint32_t>(points.size());
  for (std::uint32_t i = 0; i < count; ++i) {
    const double m = measure(points[i]);
    if (m > most) {
      most = m;
      best = i;
    }
  }
  if (passes(points[best])) return best;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (passes(points[i])) return i;
  }
  return count;
}

/// The axis along which the projection of the triangle is largest, among those where it is not degenerate.
inline int axis_of(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& normal) {
  int best = -1;
  for (int k = 0; k < 3; ++k) {
    if (side_of_line(project(a, k), project(b, k), project(c, k)) == 0) continue;
    if (best < 0 || absolute(normal[k]) > absolute(normal[best])) best = k;
  }
  return best;
}

inline InitialSimplex initial_simplex(const Cloud<3>& cloud) {
  const std::vector<Vec3d>& points = cloud.points;
  InitialSimplex s;
  std::uint32_t last = 0;
  for (std::uint32_t i = 1; i < points.size(); ++i) {
    if (is_before(points[i], points[s.points[0]])) s.points[0] = i;
    if (is_before(points[last], points[i])) last = i;
  }
  const Vec3d a = points[s.points[0]];
  if (points[last] == a) return s;
  s.rank = 1;
  s.points[1] = last;
  const Vec3d b = points[last];

  const auto from_line = [&](const Vec3d& p) { return max_abs(cross(b - a, p - a)); };
  const std::uint32_t third = best_of(points, from_line, [&](const Vec3d& p) { return !are_collinear(a, b, p); });
  if (third == points.size()) return s;
  s.rank = 2;
  s.points[2] = third;
  const Vec3d c = points[third];

  const Plane plane(a, b, c, cloud.side);
  const auto from_plane = [&](const Vec3d& p) { return absolute(plane.height(p)); };
  const std::uint32_t fourth = best_of(points, from_plane, [&](const Vec3d& p) { return plane.side(p) != 0; });
  if (fourth < points.size()) {
    s.rank = 3;
    s.points[3] = fourth;
    return s;
  }
  s.normal = accurate_normal(a, b, c);
  s.axis = axis_of(a, b, c, s.normal);
  if (side_of_line(project(a, s.axis), project(b, s.axis), project(c, s.axis)) < 0) s.normal = -s.normal;
  return s;
}

}  // namespace abut::detail::hull
