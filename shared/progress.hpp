/// How far a long job has come, on standard error, for a person who watches.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

namespace abut::shared {

/// Silent unless standard error is a terminal, standard output is not, and the job takes more than a second.
class Progress {
 public:
  /// Without the number of bytes to read it counts records only.
  explicit Progress(std::optional<std::size_t> total_bytes);
  Progress(const Progress&) = delete;
  Progress(Progress&&) = delete;
  Progress& operator=(const Progress&) = delete;
  Progress& operator=(Progress&&) = delete;
  ~Progress();  ///< wipes its line

  void show(std::size_t records, std::size_t bytes);

 private:
  using Clock = std::chrono::steady_clock;

  bool enabled_;
  bool shown_ = false;
  std::optional<std::size_t> total_bytes_;
  Clock::time_point next_;
};

}  // namespace abut::shared
