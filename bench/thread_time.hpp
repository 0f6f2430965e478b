/// The clock of the benchmark.
#pragma once

#include <time.h>

namespace bench {

/// Processor time of this thread: time that other processes take is not counted.
inline double thread_nanoseconds() {
  timespec t{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
  return static_cast<double>(t.tv_sec) * 1e9 + static_cast<double>(t.tv_nsec);
}

}  // namespace bench
