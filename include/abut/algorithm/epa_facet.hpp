/// A facet of the shell that EPA grows around the origin: an edge in the plane, a triangle in space.
///
/// What a facet is worth is proven by a direction alone. All of it lies at heights of at least min q.w_i along a unit vector q, so
/// it is at least that far from the origin: its `key`. Any q will do; the normal of its plane, which points out of the shell,
/// gives the distance of the plane, and the direction of its nearest point, where that is not within its sides, gives more. A
/// negative key says that the origin is on the outer side of the plane: such facets are expanded first.
#pragma once

#include <abut/algorithm/difference.hpp>
#include <abut/algorithm/round.hpp>
#include <abut/algorithm/simplex.hpp>

namespace abut::detail {

template <int D>
struct Facet {
  int vertex[D];             ///< numbers in the shell; counter-clockwise seen from outside
  Vec<double, D> normal;     ///< unit vector, out of the shell
  Vec<double, D> direction;  ///< the unit vector q: the normal, unless another proves more
  bool is_thin;              ///< the normal is not known
  bool is_judged;            ///< whether its nearest point has been looked at
};

/// The outer normal of a facet, of length 1 up to 4 u.
template <int D>
struct FacetNormal {
  Vec<double, D> n;
  bool is_thin = false;
};

inline FacetNormal<2> normal_of(const Vec2d* w) {
  const Vec2d e = w[1] - w[0];
  if (e == Vec2d{}) return {.n = axis<double, 2>(0), .is_thin = true};
  return {.n = unit(cross(e, 1.0))};
}

/// From the two shorter edges. Each component is off by some 8 u |e| |f|, so below a sine of 2^-40 fewer than ten bits of it
/// are known. Where the sine is small at all, what was lost along the longest edge is taken out again: what remains is a turn about
/// that edge, and the third vertex is next to it.
inline FacetNormal<3> normal_of(const Vec3d* w) {
  const Vec3d ab = w[1] - w[0], bc = w[2] - w[1], ca = w[0] - w[2];
  const double ab2 = norm_squared(ab), bc2 = norm_squared(bc), ca2 = norm_squared(ca);
  const bool ab_longest = ab2 >= bc2 && ab2 >= ca2, bc_longest = !ab_longest && bc2 >= ca2;
  const Vec3d e = scale_direction(ab_longest   ? bc
                                  : bc_longest ? ca
                                               : ab),
              f = scale_direction(ab_longest   ? ca
                                  : bc_longest ? ab
                                               : bc);
  Vec3d n = cross(e, f);
  const double sine2 = norm_squared(n), whole = norm_squared(e) * norm_squared(f);
  if (!(sine2 > 0x1p-80 * whole)) return {.n = axis<double, 3>(0), .is_thin = true};
  n = unit(n);
  if (sine2 < 0x1p-8 * whole) {
    const Vec3d longest = scale_direction(ab_longest ? ab : bc_longest ? bc : ca);
    n = unit(n - longest * (dot(n, longest) / norm_squared(longest)));
  }
  return {.n = n};
}

/// The height of the lowest vertex along a direction.
template <int D>
double lowest(const Vec<double, D>* w, const Vec<double, D>& direction) {
  double least = dot(direction, w[0]);
  for (int i = 1; i < D; ++i) {
    const double height = dot(direction, w[i]);
    least = height < least ? height : least;
  }
  return least;
}

/// Turns a facet to its nearest point where that proves more than its plane does. Returns its key.
template <int D>
double judge(const Vec<double, D>* w, Facet<D>& facet, double key) {
  facet.is_judged = true;
  if (!facet.is_thin && interior_point<D>([w](int i) { return w[i]; }, D).mask != 0) return key;
  const SimplexPoint<D> nearest = nearest_point(w, D, D);
  if (nearest.p == Vec<double, D>{}) return key;
  const Vec<double, D> q = unit(nearest.p);
  const double other = lowest(w, q);
  if (!(other > key) && !facet.is_thin) return key;
  facet.direction = q;
  return other;
}

}  // namespace abut::detail
