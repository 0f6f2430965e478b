/// Results as markdown.
#pragma once

#include "runner.hpp"

#include <span>
#include <string>

namespace bench {

/// Compiler, flags, processor and the peers' packages: what the numbers are about.
std::string machine();

/// Tables of speed and of accuracy.
std::string report(std::span<const Result> results);

}  // namespace bench
