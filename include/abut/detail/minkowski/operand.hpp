/// The operands of a query, split into the core and its pose.
#pragma once

#include <abut/support.hpp>

namespace abut {

template <Scalar T, int D>
struct HalfSpace;
template <Scalar T, int D>
struct PlacedHalfSpace;

namespace detail {

/// A shape without its pose. The default is a shape that is not placed. `placed` chooses code at compile time: whether
/// there may be a pose; is_placed() whether there is one. They differ for a PosedRef only.
template <Shape S>
struct Operand {
  using Core = S;
  static constexpr bool placed = false;
  const S& core;

  explicit Operand(const S& shape) : core(shape) {}
  static constexpr bool is_placed() { return placed; }
  Pose<ScalarOf<S>, dimension_of<S>> pose() const { return {}; }
};

template <Shape S>
struct Operand<Placed<S>> {
  using Core = S;
  static constexpr bool placed = true;
  const S& core;
  const Pose<ScalarOf<S>, dimension_of<S>>& placement;

  explicit Operand(const Placed<S>& shape) : core(shape.shape), placement(shape.pose) {}
  static constexpr bool is_placed() { return placed; }
  const Pose<ScalarOf<S>, dimension_of<S>>& pose() const { return placement; }
};

/// A half-space as an operand, in double: its normal, its offset and its pose.
template <class H>
struct HalfSpaceOperand {};

template <Scalar S, int N>
struct HalfSpaceOperand<HalfSpace<S, N>> {
  using T = S;
  static constexpr int D = N;
  static constexpr bool placed = false;
  Vec<double, D> normal;
  double offset;

  explicit HalfSpaceOperand(const HalfSpace<T, D>& h) : normal(widen(h.normal)), offset(double(h.offset)) {}
  Pose<T, D> pose() const { return {}; }
};

template <Scalar S, int N>
struct HalfSpaceOperand<PlacedHalfSpace<S, N>> : HalfSpaceOperand<HalfSpace<S, N>> {
  static constexpr bool placed = true;
  Pose<S, N> placement;

  explicit HalfSpaceOperand(const PlacedHalfSpace<S, N>& h)
      : HalfSpaceOperand<HalfSpace<S, N>>(h.half_space), placement(h.pose) {}
  const Pose<S, N>& pose() const { return placement; }
};

template <class H>
concept AnyHalfSpace = requires { typename HalfSpaceOperand<H>::T; };

template <AnyHalfSpace H>
using HalfSpaceScalar = typename HalfSpaceOperand<H>::T;

template <AnyHalfSpace H>
inline constexpr int half_space_dimension = HalfSpaceOperand<H>::D;

}  // namespace detail
}  // namespace abut
