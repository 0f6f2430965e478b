/// Measures the libraries on a row: turn by turn, in one process, on the same queries.
#pragma once

#include "reference/accuracy.hpp"
#include "report/quartiles.hpp"
#include "workload/rows.hpp"

#include <string>
#include <vector>

namespace bench {

/// Passes that are timed; each has an untimed one before it. More would let the branch predictor learn the queries.
inline constexpr int rounds = 5;

struct Measured {
  std::string library;
  Quartiles nanoseconds;  ///< of processor time for each query, over the rounds
  Quartiles relative;     ///< its time divided by that of abut in float, round by round
  Accuracy accuracy;
};

struct Result {
  Row row;
  std::vector<Measured> libraries;  ///< abut in float is the first
};

/// Throws std::runtime_error if the row has no certified truth.
Result measure(const Row& row);

}  // namespace bench
