/// Runs many checks on many threads.
#pragma once

#include "shared/progress.hpp"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>
#include <vector>

namespace soak {

using abut::shared::Progress;

constexpr long most_failures = 10;  ///< the number printed, of one kind

/// judge(index) of all indices below `count`, in blocks; `progress` reports it.
template <class Judge>
void for_all(long count, int threads, Progress& progress, const Judge& judge) {
  std::atomic<long> next{0};
  std::mutex mutex;
  const auto work = [&] {
    constexpr long block = 64;
    for (long begin = next.fetch_add(block); begin < count; begin = next.fetch_add(block)) {
      for (long i = begin; i < std::min(begin + block, count); ++i) judge(i);
      const std::lock_guard lock(mutex);
      progress.show(static_cast<double>(begin));
    }
  };
  std::vector<std::thread> workers;
  for (int i = 0; i < threads; ++i) workers.emplace_back(work);
  for (auto& worker : workers) worker.join();
  progress.end();
}

}  // namespace soak
