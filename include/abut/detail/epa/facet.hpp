/// A facet of the polytope of EPA: an edge in 2D, a triangle in 3D.
///
/// The distance of a facet from the origin is bounded by a direction alone. All of it lies at heights of at least min
/// q.w_i along a unit vector q, so it is at least that far from the origin: its `key`. Any q will do; the normal of its
/// plane, which points out of the polytope, gives the distance of the plane, and the direction of its nearest point, if
/// that is not within its sides, gives more. A negative key says that the origin is on the outer side of the plane:
/// such facets are expanded first.
#pragma once

#include <abut/detail/gjk/closest_on_simplex.hpp>
#include <abut/detail/minkowski/difference.hpp>
#include <abut/detail/support/curved.hpp>

namespace abut::detail {

/// How well the normal of a facet is known.
enum class Form : std::uint8_t {
  plain,     ///< to a few roundings
  slender,   ///< except for a rotation about its longest edge
  thin,      ///< not at all
  improved,  ///< one of the last two, whose key has been improved by its nearest point
};

/// The numbers of its vertices in the polytope, counter-clockwise seen from outside, and its form. A byte each, written
/// and read as one.
struct FacetCorners {
  std::uint32_t bytes;

  ABUT_INLINE static FacetCorners of(int a, int b, int c = 0) {
    return {static_cast<std::uint32_t>(a | b << 8 | c << 16)};
  }
  ABUT_INLINE FacetCorners with(Form form) const {
    return {(bytes & 0xFFFFFFU) | static_cast<std::uint32_t>(form) << 24};
  }
  ABUT_INLINE int operator[](int k) const { return static_cast<int>(bytes >> (8 * k) & 0xFFU); }
  ABUT_INLINE Form form() const { return static_cast<Form>(bytes >> 24); }
};

template <int D>
struct Facet {
  Vec<double, D> direction;  ///< q, of any length: the normal, unless another proves more
  FacetCorners corners;
};

/// The outer normal of a facet, of length 1 up to 4 u.
template <int D>
struct FacetNormal {
  Vec<double, D> n;
  Form form;
};

ABUT_INLINE FacetNormal<2> normal_of(const Vec2d& a, const Vec2d& b) {
  const Vec2d e = b - a;
  if (e == Vec2d{}) return {axis<double, 2>(0), Form::thin};
  return {unit(cross(e, 1.0)), Form::plain};
}

/// Removes the error of n along the longest edge: what remains is a rotation about that edge, and the third vertex is
/// next to it.
ABUT_COLD inline Vec3d straightened(const Vec3d& n, const Vec3d& longest) {
  const Vec3d e = unit(longest), once = unit(n);
  return unit(once - e * dot(once, e));
}

/// The normal from the two shorter edges, whose sine is the greatest. Below a sine of 2^-40 fewer than ten bits of a
/// component are known; below 2^-4 the normal is straightened.
ABUT_COLD inline FacetNormal<3> normal_of_slender(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d ab = b - a, bc = c - b, ca = a - c;
  const double ab2 = norm_squared(ab), bc2 = norm_squared(bc), ca2 = norm_squared(ca);
  const bool ab_longest = ab2 >= bc2 && ab2 >= ca2, bc_longest = !ab_longest && bc2 >= ca2;
  const Vec3d n = ab_longest ? cross(bc, ca) : bc_longest ? cross(ca, ab) : cross(ab, bc);
  const double sine2 = norm_squared(n), whole = ab_longest ? bc2 * ca2 : bc_longest ? ca2 * ab2 : ab2 * bc2;
  if (sine2 >= 0x1p-8 * whole && sine2 > 0) return {n / square_root(sine2), Form::plain};
  if (!(sine2 > 0x1p-80 * whole)) return {axis<double, 3>(0), Form::thin};
  return {straightened(n, ab_longest ? ab : bc_longest ? bc : ca), Form::slender};
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

/// Sets the direction of a facet to that of its nearest point if that proves more than its plane does. Returns its key.
template <int D>
double improve_key(const Vec<double, D>* w, Form form, double key, Vec<double, D>& direction) {
  if (form != Form::thin && interior_point<D>([w](int i) { return w[i]; }, D).mask != 0) return key;
  const SimplexPoint<D> nearest = nearest_point(w, D, D);
  if (nearest.p == Vec<double, D>{}) return key;
  const Vec<double, D> q = unit(nearest.p);
  const double other = lowest(w, q);
  if (!(other > key) && form != Form::thin) return key;
  direction = q;
  return other;
}

}  // namespace abut::detail
