/// The true distance of a query, certified in 113 bits.
#pragma once

#include "workload/workload.hpp"

#include <vector>

namespace bench {

/// The distance, or depth, or separation, or t, lies within `width` of `distance`. A distance of 0 with a width of 0:
/// the shapes overlap, to 2^-90 of the size.
struct Truth {
  double distance = 0, width = 0;
  double size = 0;  ///< the sum of the bounding radii
};

/// The greatest width, as a part of the distance.
inline constexpr double certified_width = 1e-12;

/// The truth of every query, in order. abut in double only proposes the features: the distance follows from a convex
/// combination of points of the shapes (an upper bound) and a plane between them (a lower bound), both computed in 113
/// bits. Throws std::runtime_error if the bounds do not meet.
template <int D>
std::vector<Truth> certified_distances(const Workload<D>& workload);

}  // namespace bench
