/// Measures the libraries on a row: in turn, in one process, on the same queries.
#pragma once

#include "reference/accuracy.hpp"
#include "report/quartiles.hpp"
#include "workload/rows.hpp"

#include <string>
#include <vector>

namespace bench {

/// Timed passes; each follows an untimed one. More rounds would let the branch predictor learn the queries.
inline constexpr int rounds = 5;

struct Measured {
  std::string library;
  Quartiles nanoseconds;  ///< processor time per query, over the rounds
  Quartiles relative;     ///< the time divided by that of abut in float, round by round
  Accuracy accuracy;
};

struct Result {
  Row row;
  std::vector<Measured> libraries;  ///< abut in float comes first
};

/// Throws std::runtime_error if the row has no certified truth.
Result measure(const Row& row);

}  // namespace bench
