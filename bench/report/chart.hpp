/// Results as a chart.
#pragma once

#include "runner.hpp"

#include <span>
#include <string>

namespace bench {

/// SVG: a line per row with each library's time as a multiple of abut's, on a logarithmic scale.
std::string chart(std::span<const Result> results);

}  // namespace bench
