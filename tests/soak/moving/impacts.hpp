/// Random motions of bodies that translate and rotate: each answer is checked by sampling the motion, with sines and
/// poses that are not the library's.
#pragma once

#include <cstdint>

namespace soak {

/// The first setting of motions; then one for each kind of body.
inline constexpr int first_impact_setting = 8;
inline constexpr int impact_settings = 9;

/// So many motions of each kind; prints a summary, and each failure.
bool impacts_pass(std::uint64_t seed, long sweeps, int threads);

/// Runs one of them and prints the result.
bool impact_passes(std::uint64_t seed, int setting, long index);

}  // namespace soak
