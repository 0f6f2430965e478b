/// Which name was meant by a misspelled one?
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace abut::tool {

/// The name that differs only in case; else the one at the least edit distance, where two letters swapped count as one
/// edit, and of equally near ones one of the same length. A beginning is near to the whole: `tolerance` to `tol`. Empty
/// if none is near.
std::string_view closest_name(std::string_view written, const std::vector<std::string_view>& names);

}  // namespace abut::tool
