/// Sets up the difference of two shapes, once, for the method that runs on it.
///
/// In double, products of lengths may overflow or underflow. Where they could, the difference is set up again, rescaled
/// by a power of two to a size of about 1. That is rare, and kept out of line. The decision is made here only.
#pragma once

#include <abut/detail/minkowski/difference.hpp>

namespace abut::detail {

template <class Method, Shape A, Shape B, class... Arguments>
ABUT_COLD auto with_rescaled_difference(const A& a, const B& b, Arguments&... arguments) {
  return Method::run(Difference<A, B, true>(a, b), arguments...);
}

/// Returns Method::run(difference, arguments...).
template <class Method, Shape A, Shape B, class... Arguments>
ABUT_INLINE auto with_difference(const A& a, const B& b, Arguments&... arguments) {
  const Difference<A, B, false> difference(a, b);
  if constexpr (std::same_as<ScalarOf<A>, double>) {
    if (!difference.needs_no_scaling()) return with_rescaled_difference<Method>(a, b, arguments...);
  }
  return Method::run(difference, arguments...);
}

/// The same with the bounding spheres of the cores.
template <class Method, Shape A, Shape B, class... Arguments>
ABUT_INLINE auto with_difference_of_spheres(const A& a, const B& b, const SpherePair<dimension_of<A>>& spheres,
                                            Arguments&... arguments) {
  const Difference<A, B, false> difference(a, b, spheres);
  if constexpr (std::same_as<ScalarOf<A>, double>) {
    if (!difference.needs_no_scaling()) return with_rescaled_difference<Method>(a, b, arguments...);
  }
  return Method::run(difference, arguments...);
}

}  // namespace abut::detail
