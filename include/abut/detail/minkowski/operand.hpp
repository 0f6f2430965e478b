/// An operand of a query, taken apart into the shape and where it stands.
#pragma once

#include <abut/support.hpp>

namespace abut::detail {

/// The shape itself, apart from where it stands.
template <Shape S>
struct Operand {
  using Core = S;
  static constexpr bool placed = false;
  const S& core;

  explicit Operand(const S& shape) : core(shape) {}
  Pose<ScalarOf<S>, dimension_of<S>> pose() const { return {}; }
};

template <Shape S>
struct Operand<Placed<S>> {
  using Core = S;
  static constexpr bool placed = true;
  const S& core;
  const Pose<ScalarOf<S>, dimension_of<S>>& placement;

  explicit Operand(const Placed<S>& shape) : core(shape.shape), placement(shape.pose) {}
  const Pose<ScalarOf<S>, dimension_of<S>>& pose() const { return placement; }
};

}  // namespace abut::detail
