/// The pairs of parts of two bodies in one frame: found near in float, held against a plane in double.
///
/// A is a body of parts, B another one or a convex shape.
#pragma once

#include <abut/detail/composite/leaf_pairs.hpp>
#include <abut/detail/composite/separating_plane.hpp>

namespace abut::detail {

template <Scalar T, int D>
class PartPairs {
 public:
  using V = Vec<double, D>;

  PartPairs(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const RelativeFrame<D>& frame)
      : a_(a), b_(b), plane_(a, b, frame), across_(a, b, frame) {
    if (b.indices == nullptr) set_round(*b.shape, frame);
  }

  /// Calls offer(NearPair) with the pairs of two leaves that may be nearer than the limit: see LeafPairs.
  template <class Offer>
  double search(std::uint32_t a, std::uint32_t b, const PairBounds<D>& bounds, double limit, const Offer& offer) const {
    if (b_.indices != nullptr) return LeafPairs<D>::search(a_.leaves[a], b_.leaves[b], bounds, limit, offer);
    return LeafPairs<D>::search(a_.leaves[a], b_.tree.nodes[0], round_, center_, bounds, limit, offer);
  }

  /// Takes the direction from A to B in the world, as the plane of the nearest pair. Returns false if it is zero.
  bool set_plane(const V& normal) { return plane_.set(normal); }
  const V& normal() const { return plane_.normal(); }

  /// The greatest lower bound of the distance of two parts that is known without a query; negative if there is none.
  double proven_gap(const NearPair<D>& pair, double enough) {
    const double gap = plane_.is_set() ? plane_.proven_gap(pair.a, pair.b) : -1;
    // The plane across the nearest points of triangles has been tried in float.
    if (gap >= enough || b_.indices != nullptr || !across_.set_in_frame_of_a(widen(pair.w))) return gap;
    const double across = across_.proven_gap(pair.a, pair.b);
    return across > gap ? across : gap;
  }

 private:
  void set_round(const ShapeRef<T, D>& shape, const RelativeFrame<D>& frame) {
    const Enclosure<D> ball = enclosure(shape);
    const V arm = (ball.center - b_.tree.center) * frame.scaled(1.0);
    const V center = frame.rotation() * arm + frame.translation();
    center_ = Float4Vec<D>::all(vec_cast<float>(center));
    // The bounding radius may be rounded as a float is, support points may be off by their error.
    const double error = support_error(shape, ball).height * unit_roundoff;
    const double radius = frame.scaled(ball.reach * (1 + 0x1p-20) + shape.radius() + error);
    round_ = {round_up<float>(radius * (1 + 0x1p-50)), ball.reach == 0};
  }

  const CompositeRef<T, D>& a_;
  const CompositeRef<T, D>& b_;
  SeparatingPlane<T, D> plane_, across_;
  Float4Vec<D> center_{};
  RoundShape round_{};
};

}  // namespace abut::detail
