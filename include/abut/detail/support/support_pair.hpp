/// The furthest points of two shapes at once, A along a direction and B against it.
#pragma once

#include <abut/detail/numeric/rotation_pair.hpp>
#include <abut/detail/support/box.hpp>
#include <abut/shapes.hpp>
#include <abut/support.hpp>

namespace abut::detail {

/// Points of A and B, in their own frames.
template <int D>
struct PointPair {
  VecPair<D> point;
  VertexId id_a = no_vertex, id_b = no_vertex;
};

/// The direction that each of them looks along: A along d, and B against it.
template <int D>
ABUT_INLINE VecPair<D> seen_by_both(const VecPair<D>& d) {
  VecPair<D> seen;
  for (int k = 0; k < D; ++k) seen.x[k].ab = turned(d.x[k].ab, Double2{0.0, -0.0});
  return seen;
}

template <Shape A, Shape B>
class SupportPair {
 public:
  static constexpr int D = dimension_of<A>;

  SupportPair(const A& a, const B& b) : a_(a), b_(b) {}

  /// `d`: the direction, as A sees it and as B sees it.
  ABUT_INLINE PointPair<D> along(const VecPair<D>& d) const {
    const auto a = support(a_, d.a());
    const auto b = support(b_, -d.b());
    return {VecPair<D>::of(a.point, b.point), a.id, b.id};
  }

 private:
  const A& a_;
  const B& b_;
};

/// Of two boxes the signs of the directions choose the corners. As in furthest_corner(), zero chooses the negative side.
template <Scalar T, int D>
class SupportPair<Box<T, D>, Box<T, D>> {
 public:
  SupportPair(const Box<T, D>& a, const Box<T, D>& b) : lowest_(VecPair<D>::of(-widen(a.half), -widen(b.half))) {}

  ABUT_INLINE PointPair<D> along(const VecPair<D>& d) const {
    PointPair<D> r{.point = {}, .id_a = 0, .id_b = 0};
    for (int k = 0; k < D; ++k) {
      // A looks along d and B against it; 0 - x has a minus only if x is positive.
      const Double2 seen = both(0) - turned(d.x[k].ab, Double2{0.0, -0.0});
      const unsigned positive = signs(seen);
      r.point.x[k].ab = turned(lowest_.x[k].ab, seen);
      r.id_a |= (positive & 1U) << k;
      r.id_b |= (positive >> 1) << k;
    }
    return r;
  }

 private:
  VecPair<D> lowest_;  ///< the corners with the id 0
};

}  // namespace abut::detail
