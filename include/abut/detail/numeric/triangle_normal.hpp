/// The normal of a triangle in space.
#pragma once

#include <abut/vec.hpp>

namespace abut::detail {

/// Counter-clockwise about the triangle a, b, c, and twice its area long; from the two shorter edges, whose product errs least.
ABUT_INLINE Vec3d triangle_normal(const Vec3d& a, const Vec3d& b, const Vec3d& c) {
  const Vec3d ab = b - a, bc = c - b, ca = a - c;
  const double ab2 = norm_squared(ab), bc2 = norm_squared(bc), ca2 = norm_squared(ca);
  const bool ab_longest = ab2 >= bc2 && ab2 >= ca2, bc_longest = !ab_longest && bc2 >= ca2;
  return ab_longest ? cross(bc, ca) : bc_longest ? cross(ca, ab) : cross(ab, bc);
}

}  // namespace abut::detail
