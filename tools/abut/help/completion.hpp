/// What shells complete.
#pragma once

#include "help/description.hpp"

#include <string>
#include <string_view>

namespace abut::tool {

/// The script for "bash", "zsh" or "fish".
std::string completion(const Description& description, std::string_view shell);

}  // namespace abut::tool
