#include "progress.hpp"

#include <fmt/format.h>
#include <unistd.h>
#include <algorithm>
#include <cstdio>
#include <utility>

namespace abut::shared {

Progress::Progress(std::string what, std::string unit, std::optional<double> total, Count count)
    : what_(std::move(what)),
      unit_(std::move(unit)),
      total_(total),
      count_(count),
      terminal_(isatty(STDERR_FILENO) != 0),
      enabled_(count == Count::rate || (terminal_ && isatty(STDOUT_FILENO) == 0)) {}

void Progress::show(double count, double done) {
  const auto now = Clock::now();
  if (!enabled_ || now < next_) return;
  next_ = now + (terminal_ ? std::chrono::milliseconds(250) : std::chrono::milliseconds(30000));
  std::string text = what_;
  if (total_ && *total_ > 0) {
    const double part = std::min(1.0, done / *total_);
    const std::string bar(static_cast<std::size_t>(part * 30), '#');
    text += text.empty() ? "" : " ";
    if (terminal_) text += fmt::format("[{:-<30}] ", bar);
    text += fmt::format("{:3.0f} %", 100 * part);
  }
  text += text.empty() ? "" : "  ";
  text += count_ == Count::rate ? fmt::format("{:.0f} {}/s", count / seconds(), unit_)
                                : fmt::format("{:.0f} {}", count, unit_);
  fmt::print(stderr, "{}", terminal_ ? "\r\x1b[K" + text : text + "\n");
  std::fflush(stderr);
  shown_ = true;
}

void Progress::end() {
  if (shown_ && terminal_) std::fputs("\r\x1b[K", stderr);
  shown_ = false;
}

}  // namespace abut::shared
