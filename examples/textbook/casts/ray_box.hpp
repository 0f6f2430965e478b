/// A ray is clipped to a box: the part of it that is between all pairs of opposite sides (Kay and Kajiya, 1986).
///
/// Between the left and the right side the ray is for one interval of t, between bottom and top for another. It is in
/// the box while it is in all of these at once. Most rays miss, and two divisions per axis tell.
#pragma once

#include <algorithm>
#include <array>

namespace textbook {

/// From when to when; empty if `from` is later.
struct Interval {
  double from = 0, to = 1;
  bool is_empty() const { return from > to; }
};

/// When the ray o + t r, for t from 0 to 1, is in the box. Coordinates one by one, in the plane and in space.
template <std::size_t D>
Interval clip_to_box(std::array<double, D> o, std::array<double, D> r, std::array<double, D> low,
                     std::array<double, D> high) {
  Interval inside;
  for (std::size_t axis = 0; axis < D; ++axis) {
    // 1. Parallel to these sides: always between them, or never.
    if (r[axis] == 0) {
      if (o[axis] < low[axis] || o[axis] > high[axis]) return {1, 0};
      continue;
    }

    // 2. It crosses one side, then the other. Which is first depends on where it runs.
    const double one = (low[axis] - o[axis]) / r[axis];
    const double other = (high[axis] - o[axis]) / r[axis];

    // 3. In the box it is while it is between all of them.
    inside.from = std::max(inside.from, std::min(one, other));
    inside.to = std::min(inside.to, std::max(one, other));
  }
  return inside;
}

}  // namespace textbook
