/// Depths of many pairs, counted by their errors.
#pragma once

#include "workload/rows.hpp"

#include <string>
#include <vector>

namespace bench {

inline constexpr int depth_count = 20000;

/// Markdown: boxes compared with the true depth, for abut and its peers; other pairs with the bounds that abut proves.
std::string depth_table(const std::vector<Row>& rows);

}  // namespace bench
