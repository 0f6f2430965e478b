#include "record/known_fields.hpp"

#include "record/annotations.hpp"
#include "record/spelling.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
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

/// What to write instead.
std::string remedy(const Op& op, std::string_view field) {
  const Names fields = fields_of(op);
  const std::string_view meant = closest_name(field, fields);
  if (!meant.empty()) return fmt::format("did you mean {}?", meant);
  const Names owners = ops_that_have(field);
  if (!owners.empty()) return fmt::format("only of {}", fmt::join(owners, ", "));
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
