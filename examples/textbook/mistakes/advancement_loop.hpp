/// A loop that runs while the distance is below the tolerance.
#pragma once

#include "../conservative_advancement.hpp"

namespace textbook {

/// A point on the line flies at a wall 2 away, 4 per unit of time: they meet at t = 0.5.
inline double gap_to_wall(double t) { return 2 - 4 * t; }
inline double speed_at_wall() { return 4; }

namespace wrong {

// recipe: advancement loop, wrong
/// The time of the hit.
template <class Gap>
double time_of_impact(const Gap& gap, double speed, double tolerance) {
  double t = 0, distance = gap(t);
  while (distance < tolerance) {  // the shapes are apart: the loop is never entered
    t += distance / speed;
    distance = gap(t);
  }
  return t;
}
// end

}  // namespace wrong

namespace mended {

// recipe: advancement loop, mended
template <class Gap>
double time_of_impact(const Gap& gap, double speed, double tolerance) {
  double t = 0, distance = gap(t);
  for (int i = 0; i < 256 && t <= 1 && distance > tolerance; ++i) {  // as long as they are *further* apart
    t += distance / speed;
    distance = gap(t);
  }
  return t;  // a hit if distance <= tolerance
}
// end

}  // namespace mended
}  // namespace textbook
