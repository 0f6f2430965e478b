/// How far answers are from the truth.
#pragma once

#include "reference/reference.hpp"

#include <cmath>
#include <cstddef>
#include <span>

namespace bench {

/// Errors are relative to the distance, depth or separation, or to the size if it is 0. A NaN, or a ray's hit instead
/// of a miss or the reverse, is an infinite error.
struct Accuracy {
  double largest = 0;
  double permille = 0;      ///< the 99.9 percentile: all errors but 1 in 1000 are at most this
  std::size_t bad = 0;      ///< see is_bad
  std::size_t outside = 0;  ///< answers of abut whose proven bounds exclude the truth
  bool measures = true;     ///< false: the library gives only verdicts, and only `bad` counts
};

/// NaN, a wrong verdict, off by more than 1 % of the distance, or by more than 1e-3 of the size.
bool is_bad(double answer, const Truth& truth);

/// Whether the answer is wrong about overlap; it counts as overlap if it is 0 or negative.
bool is_wrong_verdict(double answer, const Truth& truth);

/// What abut proves about an answer.
struct Interval {
  double lower = 0, upper = 0;
};

/// Whether the bounds exclude the truth, which was rounded to double. Inline, because the shared libraries of the
/// benchmark hold no other code than that of abut's passes.
inline bool is_outside(const Interval& bounds, const Truth& truth) {
  const bool finite = std::isfinite(truth.distance);
  const double open = finite ? truth.width / 2 + std::fabs(truth.distance) * 0x1p-52 : 0;
  return !(bounds.lower <= truth.distance + open && truth.distance - open <= bounds.upper);
}

Accuracy judge(std::span<const double> answers, std::span<const Truth> truths);
Accuracy judge_verdicts(std::span<const double> answers, std::span<const Truth> truths);

}  // namespace bench
