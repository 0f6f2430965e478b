/// Half-spaces: all points on one side of a plane, for the ground, a wall or a cutting plane.
///
///     HalfSpace3f ground{.normal = {0, 0, 1}, .offset = 0};   // all points with z <= 0
///     auto gap = separation(ground, place(crate, pose));      // negative: the crate is that deep in the ground
///
/// A half-space is unbounded, so it is not a Shape, and compose.hpp does not accept it. It is an Operand (operand.hpp):
/// every verb takes one half-space against one shape, in either order, with options, cache and trace. A single support
/// call of the shape answers (closed_form/half_space_shape.hpp), also how deep the shape is, and proves it. There is no
/// iteration: a cache is left as it is and a trace receives no steps, except by time_of_impact(), which searches.
#pragma once

#include <abut/pose.hpp>
#include <abut/support.hpp>
#include <abut/vec.hpp>

#include <type_traits>

namespace abut {

/// The points x with n.x <= offset, where n is `normal` divided exactly by its length: `normal` points outward and need
/// not be normalized, and `offset` is a length, the signed distance from the origin to the plane along n.
template <Scalar T, int D>
struct HalfSpace {
  using Vector = Vec<T, D>;

  Vec<T, D> normal = detail::axis<T, D>(D - 1);  ///< outward, of any length but 0
  T offset{};                                    ///< of the plane, a length along the normal

  bool operator==(const HalfSpace&) const = default;
};

/// A half-space at a pose. Made by place().
template <Scalar T, int D>
struct PlacedHalfSpace {
  using Vector = Vec<T, D>;

  HalfSpace<T, D> half_space;  ///< in its own frame
  Pose<T, D> pose;             ///< where it is
};

using HalfSpace2f = HalfSpace<float, 2>;
using HalfSpace3f = HalfSpace<float, 3>;
using HalfSpace2d = HalfSpace<double, 2>;
using HalfSpace3d = HalfSpace<double, 3>;

/// The half-space moved to a pose.
template <Scalar T, int D>
constexpr PlacedHalfSpace<T, D> place(const HalfSpace<T, D>& half_space, const std::type_identity_t<Pose<T, D>>& pose) {
  return {half_space, pose};
}

/// As with shapes, the answers are about `pose * placed.pose` rounded to the scalar.
template <Scalar T, int D>
PlacedHalfSpace<T, D> place(const PlacedHalfSpace<T, D>& placed, const std::type_identity_t<Pose<T, D>>& pose) {
  return {placed.half_space, pose * placed.pose};
}

namespace detail {

template <class H>
inline constexpr bool is_half_space = false;
template <Scalar T, int D>
inline constexpr bool is_half_space<HalfSpace<T, D>> = true;
template <Scalar T, int D>
inline constexpr bool is_half_space<PlacedHalfSpace<T, D>> = true;

/// A half-space, placed or not.
template <class H>
concept AnyHalfSpace = is_half_space<H>;

}  // namespace detail
}  // namespace abut
