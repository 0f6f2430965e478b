/// GJK in space: the distance of two convex shapes (Gilbert, Johnson and Keerthi, 1988).
///
/// The loop is that of the plane, see gjk2.hpp: v, the point of the simplex nearest to the origin; d, from there
/// towards the origin; w, the point of B - A furthest along d. New are the simplex, which may be a tetrahedron, and the
/// directions across an edge and across a face.
#pragma once

#include "closest_point.hpp"
#include "minkowski_difference.hpp"

#include <vector>

namespace textbook {

enum class Gjk3Stop {
  origin_inside,       // the origin is in a tetrahedron: the shapes overlap
  origin_touched,      // the origin is a vertex, or lies on an edge or a face: the shapes meet
  repeated_vertex,     // w is in the simplex already
  no_nearer,           // w is no further towards the origin than v
  degenerate_simplex,  // the new v is no nearer than the last: the simplex is too flat for its weights to be trusted
  iteration_limit      // this was not expected; v is still a point of B - A
};

struct Gjk3Result {
  double distance = 0;  // 0 if the shapes meet
  Vec3 point_a, point_b;
  Gjk3Stop stop = Gjk3Stop::iteration_limit;
  int iterations = 0;
  std::vector<SupportPoint<Vec3>> simplex;
};

/// Closest point to the origin. Vertices of weight 0 leave the simplex.
inline Closest<Vec3> reduce(std::vector<SupportPoint<Vec3>>& simplex) {
  const Vec3 origin;
  const auto p = [&simplex](std::size_t i) { return simplex[i].w; };
  Closest<Vec3> closest;
  if (simplex.size() == 1) closest = {p(0), {1}};
  if (simplex.size() == 2) closest = closest_on_segment(origin, p(0), p(1));
  if (simplex.size() == 3) closest = closest_on_triangle(origin, p(0), p(1), p(2));
  if (simplex.size() == 4) closest = closest_on_tetrahedron(origin, p(0), p(1), p(2), p(3));

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

/// From the simplex towards the origin, perpendicular to the feature, however short and badly rounded v may be.
inline Vec3 direction_to_origin(const std::vector<SupportPoint<Vec3>>& simplex) {
  const Vec3 a = simplex[0].w;
  if (simplex.size() == 1) return -a;
  const Vec3 e = simplex[1].w - a;
  if (simplex.size() == 2) return cross(cross(e, -a), e);  // what is left of -a without its part along the edge
  const Vec3 n = cross(e, simplex[2].w - a);
  return dot(n, -a) > 0 ? n : -n;  // the side of the face on which the origin is
}

/// `support(d)` is the support point of B - A along d: see difference(). Curved shapes never repeat a vertex: they end
/// when w is nearer by less than the tolerance, a part of the distance.
template <class Difference>
Gjk3Result gjk3(const Difference& support, double tolerance = 1e-12, int max_iterations = 128) {
  Gjk3Result best;
  std::vector<SupportPoint<Vec3>> simplex = {support(Vec3{1, 0, 0})};  // any point of B - A
  for (int i = 1; i <= max_iterations; ++i) {
    // 1. The point v of the simplex that is nearest to the origin, and the feature that it lies on.
    const Closest<Vec3> closest = reduce(simplex);
    const Vec3 v = closest.point;

    // 2. In exact numbers v comes nearer in every step. If it does not, the last one was the best.
    if (i > 1 && length(v) >= best.distance && simplex.size() < 4) {
      best.stop = Gjk3Stop::degenerate_simplex;
      return best;
    }
    best = {length(v), {}, {}, Gjk3Stop::iteration_limit, i, simplex};
    for (std::size_t k = 0; k < simplex.size(); ++k) {  // the same weights give the points of A and B
      best.point_a = best.point_a + closest.weight[k] * simplex[k].a;
      best.point_b = best.point_b + closest.weight[k] * simplex[k].b;
    }

    // 3. The origin is in the simplex.
    if (simplex.size() == 4) {
      best.distance = 0;
      best.stop = Gjk3Stop::origin_inside;
      return best;
    }
    if (best.distance == 0) {
      best.stop = Gjk3Stop::origin_touched;
      return best;
    }

    // 4. The point w of B - A that is furthest towards the origin.
    const Vec3 d = direction_to_origin(simplex);
    const SupportPoint<Vec3> w = support(d);

    // 5. Nothing of B - A is nearer than v.
    for (const SupportPoint<Vec3>& vertex : simplex)
      if (vertex.w == w.w) best.stop = Gjk3Stop::repeated_vertex;
    if (best.stop == Gjk3Stop::repeated_vertex) return best;
    if (dot(d, w.w - v) <= tolerance * length(d) * length(v)) {
      best.stop = Gjk3Stop::no_nearer;
      return best;
    }

    // 6. A larger simplex, with a nearer v.
    simplex.push_back(w);
  }
  return best;
}

}  // namespace textbook
