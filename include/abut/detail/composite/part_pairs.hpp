/// The pairs of parts of two bodies in one frame: found near in float, held against a plane in double.
#pragma once

#include <abut/detail/composite/leaf_pairs.hpp>
#include <abut/detail/composite/separating_plane.hpp>

namespace abut::detail {

/// The boxes of the parts of a leaf, of A or of B. That of a single shape is tighter than its sphere.
template <bool is_b, Scalar T, int D>
void set_leaf(const CompositeRef<T, D>& body, std::uint32_t index, const PairBounds<D>& bounds, LeafInFrame<D>& leaf) {
  const auto set = [&](const auto& from, auto& to) {
    if constexpr (is_b) {
      bounds.set_b(from, to);
    } else {
      bounds.set_a(from, to);
    }
  };
  leaf.has_simplices = body.kind == PartKind::simplices;
  if (leaf.has_simplices) {
    leaf.parts = &body.leaves[index];
    set(body.leaves[index], leaf.simplices);
    bounds.set_extents(leaf.simplices, leaf.extents);
    return;
  }
  leaf.parts = &body.spheres[index];
  set(body.spheres[index], leaf.spheres);
  if (body.kind != PartKind::shape) {
    bounds.set_extents(leaf.spheres, leaf.extents);
    return;
  }
  typename PairBounds<D>::Boxes boxes;
  set(body.tree.nodes[0], boxes);
  bounds.set_extents(boxes, leaf.extents);
}

template <Scalar T, int D>
class PartPairs {
 public:
  using V = Vec<double, D>;

  PartPairs(const CompositeRef<T, D>& a, const CompositeRef<T, D>& b, const RelativeFrame<D>& frame)
      : a_(a),
        b_(b),
        plane_(a, b, frame),
        across_(a, b, frame),
        have_simplices_(a.kind == PartKind::simplices && b.kind == PartKind::simplices) {}

  /// Calls offer(NearPair) with the pairs of parts of two leaves whose cores may be nearer than the limit: see
  /// LeafPairs.
  template <class Offer>
  double search(std::uint32_t a, std::uint32_t b, const PairBounds<D>& bounds, double limit, const Offer& offer) const {
    LeafInFrame<D> leaf_a, leaf_b;
    set_leaf<false>(a_, a, bounds, leaf_a);
    set_leaf<true>(b_, b, bounds, leaf_b);
    return LeafPairs<D>::search(leaf_a, leaf_b, bounds, limit, offer);
  }

  /// Takes the direction from A to B in the world, as the plane of the nearest pair. Returns false if it is zero.
  bool set_plane(const V& normal) { return plane_.set(normal); }
  const V& normal() const { return plane_.normal(); }

  /// The greatest lower bound of the distance of two cores that is known without a query; negative if there is none.
  double proven_gap(const NearPair<D>& pair, double enough) {
    const double gap = plane_.is_set() ? plane_.proven_gap(pair.a, pair.b) : -1;
    // The plane across the nearest points of simplices has been tried in float.
    if (gap >= enough || have_simplices_ || !across_.set_in_frame_of_a(widen(pair.w))) return gap;
    const double across = across_.proven_gap(pair.a, pair.b);
    return across > gap ? across : gap;
  }

 private:
  const CompositeRef<T, D>& a_;
  const CompositeRef<T, D>& b_;
  SeparatingPlane<T, D> plane_, across_;
  const bool have_simplices_;
};

}  // namespace abut::detail
