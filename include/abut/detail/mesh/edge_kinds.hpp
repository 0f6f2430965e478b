/// Whether a surface bends at an edge, and in which direction: exact signs (mesh/sides.hpp) of the vertices of both
/// parts.
#pragma once

#include <abut/detail/mesh/sides.hpp>
#include <abut/mesh_topology.hpp>

namespace abut::detail {

/// Of two triangles a, b, c and b, a, d in one plane, or nearly none: both areas may be zero.
inline EdgeKind kind_in_plane(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  for (int axis = 0; axis < 3; ++axis) {
    const Vec2d p = without_axis(a, axis), q = without_axis(b, axis);
    const int side_c = side_of(p, q, without_axis(c, axis));
    if (side_c == 0) continue;
    const int side_d = side_of(p, q, without_axis(d, axis));
    return side_d == 0 ? EdgeKind::irregular : side_d == side_c ? EdgeKind::folded : EdgeKind::flat;
  }
  return EdgeKind::irregular;
}

/// The edge from a to b of the triangle a, b, c, beside the triangle b, a, d.
inline EdgeKind edge_kind(const Vec3d& a, const Vec3d& b, const Vec3d& c, const Vec3d& d) {
  const int side = side_of(a, b, c, d);  // positive: d is outside
  return side < 0 ? EdgeKind::convex : side > 0 ? EdgeKind::concave : kind_in_plane(a, b, c, d);
}

/// The vertex between the segments from a and to b, neither of which is a point.
inline EdgeKind edge_kind(const Vec2d& a, const Vec2d& vertex, const Vec2d& b) {
  const int side = side_of(a, vertex, b);
  if (side != 0) return side > 0 ? EdgeKind::convex : EdgeKind::concave;
  const int axis = a.x != vertex.x ? 0 : 1;
  return (a[axis] > vertex[axis]) == (b[axis] > vertex[axis]) ? EdgeKind::folded : EdgeKind::flat;
}

}  // namespace abut::detail
