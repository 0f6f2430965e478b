/// EPA in the plane, the expanding polygon: how deep two convex shapes overlap, and the shortest way out (van den
/// Bergen, 2001).
///
/// GJK ends with a triangle in B - A around the origin. The depth is the distance from the origin to the nearest point
/// of the boundary of B - A. Blow the triangle up: take its edge nearest to the origin, fetch the point w of B - A
/// furthest along the edge's normal, and put w between the ends of the edge. When no w is further than the edge, the
/// edge is on the boundary.
#pragma once

#include "minkowski_difference.hpp"

#include <array>
#include <iterator>
#include <limits>
#include <utility>
#include <vector>

namespace textbook {

enum class Epa2Stop {
  edge_on_boundary,  // no w is further out than the nearest edge: its distance is the depth
  no_area,           // B - A is flat: the shapes are in touch, and the depth is 0
  iteration_limit    // the depth so far is a lower bound; curved shapes may end here
};

struct Epa2Result {
  double depth = 0;
  Vec2 normal;  // moving B by depth * normal ends the overlap
  Epa2Stop stop = Epa2Stop::iteration_limit;
  int iterations = 0;
};

struct Epa2Edge {
  std::size_t to = 0;   // the corner that it leads to, from the one before
  Vec2 normal;          // outward, of length 1
  double distance = 0;  // of the line from the origin
};

/// The edge of a counterclockwise polygon that is nearest to the origin. One without length is never the nearest.
inline Epa2Edge nearest_edge(const std::vector<Vec2>& polygon) {
  Epa2Edge nearest{0, {}, std::numeric_limits<double>::infinity()};
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec2 a = polygon[i == 0 ? polygon.size() - 1 : i - 1];
    const Vec2 e = polygon[i] - a;
    if (length(e) == 0) continue;
    const Vec2 normal = (1 / length(e)) * Vec2{e.y, -e.x};  // the edge turned to the right
    if (dot(normal, a) < nearest.distance) nearest = {i, normal, dot(normal, a)};
  }
  return nearest;
}

/// GJK may end with less than a triangle, when the origin lies on an edge, say. Then points along the axes, or away
/// from the line, make it one. If there are none, B - A has no area.
template <class Difference>
std::vector<Vec2> epa2_triangle(const Difference& support, const std::vector<SupportPoint<Vec2>>& simplex,
                                double tolerance) {
  std::vector<Vec2> p;
  p.reserve(3);
  for (const SupportPoint<Vec2>& vertex : simplex) p.push_back(vertex.w);
  const std::array<Vec2, 4> axes = {Vec2{1, 0}, {-1, 0}, {0, 1}, {0, -1}};
  for (std::size_t i = 0; i < axes.size() && p.size() < 3; ++i) {
    Vec2 d = axes[i];
    if (p.size() == 2) {
      const Vec2 e = p[1] - p[0];
      d = (i % 2 == 0 ? 1.0 : -1.0) * Vec2{-e.y, e.x};  // to one side and to the other
    }
    const Vec2 w = support(d).w;
    if (dot(d, w - p[0]) <= tolerance * length(d) * length(w)) continue;
    p.push_back(w);
    i = std::size_t(-1);  // with one more point, all axes again
  }
  if (p.size() == 3 && cross(p[1] - p[0], p[2] - p[0]) < 0) std::swap(p[1], p[2]);
  return p;
}

/// `simplex` holds the points that GJK ended with; the origin is among them. The tolerance is a part of the depth.
template <class Difference>
Epa2Result epa2(const Difference& support, const std::vector<SupportPoint<Vec2>>& simplex, double tolerance = 1e-12,
                int max_iterations = 64) {
  Epa2Result best;
  std::vector<Vec2> polygon = epa2_triangle(support, simplex, tolerance);
  if (polygon.size() < 3) {
    best.stop = Epa2Stop::no_area;
    return best;
  }
  for (int i = 1; i <= max_iterations; ++i) {
    // 1. The edge nearest to the origin. It is inside B - A, so the depth is at least its distance.
    const Epa2Edge edge = nearest_edge(polygon);
    best = {edge.distance, -edge.normal, Epa2Stop::iteration_limit, i};

    // 2. The point w of B - A furthest along its normal. Nothing is beyond w, so the depth is at most dot(normal, w).
    const Vec2 w = support(edge.normal).w;

    // 3. Nothing beyond the edge: it is a part of the boundary, and the way out leads through it.
    const double gain = dot(edge.normal, w - polygon[edge.to]);
    if (gain <= tolerance * length(w)) {
      best.stop = Epa2Stop::edge_on_boundary;
      return best;
    }

    // 4. Two edges take the place of one: from its start to w, and from w to its end.
    polygon.insert(std::next(polygon.begin(), std::ptrdiff_t(edge.to)), w);
  }
  return best;
}

}  // namespace textbook
