/// Converts the options of a distance to the limits of GJK: the widths that rounding leaves, and the cutoff.
#pragma once

#include <abut/detail/gjk/limits.hpp>
#include <abut/detail/numeric/rounding.hpp>
#include <abut/vec.hpp>

namespace abut {

template <Scalar T>
struct DistanceOptions;  // defined in distance.hpp, which includes this header at its end

namespace detail {

/// The width between the bounds that `converged` allows for rounding: 8 eps size in float, 16 in double, 32 with poses.
/// In float this is less, because the bounds are rounded outward at the end, by 1.5 units each.
template <class Set>
double contract_width(const Set& set) {
  if constexpr (std::same_as<typename Set::T, float>) {
    return 5 * epsilon_of<float> * set.size();
  } else {
    return (Set::posed ? 32 : 16) * epsilon_of<double> * set.size();
  }
}

/// The width that the search may leave: that of the contract, but at most a few roundings more than the errors that are
/// in the bounds anyway. Otherwise a float query would stop, and report the shapes as apart, as soon as it is within
/// float rounding of touching.
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

/// The cutoff is raised by the rounding that the conversion to T may cost, so that the returned `lower` still exceeds
/// the cutoff of the options.
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
