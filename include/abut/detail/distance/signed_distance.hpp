/// A distance with its sign, which time_of_impact, separation and the tests ask for. A query of distances is a template
/// of its answer, a Distance or a SignedDistance: the verb distance() neither sets a sign nor copies what has one.
#pragma once

#include <abut/vec.hpp>

namespace abut {

// Defined in distance.hpp, which includes this header at its end.
template <Scalar T, int D>
struct Distance;

namespace detail {

template <Scalar T, int D>
struct SignedDistance : Distance<T, D> {
  /// The distance, or minus the depth where only the radii overlap; proven in the same way, within its own bounds. If
  /// the cores meet, the upper bound is minus the sum of the radii, and the lower bound is that of the best plane
  /// found, which may be far below. Against a half-space the value is exact at any depth, see half_space.hpp.
  T signed_distance = T(0);
  T signed_lower = -infinity<T>;
  T signed_upper = infinity<T>;
  bool cores_meet = false;

  const Distance<T, D>& without_sign() const { return *this; }
};

template <class Answer>
inline constexpr bool is_signed = false;
template <Scalar T, int D>
inline constexpr bool is_signed<SignedDistance<T, D>> = true;

}  // namespace detail
}  // namespace abut
