/// The sweep in the plane: when does A, which moves by v and does not turn, meet B? One convex set tells.
///
/// Let A rest and B move by -v. Then B - A slides by -v, and what it covers is the hull of its start and its end: one
/// more convex set, with a support function. Without the origin in it, nothing is hit. With it, walk from the origin
/// along -v to the end of the set, a distance d, by portals as in mpr2.hpp. The front of B - A, which is d past the
/// origin at t = 1, passed it at t = 1 - d / |v|.
#pragma once

#include "../mpr2.hpp"

namespace textbook {

/// B - A, and the same moved by -v. The furthest point is that of the start, or its place at the end.
template <class Difference>
auto swept(const Difference& support, Vec2 v) {
  return [&support, v](Vec2 d) {
    const Vec2 w = support(d).w;
    return dot(d, -v) > 0 ? w - v : w;
  };
}

struct Sweep2Result {
  bool hit = false;
  double t = 0;
  int iterations = 0;
};

/// `v` is not 0, and A and B are apart at the start.
template <class Difference>
Sweep2Result sweep2(const Difference& difference, Vec2 v, double tolerance = 1e-12, int max_iterations = 128) {
  const auto support = swept(difference, v);
  const Vec2 u = (-1 / length(v)) * v, left{-u.y, u.x};
  Sweep2Result result;

  // 1. A portal: a point on either side of the line along v. If there is none, the set is beside the line.
  Vec2 p = support(left), q = support(-left);
  if (dot(left, p) < 0 || dot(left, q) > 0) return result;
  for (int i = 1; i <= max_iterations; ++i) {
    result.iterations = i;

    // 2. Its normal, outward as the walk along u goes, and the point w furthest that way.
    const Vec2 e = q - p;
    Vec2 n = (1 / length(e)) * Vec2{-e.y, e.x};
    if (dot(n, u) < 0) n = -n;
    const Vec2 w = support(n);
    if (dot(n, w) < 0) return result;  // not even w gets to the origin: nothing is hit

    // 3. Nothing beyond the portal: there the walk leaves the set, d after the origin.
    if (w == p || w == q || dot(n, w - p) <= tolerance * length(w)) {
      const double d = dot(n, w) / dot(n, u);
      result.hit = d <= length(v);
      result.t = 1 - d / length(v);
      return result;
    }

    // 4. With w there are two smaller portals. The line passes through one of them.
    (dot(left, w) > 0 ? p : q) = w;
  }
  return result;
}

}  // namespace textbook
