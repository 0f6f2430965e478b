/// Hill climbing: the support point of a convex polygon without looking at all of its corners.
///
/// Go from a corner to a neighbor that is further along d, until neither is. On a convex polygon there is no false
/// summit: with both neighbors lower, all of it is behind the line through this corner. A search that begins where the
/// last one ended has little to climb. No three corners may lie on a line: the lowest side would be a plain.
#pragma once

#include "vec.hpp"

#include <vector>

namespace textbook {

struct Summit {
  std::size_t corner = 0;
  int looks = 1;  // heights that were asked for
};

/// `corners` run once around the polygon, and `begin` is any one of them.
inline Summit climb(const std::vector<Vec2>& corners, Vec2 d, std::size_t begin) {
  const std::size_t n = corners.size();
  const auto height = [&corners, d](std::size_t i) { return dot(corners[i], d); };
  Summit summit{begin};
  for (const std::size_t way : {std::size_t(1), n - 1}) {  // to the next corner, or to the one before
    for (std::size_t steps = 1; steps < n; ++steps) {
      // 1. Is the neighbor higher?
      const std::size_t neighbor = (summit.corner + way) % n;
      ++summit.looks;
      if (height(neighbor) <= height(summit.corner)) break;

      // 2. Then go there.
      summit.corner = neighbor;
    }
    // 3. Uphill on one side is downhill on the other.
    if (summit.corner != begin) break;
  }
  return summit;
}

}  // namespace textbook
