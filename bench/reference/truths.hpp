/// The true answers to a row's question.
#pragma once

#include "reference/reference.hpp"
#include "workload/rows.hpp"

namespace bench {

/// In the units of Pass::run, for every query, in order. Throws std::runtime_error if one has no certified truth.
std::vector<Truth> truths_of(const Row& row, const Workload<2>& workload);
std::vector<Truth> truths_of(const Row& row, const Workload<3>& workload);

}  // namespace bench
