/// How a query ended. The verdict of a query (a distance, a hit) is never in here: it has fields of its own, and its bounds
/// hold whatever the status says.
#pragma once

namespace abut {

/// How a query ended.
enum class Status {
  converged,         ///< the bounds met the tolerance
  cutoff,            ///< stopped early because the answer lies beyond the cut-off asked for
  stalled,           ///< rounding, or a support function that contradicts itself, kept the bounds apart
  iteration_limit,   ///< max_iterations was reached first
  inconclusive,      ///< the method can not decide this input
  invalid_argument,  ///< NaN, infinity, a negative size or an empty set among the arguments; nothing was computed
};

/// As it is spelled, for people and for JSON.
constexpr const char* name(Status status) {
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
