#include "io/input.hpp"

#include "shared/failure.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <algorithm>
#include <cerrno>
#include <cstring>

namespace abut::tool {

using shared::Failure;

namespace {

// Small enough that a file of some megabytes occupies every thread, large enough that handing it over is cheap.
constexpr std::size_t first_block = std::size_t(1) << 16;
// A line that is longer is read in growing steps, up to this.
constexpr std::size_t largest_block = std::size_t(1) << 24;

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

Input::Input(const std::string& path)
    : name_(path == "-" ? "standard input" : path),
      descriptor_(path == "-" ? STDIN_FILENO : open(path.c_str(), O_RDONLY | O_CLOEXEC)) {
  if (descriptor_ < 0) throw Failure(fmt::format("cannot open {}: {}", name_, std::strerror(errno)));
}

Input::~Input() {
  if (descriptor_ != STDIN_FILENO) close(descriptor_);
}

std::optional<std::size_t> Input::size() const {
  struct stat status{};
  if (fstat(descriptor_, &status) != 0 || !S_ISREG(status.st_mode)) return std::nullopt;
  return static_cast<std::size_t>(status.st_size);
}

/// Appends what one read gives; returns how much that was, 0 at the end.
std::size_t Input::read_some(std::string& text, std::size_t at_most) const {
  const std::size_t begin = text.size();
  text.resize(begin + at_most);
  ssize_t count = -1;
  do {
    count = read(descriptor_, text.data() + begin, at_most);
  } while (count < 0 && errno == EINTR);
  if (count < 0) throw Failure(fmt::format("cannot read {}: {}", name_, std::strerror(errno)));
  text.resize(begin + static_cast<std::size_t>(count));
  return static_cast<std::size_t>(count);
}

std::optional<Batch> Input::next() {
  if (at_end_) return std::nullopt;
  Batch batch{.text = std::move(rest_), .first_line = next_line_};
  rest_.clear();
  std::string& text = batch.text;
  for (std::size_t block = first_block; !at_end_; block = std::min(2 * block, largest_block)) {
    const std::size_t begin = text.size();
    at_end_ = read_some(text, block) == 0;
    const std::size_t last = std::string_view(text).substr(begin).rfind('\n');
    if (last == std::string_view::npos) continue;
    rest_ = text.substr(begin + last + 1);
    text.resize(begin + last + 1);
    break;
  }
  if (text.empty()) return std::nullopt;
  next_line_ += static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
  if (batch.first_line == 1 && text.starts_with(byte_order_mark)) text.erase(0, byte_order_mark.size());
  batch.size = text.size();
  text.append(Batch::padding, '\0');
  return batch;
}

}  // namespace abut::tool
