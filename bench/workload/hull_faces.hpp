/// The triangles of a convex hull, for peers that want to be told.
#pragma once

#include <abut/vec.hpp>

#include <array>
#include <span>
#include <vector>

namespace bench {

/// Indices, counter-clockwise seen from outside. For points in general position on a convex surface: every point is a vertex,
/// and no four lie in a plane.
std::vector<std::array<int, 3>> hull_faces(std::span<const abut::Vec3f> points);

}  // namespace bench
