/// When GJK may stop, and the numbers of the difference that its bounds need.
#pragma once

namespace abut::detail {

/// Lengths are in the scale of the difference.
struct GjkLimits {
  double tolerance;       ///< for curved shapes: stop when upper - lower <= tolerance * (upper - radii)
  double cutoff;          ///< stop when lower - radii exceeds this length
  double search_width;    ///< a length, of rounding: within this width the bounds count as met
  double contract_width;  ///< the width within which the result may be called converged
  int max_iterations;     ///< support calls

  // Copied from the difference, see minkowski/difference.hpp.
  double size, radii, support_error, point_error, scale;
};

}  // namespace abut::detail
