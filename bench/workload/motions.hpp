/// Shapes that move, for abut and for the two peers that ask about them.
#pragma once

#include <abut/motion.hpp>

#include <memory>
#include <vector>

namespace bench {

inline constexpr std::size_t sweep_count = 4096;

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

/// B stands 1 to 1.5 sizes away, and A is sent past it. They turn, or in a cast they do not and B stays.
enum class Turning { yes, no };
Sweeps<3> sweeps_of_boxes(Turning turning);
Sweeps<3> sweeps_of_hulls(Turning turning);     ///< of 32 vertices
Sweeps<2> sweeps_of_polygons(Turning turning);  ///< of 6: Box2D takes at most 8

/// Everything that can be made beforehand is, and run() only asks. Returns how many hits were found.
class MotionPass {
 public:
  MotionPass() = default;
  MotionPass(MotionPass&&) = delete;
  virtual ~MotionPass() = default;

  virtual int run() = 0;
};

/// The time of a sweep in nanoseconds, after a pass that is not timed. Time is that of the thread.
double time_of(MotionPass& pass, int& hits);

std::unique_ptr<MotionPass> bullet_impacts(const Sweeps<3>& sweeps);
std::unique_ptr<MotionPass> box2d_impacts(const Sweeps<2>& sweeps);
std::unique_ptr<MotionPass> bullet_casts(const Sweeps<3>& sweeps);
std::unique_ptr<MotionPass> bullet_rays(const Sweeps<3>& sweeps);  ///< from where A stands
std::unique_ptr<MotionPass> box2d_casts(const Sweeps<2>& sweeps);

/// Tables as markdown: medians of `motion_rounds` rounds, in each of which everybody makes a pass; ratios are taken within a round.
inline constexpr int motion_rounds = 7;
void print_impact_times();
void print_cast_times();

}  // namespace bench
