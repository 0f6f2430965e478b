/// GJK in the plane: the distance of two convex shapes (Gilbert, Johnson and Keerthi, 1988).
///
/// Which point of B - A is nearest to the origin? Keep a simplex of at most three of its points. Take the point v of
/// the simplex that is nearest to the origin, look from there towards the origin, and fetch the point w of B - A that
/// is furthest that way. With w in the simplex the next v is nearer. When no w is further than v, v is the answer.
#pragma once

#include "closest_point.hpp"
#include "minkowski_difference.hpp"

#include <vector>

namespace textbook {

enum class Gjk2Stop {
  origin_inside,       // the origin is in a triangle: the shapes overlap
  origin_touched,      // the origin is a vertex, or lies on an edge: the shapes meet
  repeated_vertex,     // w is in the simplex already
  no_nearer,           // w is no further towards the origin than v
  degenerate_simplex,  // the new v is no nearer than the last: the simplex is too flat for its weights to be trusted
  iteration_limit      // this was not expected; v is still a point of B - A
};

struct Gjk2Result {
  double distance = 0;  // 0 if the shapes meet
  Vec2 point_a, point_b;
  Gjk2Stop stop = Gjk2Stop::iteration_limit;
  int iterations = 0;
  std::vector<SupportPoint<Vec2>> simplex;
};

/// Closest point to the origin. Vertices of weight 0 leave the simplex.
inline Closest<Vec2> reduce(std::vector<SupportPoint<Vec2>>& simplex) {
  const Vec2 origin;
  const auto p = [&simplex](std::size_t i) { return simplex[i].w; };
  Closest<Vec2> closest;
  if (simplex.size() == 1) closest = {p(0), {1}};
  if (simplex.size() == 2) closest = closest_on_segment(origin, p(0), p(1));
  if (simplex.size() == 3) closest = closest_on_triangle(origin, p(0), p(1), p(2));

  std::size_t kept = 0;
  for (std::size_t i = 0; i < simplex.size(); ++i) {
    if (closest.weight[i] == 0) continue;
    simplex[kept] = simplex[i];
    closest.weight[kept] = closest.weight[i];
    ++kept;
  }
  simplex.resize(kept);
  return closest;
}

/// From the simplex towards the origin. Across an edge it is the edge turned by 90 degrees: that is perpendicular to
/// the last bit, which -v, a sum of rounded products, is not.
inline Vec2 direction_to_origin(const std::vector<SupportPoint<Vec2>>& simplex) {
  const Vec2 a = simplex[0].w;
  if (simplex.size() == 1) return -a;
  const Vec2 e = simplex[1].w - a;
  const bool origin_is_left = cross(e, -a) > 0;
  return origin_is_left ? Vec2{-e.y, e.x} : Vec2{e.y, -e.x};
}

/// `support(d)` is the support point of B - A along d: see difference(). Curved shapes never repeat a vertex: they end
/// when w is nearer by less than the tolerance, a part of the distance.
template <class Difference>
Gjk2Result gjk2(const Difference& support, double tolerance = 1e-12, int max_iterations = 64) {
  Gjk2Result best;
  std::vector<SupportPoint<Vec2>> simplex = {support(Vec2{1, 0})};  // any point of B - A
  for (int i = 1; i <= max_iterations; ++i) {
    // 1. The point v of the simplex that is nearest to the origin, and the feature that it lies on.
    const Closest<Vec2> closest = reduce(simplex);
    const Vec2 v = closest.point;

    // 2. In exact numbers v comes nearer in every step. If it does not, the last one was the best.
    if (i > 1 && length(v) >= best.distance && simplex.size() < 3) {
      best.stop = Gjk2Stop::degenerate_simplex;
      return best;
    }
    best = {length(v), {}, {}, Gjk2Stop::iteration_limit, i, simplex};
    for (std::size_t k = 0; k < simplex.size(); ++k) {  // the same weights give the points of A and B
      best.point_a = best.point_a + closest.weight[k] * simplex[k].a;
      best.point_b = best.point_b + closest.weight[k] * simplex[k].b;
    }

    // 3. The origin is in the simplex.
    if (simplex.size() == 3) {
      best.distance = 0;
      best.stop = Gjk2Stop::origin_inside;
      return best;
    }
    if (best.distance == 0) {
      best.stop = Gjk2Stop::origin_touched;
      return best;
    }

    // 4. The point w of B - A that is furthest towards the origin.
    const Vec2 d = direction_to_origin(simplex);
    const SupportPoint<Vec2> w = support(d);

    // 5. Nothing of B - A is nearer than v.
    for (const SupportPoint<Vec2>& vertex : simplex)
      if (vertex.w == w.w) best.stop = Gjk2Stop::repeated_vertex;
    if (best.stop == Gjk2Stop::repeated_vertex) return best;
    if (dot(d, w.w - v) <= tolerance * length(d) * length(v)) {
      best.stop = Gjk2Stop::no_nearer;
      return best;
    }

    // 6. A larger simplex, with a nearer v.
    simplex.push_back(w);
  }
  return best;
}

}  // namespace textbook
