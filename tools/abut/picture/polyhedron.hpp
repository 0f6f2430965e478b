/// The faces and edges of the hull of points in space, for pictures.
#pragma once

#include <abut/vec.hpp>

#include <array>
#include <vector>

namespace abut::tool {

struct Solid {
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
  std::vector<Face> faces;  ///< triangles; none if the points are in a plane
  std::vector<Edge> edges;
};

/// The points should be of size about 1. Those within a few ten-thousandths of another are left out, and what sticks out by less
/// than a billionth is taken to lie on a face: no picture shows the difference, and nothing is decided by it.
Solid solid_of(const std::vector<Vec3d>& points);

}  // namespace abut::tool
