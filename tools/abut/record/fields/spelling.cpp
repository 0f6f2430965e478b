#include "record/fields/spelling.hpp"

#include <algorithm>
#include <tuple>

namespace abut::tool {

namespace {

std::string lowered(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

/// The optimal string alignment distance: insertions, deletions, replacements, and swaps of neighbors.
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before(b.size() + 1), above(b.size() + 1), row(b.size() + 1);
  for (std::size_t j = 0; j <= b.size(); ++j) above[j] = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    row[0] = i;
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t replaced = above[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({above[j] + 1, row[j - 1] + 1, replaced});
      const bool swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (swapped) row[j] = std::min(row[j], before[j - 2] + 1);
    }
    before.swap(above);
    above.swap(row);
  }
  return above[b.size()];
}

/// Half of the letters may be wrong, but not a single letter: then nothing is left to recognize the name by.
bool is_near(std::size_t edits, std::size_t letters) { return letters > 1 && 2 * edits <= letters; }

bool is_beginning(std::string_view a, std::string_view b) {
  constexpr std::size_t enough = 3;  // letters, to be more than chance
  return std::min(a.size(), b.size()) >= enough && (a.starts_with(b) || b.starts_with(a));
}

}  // namespace

std::string_view closest_name(std::string_view written, const std::vector<std::string_view>& names) {
  constexpr std::size_t longest = 64;  // no name is nearly as long, and the table grows with the product
  if (written.size() > longest) return {};
  const std::string lower = lowered(written);
  // Edits, then another length, then the order of the names.
  std::tuple<std::size_t, bool, std::size_t> least{longest, true, names.size()};
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string name = lowered(names[i]);
    const std::size_t edits = edit_distance(lower, name);
    const std::size_t counted = is_beginning(lower, name) ? std::min<std::size_t>(edits, 1) : edits;
    if (counted > 0 && !is_near(counted, std::max(lower.size(), name.size()))) continue;
    least = std::min(least, {counted, name.size() != lower.size(), i});
  }
  const std::size_t found = std::get<2>(least);
  return found < names.size() ? names[found] : std::string_view{};
}

}  // namespace abut::tool
