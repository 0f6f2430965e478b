/// How many dimensions do points span, and which of them do? Decided without error.
#pragma once

#include "hull/cloud.hpp"

#include <array>
#include <cstdint>

namespace abut::detail {

/// By x, then y, then z: the first and the last of points are extreme.
inline bool is_before(const Vec3d& p, const Vec3d& q) {
  return p.x != q.x ? p.x < q.x : p.y != q.y ? p.y < q.y : p.z < q.z;
}

/// Without the coordinate `axis`, seen from its positive end.
inline Vec2d project(const Vec3d& p, int axis) {
  return axis == 0 ? Vec2d{p.y, p.z} : axis == 1 ? Vec2d{p.z, p.x} : Vec2d{p.x, p.y};
}

struct StartSimplex {
  int rank = 0;
  /// rank + 1 of them are set, and span the set; of equal points the first. In rank 1 they are the ends.
  std::array<std::uint32_t, 4> points{};
  int axis = 0;    ///< in rank 2: one that is not in the plane
  Vec3d normal{};  ///< in rank 2: its component along that axis is positive
};

StartSimplex start_simplex(const Cloud<3>& cloud);

}  // namespace abut::detail
