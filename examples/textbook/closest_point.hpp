/// The point of a segment, a triangle or a tetrahedron that is nearest to a query point q.
///
/// Each vertex, each edge and each face has its Voronoi region: the places from where it is the nearest. Find the
/// region of q, and the rest is projection. The answer comes with barycentric weights, masses at the vertices whose
/// center of gravity it is. A vertex with weight 0 has no part in it, so the weights name the region as well.
#pragma once

#include "vec.hpp"

#include <array>

namespace textbook {

template <class Vec>
struct Closest {
  Vec point;
  std::array<double, 4> weight{};  // of the vertices a, b, c, d
};

/// In the plane and in space. u and v are the lengths from q's foot to b and from a, times |b - a|; one that is not
/// positive says that the foot is beyond that end. A segment without length has v = 0, and is its vertex a.
template <class Vec>
Closest<Vec> closest_on_segment(Vec q, Vec a, Vec b) {
  const double u = dot(b - q, b - a);
  const double v = dot(q - a, b - a);
  if (v <= 0) return {a, {1, 0}};  // region of a
  if (u <= 0) return {b, {0, 1}};  // region of b
  const double sum = u + v;        // |b - a|^2
  return {(u / sum) * a + (v / sum) * b, {u / sum, v / sum}};
}

/// The weight of a point of a segment belongs to the far end, that of a triangle to the far vertex: as q comes closer
/// to a, the triangle q b c grows until it is all of a b c, and the weight of a grows to 1.
template <class Vec>
Closest<Vec> closest_on_triangle(Vec q, Vec a, Vec b, Vec c) {
  const double u_ab = dot(b - q, b - a), v_ab = dot(q - a, b - a);
  const double u_bc = dot(c - q, c - b), v_bc = dot(q - b, c - b);
  const double u_ca = dot(a - q, a - c), v_ca = dot(q - c, a - c);

  // Vertices first: q is beyond a on both edges that meet there.
  if (v_ab <= 0 && u_ca <= 0) return {a, {1, 0, 0}};
  if (v_bc <= 0 && u_ab <= 0) return {b, {0, 1, 0}};
  if (v_ca <= 0 && u_bc <= 0) return {c, {0, 0, 1}};

  // The areas of q b c, q c a and q a b, times that of a b c. One that is not positive: q is outside of that edge.
  const auto area = cross(b - a, c - a);
  const double u = dot(cross(b - q, c - q), area);
  const double v = dot(cross(c - q, a - q), area);
  const double w = dot(cross(a - q, b - q), area);

  // Then edges. A triangle without area has u = v = w = 0, and so it ends here: as one of its edges.
  if (w <= 0 && u_ab > 0 && v_ab > 0) {
    const Closest<Vec> on = closest_on_segment(q, a, b);
    return {on.point, {on.weight[0], on.weight[1], 0}};
  }
  if (u <= 0 && u_bc > 0 && v_bc > 0) {
    const Closest<Vec> on = closest_on_segment(q, b, c);
    return {on.point, {0, on.weight[0], on.weight[1]}};
  }
  if (v <= 0 && u_ca > 0 && v_ca > 0) {
    const Closest<Vec> on = closest_on_segment(q, c, a);
    return {on.point, {on.weight[1], 0, on.weight[0]}};
  }

  // What is left is the face.
  const double sum = u + v + w;
  return {(u / sum) * a + (v / sum) * b + (w / sum) * c, {u / sum, v / sum, w / sum}};
}

/// Six times the volume of the tetrahedron, with the sign of its orientation.
constexpr double volume(Vec3 a, Vec3 b, Vec3 c, Vec3 d) { return dot(cross(b - a, c - a), d - a); }

/// q is inside, or it is outside of some faces, and then the nearest point is on one of these.
inline Closest<Vec3> closest_on_tetrahedron(Vec3 q, Vec3 a, Vec3 b, Vec3 c, Vec3 d) {
  // With q in the place of a vertex the volume keeps its sign while q is on the inner side of the opposite face.
  const double whole = volume(a, b, c, d);
  const std::array<double, 4> part = {volume(q, b, c, d), volume(a, q, c, d), volume(a, b, q, d), volume(a, b, c, q)};
  const std::array<Vec3, 4> vertex = {a, b, c, d};
  Closest<Vec3> best;
  bool inside = true;
  for (std::size_t i = 0; i < 4; ++i) {
    // A tetrahedron without volume has no inner side: every face is a candidate, and it ends as one of them.
    if (part[i] * whole > 0) continue;
    const std::size_t j = (i + 1) % 4, k = (i + 2) % 4, l = (i + 3) % 4;
    const Closest<Vec3> on = closest_on_triangle(q, vertex[j], vertex[k], vertex[l]);
    if (inside || length(on.point - q) < length(best.point - q)) {
      best = {on.point, {}};
      best.weight[j] = on.weight[0], best.weight[k] = on.weight[1], best.weight[l] = on.weight[2];
    }
    inside = false;
  }
  if (!inside) return best;
  return {q, {part[0] / whole, part[1] / whole, part[2] / whole, part[3] / whole}};
}

}  // namespace textbook
