/// The middle half of some measurements.
#pragma once

#include <vector>

namespace bench {

struct Quartiles {
  double lower = 0, median = 0, upper = 0;
};

/// Of at least one value. Between two of them, a quartile is interpolated.
Quartiles quartiles(std::vector<double> values);

}  // namespace bench
