/// Quickhull: the convex hull of points in 3D, as triangles.
///
/// Points are added one by one to a tetrahedron: always the one furthest outside of some face, among those of the
/// face's outside set. Reference: Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996).
/// Departures: predicates are exact, so that no face is thick and none is merged; and a point p removes not only the
/// faces that it is outside of, but also those whose plane contains it. Only faces that it is strictly inside of stay.
///
/// Invariant: the triangles are the boundary of the hull of the points added so far. Their vertices are exactly its
/// extreme points; no triangle is degenerate; coplanar ones triangulate a true face. Proof: let P be the hull, p a
/// point outside, P' the hull of both. The faces of P that p is strictly inside of are the faces of P' that do not
/// contain p. The other faces of P' form the star of its vertex p, whose rim is one closed loop of edges: so there is
/// one horizon. A triangle of p and an edge of the horizon is not degenerate, because p collinear with the edge would
/// be in the plane of the face that stays. A vertex of P that is not extreme in P' has no face of P' without p, so all
/// its triangles are removed. The faces that contain p are triangulated by p and their far edges.
///
/// It is enough to move the points of removed faces to the outside sets of the new ones. Suppose q is outside of a
/// removed face of plane n.x <= c, and of no new one. Then q = p + t (x - p) with x in P, and either t <= 1 and q is in
/// P', or n.q <= n.p + (n.x - n.p) = n.x <= c, since n.p >= c: q is not outside of the removed face.
#pragma once

#include <abut/vec.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace abut::detail {

inline constexpr std::uint32_t none = 0xffffffffU;

/// Three points, counter-clockwise seen from outside; across[i] is the triangle across the edge from vertex[i] to the
/// next vertex.
struct SurfaceTriangle {
  std::array<std::uint32_t, 3> vertex;
  std::array<std::uint32_t, 3> across;
};

struct Surface {
  std::vector<SurfaceTriangle> triangles;
  std::vector<std::uint32_t> left_out;  ///< the points outside of the surface, because of the limit
};

/// For points of a Cloud whose bounding box has these sides. `start` are four that are not coplanar. Of equal points
/// the first is used, if `start` does so. With a limit below `none` each step adds the point furthest outside of all
/// faces, until there are so many vertices, 4 or more.
Surface quickhull(const std::vector<Vec3d>& points, const Vec3d& side, const std::array<std::uint32_t, 4>& start,
                  std::uint32_t limit);

}  // namespace abut::detail
