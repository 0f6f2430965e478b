/// Times of impact, for abut and for the two peers that have them.
#pragma once

#include <abut/motion.hpp>

#include <memory>
#include <vector>

namespace bench {

/// A pair of a pool of shapes, and how they move.
template <int D>
struct Sweep {
  std::size_t a, b;
  abut::Motion<float, D> motion_a, motion_b;
};

template <int D>
struct Sweeps {
  std::vector<abut::Vec<float, D>> halves;               ///< of boxes; or
  std::vector<std::vector<abut::Vec<float, D>>> points;  ///< of hulls and polygons
  std::vector<Sweep<D>> sweeps;
};

/// Everything that can be made beforehand is, and run() only asks. Returns how many hits were found.
class ImpactPass {
 public:
  ImpactPass() = default;
  ImpactPass(ImpactPass&&) = delete;
  virtual ~ImpactPass() = default;

  virtual int run() = 0;
};

std::unique_ptr<ImpactPass> bullet_impacts(const Sweeps<3>& sweeps);
std::unique_ptr<ImpactPass> box2d_impacts(const Sweeps<2>& sweeps);

}  // namespace bench
