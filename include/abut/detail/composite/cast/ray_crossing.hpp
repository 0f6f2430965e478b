/// Where a ray crosses a part of a mesh, proven in double: a segment in 2D, a triangle in 3D.
///
/// Reference: J. Amanatides, K. Choi, "Ray Tracing Triangular Meshes" (1997): on which side of the ray each edge
/// passes, and the plane of the triangle. Departure: a sign counts only if it exceeds its rounding. The ray is proven
/// to miss a part that has edges on both sides, and to cross it if all are on one side. What remains, edges and
/// vertices that the ray hits, or nearly, parts that are flat as the ray sees them, and a ray that begins on the part,
/// is left to the convex query, which misses nothing that is not proven to be missed. So a ray never slips between two
/// parts that share an edge or a vertex.
///
/// The count: edges are differences of vertices as given, off by u of themselves. With points of the ray off by error()
/// and the products below off by 20 u of theirs, a weight is off by less than twice error() |e|, a height along n by
/// twice error() |n|, and n . direction by 64 u |n|.
#pragma once

#include <abut/detail/composite/cast/local_ray.hpp>

namespace abut::detail {

template <int D>
struct RayCrossing {
  enum class Kind { missed, crossed, open };

  Kind kind = Kind::open;
  double from = 0, to = 0, at = 0;  ///< the crossing is at `at`, proven between `from` and `to`; all are tau
  Vec<double, D> normal{};          ///< in the frame of the body, of any length, against the ray
  double weight[D] = {};            ///< of the vertices
};

/// The weights of the vertices where the line of the ray crosses the part, times a common factor, and what rounding may
/// add to each.
template <int D>
struct LineWeights {
  double weight[D], margin[D];
};

inline LineWeights<2> line_weights(const Vec2d& d, const Vec2d (&from_origin)[2], const Vec2d (&)[2], double error) {
  return {{cross(d, from_origin[1]), -cross(d, from_origin[0])}, {error, error}};
}
inline LineWeights<3> line_weights(const Vec3d& d, const Vec3d (&p)[3], const Vec3d (&edge)[3], double error) {
  LineWeights<3> w;
  for (int k = 0; k < 3; ++k) {
    const Vec3d& e = edge[(k + 1) % 3];  // the one opposite to vertex k
    w.weight[k] = dot(p[(k + 1) % 3], cross(e, d));
    w.margin[k] = error * (absolute(e.x) + absolute(e.y) + absolute(e.z));
  }
  return w;
}

inline Vec2d normal_of(const Vec2d (&edge)[2]) { return perpendicular(edge[0]); }
inline Vec3d normal_of(const Vec3d (&edge)[3]) { return cross(edge[0], edge[1]); }

/// The crossing of the part with these vertices. Those after `limit` are missed.
template <int D>
RayCrossing<D> find_crossing(const LocalRay<D>& ray, const Vec<double, D> (&given)[D], double limit) {
  using Crossing = RayCrossing<D>;
  using V = Vec<double, D>;
  const double error = 2 * ray.error();
  V p[D], edge[D];
  for (int k = 0; k < D; ++k) {
    p[k] = ray.local(given[k]) - ray.origin();
    edge[k] = (given[(k + 1) % D] - given[k]) * ray.scale();
  }
  const LineWeights<D> w = line_weights(ray.direction(), p, edge, error);
  bool left = false, right = false, certain = true;
  for (int k = 0; k < D; ++k) {
    left = left || w.weight[k] > w.margin[k];
    right = right || w.weight[k] < -w.margin[k];
    certain = certain && absolute(w.weight[k]) > w.margin[k];
  }
  Crossing r;
  if (left && right) {
    r.kind = Crossing::Kind::missed;
    return r;
  }
  V n = normal_of(edge);
  double speed = dot(n, ray.direction());
  if (speed < 0) {
    n = -n;
    speed = -speed;
  }
  double least = dot(n, p[0]), most = least;
  for (int k = 1; k < D; ++k) {
    const double h = dot(n, p[k]);
    least = h < least ? h : least;
    most = h > most ? h : most;
  }
  const double length = norm(n) * (1 + 0x1p-50), margin = error * length, off = 64 * unit_roundoff * length;
  if (!(speed > off)) return r;
  r.from = (least - margin) / (speed + off) * (1 - 0x1p-50);
  r.to = (most + margin) / (speed - off) * (1 + 0x1p-50);
  if (most < -margin || r.from > limit) {
    r.kind = Crossing::Kind::missed;
  } else if (certain && least > margin) {
    r.kind = Crossing::Kind::crossed;
    r.at = (least + most) * 0.5 / speed;
    r.normal = -n;
    for (int k = 0; k < D; ++k) r.weight[k] = absolute(w.weight[k]);
  }
  return r;
}

}  // namespace abut::detail
