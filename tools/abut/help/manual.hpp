/// The man page.
#pragma once

#include "help/description.hpp"

#include <string>

namespace abut::tool {

/// For man(7): troff -man.
std::string manual(const Description& description);

}  // namespace abut::tool
