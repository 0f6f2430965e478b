/// The support points of two shapes at once, A's along a direction and B's against it.
#pragma once

#include <abut/detail/numeric/rotation_pair.hpp>
#include <abut/detail/support/box.hpp>
#include <abut/shapes.hpp>
#include <abut/support.hpp>

namespace abut::detail {

/// A point of A and a point of B, in their own frames.
template <int D>
struct PointPair {
  VecPair<D> point;
  VertexId id_a = no_vertex, id_b = no_vertex;
};

/// The generic form evaluates one shape after the other. Hulls have a specialization in hull.hpp.
template <Shape A, Shape B>
class SupportPair {
 public:
  static constexpr int D = dimension_of<A>;

  SupportPair(const A& a, const B& b) : a_(a), b_(b) {}

  /// `d` is the direction in the frame of A and in the frame of B.
  ABUT_INLINE PointPair<D> along(const VecPair<D>& d) const {
    const auto a = support(a_, d.a());
    const auto b = support(b_, -d.b());
    return {VecPair<D>::of(a.point, b.point), a.id, b.id};
  }

 private:
  const A& a_;
  const B& b_;
};

/// For two boxes the signs of the directions choose the corners. As in support_corner(), zero chooses the lower id.
template <Scalar T, int D>
class SupportPair<Box<T, D>, Box<T, D>> {
 public:
  SupportPair(const Box<T, D>& a, const Box<T, D>& b) : lowest_(VecPair<D>::of(-widen(a.half), -widen(b.half))) {}

  ABUT_INLINE PointPair<D> along(const VecPair<D>& d) const {
    PointPair<D> r{.point = {}, .id_a = 0, .id_b = 0};
    for (int k = 0; k < D; ++k) {
      // The direction is d for A and -d for B; the sign bit of 0 - x is set only if x is positive.
      const Double2 opposite = both(0) - negated_by(d.x[k].ab, Double2{0.0, -0.0});
      const unsigned positive = signs(opposite);
      r.point.x[k].ab = negated_by(lowest_.x[k].ab, opposite);
      r.id_a |= (positive & 1U) << k;
      r.id_b |= (positive >> 1) << k;
    }
    return r;
  }

 private:
  VecPair<D> lowest_;  ///< the corners of id 0
};

}  // namespace abut::detail
