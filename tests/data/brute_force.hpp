/// Distances of triangles in plain double, from their vertices and edges, one pair after another: nothing of the
/// library's own methods. What is found is the distance of two points of the triangles, so it is too large, if
/// anything; the error stated is that of the rounding, and of slivers.
#pragma once

#include <abut/vec.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace abut::test {

using Corners = std::array<Vec3d, 3>;

/// Relative to the size of the scene. A closest point rounds by some 10 eps; the parameters of two edges may be off by
/// the square root of eps where they are nearly parallel, which moves the distance by as much as eps again.
inline constexpr double brute_force_error = 0x1p-36;

inline Vec3d point_at(const Vec3d& a, const Vec3d& d, double t) { return a + d * std::clamp(t, 0.0, 1.0); }

inline double squared(const Vec3d& v) { return dot(v, v); }

/// Of two segments, squared: Ericson, Real-Time Collision Detection, 5.1.9; and of their ends, if that was badly
/// rounded.
inline double segments_squared(const Vec3d& p, const Vec3d& p1, const Vec3d& q, const Vec3d& q1) {
  const Vec3d d = p1 - p, e = q1 - q, r = p - q;
  const double a = squared(d), b = squared(e), f = dot(e, r), c = dot(d, r), g = dot(d, e);
  const double denominator = a * b - g * g;
  const double s = denominator > 0 ? std::clamp((g * f - c * b) / denominator, 0.0, 1.0) : 0;
  const double t = b > 0 ? (g * s + f) / b : 0;
  const auto to_p = [&](const Vec3d& x) {
    return a > 0 ? squared(x - point_at(p, d, dot(x - p, d) / a)) : squared(x - p);
  };
  const auto to_q = [&](const Vec3d& x) {
    return b > 0 ? squared(x - point_at(q, e, dot(x - q, e) / b)) : squared(x - q);
  };
  return std::min({to_p(point_at(q, e, t)), to_q(p), to_q(p1), to_p(q), to_p(q1)});
}

/// Whether the segment passes through the inside of the triangle, up to rounding.
inline bool pierces(const Vec3d& p, const Vec3d& q, const Corners& t) {
  const Vec3d n = cross(t[1] - t[0], t[2] - t[0]);
  const double at_p = dot(n, p - t[0]), at_q = dot(n, q - t[0]);
  if (!(at_p * at_q < 0)) return false;
  const Vec3d x = point_at(p, q - p, at_p / (at_p - at_q));
  for (std::size_t i = 0; i < 3; ++i) {
    if (dot(cross(t[(i + 1) % 3] - t[i], x - t[i]), n) < 0) return false;
  }
  return true;
}

/// Of a point and the inside of a triangle, squared; infinite if the foot of the perpendicular is outside.
inline double face_squared(const Vec3d& p, const Corners& t) {
  const Vec3d n = cross(t[1] - t[0], t[2] - t[0]);
  const double nn = squared(n);
  if (!(nn > 0)) return HUGE_VAL;
  const double height = dot(n, p - t[0]);
  const Vec3d foot = p - n * (height / nn);
  for (std::size_t i = 0; i < 3; ++i) {
    if (dot(cross(t[(i + 1) % 3] - t[i], foot - t[i]), n) < 0) return HUGE_VAL;
  }
  return squared(p - foot);
}

inline double triangles_squared(const Corners& a, const Corners& b) {
  double least = HUGE_VAL;
  for (std::size_t i = 0; i < 3; ++i) {
    if (pierces(a[i], a[(i + 1) % 3], b) || pierces(b[i], b[(i + 1) % 3], a)) return 0;
    least = std::min({least, face_squared(a[i], b), face_squared(b[i], a)});
    for (std::size_t k = 0; k < 3; ++k) {
      least = std::min(least, segments_squared(a[i], a[(i + 1) % 3], b[k], b[(k + 1) % 3]));
    }
  }
  return least;
}

/// A triangle, and a ball about it.
struct BoundedTriangle {
  explicit BoundedTriangle(const Corners& c) : corners(c), center((c[0] + c[1] + c[2]) / 3.0) {
    for (const Vec3d& v : c) radius = std::max(radius, std::sqrt(squared(v - center)));
  }
  Corners corners;
  Vec3d center;
  double radius = 0;
};

/// Over all pairs; those whose balls are further apart than the least so far are not measured.
inline double least_distance(std::span<const BoundedTriangle> all, std::span<const BoundedTriangle> others) {
  double least = HUGE_VAL;
  for (const BoundedTriangle& a : all) {
    for (const BoundedTriangle& b : others) {
      const double reach = least + a.radius + b.radius;
      if (squared(a.center - b.center) > reach * reach) continue;
      least = std::min(least, std::sqrt(triangles_squared(a.corners, b.corners)));
      if (least == 0) return 0;
    }
  }
  return least;
}

}  // namespace abut::test
