#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>

namespace abut::shared {

Progress::Progress(std::optional<std::size_t> total_bytes)
    : enabled_(isatty(STDERR_FILENO) != 0 && isatty(STDOUT_FILENO) == 0),
      total_bytes_(total_bytes),
      next_(Clock::now() + std::chrono::seconds(1)) {}

Progress::~Progress() {
  if (shown_) std::fputs("\r\x1b[K", stderr);
}

void Progress::show(std::size_t records, std::size_t bytes) {
  if (!enabled_ || Clock::now() < next_) return;
  next_ = Clock::now() + std::chrono::milliseconds(250);
  shown_ = true;
  if (total_bytes_ && *total_bytes_ > 0) {
    const double part = std::min(1.0, static_cast<double>(bytes) / static_cast<double>(*total_bytes_));
    const auto filled = static_cast<std::size_t>(part * 30);
    fmt::print(stderr, "\r\x1b[K[{:-<30}] {:3.0f} %  {} records", std::string(filled, '#'), 100 * part,
               records);
  } else {
    fmt::print(stderr, "\r\x1b[K{} records", records);
  }
  std::fflush(stderr);
}

}  // namespace abut::shared
