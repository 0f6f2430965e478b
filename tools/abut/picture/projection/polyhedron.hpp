/// The faces and edges of the convex hull of points in 3D, for pictures.
#pragma once

#include <abut/vec.hpp>

#include <vector>

namespace abut::tool {

struct Polyhedron {
  struct Face {
    std::vector<std::size_t> corners;  ///< counter-clockwise, seen from outside
    Vec3d normal;                      ///< outward, of length 1
  };
  /// Where two faces meet.
  struct Edge {
    std::size_t from, to;
    std::size_t left, right;  ///< faces
  };

  std::vector<Vec3d> points;
  std::vector<Face> faces;  ///< none if the points are coplanar
  std::vector<Edge> edges;
};

/// The points should be finite and of size about 1. Those within 5e-4 of another are left out: no picture shows the
/// difference, and nothing is decided by it.
Polyhedron polyhedron_of(const std::vector<Vec3d>& points);

}  // namespace abut::tool
