/// Pairs of shapes that move: the queries of abut_motion_times.
#pragma once

#include <abut/motion.hpp>

#include <vector>

namespace bench {

inline constexpr std::size_t sweep_count = 4096;

/// Two shapes of a pool, and how they move.
template <int D>
struct Sweep {
  std::size_t a, b;
  abut::Motion<float, D> motion_a, motion_b;
};

/// The pool holds either boxes or hulls: the other list is empty.
template <int D>
struct Sweeps {
  std::vector<abut::Vec<float, D>> halves;               ///< boxes
  std::vector<std::vector<abut::Vec<float, D>>> points;  ///< hulls and polygons
  std::vector<Sweep<D>> sweeps;
};

/// B starts 1 to 1.5 sizes away, and A is sent past it. Both rotate; without rotation, as casts have it, B rests.
enum class Turning { yes, no };
Sweeps<3> sweeps_of_boxes(Turning turning);
Sweeps<3> sweeps_of_hulls(Turning turning);     ///< 32 vertices each
Sweeps<2> sweeps_of_polygons(Turning turning);  ///< 6 vertices each: Box2D takes at most 8

}  // namespace bench
