/// How far a long job has come, on standard error.
#pragma once

#include <chrono>
#include <optional>
#include <string>

namespace abut::shared {

/// Shows nothing in the first second.
class Progress {
 public:
  enum class Count {
    total,  ///< "1200 records"; silent unless standard error is a terminal and standard output is not
    rate,   ///< "340 pairs/s"; where standard error is not a terminal, a line every half minute
  };

  /// `what` stands in front of the bar, `unit` is what is counted. Without a total there is no bar.
  Progress(std::string what, std::string unit, std::optional<double> total, Count count = Count::rate);
  Progress(const Progress&) = delete;
  Progress(Progress&&) = delete;
  Progress& operator=(const Progress&) = delete;
  Progress& operator=(Progress&&) = delete;
  ~Progress() { end(); }

  /// `done` is measured against the total, `count` is shown.
  void show(double count, double done);
  void show(double done) { show(done, done); }
  /// Clears the line.
  void end();

  double seconds() const { return std::chrono::duration<double>(Clock::now() - begin_).count(); }

 private:
  using Clock = std::chrono::steady_clock;

  std::string what_, unit_;
  std::optional<double> total_;
  Count count_;
  bool terminal_, enabled_;
  bool shown_ = false;
  Clock::time_point begin_ = Clock::now(), next_ = begin_ + std::chrono::seconds(1);
};

}  // namespace abut::shared
