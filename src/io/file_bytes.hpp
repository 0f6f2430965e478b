/// All bytes of a file.
#pragma once

#include "read_error.hpp"

#include <cstdio>
#include <memory>

namespace abut::io {

struct CloseFile {
  void operator()(std::FILE* file) const { std::fclose(file); }
};
using File = std::unique_ptr<std::FILE, CloseFile>;

/// Throws ReadError: if there is no such file, if it is no regular one, or if reading fails.
std::vector<std::byte> bytes_of(const std::string& path);

}  // namespace abut::io
