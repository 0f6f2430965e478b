/// A loop without a limit.
#pragma once

#include "overlap_step.hpp"

namespace textbook {

/// A point that lies on a segment, in decimals: rounding puts it on one side, then on the other, and so on.
inline const Polytope<Vec2> slanted_segment{{{0.4, 0.3}, {0.1, 0}}};
inline const Polytope<Vec2> point_on_segment{{{0.2, 0.1}}};

namespace wrong {

// recipe: loop without a limit, wrong
/// Do the shapes meet?
template <class Difference>
bool meet(const Difference& support) {
  Vec2 d = {1, 0};
  std::vector<Vec2> simplex;
  while (true) {
    const Vec2 w = support(d).w;
    if (dot(w, d) < 0) return false;
    simplex.push_back(w);
    if (contains_origin(simplex, d)) return true;
  }
}
// end

}  // namespace wrong

namespace mended {

// recipe: loop without a limit, mended
template <class Difference>
Answer meet(const Difference& support, int max_iterations = 64) {
  Vec2 d = {1, 0};
  std::vector<Vec2> simplex;
  for (int i = 0; i < max_iterations; ++i) {
    const Vec2 w = support(d).w;
    if (dot(w, d) < 0) return Answer::no;
    simplex.push_back(w);
    if (contains_origin(simplex, d)) return Answer::yes;
  }
  return Answer::undecided;  // giving up is neither yes nor no
}
// end

}  // namespace mended
}  // namespace textbook
