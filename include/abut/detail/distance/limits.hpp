/// From the options of a distance to the limits of GJK: the widths that rounding leaves, and the cutoff.
#pragma once

#include <abut/detail/gjk/limits.hpp>
#include <abut/detail/numeric/rounding.hpp>
#include <abut/vec.hpp>

namespace abut {

template <Scalar T>
struct DistanceOptions;  // distance.hpp, which ends with this room

namespace detail {

/// Rounding that `converged` allows: 8 eps size in float, 16 in double, 32 with poses. In float the bounds are rounded
/// outward at the end, by 1.5 units each.
template <class Set>
double contract_width(const Set& set) {
  if constexpr (std::same_as<typename Set::T, float>) {
    return 5 * epsilon_of<float> * set.size();
  } else {
    return (Set::posed ? 32 : 16) * epsilon_of<double> * set.size();
  }
}

/// What the search may leave open: the contract's width, but no more than a few roundings beyond the errors that are in the
/// bounds anyway. A float query would else call two shapes apart as soon as it is within float rounding of touching.
template <class Set>
double search_width(const Set& set) {
  const double reachable = set.support_error() + set.point_error() + (Set::D + 9) * unit_roundoff * set.size();
  const double contract = contract_width(set);
  return reachable < contract ? reachable : contract;
}

template <Scalar T>
bool is_valid(const DistanceOptions<T>& options) {
  return options.tolerance >= 0 && options.tolerance <= largest<T> && options.cutoff == options.cutoff &&
         options.max_iterations > 0;
}

/// The cutoff is raised by the rounding that the conversion to T may cost, so that the returned `lower` still exceeds the cutoff asked for.
template <class Set>
ABUT_INLINE GjkLimits limits(const Set& set, const DistanceOptions<typename Set::T>& options) {
  const double cutoff = set.scaled(double(options.cutoff));
  return {.tolerance = options.tolerance,
          .cutoff = cutoff + 4 * epsilon_of<typename Set::T> * (absolute(cutoff) + set.radii()),
          .search_width = search_width(set),
          .contract_width = contract_width(set),
          .max_iterations = options.max_iterations,
          .size = set.size(),
          .radii = set.radii(),
          .support_error = set.support_error(),
          .point_error = set.point_error(),
          .scale = set.scaled(1.0)};
}

}  // namespace detail
}  // namespace abut
