/// All that a hull is, but for the numbers of the user: which points, how they hang together, how large.
#pragma once

#include "hull/cloud.hpp"

#include <array>
#include <cstdint>

namespace abut::detail {

template <int D>
struct Skeleton {
  int rank = 0;
  std::vector<std::uint32_t> vertices;  ///< the points that are vertices
  std::vector<std::uint32_t> neighbours_begin, neighbours;
  std::vector<std::uint32_t> loops_begin{0}, loops;
  std::vector<Vec<double, D>> normals;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< of a solid in space
  double measure = 0;                                   ///< of the cloud; 0 if the rank is less than D
  Vec<double, D> centroid{};                            ///< of the cloud, from the first vertex
  std::vector<std::uint32_t> left_out;                  ///< the points that are outside, because of the limit
};

/// `limit`: of vertices, at least D + 1. `face_tolerance`: a length of the cloud.
Skeleton<2> skeleton_of(const Cloud<2>& cloud, std::uint32_t limit, double face_tolerance);
Skeleton<3> skeleton_of(const Cloud<3>& cloud, std::uint32_t limit, double face_tolerance);

}  // namespace abut::detail
