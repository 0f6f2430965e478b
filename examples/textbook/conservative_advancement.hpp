/// Conservative advancement: when do two moving convex shapes meet? (Mirtich, 1996)
///
/// The shapes are apart by d, so there is a slab of width d between them. As long as its width has not been used up
/// nothing can happen: with a bound on the speed at which they close in across the slab, advance by d / speed. That
/// never goes too far. Measure the distance again, which gives a new slab, and repeat until d is as small as wanted.
#pragma once

#include "vec.hpp"

namespace textbook {

enum class AdvancementStop {
  touching_at_start,  // nothing to advance: t = 0
  arrived,            // the distance is the target, within the tolerance
  receding,           // along the normal they do not close in: they never meet
  past_the_end,       // the next step would lead beyond t = 1: they do not meet before
  no_progress,        // the step is lost in the rounding of t
  iteration_limit     // undecided: still apart at t. Shapes that pass each other closely may end here
};

/// How far apart the shapes are at some time, and the unit vector from A to B across the slab between them.
template <class Vec>
struct Gap {
  double distance = 0;
  Vec normal;
};

struct AdvancementResult {
  bool hit = false;
  double t = 0;  // of the hit; without one, nothing happens before
  AdvancementStop stop = AdvancementStop::iteration_limit;
  int iterations = 0;
};

/// `gap_at(t)` is the Gap at t, by GJK of the shapes where they are then. `closing_speed(n)` is a bound, for all t from
/// 0 to 1, on the speed at which the width along n shrinks: dot(n, velocity of A - velocity of B), and for a body that
/// turns its angular speed times its radius on top. `target` is the distance that counts as contact, up to its
/// tolerance.
template <class GapAt, class ClosingSpeed>
AdvancementResult conservative_advancement(const GapAt& gap_at, const ClosingSpeed& closing_speed, double target,
                                           double target_tolerance, int max_iterations = 256) {
  AdvancementResult result;
  for (int i = 1; i <= max_iterations; ++i) {
    result.iterations = i;

    // 1. How far apart are they now?
    const auto gap = gap_at(result.t);
    const double room = gap.distance - target;

    // 2. Near enough. The loop goes on while they are *further* apart than that.
    if (room <= target_tolerance) {
      result.hit = true;
      result.stop = i == 1 ? AdvancementStop::touching_at_start : AdvancementStop::arrived;
      return result;
    }

    // 3. How soon can the room be used up?
    const double speed = closing_speed(gap.normal);
    if (speed <= 0) {
      result.stop = AdvancementStop::receding;
      return result;
    }
    const double next = result.t + room / speed;
    if (next > 1) {
      result.stop = AdvancementStop::past_the_end;
      return result;
    }
    if (next == result.t) {
      result.stop = AdvancementStop::no_progress;
      return result;
    }

    // 4. Advance to there. Nothing happened on the way.
    result.t = next;
  }
  return result;
}

}  // namespace textbook
