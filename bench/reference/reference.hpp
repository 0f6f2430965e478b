/// The true distance of a query, certified in 113 bits.
#pragma once

#include "workload/workload.hpp"

#include <vector>

namespace bench {

/// The distance lies within `width` of `distance`. 0 and 0: the shapes overlap, to 2^-90 of the size.
struct Truth {
  double distance = 0, width = 0;
  double size = 0;  ///< the sum of the radii of the balls around the shapes
};

/// Widths are at most this part of the distance.
inline constexpr double certified_width = 1e-12;

/// Of every query, in order. abut in double points out where to look; what it says is not believed: the distance follows
/// from a convex combination of points of the shapes (not less than the distance) and a plane between them (not more), both
/// computed in 113 bits. Throws std::runtime_error if the two do not meet.
template <int D>
std::vector<Truth> certified_distances(const Workload<D>& workload);

}  // namespace bench
