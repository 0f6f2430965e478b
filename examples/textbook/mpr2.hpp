/// MPR in the plane, Minkowski portal refinement: do two convex shapes meet? (Snethen, 2008)
///
/// Take a point c deep inside B - A, and the ray from c through the origin. A portal is a segment between points of
/// B - A that the ray passes through. If the origin is on c's side of the portal, it is in B - A. If not, push the
/// portal outwards, until it has passed the origin, or lies on the boundary of B - A and has not.
#pragma once

#include "minkowski_difference.hpp"

namespace textbook {

enum class Mpr2Stop {
  apart,       // all of B - A is on this side of a line, and the origin is beyond it
  on_the_ray,  // the origin is c, or between c and a point of B - A: they meet, and there is no portal to measure
  portal_on_surface,  // the portal has reached the boundary: the depth is that of its line
  no_portal,          // nothing of B - A lies across the ray: c is not inside, B - A is flat, or rounding decides
  iteration_limit     // undecided, unless `meet` says that the origin has been passed
};

struct Mpr2Result {
  bool meet = false;
  double depth = 0;  // of the portal, if they meet: enough to end the overlap, and not always the least
  Vec2 normal;       // moving B by depth * normal ends the overlap
  Mpr2Stop stop = Mpr2Stop::iteration_limit;
  int iterations = 0;
};

struct Portal2 {
  Vec2 p, q;  // the ray passes between them
  bool found = false;
};

/// On which side of the ray from c through the origin a point lies: the sign tells.
constexpr double side(Vec2 c, Vec2 point) { return cross(point, c); }

/// Phase 1: a point towards the origin, and one on the other side of the ray.
template <class Difference>
Portal2 find_portal(const Difference& support, Vec2 c, Mpr2Result& result) {
  Portal2 portal{support(-c).w, {}};
  const auto end = [&result, &portal](Mpr2Stop stop) {
    result.stop = stop;
    return portal;
  };
  if (dot(portal.p, -c) < 0) return end(Mpr2Stop::apart);  // the furthest point towards the origin does not reach it
  const double side_of_p = side(c, portal.p);
  result.meet = side_of_p == 0;  // p is reached through the origin
  if (result.meet) return end(Mpr2Stop::on_the_ray);

  const Vec2 across = side_of_p > 0 ? Vec2{-c.y, c.x} : Vec2{c.y, -c.x};  // the ray turned, away from p
  portal.q = support(across).w;
  if (side(c, portal.q) * side_of_p >= 0) return end(Mpr2Stop::no_portal);
  portal.found = true;
  return portal;
}

/// `c` is a point inside B - A: the center of B less that of A.
template <class Difference>
Mpr2Result mpr2(const Difference& support, Vec2 c, double tolerance = 1e-12, int max_iterations = 128) {
  Mpr2Result result;
  if (c == Vec2{}) {
    result.meet = true;
    result.stop = Mpr2Stop::on_the_ray;
    return result;
  }
  Portal2 portal = find_portal(support, c, result);
  if (!portal.found) return result;
  Vec2 &p = portal.p, &q = portal.q;

  // Phase 2: push the portal outwards.
  for (int i = 1; i <= max_iterations; ++i) {
    result.iterations = i;
    // 1. The normal of the portal, outward as the ray runs. The origin on the inner side: it is in B - A.
    const Vec2 e = q - p;
    Vec2 n = (1 / length(e)) * Vec2{e.y, -e.x};
    if (dot(n, c) > 0) n = -n;
    if (dot(n, p) >= 0) result.meet = true;

    // 2. The point w of B - A furthest that way. The origin beyond it: the line through w is between.
    const Vec2 w = support(n).w;
    result.depth = dot(n, w);
    result.normal = -n;
    if (!result.meet && dot(n, w) < 0) {
      result.stop = Mpr2Stop::apart;
      return result;
    }

    // 3. Nothing beyond the portal, or only its own end: it is a part of the boundary.
    if (w == p || w == q || dot(n, w - p) <= tolerance * length(w)) {
      result.stop = result.meet ? Mpr2Stop::portal_on_surface : Mpr2Stop::apart;
      return result;
    }

    // 4. With w there are two smaller portals. The ray passes through the one that has w and the end across from it.
    if (side(c, w) * side(c, p) > 0) {
      p = w;
    } else {
      q = w;
    }
  }
  return result;
}

}  // namespace textbook
