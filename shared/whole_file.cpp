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
#include <utility>

namespace abut::shared {

namespace {

/// mkstemp() makes files that only their owner can read; this one gets the usual mode.
void give_usual_mode(int descriptor) {
  const mode_t mask = umask(0);
  umask(mask);
  fchmod(descriptor, 0666 & ~mask);
}

}  // namespace

WholeFile::WholeFile(std::string path) : path_(std::move(path)), target_(path_) {
  namespace fs = std::filesystem;
  std::error_code ignored;
  const fs::file_status status = fs::status(path_, ignored);
  if (fs::exists(status) && !fs::is_regular_file(status)) {
    descriptor_ = open(path_.c_str(), O_WRONLY | O_CLOEXEC);
  } else {
    const fs::path linked = fs::is_symlink(path_, ignored) ? fs::canonical(path_, ignored) : fs::path();
    if (!linked.empty()) target_ = linked.string();
    std::string name = target_ + ".XXXXXX";
    descriptor_ = mkstemp(name.data());
    if (descriptor_ >= 0) {
      temporary_ = std::move(name);
      give_usual_mode(descriptor_);
    }
  }
  if (descriptor_ < 0) fail();
}

WholeFile::~WholeFile() {
  close_descriptor();
  if (!temporary_.empty()) unlink(temporary_.c_str());
}

void WholeFile::write(std::string_view text) {
  while (!text.empty()) {
    const ssize_t count = ::write(descriptor_, text.data(), text.size());
    if (count >= 0) {
      text.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR) {
      fail();
    }
  }
}

void WholeFile::commit() {
  if (!close_descriptor()) fail();
  if (temporary_.empty()) return;
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) fail();
  temporary_.clear();
}

void WholeFile::fail() const { throw Failure(fmt::format("cannot write {}: {}", path_, std::strerror(errno))); }

/// False, with errno set, if the system reports only now that something was not written.
bool WholeFile::close_descriptor() {
  if (descriptor_ < 0) return true;
  const bool closed = close(descriptor_) == 0;
  descriptor_ = -1;
  return closed;
}

void write_whole_file(const std::string& path, std::string_view text) {
  WholeFile file(path);
  file.write(text);
  file.commit();
}

}  // namespace abut::shared
