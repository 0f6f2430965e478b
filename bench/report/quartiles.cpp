#include "report/quartiles.hpp"

#include <algorithm>
#include <cstddef>

namespace bench {

Quartiles quartiles(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const auto at = [&](double part) {
    const double place = part * double(values.size() - 1);
    const auto below = static_cast<std::size_t>(place);
    const std::size_t above = std::min(below + 1, values.size() - 1);
    return values[below] + (values[above] - values[below]) * (place - double(below));
  };
  return {at(0.25), at(0.5), at(0.75)};
}

}  // namespace bench
