/// The shapes of a query, split into the core and its pose.
#pragma once

#include <abut/support.hpp>

namespace abut::detail {

/// A shape without its pose. The default is a shape that is not placed. `placed` chooses code at compile time: whether
/// there may be a pose; is_placed() whether there is one. They differ for a PosedRef only.
template <Shape S>
struct CoreAndPose {
  using Core = S;
  static constexpr bool placed = false;
  const S& core;

  explicit CoreAndPose(const S& shape) : core(shape) {}
  static constexpr bool is_placed() { return placed; }
  Pose<ScalarOf<S>, dimension_of<S>> pose() const { return {}; }
};

template <Shape S>
struct CoreAndPose<Placed<S>> {
  using Core = S;
  static constexpr bool placed = true;
  const S& core;
  const Pose<ScalarOf<S>, dimension_of<S>>& placement;

  explicit CoreAndPose(const Placed<S>& shape) : core(shape.shape), placement(shape.pose) {}
  static constexpr bool is_placed() { return placed; }
  const Pose<ScalarOf<S>, dimension_of<S>>& pose() const { return placement; }
};

}  // namespace abut::detail
