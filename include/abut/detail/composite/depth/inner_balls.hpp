/// A lower bound of the depth of two bodies: balls within them.
///
/// If the ball of radius r around a point is in A, and that of radius s around the same point in B, then no translation
/// shorter than r + s takes them apart. A point that is only known to belong to a body has a ball of radius 0. So every
/// point proves something, and some are tried: the middle between the deepest points of the hulls, and of what their
/// boxes share, which are the best ones where two flat sides have met; centers of boxes of both trees; vertices.
#pragma once

#include <abut/detail/composite/nesting.hpp>
#include <abut/penetration.hpp>

namespace abut::detail {

template <Scalar T, int D>
double inner_radius_of_part(const CompositeRef<T, D>& body, const Vec<T, D>& q);

/// The radius of a ball around q that is proven to be in the body; negative if not even q is.
template <Scalar T, int D>
double inner_radius(const CompositeRef<T, D>& body, const Vec<T, D>& q) {
  if (body.is_solid) {
    const ProvenWinding found = proven_winding(body, q);
    if (found.is_proven && found.winding.number != 0) {
      const Point<T, D> point{q};
      return double(body.radius) + proven_distance(body, ConvexBody<T, D>(ShapeRef<T, D>(point)), infinity<double>);
    }
  }
  return inner_radius_of_part(body, q);
}

/// The same of one of the parts that q meets.
template <Scalar T, int D>
double inner_radius_of_part(const CompositeRef<T, D>& body, const Vec<T, D>& q) {
  if (body.kind == PartKind::simplices && body.radius == 0) return -1;  // they have no interior
  const Point<T, D> point{q};
  const ShapeRef<T, D> shape(point);
  std::uint32_t part = 0;
  if (body.part_count > 1) {
    const ConvexBody<T, D> convex(shape);
    const auto met = overlap_of_parts(body, convex.ref(nullptr), {});
    if (!met.overlap) return -1;
    part = met.part_a;
  }
  if (body.is_body(part)) return inner_radius(body.body(part), q);
  const T depth = body.with_part(part, [&](const RefOperand<T, D>& operand) {
    return penetration_of_refs<T, D>({shape, nullptr}, operand, {}).lower;
  });
  return depth > T(0) ? double(depth) : -1;
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

  /// Points of some parts of `body`, in the other one.
  void try_parts(const CompositeRef<T, D>& body, const CompositeRef<T, D>& other) {
    constexpr std::uint32_t most = 32;
    if (body.kind == PartKind::shape) return;
    const std::uint32_t step = (body.part_count + most - 1) / most;
    for (std::uint64_t part = 0; part < body.part_count; part += step) {
      const Witness<D> w = witness(body, static_cast<std::uint32_t>(part));
      const V q = in_world(body, w.point);
      const double r = is_finite(q) ? inner_radius(other, q) : -1;
      if (r >= 0) take(r + double(body.radius) - rounding(body, w.point, q) - w.error);
    }
  }

 private:
  void take(double depth) {
    const double proven = depth * (1 - 0x1p-50);
    depth_ = proven > depth_ ? proven : depth_;
  }

  /// How far a point of a body may be from where in_world() puts it: by one or two matrices (11 u each) and products
  /// (4.25 u) of all lengths, by the sums, and by the rounding to T. 1.75 exceeds the square root of three.
  static double rounding(const CompositeRef<T, D>& body, const Vec<double, D>& point, const V& q) {
    const double to_scalar = std::same_as<T, double> ? 0 : epsilon_of<T> * max_abs(widen(q));
    const BodyPose<D> pose(body);
    const double lengths = max_abs(point) + max_abs(pose.position) + max_abs(pose.inner);
    return 1.75 * ((pose.is_posed ? 64 * unit_roundoff * lengths : 0) + to_scalar);
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
