/// Fields that say something about a record and are no input of its query.
#pragma once

#include <string_view>

namespace abut::tool {

/// Expected values and remarks of recorded cases, and whatever begins with `_` or `x-`. docs/query-format.md has the
/// same list, and a test compares the two. An op that has a field of that name reads it all the same.
bool is_annotation(std::string_view field);

}  // namespace abut::tool
