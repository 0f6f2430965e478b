/// Where rays enter polygons.
#pragma once

#include "reference/reference.hpp"

namespace bench {

/// The t of every ray, as Truth::distance, from the lines of all edges in 113 bits; infinite if it misses. `size` is
/// that of the polygon in multiples of the ray's direction.
std::vector<Truth> true_rays(const Workload<2>& workload);

}  // namespace bench
