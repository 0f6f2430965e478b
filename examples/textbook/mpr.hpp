/// MPR, Minkowski portal refinement: do two convex shapes of space meet? (Snethen, 2008)
///
/// Take a point c deep inside B - A, and the ray from c through the origin. A portal is a triangle of points of B - A
/// that the ray passes through. If the origin is on c's side of the portal, it is in B - A. If not, push the portal
/// outwards, until it has passed the origin, or lies on the boundary of B - A and has not.
#pragma once

#include "minkowski_difference.hpp"

#include <utility>

namespace textbook {

enum class MprStop {
  apart,       // all of B - A is on this side of a plane, and the origin is beyond it
  on_the_ray,  // the origin is c, or between c and a point of B - A: they meet, and there is no portal to measure
  portal_on_surface,  // the portal has reached the boundary: the depth is that of its plane
  no_portal,          // no triangle found that the ray passes through: B - A is flat, or rounding decides
  iteration_limit     // undecided, unless `meet` says that the origin has been passed
};

struct MprResult {
  bool meet = false;
  double depth = 0;  // of the portal, if they meet: enough to end the overlap, and not always the least
  Vec3 normal;       // moving B by depth * normal ends the overlap
  MprStop stop = MprStop::iteration_limit;
  int iterations = 0;
};

struct Portal {
  Vec3 c;        // where the ray starts
  Vec3 p, q, r;  // the triangle, counterclockwise when seen from outside
  bool found = false;
};

/// Is the ray outside of the side of the portal that runs from a to b? It passes a portal if it is outside of none.
inline bool outside(Vec3 c, Vec3 a, Vec3 b) { return dot(cross(a, b), c) > 0; }

/// Phase 1: turn a triangle around c until the ray passes through it.
template <class Difference>
Portal find_portal(const Difference& support, Vec3 c, MprResult& result, int max_iterations) {
  Portal portal{c, support(-c).w, {}, {}};
  const auto end = [&result, &portal](MprStop stop) {
    result.stop = stop;
    return portal;
  };
  if (dot(portal.p, -c) < 0) return end(MprStop::apart);  // the furthest point towards the origin does not reach it
  Vec3 d = cross(portal.p, c);
  result.meet = d == Vec3{};  // p is reached through the origin
  if (result.meet) return end(MprStop::on_the_ray);
  portal.q = support(d).w;
  if (dot(portal.q, d) < 0) return end(MprStop::apart);
  for (int i = 0; i < max_iterations; ++i) {
    ++result.iterations;
    // A plane through c, p and q, and its side on which the origin is: r is furthest there.
    d = cross(portal.p - c, portal.q - c);
    if (d == Vec3{}) return end(MprStop::no_portal);
    if (dot(d, c) > 0) {
      std::swap(portal.p, portal.q);
      d = -d;
    }
    portal.r = support(d).w;
    if (dot(portal.r, d) < 0) return end(MprStop::apart);
    if (outside(c, portal.r, portal.p)) {
      portal.q = portal.r;
    } else if (outside(c, portal.q, portal.r)) {
      portal.p = portal.r;
    } else {
      portal.found = true;
      return portal;
    }
  }
  return end(MprStop::no_portal);
}

/// `c` is a point inside B - A: the center of B less that of A.
template <class Difference>
MprResult mpr(const Difference& support, Vec3 c, double tolerance = 1e-12, int max_iterations = 128) {
  MprResult result;
  if (c == Vec3{}) {
    result.meet = true;
    result.stop = MprStop::on_the_ray;
    return result;
  }
  Portal portal = find_portal(support, c, result, max_iterations);
  if (!portal.found) return result;
  Vec3 &p = portal.p, &q = portal.q, &r = portal.r;

  // Phase 2: push the portal outwards.
  for (int i = 0; i < max_iterations; ++i) {
    ++result.iterations;
    // 1. The outward normal of the portal. The origin on the inner side: it is between c and the portal, in B - A.
    Vec3 n = cross(q - p, r - p);
    if (n == Vec3{}) {
      result.stop = MprStop::no_portal;
      return result;
    }
    n = (1 / length(n)) * n;
    if (dot(n, p) >= 0) result.meet = true;

    // 2. The point w of B - A furthest that way. The origin beyond it: the plane through w is between.
    const Vec3 w = support(n).w;
    result.depth = dot(n, w);
    result.normal = -n;
    if (!result.meet && dot(n, w) < 0) {
      result.stop = MprStop::apart;
      return result;
    }

    // 3. Nothing beyond the portal: it is a part of the boundary.
    if (dot(n, w - p) <= tolerance * length(w)) {
      result.stop = result.meet ? MprStop::portal_on_surface : MprStop::apart;
      return result;
    }

    // 4. With w there are three smaller portals, each without one of p, q and r. The ray passes through one of them.
    if (outside(c, w, p)) {
      (outside(c, w, r) ? p : q) = w;
    } else {
      (outside(c, w, q) ? r : p) = w;
    }
  }
  result.stop = MprStop::iteration_limit;
  return result;
}

}  // namespace textbook
