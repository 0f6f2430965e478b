#include "file_bytes.hpp"

#include <cerrno>
#include <cstring>
#include <filesystem>

namespace abut::io {

namespace {

using Kind = MeshFileError::Kind;

[[noreturn]] void fail_to_read(int error) {
  fail(Kind::unreadable, {}, std::string("cannot be read: ") + std::strerror(error));
}

}  // namespace

std::vector<std::byte> bytes_of(const std::string& path) {
  if (path.find('\0') != std::string::npos) fail(Kind::unreadable, {}, "is no path: it has a zero byte");
  std::error_code error;
  const std::filesystem::file_status status = std::filesystem::status(path, error);
  if (std::filesystem::exists(status) && !std::filesystem::is_regular_file(status)) {
    fail(Kind::unreadable, {}, is_directory(status) ? "is a folder, expected a file" : "is not a regular file");
  }
  const File file(std::fopen(path.c_str(), "rb"));
  if (!file) fail_to_read(errno);
  std::vector<std::byte> bytes;
  for (std::size_t block = std::size_t(1) << 16; std::feof(file.get()) == 0; block = bytes.size()) {
    const std::size_t begin = bytes.size();
    bytes.resize(begin + block);
    bytes.resize(begin + std::fread(bytes.data() + begin, 1, block, file.get()));
    if (std::ferror(file.get()) != 0) fail_to_read(errno);
  }
  return bytes;
}

}  // namespace abut::io
