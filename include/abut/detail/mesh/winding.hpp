/// The winding number of a closed mesh about a point: how often its surface goes around it. Exact.
///
/// A ray from the point along +x crosses the surface; the winding number is the number of crossings from inside to
/// outside minus the number of those from outside to inside. Where the ray passes through an edge or a vertex, it is
/// the ray from q + (0, e, e^2) that counts, for an infinitely small e > 0: it passes through none. Reference: H.
/// Edelsbrunner, E. P. Muecke, "Simulation of Simplicity" (1990). Departure: the point alone is perturbed. All signs
/// are those of mesh/sides.hpp, so that the parts on both sides of an edge agree about the ray without being asked
/// together. The tree leaves out what the ray does not come near.
///
/// Whether the point is on a part is decided exactly, too, and without perturbing it.
#pragma once

#include <abut/detail/composite/composite_ref.hpp>
#include <abut/detail/mesh/sides.hpp>

namespace abut::detail {

/// How one part is crossed by the ray.
struct PartCrossing {
  int winding = 0;     ///< 1: from inside to outside
  bool is_on = false;  ///< the point is on the part
};

inline bool is_between(double a, double x, double b) { return (a <= x && x <= b) || (b <= x && x <= a); }

/// Whether q is on the segment, given that it is on its line.
template <int D>
bool is_between(const Vec<double, D>& a, const Vec<double, D>& q, const Vec<double, D>& b) {
  bool all = true;
  for (int i = 0; i < D; ++i) all = all && is_between(a[i], q[i], b[i]);
  return all;
}

inline PartCrossing crossing(const Vec2d& a, const Vec2d& b, const Vec2d& q) {
  const bool from_below = a.y <= q.y, to_below = b.y <= q.y;  // the ray is higher by e
  const bool is_in_box = is_between(a, q, b);
  if (from_below == to_below && !is_in_box) return {};
  const int side = side_of(a, b, q);
  if (side == 0 && is_in_box) return {0, true};
  if (from_below == to_below || (side > 0) != from_below) return {};
  return {from_below ? 1 : -1, false};
}

/// The sides of the edges of a triangle, seen along an axis, on which a point is.
struct EdgeSides {
  int side[3];

  EdgeSides(const Vec3d (&v)[3], const Vec3d& q, int axis) {
    const Vec2d p[3] = {without_axis(v[0], axis), without_axis(v[1], axis), without_axis(v[2], axis)};
    for (int i = 0; i < 3; ++i) side[i] = side_of(p[i], p[(i + 1) % 3], without_axis(q, axis));
  }
  bool are_zero() const { return side[0] == 0 && side[1] == 0 && side[2] == 0; }
  bool is_outside() const {
    const bool left = side[0] > 0 || side[1] > 0 || side[2] > 0, right = side[0] < 0 || side[1] < 0 || side[2] < 0;
    return left && right;
  }
  /// Of the triangle, if the point is not outside.
  int orientation() const { return side[0] != 0 ? side[0] : side[1] != 0 ? side[1] : side[2]; }
};

/// Whether q is on a triangle that is seen edge-on along x, with q in its plane.
inline bool is_on_edge_on(const Vec3d (&v)[3], const Vec3d& q) {
  for (int axis = 1; axis < 3; ++axis) {
    const EdgeSides sides(v, q, axis);
    if (!sides.are_zero()) return !sides.is_outside();
  }
  return is_between(v[0], q, v[1]) || is_between(v[1], q, v[2]);  // all in one line
}

/// On which side of the line from a to b, both seen along x, q is once it is perturbed; 0 if they are one point.
inline int perturbed_side(const Vec3d& a, const Vec3d& b) {
  if (a.z != b.z) return b.z > a.z ? -1 : 1;
  return b.y > a.y ? 1 : b.y < a.y ? -1 : 0;
}

/// Whether the ray does not come near the box of a triangle.
inline bool misses_box(const Vec3d (&v)[3], const Vec3d& q) {
  if (v[0].x < q.x && v[1].x < q.x && v[2].x < q.x) return true;
  for (int i = 1; i < 3; ++i) {
    if (v[0][i] < q[i] && v[1][i] < q[i] && v[2][i] < q[i]) return true;
    if (v[0][i] > q[i] && v[1][i] > q[i] && v[2][i] > q[i]) return true;
  }
  return false;
}

inline PartCrossing crossing(const Vec3d (&v)[3], const Vec3d& q) {
  if (misses_box(v, q)) return {};
  const EdgeSides sides(v, q, 0);
  if (sides.is_outside()) return {};
  if (sides.are_zero()) return {0, is_on_edge_on(v, q)};
  const int plane = side_of(v[0], v[1], v[2], q), orientation = sides.orientation();
  if (plane == 0) return {0, true};
  if (plane == orientation) return {};  // the triangle lies behind q
  for (int i = 0; i < 3; ++i) {
    if (sides.side[i] == 0 && perturbed_side(v[i], v[(i + 1) % 3]) != orientation) return {};
  }
  return {orientation, false};
}

template <Scalar T>
PartCrossing crossing_of_part(const Segment<T, 2>& s, const Vec2d& q) {
  return crossing(widen(s.a), widen(s.b), q);
}
template <Scalar T>
PartCrossing crossing_of_part(const Triangle<T, 3>& t, const Vec3d& q) {
  return crossing({widen(t.a), widen(t.b), widen(t.c)}, q);
}

struct WindingNumber {
  int number = 0;      ///< 0 if the point is on the surface
  bool is_on = false;  ///< the point is on the surface
};

/// A ray along +x among the boxes of a tree. The point is rounded there, but as the sides of the boxes were, which were
/// then moved outward (bvh/frame.hpp): rounding keeps the order, so that a point in a box is not found outside.
template <int D>
class RayBoxes {
 public:
  RayBoxes(const BvhView<D>& tree, const Vec<double, D>& q) : point_((q - tree.center) * (1 / tree.unit)) {}

  /// Whether the ray meets child k.
  bool meets(const BvhNode<D>& node, int k) const {
    bool misses = double(node.upper[0][k]) < point_[0];
    for (int i = 1; i < D; ++i) {
      misses = misses || double(node.upper[i][k]) < point_[i] || double(node.lower[i][k]) > point_[i];
    }
    return !misses;
  }

 private:
  Vec<double, D> point_;
};

/// The winding number of a closed mesh about a finite point in the frame of the mesh.
template <Scalar T, int D>
WindingNumber winding_number(const CompositeRef<T, D>& mesh, const Vec<double, D>& q) {
  const RayBoxes<D> ray(mesh.tree, q);
  std::uint32_t stack[(BvhNode<D>::width - 1) * most_bvh_levels + 1];
  int size = 0, number = 0;
  stack[size++] = 0;
  while (size > 0) {
    const BvhNode<D>& node = mesh.tree.nodes[stack[--size]];
    for (int k = 0; k < BvhNode<D>::width && !node.child[k].is_none(); ++k) {
      if (!ray.meets(node, k)) continue;
      if (!node.child[k].is_leaf()) {
        stack[size++] = node.child[k].index();
        continue;
      }
      for (const std::uint32_t part : mesh.leaves[node.child[k].index()].part) {
        if (part == LeafParts::no_part) break;
        const PartCrossing c = crossing_of_part(mesh.simplex(part), q);
        if (c.is_on) return {0, true};
        number += c.winding;
      }
    }
  }
  return {number, false};
}

}  // namespace abut::detail
