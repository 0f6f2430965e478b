/// Touching shapes, and a comparison with 0.
#pragma once

#include "overlap_step.hpp"

#include <algorithm>
#include <cmath>

namespace textbook {

/// A box that rests on a slope, both turned by the same angle.
struct BoxOnSlope {
  Polytope<Vec2> slope, box;

  explicit BoxOnSlope(double angle)
      : slope{{{-4, -1}, {4, -1}, {4, 0}, {-4, 0}}}, box{{{-2, 0}, {0, 0}, {0, 2}, {-2, 2}}} {
    const double c = std::cos(angle), s = std::sin(angle);
    for (Polytope<Vec2>* shape : {&slope, &box})
      for (Vec2& p : shape->points) p = {c * p.x - s * p.y, s * p.x + c * p.y};
  }
};

namespace wrong {

// recipe: touching, wrong
/// Do the shapes meet? Touching is meeting.
template <class Difference>
Answer touch_or_overlap(const Difference& support, int max_iterations = 64) {
  Vec2 d = {1, 0};
  std::vector<Vec2> simplex;
  for (int i = 0; i < max_iterations; ++i) {
    const Vec2 w = support(d).w;
    if (dot(w, d) < 0) return Answer::no;  // for shapes that touch this is 0, or the rounding of 0
    simplex.push_back(w);
    if (contains_origin(simplex, d)) return Answer::yes;
  }
  return Answer::undecided;
}
// end

}  // namespace wrong

namespace mended {

// recipe: touching, mended
template <class Difference>
Answer touch_or_overlap(const Difference& support, int max_iterations = 64) {
  Vec2 d = {1, 0};
  double size = 0;
  std::vector<Vec2> simplex;
  for (int i = 0; i < max_iterations; ++i) {
    if (d == Vec2{}) return Answer::yes;  // the last w was the origin
    const Vec2 w = support(d).w;
    size = std::max(size, length(w));
    const double height = dot(w, d) / length(d);  // B - A ends here, along d
    const double rounding = 1e-14 * size;         // a part of the size, and never a length of its own
    if (height < -rounding) return Answer::no;    // the shapes are apart by more than rounding can feign
    if (height <= rounding) return Answer::yes;   // they touch, as far as rounded numbers can tell
    simplex.push_back(w);
    if (contains_origin(simplex, d)) return Answer::yes;
  }
  return Answer::undecided;
}
// end

}  // namespace mended
}  // namespace textbook
