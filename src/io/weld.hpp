/// Makes one vertex of all that have equal coordinates.
#pragma once

#include <abut/io/mesh_file.hpp>

namespace abut::io {

/// Three corners to a triangle, all finite, fewer than 2^32. The vertices are numbered in the order in which they first
/// occur; 0 and -0 are equal, and the first one stays. By sorting: no choice of coordinates makes it slow.
MeshFile welded(const std::vector<Vec3d>& corners);

}  // namespace abut::io
