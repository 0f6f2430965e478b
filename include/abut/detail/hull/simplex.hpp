/// The initial simplex of Quickhull: the dimension that points span, and points that span it. Decided exactly.
#pragma once

#include <abut/detail/hull/cloud.hpp>

#include <array>
#include <cstdint>

namespace abut::detail {

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

InitialSimplex initial_simplex(const Cloud<3>& cloud);

}  // namespace abut::detail
