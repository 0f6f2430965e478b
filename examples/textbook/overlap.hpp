/// The overlap test by GJK: do two convex shapes meet, yes or no?
///
/// The search is that of the distance, see gjk2.hpp, and ends sooner. If even the point w of B - A that is furthest
/// towards the origin does not get there, a line lies between them, or a plane: a separating axis, and the answer is
/// no, however rough the distance still is. If the simplex closes around the origin, it is yes.
#pragma once

#include "gjk2.hpp"
#include "gjk3.hpp"

#include <type_traits>

namespace textbook {

enum class OverlapStop {
  separating_axis,  // all of B - A lies on one side of the origin: they do not meet
  origin_inside,    // the simplex holds the origin
  origin_touched,   // the origin is a vertex, or lies on an edge or a face
  no_nearer,        // the simplex comes no nearer, and w does not fall short: but for rounding, the origin is on it
  iteration_limit   // undecided
};

template <class Vec>
struct Overlap {
  bool meet = false;
  Vec axis;  // if they do not meet: B is beyond A along -axis
  OverlapStop stop = OverlapStop::iteration_limit;
  int iterations = 0;
};

/// `d` is the first direction: from the middle of B to that of A, say.
template <class Vec, class Difference>
Overlap<Vec> overlap(const Difference& support, Vec d, int max_iterations = 128) {
  constexpr std::size_t full = std::is_same_v<Vec, Vec2> ? 3 : 4;
  std::vector<SupportPoint<Vec>> simplex;
  double nearest = 0;  // how far the simplex is from the origin
  for (int i = 1; i <= max_iterations; ++i) {
    // 1. The point w of B - A that is furthest towards the origin.
    const SupportPoint<Vec> w = support(d);

    // 2. It does not get there. Nothing of B - A does.
    if (dot(d, w.w) < 0) return {false, d, OverlapStop::separating_axis, i};

    // 3. With w, does the simplex hold the origin?
    simplex.push_back(w);
    const Closest<Vec> closest = reduce(simplex);
    if (simplex.size() == full) return {true, {}, OverlapStop::origin_inside, i};
    if (closest.point == Vec{}) return {true, {}, OverlapStop::origin_touched, i};
    if (i > 1 && length(closest.point) >= nearest) return {true, {}, OverlapStop::no_nearer, i};
    nearest = length(closest.point);

    // 4. From what is nearest of it, towards the origin.
    d = direction_to_origin(simplex);
  }
  return {false, {}, OverlapStop::iteration_limit, max_iterations};
}

}  // namespace textbook
