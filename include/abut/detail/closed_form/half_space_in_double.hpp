/// A half-space, placed or not, with its numbers in double.
#pragma once

#include <abut/half_space.hpp>

namespace abut::detail {

/// Its normal, its offset and its pose.
template <AnyHalfSpace H>
struct HalfSpaceInDouble;

template <Scalar T, int D>
struct HalfSpaceInDouble<HalfSpace<T, D>> {
  static constexpr bool placed = false;
  Vec<double, D> normal;
  double offset;

  explicit HalfSpaceInDouble(const HalfSpace<T, D>& h) : normal(widen(h.normal)), offset(double(h.offset)) {}
  Pose<T, D> pose() const { return {}; }
};

template <Scalar T, int D>
struct HalfSpaceInDouble<PlacedHalfSpace<T, D>> : HalfSpaceInDouble<HalfSpace<T, D>> {
  static constexpr bool placed = true;
  Pose<T, D> placement;

  explicit HalfSpaceInDouble(const PlacedHalfSpace<T, D>& h)
      : HalfSpaceInDouble<HalfSpace<T, D>>(h.half_space), placement(h.pose) {}
  const Pose<T, D>& pose() const { return placement; }
};

}  // namespace abut::detail
