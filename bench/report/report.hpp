/// Results as markdown.
#pragma once

#include "runner.hpp"

#include <span>
#include <string>

namespace bench {

/// Compiler, flags, processor and the peers' packages, which the numbers depend on.
std::string machine();

/// Tables of speed and of accuracy.
std::string report(std::span<const Result> results);

}  // namespace bench
