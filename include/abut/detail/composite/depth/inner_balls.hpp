/// A lower bound of the depth of two bodies, one of them a solid: balls within them.
///
/// If the ball of radius r around a point is in A, and that of radius s around the same point in B, then no translation
/// shorter than r + s takes them apart. A point that is only known to belong to a body has a ball of radius 0. So every
/// point proves something, and some are tried: the middle between the deepest points of the hulls, and of what their
/// boxes share, which are the best ones where two flat sides have met; centers of boxes of both trees; vertices.
#pragma once

#include <abut/detail/composite/nesting.hpp>
#include <abut/penetration.hpp>

namespace abut::detail {

/// The radius of a ball around q that is proven to be in the body; negative if not even q is.
template <Scalar T, int D>
double inner_radius(const CompositeRef<T, D>& body, const Vec<T, D>& q) {
  const Point<T, D> point{q};
  const ShapeRef<T, D> shape(point);
  if (body.shape != nullptr) {
    const T depth = penetration_of_refs<T, D>({shape, nullptr}, {*body.shape, body.pose}, {}).lower;
    return depth > T(0) ? double(depth) : -1;
  }
  if (!body.is_solid) return -1;
  const ProvenWinding found = proven_winding(body, q);
  if (!found.is_proven || found.winding.number == 0) return -1;
  return proven_distance(body, ConvexBody<T, D>(shape), infinity<double>);
}

template <Scalar T, int D>
class InnerBalls {
 public:
  using V = Vec<T, D>;

  InnerBalls(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b) : a_(a), b_(b) {}

  /// The greatest depth that the points tried have proven.
  double depth() const { return depth_; }

  /// Any point, in the world.
  void try_point(const V& q) {
    if (!is_finite(q)) return;
    const double r = inner_radius(a_, q);
    if (r < 0) return;
    const double s = inner_radius(b_, q);
    if (s >= 0) take(r + s);
  }

  /// The centers of the box of a body, of its children's and of theirs.
  void try_boxes(const CompositeRef<T, D>& body) {
    if (!body.is_solid) return;  // they are hardly ever on a surface
    try_children(body, 0, true);
    try_point(in_world(body, body.tree.center));
  }

  /// Some vertices of `body`, in the other one.
  void try_vertices(const CompositeRef<T, D>& body, const CompositeRef<T, D>& other) {
    constexpr std::uint32_t most = 32;
    if (body.shape != nullptr) return;
    const std::uint32_t step = (body.part_count + most - 1) / most;
    for (std::uint64_t part = 0; part < body.part_count; part += step) {
      const Vec<double, D> vertex = widen(body.simplex(static_cast<std::uint32_t>(part)).a);
      const V q = in_world(body, vertex);
      if (!is_finite(q)) continue;
      take(inner_radius(other, q) - rounding(body, vertex, q));
    }
  }

 private:
  void take(double depth) {
    const double proven = depth * (1 - 0x1p-50);
    depth_ = proven > depth_ ? proven : depth_;
  }

  /// How far a vertex may be from where in_world() puts it: by the matrix (11 u) and product (4.25 u) of its length, by
  /// the sum, and by the rounding to T. 1.75 exceeds the square root of three.
  static double rounding(const CompositeRef<T, D>& body, const Vec<double, D>& vertex, const V& q) {
    const double to_scalar = std::same_as<T, double> ? 0 : epsilon_of<T> * max_abs(widen(q));
    if (body.pose == nullptr) return 0;
    return 1.75 * (32 * unit_roundoff * (max_abs(vertex) + max_abs(widen(body.pose->p))) + to_scalar);
  }

  void try_children(const CompositeRef<T, D>& body, std::uint32_t index, bool deeper) {
    const BvhNode<D>& node = body.tree.nodes[index];
    for (int k = 0; k < BvhNode<D>::width && !node.child[k].is_none(); ++k) {
      Vec<double, D> center;
      for (int i = 0; i < D; ++i) center[i] = (double(node.lower[i][k]) + double(node.upper[i][k])) * 0.5;
      try_point(in_world(body, center * body.tree.unit + body.tree.center));
      if (deeper && !node.child[k].is_leaf()) try_children(body, node.child[k].index(), false);
    }
  }

  const CompositeRef<T, D>& a_;
  const CompositeRef<T, D>& b_;
  double depth_ = 0;
};

}  // namespace abut::detail
