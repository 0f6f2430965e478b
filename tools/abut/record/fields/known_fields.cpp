#include "record/fields/known_fields.hpp"

#include "record/fields/annotations.hpp"
#include "record/fields/spelling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <utility>
#include <vector>

namespace abut::tool {

namespace {

using Names = std::vector<std::string_view>;

Names fields_of_all_ops() {
  Names all;
  for (const Op& op : op_table()) {
    for (const std::string_view field : fields_of(op)) {
      if (std::find(all.begin(), all.end(), field) == all.end()) all.push_back(field);
    }
  }
  return all;
}

Names ops_that_have(std::string_view field) {
  Names names;
  for (const Op& op : op_table()) {
    if (has_field(op, field)) names.push_back(op.name);
  }
  return names;
}

/// What recorded cases call otherwise than the library does.
constexpr std::pair<std::string_view, std::string_view> recorded_names[] = {
    {"dir", "direction"},        {"hull", "a"},           {"v", "translation"},
    {"tol", "target_tolerance"}, {"sweep_a", "motion_a"}, {"sweep_b", "motion_b"},
};

/// The same field in the words of the op; empty if there is none.
std::string_view in_the_words_of(const Op& op, std::string_view field) {
  for (const auto& [recorded, name] : recorded_names) {
    if (field == recorded && has_field(op, name)) return name;
    if (field == name && has_field(op, recorded)) return recorded;
  }
  return {};
}

/// What to write instead.
std::string remedy(const Op& op, std::string_view field) {
  const Names fields = fields_of(op);
  const std::string_view same = in_the_words_of(op, field);
  const std::string_view meant = same.empty() ? closest_name(field, fields) : same;
  if (!meant.empty()) return fmt::format("did you mean {}?", meant);
  constexpr std::size_t most = 6;  // more ops than these say nothing about the field
  const Names owners = ops_that_have(field);
  if (!owners.empty() && owners.size() <= most) return fmt::format("only of {}", fmt::join(owners, ", "));
  return fmt::format("expected {}", fmt::join(fields, ", "));
}

}  // namespace

bool has_field(const Op& op, std::string_view field) {
  return std::find(op.inputs.begin(), op.inputs.end(), field) != op.inputs.end() || has_option(op, field);
}

std::string why_unknown(const Op* op, std::string_view field) {
  if (is_annotation(field)) return {};
  if (op != nullptr) {
    if (has_field(*op, field)) return {};
    return fmt::format("{}: not a field of {}, {}", shortened(field), op->name, remedy(*op, field));
  }
  if (!ops_that_have(field).empty()) return {};
  const std::string_view meant = closest_name(field, fields_of_all_ops());
  if (meant.empty()) return {};
  return fmt::format("{}: not a field of any op, did you mean {}?", shortened(field), meant);
}

}  // namespace abut::tool
