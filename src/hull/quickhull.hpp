/// The hull of points in space, as triangles.
///
/// Points are added one by one to a tetrahedron: always the one furthest outside of some face, among those that were filed under it (the
/// conflict lists). Reference: Barber, Dobkin and Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996). Departures: decisions
/// are exact, so that nothing is thick and nothing is merged; and a point p removes not only the faces that it is outside of, but
/// also those that it is in the plane of. Only faces that it is strictly inside of stay.
///
/// Invariant: the triangles are the boundary of the hull of the points added so far. Their vertices are its extreme points, all and only;
/// no triangle is degenerate; those in a common plane triangulate a true face. For let P be the hull, p a point outside, P' the
/// hull of both. The faces of P that p is strictly inside of are the faces of P' that do not contain p. The others of P' form the
/// star of its vertex p, whose rim is one closed loop of edges: so there is one horizon. A triangle of p and an edge of the horizon is not
/// degenerate, for p in line with the edge would be in the plane of the face that stays. A vertex of P that is not extreme in
/// P' has no face of P' without p, so all its triangles go. The faces that contain p are triangulated by p and their far edges.
///
/// It is enough to file the points of removed faces under the new ones. Suppose q is outside of a removed face of plane n.x <= c, and
/// of no new one. Then q = p + t (x - p) with x in P, and either t <= 1 and q is in P', or
/// n.q <= n.p + (n.x - n.p) = n.x <= c, since n.p >= c: q is not outside of the removed face.
#pragma once

#include <abut/vec.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace abut::detail {

inline constexpr std::uint32_t none = 0xffffffffU;

/// Three points, counter-clockwise seen from outside; across[i] is the triangle beyond the edge from vertex[i] to the next.
struct SurfaceTriangle {
  std::array<std::uint32_t, 3> vertex;
  std::array<std::uint32_t, 3> across;
};

struct Surface {
  std::vector<SurfaceTriangle> triangles;
  std::vector<std::uint32_t> left_out;  ///< the points that are outside, because of the limit
};

/// For points of a Cloud whose box has these sides. `start`: four that are not in a plane. Of equal points the first is used, if `start`
/// does. With a limit below `none` the point furthest outside of all comes next, until there are so many vertices, 4 or more.
Surface quickhull(const std::vector<Vec3d>& points, const Vec3d& side, const std::array<std::uint32_t, 4>& start,
                  std::uint32_t limit);

}  // namespace abut::detail
