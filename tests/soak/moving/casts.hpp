/// Casts: simplices against exact times, and pairs of all kinds by three methods against each other.
#pragma once

#include <cstdint>

namespace soak {

/// `exact` casts of each family, dimension and precision are judged in 113 bits, `pairs` of each dimension and
/// precision by comparing the methods.
bool casts_pass(std::uint64_t seed, long exact, long pairs, int threads);

}  // namespace soak
