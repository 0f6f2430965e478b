/// The contact manifold in the plane: the points at which two convex polygons touch, and how deep each is.
///
/// The deepest point alone lets a box tip over it. Take the side of each polygon that faces the other, clip one by the
/// other along their common line, and the two ends of what is left are the points.
#pragma once

#include "vec.hpp"

#include <algorithm>
#include <vector>

namespace textbook {

struct ContactPoint2 {
  Vec2 point_a, point_b;
  double separation = 0;  // negative: minus the depth
};

struct Side2 {
  Vec2 from, to;

  /// The point of the side's line at a height along t.
  Vec2 at(double height, Vec2 t) const {
    const double first = dot(from, t), last = dot(to, t);
    return first == last ? from : from + ((height - first) / (last - first)) * (to - from);
  }
};

/// The side of a counterclockwise polygon whose normal is most along n.
inline Side2 side_facing(const std::vector<Vec2>& polygon, Vec2 n) {
  Side2 best;
  double most = -2;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Side2 side{polygon[i], polygon[(i + 1) % polygon.size()]};
    const Vec2 e = side.to - side.from;
    const double facing = dot(Vec2{e.y, -e.x}, n) / length(e);
    if (facing > most) {
      most = facing;
      best = side;
    }
  }
  return best;
}

/// `n` is the unit normal from A to B, of GJK or EPA. Points that are apart by no more than `margin` count: a tilt by a
/// hair would leave one point only.
inline std::vector<ContactPoint2> contact2(const std::vector<Vec2>& a, const std::vector<Vec2>& b, Vec2 n,
                                           double margin) {
  // 1. The sides that face each other.
  const Side2 of_a = side_facing(a, n), of_b = side_facing(b, -n);

  // 2. Along the common line each has a span. Clip: what both have.
  const Vec2 t{-n.y, n.x};
  const double low =
      std::max(std::min(dot(of_a.from, t), dot(of_a.to, t)), std::min(dot(of_b.from, t), dot(of_b.to, t)));
  const double high =
      std::min(std::max(dot(of_a.from, t), dot(of_a.to, t)), std::max(dot(of_b.from, t), dot(of_b.to, t)));
  if (low > high) return {};  // two corners that pass each other

  // 3. The ends of it, on both sides, if they are near enough.
  std::vector<ContactPoint2> points;
  for (const double height : {low, high}) {
    const Vec2 point_a = of_a.at(height, t), point_b = of_b.at(height, t);
    const double separation = dot(n, point_b - point_a);
    if (separation > margin || (height == high && low == high && !points.empty())) continue;
    points.push_back({point_a, point_b, separation});
  }
  return points;
}

}  // namespace textbook
