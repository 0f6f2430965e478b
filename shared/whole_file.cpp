#include "whole_file.hpp"

#include "failure.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <filesystem>

namespace abut::shared {

namespace {

/// Writes everything and closes. False, with errno set, if not all of it arrived.
bool write_and_close(int descriptor, std::string_view text) {
  bool written = true;
  while (written && !text.empty()) {
    const ssize_t count = write(descriptor, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else {
      written = errno == EINTR;
    }
  }
  const int error = errno;
  const bool closed = close(descriptor) == 0;
  if (!written) errno = error;
  return written && closed;
}

/// mkstemp() makes files that only their owner can read; this one gets the usual mode.
void give_usual_mode(int descriptor) {
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
}

bool write_directly(const std::string& path, std::string_view text) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CLOEXEC);
  return descriptor >= 0 && write_and_close(descriptor, text);
}

bool write_and_rename(const std::string& path, std::string_view text) {
  std::string temporary = path + ".XXXXXX";
  const int descriptor = mkstemp(temporary.data());
  if (descriptor < 0) return false;
  give_usual_mode(descriptor);
  if (write_and_close(descriptor, text) && std::rename(temporary.c_str(), path.c_str()) == 0) return true;
  const int error = errno;
  unlink(temporary.c_str());
  errno = error;
  return false;
}

}  // namespace

void write_whole_file(const std::string& path, std::string_view text) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  const bool direct = fs::exists(status) && !fs::is_regular_file(status);
  // A link stays a link: what it points to is replaced.
  const fs::path target = fs::is_symlink(path, ignored) ? fs::canonical(path, ignored) : fs::path(path);
  if (!(direct ? write_directly(path, text) : write_and_rename(target.empty() ? path : target.string(), text))) {
    throw Failure(fmt::format("cannot write {}: {}", path, std::strerror(errno)));
  }
}

}  // namespace abut::shared
