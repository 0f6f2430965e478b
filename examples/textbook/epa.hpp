/// EPA, the expanding polytope: how deep two convex shapes of space overlap, and the shortest way out (van den Bergen,
/// 2001).
///
/// GJK ends with a tetrahedron in B - A around the origin. The depth is the distance from the origin to the nearest
/// point of the boundary of B - A. Blow the tetrahedron up: take its face nearest to the origin, fetch the point w of
/// B - A furthest along the face's normal, and put w in. When no w is further than the face, the face is on the
/// boundary.
#pragma once

#include "minkowski_difference.hpp"

#include <array>
#include <limits>
#include <utility>
#include <vector>

namespace textbook {

enum class EpaStop {
  face_on_boundary,  // no w is further out than the nearest face: its distance is the depth
  no_volume,         // B - A is flat: the shapes are in touch, and the depth is 0
  broken_horizon,    // rounding made w see faces that are not one patch
  iteration_limit    // the depth so far is a lower bound; curved shapes may end here
};

struct EpaResult {
  double depth = 0;
  Vec3 normal;  // moving B by depth * normal ends the overlap
  EpaStop stop = EpaStop::iteration_limit;
  int iterations = 0;
};

struct EpaFace {
  std::array<Vec3, 3> p;
  Vec3 normal;      // outward, of length 1
  double distance;  // of the plane from the origin
};

/// a, b and c run counterclockwise when seen from outside.
inline EpaFace epa_face(Vec3 a, Vec3 b, Vec3 c) {
  const Vec3 n = cross(b - a, c - a);
  const double area = length(n);
  if (area == 0) return {{a, b, c}, {}, std::numeric_limits<double>::infinity()};  // a degenerate face is never nearest
  return {{a, b, c}, (1 / area) * n, dot(n, a) / area};
}

/// GJK may end with less than a tetrahedron, when the origin lies on an edge, say. Then points along the axes, away
/// from the line and away from the plane make it one. If there are none, B - A has no volume.
template <class Difference>
std::vector<Vec3> epa_tetrahedron(const Difference& support, const std::vector<SupportPoint<Vec3>>& simplex,
                                  double tolerance) {
  std::vector<Vec3> p;
  p.reserve(4);
  for (const SupportPoint<Vec3>& vertex : simplex) p.push_back(vertex.w);
  const std::array<Vec3, 6> axes = {Vec3{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};
  for (std::size_t i = 0; i < axes.size() && p.size() < 4; ++i) {
    Vec3 d = axes[i];
    if (p.size() == 2) d = cross(p[1] - p[0], axes[i]);
    if (p.size() == 3) d = dot(axes[i], {1, 1, 1}) * cross(p[1] - p[0], p[2] - p[0]);  // to one side and to the other
    const Vec3 w = support(d).w;
    if (dot(d, w - p[0]) <= tolerance * length(d) * length(w)) continue;
    p.push_back(w);
    i = std::size_t(-1);  // with one more point, all axes again
  }
  return p;
}

/// `simplex` holds the points that GJK ended with; the origin is among them. The tolerance is a part of the depth.
template <class Difference>
EpaResult epa(const Difference& support, const std::vector<SupportPoint<Vec3>>& simplex, double tolerance = 1e-12,
              int max_iterations = 256) {
  EpaResult best;
  std::vector<Vec3> p = epa_tetrahedron(support, simplex, tolerance);
  if (p.size() < 4) {
    best.stop = EpaStop::no_volume;
    return best;
  }
  if (dot(cross(p[1] - p[0], p[2] - p[0]), p[3] - p[0]) > 0) std::swap(p[1], p[2]);
  std::vector<EpaFace> faces = {epa_face(p[0], p[1], p[2]), epa_face(p[0], p[2], p[3]),  // all seen from outside
                                epa_face(p[0], p[3], p[1]), epa_face(p[1], p[3], p[2])};
  for (int i = 1; i <= max_iterations; ++i) {
    // 1. The face nearest to the origin. It is inside B - A, so the depth is at least its distance.
    EpaFace nearest = faces.front();
    for (const EpaFace& face : faces)
      if (face.distance < nearest.distance) nearest = face;
    best = {nearest.distance, -nearest.normal, EpaStop::iteration_limit, i};

    // 2. The point w of B - A furthest along its normal. Nothing is beyond w, so the depth is at most dot(normal, w).
    const Vec3 w = support(nearest.normal).w;
    const double gain = dot(nearest.normal, w - nearest.p[0]);
    if (gain <= tolerance * length(w)) {
      best.stop = EpaStop::face_on_boundary;
      return best;
    }

    // 3. Faces that w sees go. The edges of what is left open, the horizon, belong to one of them only.
    std::vector<EpaFace> hidden;
    std::vector<std::pair<Vec3, Vec3>> horizon;
    for (const EpaFace& face : faces) {
      if (dot(face.normal, w - face.p[0]) <= 0) {
        hidden.push_back(face);
        continue;
      }
      for (std::size_t k = 0; k < 3; ++k) {
        const std::pair<Vec3, Vec3> edge = {face.p[k], face.p[(k + 1) % 3]};
        const std::pair<Vec3, Vec3> other_way = {edge.second, edge.first};  // as the neighbor runs through it
        if (std::erase(horizon, other_way) == 0) horizon.push_back(edge);
      }
    }
    if (horizon.size() != faces.size() - hidden.size() + 2) {  // a loop around k faces has k + 2 edges
      best.stop = EpaStop::broken_horizon;
      return best;
    }

    // 4. A cone of new faces, from the horizon to w, closes the polytope again.
    faces = hidden;
    for (const auto& [from, to] : horizon) faces.push_back(epa_face(from, to, w));
  }
  return best;
}

}  // namespace textbook
