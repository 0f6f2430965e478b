/// Building meshes on the threads of oneTBB.
///
///     const auto bracket = Mesh3d::from(vertices, triangles, TbbExecutor{});   // the same bytes as without
///
/// Link abut::tbb, a CMake target that exists where TBB is found; on Debian that is libtbb-dev. Nothing else of the
/// library needs it. How many threads there are is TBB's to say: tbb::global_control, tbb::task_arena.
#pragma once

#include <abut/executor.hpp>

#include <tbb/parallel_for.h>

namespace abut {

/// An executor that runs tasks by tbb::parallel_for.
struct TbbExecutor {
  /// Runs all of them.
  void operator()(std::size_t count, const Tasks& task) const {
    tbb::parallel_for(std::size_t{0}, count, [&](std::size_t i) { task(i); });
  }
};

}  // namespace abut
