/// How far answers are from the truth.
#pragma once

#include "reference/reference.hpp"

#include <cstddef>
#include <span>

namespace bench {

/// Errors are relative to the distance, or to the size if the shapes overlap and the distance is 0. A NaN is an
/// infinite error.
struct Accuracy {
  double largest = 0;
  double permille = 0;   ///< the 99.9 percentile: all errors but 1 in 1000 are at most this
  std::size_t bad = 0;   ///< see is_bad
  bool measures = true;  ///< false: the library gives only verdicts, and only `bad` counts
};

/// NaN, a wrong verdict, off by more than 1 % of the distance, or by more than 1e-3 of the size.
bool is_bad(double answer, const Truth& truth);

/// Whether the answer is wrong about overlap; it counts as overlap if it is 0.
bool is_wrong_verdict(double answer, const Truth& truth);

Accuracy judge(std::span<const double> answers, std::span<const Truth> truths);
Accuracy judge_verdicts(std::span<const double> answers, std::span<const Truth> truths);

}  // namespace bench
