/// Portals of MPR: an edge in 2D, a triangle in 3D, that a ray passes through.
///
/// The vertices of a portal are points of the set, and the ray passes between them. A point further out splits the
/// portal into two in 2D, three in 3D; the ray passes through one of them, which signs of areas or volumes determine.
/// Beside the portals there are the barycentric weights that MPR needs: of the origin in a triangle or tetrahedron, and
/// of the crossing of a ray in a portal.
#pragma once

#include <abut/detail/minkowski/difference.hpp>
#include <abut/detail/numeric/triangle_normal.hpp>

#include <utility>

namespace abut::detail {

/// The points from + t along, t >= 0.
template <int D>
struct PortalRay {
  Vec<double, D> from, along;
};

template <int D>
class Portal;

/// A point of a simplex, as a combination of its vertices with weights of 0 or more, of sum 1.
template <int D>
struct Mixture {
  double weight[D + 1];
  Vec<double, D> p;
};

/// The sum of weight times vertex.
template <int D>
void mix(const Vec<double, D> (&w)[D + 1], Mixture<D>& m) {
  m.p = {};
  for (int i = 0; i <= D; ++i) m.p += w[i] * m.weight[i];
}

/// Divides the weights by their sum, negative ones, of a point outside, set to 0. False if no weight is positive.
template <int N>
bool normalize(double (&weight)[N]) {
  double sum = 0;
  for (double& x : weight) {
    x = x > 0 ? x : 0;
    sum += x;
  }
  for (double& x : weight) x /= sum;
  return sum > 0;
}

// --- 2D ---

/// The weights of the origin in the triangle w, not normalized: areas, negative beyond an edge. All 0 if it has no
/// area.
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

/// A normal of edge i of the triangle w, opposite to vertex i.
inline Vec2d face_normal(const Vec2d (&w)[3], int i) { return cross(w[(i + 2) % 3] - w[(i + 1) % 3], 1.0); }

template <>
class Portal<2> {
 public:
  using V = Vec2d;

  DifferencePoint<2> p[2];

  /// Points away from the start of the ray, once arrange() has ordered the vertices.
  V normal() const { return cross(p[1].w - p[0].w, 1.0); }

  /// p[0] to the right of the ray and p[1] to its left.
  void arrange(const V& inside) {
    if (dot(normal(), p[0].w - inside) < 0) std::swap(p[0], p[1]);
  }

  /// The weights of the point where the ray crosses, not normalized.
  void crossing_weights(const PortalRay<2>& ray, double (&x)[2]) const {
    x[0] = cross(ray.along, p[1].w - ray.from);
    x[1] = -cross(ray.along, p[0].w - ray.from);
  }

  /// How the weights change if the crossing moves by r, up to a multiple of `along`.
  void crossing_rates(const V& along, const V& r, double (&rate)[2]) const {
    rate[1] = cross(along, r) / cross(along, p[1].w - p[0].w);
    rate[0] = -rate[1];
  }

  void split(const PortalRay<2>& ray, const DifferencePoint<2>& w) {
    p[cross(ray.along, w.w - ray.from) > 0 ? 1 : 0] = w;
  }
};

// --- 3D ---

/// The vertices of the face opposite to vertex i of a tetrahedron, counter-clockwise seen from outside if its volume is
/// positive.
inline constexpr int opposite[4][3] = {{1, 2, 3}, {0, 3, 2}, {0, 1, 3}, {0, 2, 1}};

/// The weights of the origin in the tetrahedron w, not normalized: volumes, negative beyond a face.
inline void origin_weights(const Vec3d (&w)[4], double (&x)[4]) {
  const double volume = dot(w[1] - w[0], cross(w[2] - w[0], w[3] - w[0])), sign = volume < 0 ? -1 : 1;
  for (int i = 0; i < 4; ++i) {
    const Vec3d &a = w[opposite[i][0]], &b = w[opposite[i][1]], &c = w[opposite[i][2]];
    x[i] = dot(a, triangle_normal(a, b, c)) * sign;
  }
}

/// How fast the weights change along r.
inline void weight_rates(const Vec3d (&w)[4], const Vec3d& r, double (&rate)[4]) {
  const Vec3d e = w[1] - w[0], f = w[2] - w[0], g = w[3] - w[0];
  const double volume = dot(e, cross(f, g));
  rate[1] = dot(r, cross(f, g)) / volume;
  rate[2] = dot(r, cross(g, e)) / volume;
  rate[3] = dot(r, cross(e, f)) / volume;
  rate[0] = -(rate[1] + rate[2] + rate[3]);
}

/// A normal of face i of the tetrahedron w, opposite to vertex i.
inline Vec3d face_normal(const Vec3d (&w)[4], int i) {
  return triangle_normal(w[opposite[i][0]], w[opposite[i][1]], w[opposite[i][2]]);
}

template <>
class Portal<3> {
 public:
  using V = Vec3d;

  DifferencePoint<3> p[3];

  /// Points away from the start of the ray, once arrange() has ordered the vertices.
  V normal() const { return triangle_normal(p[0].w, p[1].w, p[2].w); }

  /// Counter-clockwise, seen from outside.
  void arrange(const V& inside) {
    if (dot(normal(), p[0].w - inside) < 0) std::swap(p[1], p[2]);
  }

  /// The weights of the point where the ray crosses, not normalized.
  void crossing_weights(const PortalRay<3>& ray, double (&x)[3]) const {
    for (int i = 0; i < 3; ++i) {
      const V a = p[(i + 1) % 3].w - ray.from, b = p[(i + 2) % 3].w - ray.from;
      x[i] = dot(ray.along, cross(a, b - a));
    }
  }

  /// How the weights change if the crossing moves by r, up to a multiple of `along`.
  void crossing_rates(const V& along, const V& r, double (&rate)[3]) const {
    const V e = p[1].w - p[0].w, f = p[2].w - p[0].w;
    const double volume = dot(along, cross(e, f));
    rate[1] = dot(along, cross(r, f)) / volume;
    rate[2] = dot(along, cross(e, r)) / volume;
    rate[0] = -(rate[1] + rate[2]);
  }

  /// Let s_i say on which side of the plane of ray and w vertex i is: the ray passes between w, p_i and p_(i+1) if
  /// s_i >= 0 >= s_(i+1). Rounding may leave no such i; then the i that comes nearest to it is taken.
  void split(const PortalRay<3>& ray, const DifferencePoint<3>& w) {
    const V side = cross(ray.along, w.w - ray.from);
    double s[3];
    for (int i = 0; i < 3; ++i) s[i] = dot(side, p[i].w - ray.from);
    int best = 0;
    double most = -infinity<double>;
    for (int i = 0; i < 3; ++i) {
      const double after = -s[(i + 1) % 3], least = s[i] < after ? s[i] : after;
      if (least > most) {
        most = least;
        best = i;
      }
    }
    p[(best + 2) % 3] = w;
  }
};

}  // namespace abut::detail
