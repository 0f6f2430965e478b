/// When GJK may stop, and what it needs to know of the difference for its bounds.
#pragma once

namespace abut::detail {

/// When GJK may stop.
struct GjkLimits {
  double tolerance;       ///< of curved shapes: stop when upper - lower <= tolerance * (upper - radii)
  double cutoff;          ///< stop when lower - radii exceeds this length
  double search_width;    ///< a length, of rounding: nearer than this the bounds count as met
  double contract_width;  ///< the width up to which the result may be called converged
  int max_iterations;     ///< support calls

  // Of the set, see minkowski/difference.hpp.
  double size, radii, support_error, point_error, scale;
};

}  // namespace abut::detail
