#include "io/table.hpp"

#include <fmt/format.h>
#include <algorithm>

namespace abut::tool {

std::string Table::text() const {
  std::vector<std::string> titles, rules;
  std::vector<std::size_t> widths;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(columns_[i].title.size());
    for (const auto& row : rows_) widths[i] = std::max(widths[i], row[i].size());
    titles.push_back(columns_[i].title);
    rules.emplace_back(widths[i], '-');
  }
  std::string out;
  const auto add_line = [&](const std::vector<std::string>& cells) {
    for (std::size_t i = 0; i < cells.size(); ++i) {
      out += columns_[i].right ? fmt::format("  {:>{}}", cells[i], widths[i])
                               : fmt::format("  {:<{}}", cells[i], widths[i]);
    }
    out.erase(out.find_last_not_of(' ') + 1);
    out += '\n';
  };
  add_line(titles);
  add_line(rules);
  for (const auto& row : rows_) add_line(row);
  return out;
}

}  // namespace abut::tool
