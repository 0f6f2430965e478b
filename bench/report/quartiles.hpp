/// The middle half of some measurements.
#pragma once

#include <vector>

namespace bench {

struct Quartiles {
  double lower = 0, median = 0, upper = 0;
};

/// The quartiles of at least one value, interpolated between neighbors.
Quartiles quartiles(std::vector<double> values);

}  // namespace bench
