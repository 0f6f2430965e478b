/// Portals in the plane: edges.
#pragma once

#include <abut/algorithm/portal.hpp>

namespace abut::detail {

/// Areas: the weights of the origin in the triangle w, not normalised; negative beyond an edge. All 0 if it has no area.
inline void origin_weights(const Vec2d (&w)[3], double (&x)[3]) {
  const double area = cross(w[1] - w[0], w[2] - w[0]), sign = area < 0 ? -1 : 1;
  for (int i = 0; i < 3; ++i) {
    const Vec2d& b = w[(i + 1) % 3];
    const Vec2d& c = w[(i + 2) % 3];
    x[i] = cross(b, c - b) * sign;
  }
}

/// How fast the weights change along r.
inline void weight_rates(const Vec2d (&w)[3], const Vec2d& r, double (&rate)[3]) {
  const Vec2d e = w[1] - w[0], f = w[2] - w[0];
  const double area = cross(e, f);
  rate[1] = cross(r, f) / area;
  rate[2] = cross(e, r) / area;
  rate[0] = -(rate[1] + rate[2]);
}

/// Edge i of the triangle w, opposite to vertex i: a normal of it, and its ends.
inline Vec2d face_normal(const Vec2d (&w)[3], int i) { return cross(w[(i + 2) % 3] - w[(i + 1) % 3], 1.0); }

template <>
class Portal<2> {
 public:
  using V = Vec2d;

  DifferencePoint<2> p[2];

  /// Across it, away from where the ray begins, if the vertices stand as arrange() has put them.
  V normal() const { return cross(p[1].w - p[0].w, 1.0); }

  /// p[0] to the right of the ray and p[1] to its left.
  void arrange(const V& inside) {
    if (dot(normal(), p[0].w - inside) < 0) std::swap(p[0], p[1]);
  }

  /// The weights of the point where the ray passes, not normalised.
  void crossing_weights(const PortalRay<2>& ray, double (&x)[2]) const {
    x[0] = cross(ray.along, p[1].w - ray.from);
    x[1] = -cross(ray.along, p[0].w - ray.from);
  }

  /// How the weights change where the crossing is to move by r, and however far along the ray.
  void crossing_rates(const V& along, const V& r, double (&rate)[2]) const {
    rate[1] = cross(along, r) / cross(along, p[1].w - p[0].w);
    rate[0] = -rate[1];
  }

  void split(const PortalRay<2>& ray, const DifferencePoint<2>& w) {
    p[cross(ray.along, w.w - ray.from) > 0 ? 1 : 0] = w;
  }
};

}  // namespace abut::detail
