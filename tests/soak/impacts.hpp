/// Random sweeps of bodies that move and turn: each answer is checked by stepping along the way, with sines and poses that are not the library's.
#pragma once

#include <cstdint>

namespace soak {

/// The first setting of sweeps; then one for each kind of body.
inline constexpr int first_impact_setting = 8;
inline constexpr int impact_settings = 8;

/// So many sweeps of each kind; prints what it did, and each failure.
bool impacts_pass(std::uint64_t seed, long sweeps, int threads);

/// One of them, said aloud.
bool impact_passes(std::uint64_t seed, int setting, long index);

}  // namespace soak
