/// The pairs of parts of two leaves that may be nearer than a limit, found in float: see bvh/simplices.hpp and
/// bvh/spheres.hpp.
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

/// The parts of a leaf in the frame of A: simplices or spheres, with their boxes along the axes of the normal's frame.
template <int D>
struct LeafInFrame {
  Simplices<D> simplices;
  Spheres<D> spheres;
  typename PairBounds<D>::Extents extents;
  const LeafParts* parts;
  bool has_simplices;
};

template <int D>
class LeafPairs {
 public:
  using Leaf = LeafInFrame<D>;

  /// Calls offer(NearPair), which returns the new limit; a negative one ends the search. Returns the last limit.
  template <class Offer>
  static double search(const Leaf& a, const Leaf& b, const PairBounds<D>& bounds, double limit, const Offer& offer) {
    if (a.has_simplices && !b.has_simplices) {  // a sphere has four simplices of the other leaf beside it
      const Near near = near_pairs(b, a, bounds, limit);
      return near.is_empty() ? limit : search_mixed<true>(a, b, near, bounds, limit, offer);
    }
    const Near near = near_pairs(a, b, bounds, limit);
    if (near.is_empty()) return limit;
    if (a.has_simplices) return search_simplices(a, b, near, bounds, limit, offer);
    return b.has_simplices ? search_mixed<false>(b, a, near, bounds, limit, offer)
                           : search_spheres(a, b, near, bounds, limit, offer);
  }

 private:
  /// For each part of one leaf, a bit for each part of the other that may be near.
  struct Near {
    unsigned lanes[LeafParts::width];
    bool is_empty() const { return (lanes[0] | lanes[1] | lanes[2] | lanes[3]) == 0; }
  };
  static Near near_pairs(const Leaf& a, const Leaf& b, const PairBounds<D>& bounds, double limit) {
    const auto &of_a = a.extents, &of_b = b.extents;
    const int count_a = a.parts->count();
    const unsigned in_b = (1U << b.parts->count()) - 1;
    const Float4 squared = Float4::all(PairBounds<D>::bound_limit(limit));
    return {{at_most(bounds.template find<0>(of_a, of_b), squared) & in_b,
             count_a > 1 ? at_most(bounds.template find<1>(of_a, of_b), squared) & in_b : 0,
             count_a > 2 ? at_most(bounds.template find<2>(of_a, of_b), squared) & in_b : 0,
             count_a > 3 ? at_most(bounds.template find<3>(of_a, of_b), squared) & in_b : 0}};
  }

  template <class Offer>
  static double search_simplices(const Leaf& a, const Leaf& b, const Near& near, const PairBounds<D>& bounds,
                                 double limit, const Offer& offer) {
    const SimplexEdges<D> edges_a(a.simplices), edges_b(b.simplices);
    const Float4 slack = bounds.slack_of_simplices();
    for (int lane = 0; lane < LeafParts::width; ++lane) {
      if (near.lanes[lane] == 0) continue;
      const Simplices<D> one = a.simplices.spread(lane);
      const SimplexEdges<D> edges(one);
      ShortestVectors<D> shortest;
      offer_edges(one, edges, b.simplices, edges_b, shortest);
      Float4 bound = height_between(one, b.simplices, shortest) - slack;
      unsigned open = near.lanes[lane] & ~no_nearer_than(limit, bound);
      if constexpr (D == 3) {
        if (open != 0) {
          offer_faces(one, edges, b.simplices, edges_b, shortest);
          bound = height_between(one, b.simplices, shortest) - slack;
          open &= ~no_nearer_than(limit, bound);
        }
      }
      if (open == 0) continue;
      limit = offer_lanes(
          open, bound, square_root(shortest.squared) + slack, shortest, limit, [&](int) { return a.parts->part[lane]; },
          [&](int k) { return b.parts->part[k]; }, offer);
      if (limit < 0) return limit;
    }
    return limit;
  }

  /// The simplices of one leaf against each sphere of the other, for which `near` has their bits.
  template <bool simplices_are_a, class Offer>
  static double search_mixed(const Leaf& leaf, const Leaf& other, const Near& near, const PairBounds<D>& bounds,
                             double limit, const Offer& offer) {
    const SimplexEdges<D> edges(leaf.simplices);
    const Float4 slack = bounds.slack_of_simplices();
    for (int lane = 0; lane < LeafParts::width; ++lane) {
      if (near.lanes[lane] == 0) continue;
      const Float4Vec<D> center = other.spheres.center.spread(lane);
      ShortestVectors<D> shortest;
      offer_point(leaf.simplices, edges, center, shortest);
      const Float4 radius = Float4::all(Float4Vec<D>::number_at(other.spheres.radius, lane));
      const Float4 inner = Float4::all(Float4Vec<D>::number_at(other.spheres.inner, lane));
      const Float4 bound = height_to_point(leaf.simplices, center, shortest) - (radius + slack);
      const unsigned open = near.lanes[lane] & ~no_nearer_than(limit, bound);
      if (open == 0) continue;
      const Float4 upper = larger(square_root(shortest.squared) - inner, Float4::all(0)) + slack;
      if constexpr (!simplices_are_a) shortest.w = shortest.w * Float4::all(-1);
      const auto simplex = [&](int k) { return leaf.parts->part[k]; };
      const auto sphere = [&](int) { return other.parts->part[lane]; };
      limit = simplices_are_a ? offer_lanes(open, bound, upper, shortest, limit, simplex, sphere, offer)
                              : offer_lanes(open, bound, upper, shortest, limit, sphere, simplex, offer);
      if (limit < 0) return limit;
    }
    return limit;
  }

  template <class Offer>
  static double search_spheres(const Leaf& a, const Leaf& b, const Near& near, const PairBounds<D>& bounds,
                               double limit, const Offer& offer) {
    const Float4 slack = bounds.slack_of_simplices();
    for (int lane = 0; lane < LeafParts::width; ++lane) {
      if (near.lanes[lane] == 0) continue;
      ShortestVectors<D> between;
      between.w = b.spheres.center - a.spheres.center.spread(lane);
      between.squared = dot(between.w, between.w);
      const Float4 length = square_root(between.squared);
      const auto sum = [&](Float4 of_a, Float4 of_b) {
        return of_b + Float4::all(Float4Vec<D>::number_at(of_a, lane));
      };
      const Float4 bound = length - (sum(a.spheres.radius, b.spheres.radius) + slack);
      const unsigned open = near.lanes[lane] & ~no_nearer_than(limit, bound);
      if (open == 0) continue;
      const Float4 upper = larger(length - sum(a.spheres.inner, b.spheres.inner), Float4::all(0)) + slack;
      limit = offer_lanes(
          open, bound, upper, between, limit, [&](int) { return a.parts->part[lane]; },
          [&](int k) { return b.parts->part[k]; }, offer);
      if (limit < 0) return limit;
    }
    return limit;
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
