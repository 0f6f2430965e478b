/// A pass over the queries of a workload, by abut or by a peer.
#pragma once

#include "reference/accuracy.hpp"
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
  /// the library gives no answer or reports that the shapes are apart. Contacts: the separation of the deepest point,
  /// negative where the shapes overlap; NaN without a point. Rays: t, infinity for a miss.
  virtual void run(std::span<double> answers) = 0;

  /// Untimed, after run(): answers that take work which the library leaves to its user.
  virtual void finish(std::span<double> /*answers*/) {}

  /// Untimed: the number of answers whose proven bounds exclude the truth. Libraries without bounds have none.
  virtual std::size_t outside(std::span<const Truth> /*truths*/) { return 0; }
};

// Null if a library does not have the shapes. Caches are empty at the start of each pass.
std::unique_ptr<Pass> abut_in_float(const Workload<2>& workload);
std::unique_ptr<Pass> abut_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_in_double(const Workload<2>& workload);
std::unique_ptr<Pass> abut_in_double(const Workload<3>& workload);

std::unique_ptr<Pass> abut_verdicts_in_float(const Workload<2>& workload);
std::unique_ptr<Pass> abut_verdicts_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_verdicts_in_double(const Workload<2>& workload);
std::unique_ptr<Pass> abut_verdicts_in_double(const Workload<3>& workload);
std::unique_ptr<Pass> abut_depths_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_depths_in_double(const Workload<3>& workload);
std::unique_ptr<Pass> abut_contacts_in_float(const Workload<2>& workload);
std::unique_ptr<Pass> abut_contacts_in_float(const Workload<3>& workload);
std::unique_ptr<Pass> abut_contacts_in_double(const Workload<2>& workload);
std::unique_ptr<Pass> abut_contacts_in_double(const Workload<3>& workload);
std::unique_ptr<Pass> abut_rays_in_float(const Workload<2>& workload);
std::unique_ptr<Pass> abut_rays_in_double(const Workload<2>& workload);

std::unique_ptr<Pass> bullet(const Workload<3>& workload);
std::unique_ptr<Pass> bullet_depths(const Workload<3>& workload);
std::unique_ptr<Pass> bullet_contacts(const Workload<3>& workload);
/// Bullet's special case for two boxes: null for other shapes.
std::unique_ptr<Pass> bullet_box_contacts(const Workload<3>& workload);
/// Verdicts alone, 0 or infinity: libccd has no distance.
std::unique_ptr<Pass> ccd(const Workload<3>& workload);
std::unique_ptr<Pass> ccd_depths(const Workload<3>& workload);
std::unique_ptr<Pass> fcl(const Workload<3>& workload);
std::unique_ptr<Pass> box2d(const Workload<2>& workload);
std::unique_ptr<Pass> box2d_verdicts(const Workload<2>& workload);
std::unique_ptr<Pass> box2d_contacts(const Workload<2>& workload);
std::unique_ptr<Pass> box2d_rays(const Workload<2>& workload);

}  // namespace bench
