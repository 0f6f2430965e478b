/// Meshes from files, for `make bench DATA=folder`.
#pragma once

#include "workload/meshes.hpp"

namespace bench {

/// The meshes of all files below the folder that abut::io reads, in the order of their paths, rounded to float. Other
/// files, and meshes of fewer than 100 triangles, are left out.
std::vector<Triangles> meshes_in(const std::string& folder);

}  // namespace bench
