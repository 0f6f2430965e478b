/// The tables of abut_motion_times.
#pragma once

#include "peers/motions/motion_pass.hpp"

namespace bench {

/// Rounds of a table. In each, every library makes a pass; ratios are taken within a round.
inline constexpr int motion_rounds = 7;

/// Thread time per sweep in nanoseconds, after an untimed pass.
double time_of(MotionPass& pass, int& hits);

/// Print a table of medians as markdown.
void print_cast_times();
void print_impact_times();

}  // namespace bench
