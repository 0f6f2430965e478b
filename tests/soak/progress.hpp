/// On standard error, for whoever watches: a bar on a terminal, a line every half minute elsewhere.
#pragma once

#include <unistd.h>
#include <chrono>
#include <cstdio>
#include <string>

namespace soak {

class Progress {
 public:
  /// `unit`: what is counted, such as "pairs".
  Progress(std::string what, std::string unit, long total)
      : what_(std::move(what)), unit_(std::move(unit)), total_(total) {}

  void show(long done) {
    const auto now = Clock::now();
    if (now < next_) return;
    next_ = now + (terminal_ ? std::chrono::milliseconds(250) : std::chrono::milliseconds(30000));
    const double part = static_cast<double>(done) / static_cast<double>(total_);
    const double rate = static_cast<double>(done) / seconds();
    if (terminal_) {
      const std::string bar(static_cast<std::size_t>(part * 30), '#');
      std::fprintf(stderr, "\r\x1b[K%s [%-30s] %3.0f %%  %.0f %s/s", what_.c_str(), bar.c_str(), 100 * part, rate,
                   unit_.c_str());
    } else {
      std::fprintf(stderr, "%s %3.0f %%  %.0f %s/s\n", what_.c_str(), 100 * part, rate, unit_.c_str());
    }
  }
  void end() const {
    if (terminal_) std::fputs("\r\x1b[K", stderr);
  }
  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_, unit_;
  long total_;
  bool terminal_ = isatty(STDERR_FILENO) != 0;
  Clock::time_point begin_ = Clock::now(), next_ = begin_ + std::chrono::seconds(1);
};

}  // namespace soak
