/// The furthest points of two shapes at once, A along a direction and B against it.
#pragma once

#include <abut/algorithm/corner.hpp>
#include <abut/algorithm/turns.hpp>
#include <abut/shapes.hpp>
#include <abut/support.hpp>

namespace abut::detail {

/// Points of A and B, in their own frames.
template <int D>
struct PointPair {
  BothVec<D> point;
  VertexId id_a = no_vertex, id_b = no_vertex;
};

/// The direction that each of them looks along: A along d, and B against it.
template <int D>
ABUT_INLINE BothVec<D> seen_by_both(const BothVec<D>& d) {
  BothVec<D> seen;
  for (int k = 0; k < D; ++k) seen.x[k].ab = turned(d.x[k].ab, Pair{0.0, -0.0});
  return seen;
}

template <Shape A, Shape B>
class CorePair {
 public:
  static constexpr int D = dimension_of<A>;

  CorePair(const A& a, const B& b) : a_(a), b_(b) {}

  /// `d`: the direction, as A sees it and as B sees it.
  ABUT_INLINE PointPair<D> along(const BothVec<D>& d) const {
    const auto a = support(a_, d.a());
    const auto b = support(b_, -d.b());
    return {BothVec<D>::of(a.point, b.point), a.id, b.id};
  }

 private:
  const A& a_;
  const B& b_;
};

/// Of two boxes the signs of the directions choose the corners. As in furthest_corner(), zero chooses the negative side.
template <Scalar T, int D>
class CorePair<Box<T, D>, Box<T, D>> {
 public:
  CorePair(const Box<T, D>& a, const Box<T, D>& b)
      : lowest_(BothVec<D>::of(-widen(a.half), -widen(b.half))) {}

  ABUT_INLINE PointPair<D> along(const BothVec<D>& d) const {
    PointPair<D> r{.point = {}, .id_a = 0, .id_b = 0};
    for (int k = 0; k < D; ++k) {
      // A looks along d and B against it; 0 - x has a minus only if x is positive.
      const Pair seen = both(0) - turned(d.x[k].ab, Pair{0.0, -0.0});
      const unsigned positive = signs(seen);
      r.point.x[k].ab = turned(lowest_.x[k].ab, seen);
      r.id_a |= (positive & 1U) << k;
      r.id_b |= (positive >> 1) << k;
    }
    return r;
  }

 private:
  BothVec<D> lowest_;  ///< the corners with the id 0
};

}  // namespace abut::detail
