/// The triangles of a convex hull, for peers that take the faces of a hull and not only its points.
#pragma once

#include <abut/vec.hpp>

#include <array>
#include <span>
#include <vector>

namespace bench {

/// Indices of the points, counter-clockwise seen from outside; faces of more than three vertices are fanned into
/// triangles. Each triangle begins with its least index, and the triangles are sorted: the same list on every machine.
/// Empty for points that have no volume.
std::vector<std::array<int, 3>> hull_faces(std::span<const abut::Vec3f> points);

}  // namespace bench
