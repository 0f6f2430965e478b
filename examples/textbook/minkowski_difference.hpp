/// The Minkowski difference B - A: all the points b - a. It turns a question about two shapes into one about a single
/// shape and the origin: |b - a| is the distance of b from a, and the origin is in B - A if some b is an a.
///
/// It is never built. A search only asks which of its points is furthest along a direction, its support point, and that
/// takes one question to each shape. A shape is anything that can answer it: a function from a direction to a point.
#pragma once

#include "vec.hpp"

#include <vector>

namespace textbook {

/// A point of B - A that remembers where it comes from, so that closest points of A and B can be told in the end.
template <class Vec>
struct SupportPoint {
  Vec w;     // b - a
  Vec a, b;  // the points of A and B
};

/// The support function of B - A. Far along d in B - A means b far along d, and a far *against* d, for it is
/// subtracted.
template <class ShapeA, class ShapeB>
auto difference(const ShapeA& support_a, const ShapeB& support_b) {
  return [&support_a, &support_b](auto d) {
    const auto a = support_a(-d);
    const auto b = support_b(d);
    return SupportPoint<decltype(d)>{b - a, a, b};
  };
}

/// A polytope is the hull of points. Only the order of the heights dot(p, d) matters: d need not have length 1.
template <class Vec>
struct Polytope {
  std::vector<Vec> points;

  Vec operator()(Vec d) const {
    Vec best = points.front();
    for (const Vec p : points)
      if (dot(p, d) > dot(best, d)) best = p;
    return best;
  }
};

/// The points within a distance of a shape: a ball is a point with a radius, a capsule a segment with one.
template <class Vec, class Shape>
struct Rounded {
  Shape core;
  double radius = 0;

  Vec operator()(Vec d) const {
    if (radius == 0 || d == Vec{}) return core(d);
    return core(d) + (radius / length(d)) * d;
  }
};

}  // namespace textbook
