/// Writing a file atomically.
#pragma once

#include <string>
#include <string_view>

namespace abut::shared {

/// Writes to a temporary name in the same folder and renames: the file is either the old one or all of the new one, and
/// a failure leaves nothing behind. What is not a regular file (a terminal, a pipe) is written to directly. Throws
/// Failure.
void write_whole_file(const std::string& path, std::string_view text);

}  // namespace abut::shared
