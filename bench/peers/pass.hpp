/// A pass over the queries of a workload, by abut or by a peer.
#pragma once

#include "workload/workload.hpp"

#include <memory>
#include <span>

namespace bench {

/// A workload in the types of one library. Everything that can be prepared is; run() only queries.
class Pass {
 public:
  Pass() = default;
  Pass(Pass&&) = delete;
  virtual ~Pass() = default;

  /// Answers every query. Distances: 0 if the library reports an overlap. Verdicts: 0 or infinity. Depths: NaN or 0 if
  /// the library gives no answer or reports that the shapes are apart.
  virtual void run(std::span<double> answers) = 0;
};

// Null if a library does not have the shapes. Caches are empty at the start of each pass.
std::unique_ptr<Pass> abut_in_float(const Workload<2>& workload);
std::unique_ptr<Pass> abut_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_in_double(const Workload<2>& workload);
std::unique_ptr<Pass> abut_in_double(const Workload<3>& workload);

std::unique_ptr<Pass> abut_verdicts_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_verdicts_in_double(const Workload<3>& workload);
std::unique_ptr<Pass> abut_depths_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_depths_in_double(const Workload<3>& workload);

std::unique_ptr<Pass> bullet(const Workload<3>& workload);
/// Verdicts alone, 0 or infinity: libccd has no distance.
std::unique_ptr<Pass> ccd(const Workload<3>& workload);
std::unique_ptr<Pass> bullet_depths(const Workload<3>& workload);
std::unique_ptr<Pass> ccd_depths(const Workload<3>& workload);
std::unique_ptr<Pass> fcl(const Workload<3>& workload);
std::unique_ptr<Pass> box2d(const Workload<2>& workload);

}  // namespace bench
