/// Random clouds of points: the hull of each is built and checked in exact arithmetic.
#pragma once

#include <cstdint>

namespace soak {

/// The first setting of clouds; those of pairs come before. Then, like them: 2D in float, in double, 3D in float, in
/// double.
inline constexpr int first_hull_setting = 4;

/// Builds so many hulls in each setting; prints a summary, and each failure with the fewest points that show it.
bool hulls_pass(std::uint64_t seed, long clouds, int threads);

/// Runs one of them and prints the result.
bool hull_passes(std::uint64_t seed, int setting, long index);

}  // namespace soak
