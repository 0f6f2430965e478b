/// A pass over the sweeps of a workload, by abut or by one of the two peers that have such queries.
#pragma once

#include "workload/sweeps.hpp"

#include <memory>

namespace bench {

/// The sweeps in the types of one library. Everything that can be prepared is; run() only queries.
class MotionPass {
 public:
  MotionPass() = default;
  MotionPass(MotionPass&&) = delete;
  virtual ~MotionPass() = default;

  /// Returns the number of hits.
  virtual int run() = 0;
};

std::unique_ptr<MotionPass> bullet_impacts(const Sweeps<3>& sweeps);
std::unique_ptr<MotionPass> box2d_impacts(const Sweeps<2>& sweeps);
std::unique_ptr<MotionPass> bullet_casts(const Sweeps<3>& sweeps);
std::unique_ptr<MotionPass> bullet_rays(const Sweeps<3>& sweeps);  ///< each begins at the origin of A
std::unique_ptr<MotionPass> box2d_casts(const Sweeps<2>& sweeps);

}  // namespace bench
