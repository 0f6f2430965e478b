/// The pairs of parts of two leaves that may be nearer than a limit, found in float: see bvh/simplices.hpp.
///
/// Guarantee: a pair that is not offered is proven to be no nearer than the limit was. Of one that is offered, the
/// distance lies between the bounds, and w is a direction that is likely to separate the two.
#pragma once

#include <abut/detail/bvh/pair_bounds.hpp>

namespace abut::detail {

template <int D>
struct NearPair {
  float lower, upper;  ///< of the distance, in the unit of the frame
  std::uint32_t a, b;
  Vec<float, D> w;  ///< from A to B, in the frame of A, of any length; may be zero
};

/// A convex shape about the center of its box, as its distances are bounded in float.
struct RoundShape {
  float radius;   ///< no point of the shape is further from the center
  bool is_round;  ///< nor is any other point as near as that: it is a point or a ball
};

template <int D>
class LeafPairs {
 public:
  /// Calls offer(NearPair), which returns the new limit; a negative one ends the search. Returns the last limit.
  template <class Offer>
  static double search(const BvhLeaf<D>& a, const BvhLeaf<D>& b, const PairBounds<D>& bounds, double limit,
                       const Offer& offer) {
    Simplices<D> s_a, s_b;
    bounds.set_a(a, s_a);
    bounds.set_b(b, s_b);
    const Near near = near_pairs(s_a, s_b, a.count(), b.count(), bounds, limit);
    if (near.is_empty()) return limit;
    const SimplexEdges<D> edges_a(s_a), edges_b(s_b);
    for (int lane = 0; lane < BvhLeaf<D>::width; ++lane) {
      if (near.lanes[lane] == 0) continue;
      const Simplices<D> one = s_a.spread(lane);
      const SimplexEdges<D> edges(one);
      ShortestVectors<D> shortest;
      offer_edges(one, edges, s_b, edges_b, shortest);
      Float4 bound = height_between(one, s_b, shortest) - bounds.slack_of_simplices();
      unsigned open = near.lanes[lane] & ~no_nearer_than(limit, bound);
      if constexpr (D == 3) {
        if (open != 0) {
          offer_faces(one, edges, s_b, edges_b, shortest);
          bound = height_between(one, s_b, shortest) - bounds.slack_of_simplices();
          open &= ~no_nearer_than(limit, bound);
        }
      }
      if (open == 0) continue;
      limit = offer_lanes(
          open, bound, square_root(shortest.squared) + bounds.slack_of_simplices(), shortest, limit,
          [&](int) { return a.part[lane]; }, [&](int k) { return b.part[k]; }, offer);
      if (limit < 0) return limit;
    }
    return limit;
  }

  /// The same for a leaf of A and a convex shape, B, whose box is that of the node.
  template <class Offer>
  static double search(const BvhLeaf<D>& a, const BvhNode<D>& box, const RoundShape& shape, const Float4Vec<D>& center,
                       const PairBounds<D>& bounds, double limit, const Offer& offer) {
    Simplices<D> s;
    bounds.set_a(a, s);
    typename PairBounds<D>::Boxes boxes;
    typename PairBounds<D>::Extents of_a, of_b;
    bounds.set_b(box, boxes);
    bounds.set_extents(s, of_a);
    bounds.set_extents(boxes, of_b);
    unsigned open = at_most(bounds.find_each(of_a, of_b), Float4::all(PairBounds<D>::bound_limit(limit)));
    open &= (1U << a.count()) - 1;
    if (open == 0) return limit;
    const SimplexEdges<D> edges(s);
    ShortestVectors<D> shortest;
    offer_point(s, edges, center, shortest);
    const Float4 beyond = Float4::all(shape.radius) + bounds.slack_of_simplices();
    const Float4 bound = height_to_point(s, center, shortest) - beyond;
    open &= ~no_nearer_than(limit, bound);
    Float4 upper = Float4::all(infinity<float>);
    if (shape.is_round) {
      const Float4 apart = larger(square_root(shortest.squared) - Float4::all(shape.radius), Float4::all(0));
      upper = apart + bounds.slack_of_simplices();
    }
    return offer_lanes(
        open, bound, upper, shortest, limit, [&](int k) { return a.part[k]; }, [](int) { return std::uint32_t{0}; },
        offer);
  }

 private:
  /// For each part of A, a bit for each part of B that may be near.
  struct Near {
    unsigned lanes[BvhLeaf<D>::width];
    bool is_empty() const { return (lanes[0] | lanes[1] | lanes[2] | lanes[3]) == 0; }
  };
  static Near near_pairs(const Simplices<D>& a, const Simplices<D>& b, int count_a, int count_b,
                         const PairBounds<D>& bounds, double limit) {
    typename PairBounds<D>::Extents of_a, of_b;
    bounds.set_extents(a, of_a);
    bounds.set_extents(b, of_b);
    const Float4 squared = Float4::all(PairBounds<D>::bound_limit(limit));
    const unsigned in_b = (1U << count_b) - 1;
    return {{at_most(bounds.template find<0>(of_a, of_b), squared) & in_b,
             count_a > 1 ? at_most(bounds.template find<1>(of_a, of_b), squared) & in_b : 0,
             count_a > 2 ? at_most(bounds.template find<2>(of_a, of_b), squared) & in_b : 0,
             count_a > 3 ? at_most(bounds.template find<3>(of_a, of_b), squared) & in_b : 0}};
  }

  /// Bit i is set if the bound of lane i reaches the limit; it is not for NaN.
  static unsigned no_nearer_than(double limit, Float4 bound) {
    return at_most(Float4::all(round_up<float>(limit)), bound);
  }

  template <class A, class B, class Offer>
  static double offer_lanes(unsigned open, Float4 lower, Float4 upper, const ShortestVectors<D>& shortest, double limit,
                            const A& part_a, const B& part_b, const Offer& offer) {
    float low[4], high[4];
    lower.store(low);
    upper.store(high);
    for (int k = 0; k < 4 && limit >= 0; ++k) {
      if ((open >> k & 1) == 0) continue;
      limit = offer(NearPair<D>{low[k], high[k], part_a(k), part_b(k), shortest.w.at(k)});
    }
    return limit;
  }
};

}  // namespace abut::detail
