/// The ray cast by GJK: when does a ray enter a convex shape? (van den Bergen, 2004)
///
/// Look from a point x of the ray, first its origin, with the search of gjk2.hpp. Each support plane that has x in
/// front of it is a proof: nothing of the shape is before it. So x may go on until it reaches the plane, and looks from
/// there. A plane that turns away from the ray is never reached, and the ray misses.
///
/// For two shapes, cast the ray of the motion at B - A: A that moves by r meets B when the origin that moves by r is in
/// B - A. It is the same program, with another support function.
#pragma once

#include "../gjk2.hpp"
#include "../gjk3.hpp"

#include <algorithm>
#include <type_traits>

namespace textbook {

enum class RayCastStop {
  starts_inside,   // the origin of the ray is in the shape, or on it: t = 0
  arrived,         // x is on the shape, within the tolerance, or as near as rounding allows
  turned_away,     // the ray does not run towards the plane: it misses
  past_the_end,    // the plane is reached after t = 1: it misses
  iteration_limit  // undecided; the ray is free until t all the same
};

template <class Vec>
struct RayCast {
  bool hit = false;
  double t = 0;  // of the hit; without one, the ray is free until then
  Vec normal;    // of the last plane that it was brought to; any length
  RayCastStop stop = RayCastStop::iteration_limit;
  int iterations = 0;
};

/// `support(d)` is the point of the shape furthest along d. The ray is o + t r, for t from 0 to 1. The tolerance is a
/// part of the distance to the furthest corner of the simplex.
template <class Vec, class Shape>
RayCast<Vec> ray_cast(const Shape& support, Vec o, Vec r, double tolerance = 1e-12, int max_iterations = 128) {
  constexpr std::size_t full = std::is_same_v<Vec, Vec2> ? 3 : 4;
  RayCast<Vec> result;
  const auto end = [&result](RayCastStop stop) {
    result.hit = stop == RayCastStop::starts_inside || stop == RayCastStop::arrived;
    result.stop = stop;
    return result;
  };
  Vec x = o;
  const auto seen_from_x = [&x](Vec b) { return SupportPoint<Vec>{b - x, x, b}; };
  std::vector<SupportPoint<Vec>> simplex = {seen_from_x(support(-r))};  // corners b of the shape, and w = b - x
  for (int i = 1; i <= max_iterations; ++i) {
    result.iterations = i;
    const RayCastStop here = result.t == 0 ? RayCastStop::starts_inside : RayCastStop::arrived;

    // 1. The point of the simplex that is nearest to x. Is it x? Then the ray has arrived.
    double size = 0;
    for (const SupportPoint<Vec>& vertex : simplex) size = std::max(size, length(vertex.w));
    const Closest<Vec> closest = reduce(simplex);
    if (simplex.size() == full || length(closest.point) <= tolerance * size) return end(here);

    // 2. The support plane from there towards x, and how far x is in front of it.
    const Vec n = direction_to_origin(simplex);
    const SupportPoint<Vec> corner = seen_from_x(support(n));
    const double height = -dot(n, corner.w);
    const bool known = std::any_of(simplex.begin(), simplex.end(), [&](const auto& v) { return v.b == corner.b; });
    if (height <= 0 && known) return end(here);

    // 3. In front: the ray is free until it reaches the plane. Go there.
    if (height > 0) {
      const double speed = -dot(n, r);
      if (speed <= 0) return end(RayCastStop::turned_away);
      const double next = result.t + height / speed;
      if (next > 1) return end(RayCastStop::past_the_end);
      if (next == result.t) return end(here);
      result.t = next;
      result.normal = n;
      x = o + result.t * r;
    }

    // 4. The corner joins the simplex, which x sees from its new place.
    if (!known) simplex.push_back(corner);
    for (SupportPoint<Vec>& vertex : simplex) vertex = seen_from_x(vertex.b);
  }
  return result;
}

}  // namespace textbook
