/// The balls around two shapes: if they do not meet, nor do the shapes.
///
/// The cheapest proof of separation there is. No rotation is computed: a placed shape lies within reach + |center| of the origin of its
/// frame, however it is turned. Most pairs of a scene that a broad phase lets through by its boxes end here or at the first plane.
#pragma once

#include <abut/detail/minkowski/difference.hpp>

namespace abut::detail {

/// A rotation whose numbers have a sum of squares that is a number and not 0: it is valid. (Of double some are that are not plain;
/// `Difference` tells.)
template <Scalar T>
ABUT_INLINE bool is_plain(const Rotation<T, 2>& q) {
  const double c = double(q.c), s = double(q.s), squared = c * c + s * s;
  return squared > 0 && squared < infinity<double>;
}

template <Scalar T>
ABUT_INLINE bool is_plain(const Rotation<T, 3>& q) {
  const double w = double(q.w), x = double(q.x), y = double(q.y), z = double(q.z);
  const double squared = (w * w + x * x) + (y * y + z * z);
  return squared > 0 && squared < infinity<double>;
}

/// In the user's lengths. `lower` > 0 only for valid arguments: then B lies beyond A along `axis` by at least `lower`.
template <Shape A, Shape B>
class BoundingSphereGap {
 public:
  using T = ScalarOf<A>;
  static constexpr int D = dimension_of<A>;
  using V = Vec<double, D>;

  ABUT_INLINE BoundingSphereGap(const A& shape_a, const B& shape_b) {
    const Operand<A> a(shape_a);
    const Operand<B> b(shape_b);
    const Enclosure<D> ball_a = enclosure(a.core), ball_b = enclosure(b.core);
    double balls = (ball_a.reach + radius(a.core)) + (ball_b.reach + radius(b.core));
    bool valid = is_valid(a.core, ball_a) && is_valid(b.core, ball_b);
    if constexpr (posed) {
      between_ = widen(b.pose().p) - widen(a.pose().p);
      balls += norm_from<T>(ball_a.center) + norm_from<T>(ball_b.center);
      valid = valid && is_plain(a.pose().q) && is_plain(b.pose().q);
    } else {
      between_ = ball_b.center - ball_a.center;
    }
    distance_ = norm_from<T>(between_);
    const bool finite = distance_ < largest<double>;  // where it is not, it may have been cut off
    lower_ = valid && finite ? distance_ * (1 - of_distance) - balls * (1 + of_balls) : 0;
  }

  double lower() const { return lower_; }
  V axis() const { return between_ * (1 / distance_); }

 private:
  static constexpr bool posed = Operand<A>::placed || Operand<B>::placed;

  /// The difference (1 u of each number), its norm (2.5), the product with this (1), the last subtraction (1); and, of second order,
  /// that the axis is rounded to T: the cosine of an angle of at most sqrt(3) roundings of T.
  static constexpr double of_distance = 6 * unit_roundoff + 2 * unit_roundoff_of<T> * unit_roundoff_of<T>;
  /// Five sums, two norms of 2.5 each, the product.
  static constexpr double of_balls = 9 * unit_roundoff;

  V between_;
  double distance_, lower_;
};

}  // namespace abut::detail
