/// From the triangles of a solid to its faces.
///
/// First the exact faces: triangles in a common plane. Then, from the largest face on, each takes in those beside it that rounding of the
/// input alone may have bent away: all their vertices are within the tolerance of its plane, their normals point the same way,
/// and what they make together is one simple polygon, convex up to the tolerance.
///
/// Guarantee: the faces are simple loops, and each edge between two of them occurs once in each direction, because taking in a face
/// that touches along one unbroken chain of edges, and nowhere else, keeps a disc a disc. Every triangle is in one face.
#pragma once

#include "hull/quickhull.hpp"

namespace abut::detail {

struct Loops {
  std::vector<std::uint32_t> begin{0}, vertices;  ///< loop i: vertices from begin[i] to begin[i + 1]
  std::vector<Vec3d> normals;                     ///< of length 1
};

/// `vertices`: all of them, of a Cloud whose box has these sides. `tolerance`: a length.
Loops faces_of(const std::vector<SurfaceTriangle>& triangles, const std::vector<Vec3d>& vertices, const Vec3d& side,
               double tolerance);

}  // namespace abut::detail
