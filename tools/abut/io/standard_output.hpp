/// Printing, so that a full disk or a closed pipe is noticed.
#pragma once

#include "shared/failure.hpp"

#include <fmt/format.h>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <string_view>

namespace abut::tool {

using shared::Failure;

/// All of the text, at once. Throws Failure if it does not arrive.
inline void print(std::string_view text) {
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    throw Failure(fmt::format("cannot write to standard output: {}", std::strerror(errno)));
  }
}

}  // namespace abut::tool
