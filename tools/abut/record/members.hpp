/// Which fields a record and which members its objects must have, may have, and must not have.
#pragma once

#include "record/record.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <algorithm>
#include <optional>
#include <string_view>
#include <vector>

namespace abut::tool {

using Names = std::vector<std::string_view>;

/// Throws RecordError if the field is missing.
template <class Field>
const Field& require(std::string_view name, const std::optional<Field>& field) {
  if (!field) throw RecordError(fmt::format("{}: missing", name));
  return *field;
}

/// Throws RecordError unless the object has all of `needed`, and beside them only members of `optional`. A misspelled
/// member is not ignored: the message names it, and those there are. `where` is the field: "a", "pose_a".
inline void require_members(std::string_view where, std::string_view what, const Object& object, const Names& needed,
                            const Names& optional) {
  const auto contains = [](const Names& names, std::string_view name) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  for (const auto& [name, value] : object.members) {
    if (contains(needed, name) || contains(optional, name)) continue;
    Names known = needed;
    known.insert(known.end(), optional.begin(), optional.end());
    throw RecordError(
        fmt::format("{}.{}: not a member of {}, expected {}", where, shortened(name), what, fmt::join(known, ", ")));
  }
  for (const std::string_view name : needed) {
    if (object.find(name) == nullptr) throw RecordError(fmt::format("{}.{}: missing", where, name));
  }
}

}  // namespace abut::tool
