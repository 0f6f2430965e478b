/// Rows of text with aligned columns.
#pragma once

#include <string>
#include <vector>

namespace abut::tool {

class Table {
 public:
  struct Column {
    std::string title;
    bool right = false;  ///< numbers that are compared by their last digit
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}

  /// As many cells as there are columns.
  void add(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  std::string text() const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace abut::tool
