/// The libraries that are measured: each makes a pass over the queries of a workload.
#pragma once

#include "workload/workload.hpp"

#include <memory>
#include <span>

namespace bench {

/// A workload in the types of one library: everything that can be made beforehand is, and run() only asks.
class Pass {
 public:
  Pass() = default;
  Pass(Pass&&) = delete;
  virtual ~Pass() = default;

  /// Answers every query. Of distances: 0 where the library says that the shapes overlap. Of verdicts: 0 or infinity. Of depths: what is
  /// not answered, or said to be apart, is no number, or 0.
  virtual void run(std::span<double> answers) = 0;
};

// Null where a library does not have the shapes. What it remembers of a pair begins empty in each pass.
std::unique_ptr<Pass> abut_in_float(const Workload<2>& workload);
std::unique_ptr<Pass> abut_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_in_double(const Workload<2>& workload);
std::unique_ptr<Pass> abut_in_double(const Workload<3>& workload);

std::unique_ptr<Pass> abut_verdicts_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_verdicts_in_double(const Workload<3>& workload);
std::unique_ptr<Pass> abut_depths_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_depths_in_double(const Workload<3>& workload);

std::unique_ptr<Pass> bullet(const Workload<3>& workload);
std::unique_ptr<Pass> ccd(
    const Workload<3>& workload);  ///< says whether they overlap, and no more: 0 or infinity
std::unique_ptr<Pass> bullet_depths(const Workload<3>& workload);
std::unique_ptr<Pass> ccd_depths(const Workload<3>& workload);
std::unique_ptr<Pass> fcl(const Workload<3>& workload);
std::unique_ptr<Pass> box2d(const Workload<2>& workload);

}  // namespace bench
