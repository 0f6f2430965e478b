/// The status of a query. The verdict of a query (a distance, a hit) is not part of it: that has fields of its own, and
/// its bounds hold whatever the status is.
#pragma once

namespace abut {

/// Why a query ended.
enum class Status {
  converged,         ///< the bounds met the tolerance
  cutoff,            ///< stopped early because the answer is proven to lie beyond the cutoff
  stalled,           ///< rounding, or a support function that contradicts itself, kept the bounds apart
  iteration_limit,   ///< max_iterations was reached first
  inconclusive,      ///< the method can not decide this input
  invalid_argument,  ///< NaN, infinity, a negative size or an empty set among the arguments; nothing was computed
};

/// The name of the enumerator, as in JSON.
constexpr const char* to_string(Status status) {
  switch (status) {
    case Status::converged: return "converged";
    case Status::cutoff: return "cutoff";
    case Status::stalled: return "stalled";
    case Status::iteration_limit: return "iteration_limit";
    case Status::inconclusive: return "inconclusive";
    case Status::invalid_argument: return "invalid_argument";
  }
  return "unknown";
}

}  // namespace abut
