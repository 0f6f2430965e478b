/// The true depth of pairs that overlap.
#pragma once

#include "reference/reference.hpp"

namespace bench {

/// The depth of every query, as Truth::distance. Boxes: the least overlap along all 15 separating axes; polygons: along
/// the normals of all edges, both in 113 bits. Other shapes: the middle of the bounds that abut proves in double,
/// `width` apart. Throws std::runtime_error if a pair does not overlap.
template <int D>
std::vector<Truth> true_depths(const Workload<D>& workload);

}  // namespace bench
