/// Depths of many pairs, counted by how far they are off.
#pragma once

#include "workload/rows.hpp"

#include <string>
#include <vector>

namespace bench {

inline constexpr int depth_count = 20000;

/// As markdown: pairs of boxes against the true depth, for abut and its peers; others against the bounds that abut proves itself.
std::string depth_table(const std::vector<Row>& rows);

}  // namespace bench
