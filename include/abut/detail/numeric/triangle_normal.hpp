/// The normal of a triangle in 3D, from its two shorter edges.
#pragma once

#include <abut/vec.hpp>

namespace abut::detail {

/// The normal of a, b, c, which are counter-clockwise seen from its tip; its length is twice the area. The cross
/// product of the two shorter edges has the smallest rounding error of the three.
ABUT_INLINE Vec3d triangle_normal(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d ab = b - a, bc = c - b, ca = a - c;
  const double ab2 = norm_squared(ab), bc2 = norm_squared(bc), ca2 = norm_squared(ca);
  const bool ab_longest = ab2 >= bc2 && ab2 >= ca2, bc_longest = !ab_longest && bc2 >= ca2;
  return ab_longest ? cross(bc, ca) : bc_longest ? cross(ca, ab) : cross(ab, bc);
}

}  // namespace abut::detail
