/// The skeleton of a hull: which points are vertices, how they are connected to edges and faces, and the mass
/// properties. All indices are those of the user's points or of the vertices, all lengths those of the scaled cloud.
#pragma once

#include <abut/detail/hull/cloud.hpp>

#include <array>
#include <cstdint>

namespace abut::detail {

template <int D>
struct Skeleton {
  int rank = 0;
  std::vector<std::uint32_t> vertices;  ///< the indices of the points that are vertices
  std::vector<std::uint32_t> neighbours_begin, neighbours;
  std::vector<std::uint32_t> loops_begin{0}, loops;
  std::vector<Vec<double, D>> normals;
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< of a solid in 3D
  double measure = 0;                                   ///< area or volume; 0 if the rank is less than D
  Vec<double, D> centroid{};                            ///< relative to the first vertex
  std::vector<std::uint32_t> left_out;                  ///< the points outside of the hull, because of the limit
};

/// `limit` is the number of vertices allowed, at least D + 1, and `face_tolerance` a length of the cloud.
Skeleton<2> skeleton_of(const Cloud<2>& cloud, std::uint32_t limit, double face_tolerance);
Skeleton<3> skeleton_of(const Cloud<3>& cloud, std::uint32_t limit, double face_tolerance);

}  // namespace abut::detail
