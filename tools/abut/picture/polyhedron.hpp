/// The faces and edges of the convex hull of points in 3D, for pictures.
#pragma once

#include <abut/vec.hpp>

#include <array>
#include <vector>

namespace abut::tool {

struct Polyhedron {
  struct Face {
    std::array<std::size_t, 3> corner;  ///< counter-clockwise, seen from outside
    Vec3d normal;                       ///< outward, of length 1
  };
  /// Where two faces meet.
  struct Edge {
    std::size_t from, to;
    std::size_t left, right;  ///< faces
  };

  std::vector<Vec3d> points;
  std::vector<Face> faces;  ///< triangles; none if the points are coplanar
  std::vector<Edge> edges;
};

/// The points should be of size about 1. Points within 5e-4 of another are left out, and a point that stands out by
/// less than 1e-9 is taken to lie on a face: no picture shows the difference, and nothing is decided by it.
Polyhedron polyhedron_of(const std::vector<Vec3d>& points);

}  // namespace abut::tool
