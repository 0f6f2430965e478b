/// Advice for those who hand over JSON that is not one record per line.
#pragma once

#include <string_view>

namespace abut::tool {

/// What to append to the error of a line that begins an array, or an object that goes on in the next line, as programs
/// write it that make JSON pretty. Empty for other lines.
std::string_view one_per_line(std::string_view line);

}  // namespace abut::tool
