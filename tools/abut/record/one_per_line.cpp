#include "record/one_per_line.hpp"

namespace abut::tool {

std::string_view one_per_line(std::string_view line) {
  constexpr std::string_view blanks = " \t\r\n";
  const std::size_t begin = line.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return "";
  const char first = line[begin], last = line[line.find_last_not_of(blanks)];
  if (first == '[') return "; one record per line; try jq -c '.[]'";
  // A record that was cut off elsewhere, as by a full disk, hardly ever ends in one of these.
  const bool goes_on = last == '{' || last == '[' || last == ',';
  return first == '{' && goes_on ? "; one record per line; try jq -c ." : "";
}

}  // namespace abut::tool
