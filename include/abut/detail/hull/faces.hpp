/// Merges the triangles of a solid's surface to its faces.
///
/// First come the exact faces, called facets here: coplanar triangles. Then, from the largest facet on, each is merged
/// with adjacent ones that rounding of the input alone may have bent out of its plane: all their vertices are within
/// the tolerance of that plane, their normals are less than 90 degrees from its normal, and the merged face is one
/// simple polygon, convex up to the tolerance.
///
/// Guarantee: the faces are simple loops, and each edge between two of them occurs once in each direction, because
/// merging two discs that meet along one unbroken chain of edges, and nowhere else, gives a disc. Every triangle is in
/// one face.
#pragma once

#include <abut/detail/hull/quickhull.hpp>

namespace abut::detail {

struct Loops {
  std::vector<std::uint32_t> begin{0}, vertices;  ///< loop i: vertices from begin[i] to begin[i + 1]
  std::vector<Vec3d> normals;                     ///< of length 1
};

/// `vertices` are those of the surface, in a Cloud whose bounding box has these sides. `tolerance` is a length.
Loops faces_of(const std::vector<SurfaceTriangle>& triangles, const std::vector<Vec3d>& vertices, const Vec3d& side,
               double tolerance);

}  // namespace abut::detail
