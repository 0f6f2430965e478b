/// Results as a picture.
#pragma once

#include "runner.hpp"

#include <span>
#include <string>

namespace bench {

/// SVG: a line for each row, on it each library's time as a multiple of abut's, on a logarithmic scale.
std::string chart(std::span<const Result> results);

}  // namespace bench
