/// When the boxes of two nodes meet at the earliest while A moves in a line, four pairs at a time.
///
/// Along every axis of three frames (bvh/pair_bounds.hpp) two boxes are apart but for an interval of times; they can
/// meet only where all intervals do. The first axis of the third frame is the direction of the motion, so that the
/// other two tell which boxes the motion passes by.
///
/// The search is in float. Beside the slack of PairBounds, 32 v of all lengths L, a component of the motion is off by 8
/// v, which is 28 v L at the last time that matters, and the target is rounded: `slack` is 128 v. Quotients are off by
/// 3 v of themselves.
#pragma once

#include <abut/detail/bvh/pair_bounds.hpp>

namespace abut::detail {

template <int D>
class CastBounds {
 public:
  using V = Vec<double, D>;
  using Boxes = typename PairBounds<D>::Boxes;
  using Extents = typename PairBounds<D>::Extents;

  /// `motion`: of A, a unit vector in its frame. Boxes meet if they come as near as the target.
  CastBounds(const RelativeFrame<D>& frame, const V& motion, double target) : pairs_(frame) {
    pairs_.set_normal(motion);
    const double lengths = max_abs(frame.translation()) + frame.reach_a() + frame.reach_b() + target;
    reach_ = Float4::all(round_up<float>(target + 0x1p-17 * lengths + 2 * frame.error()));
    for (int f = 0; f < PairBounds<D>::frames; ++f) {
      const V m = pairs_.along_axes(f, motion);
      for (int i = 0; i < D; ++i) {
        // A motion that is turned by less than 2^-60 stays within the slack.
        const double along = absolute(m[i]) > 0x1p-60 ? m[i] : 0x1p-60;
        inverse_[f][i] = Float4::all(narrow<float>(1 / along));
        sign_[f][i] = Float4::all(along > 0 ? 1.0F : -1.0F);
      }
    }
  }

  void set_a(const BvhNode<D>& node, Boxes& box) const { pairs_.set_a(node, box); }
  void set_b(const BvhNode<D>& node, Boxes& box) const { pairs_.set_b(node, box); }
  const PairBounds<D>& pairs() const { return pairs_; }

  /// Bounds are times already.
  static float bound_limit(double limit) { return round_up<float>(limit); }

  /// No time before these do child `k` of A and each child of B meet; infinite if they never do.
  template <int k>
  ABUT_INLINE Float4 find(const Boxes& a, const Boxes& b) const {
    Interval times;
    for (int f = 0; f < PairBounds<D>::frames; ++f) {
      for (int i = 0; i < D; ++i) {
        times.cut(b.center[f][i] - a.center[f][i].template spread<k>(),
                  b.half[f][i] + a.half[f][i].template spread<k>() + reach_, inverse_[f][i], sign_[f][i]);
      }
    }
    return times.first();
  }

  /// The same for part `k` of A's leaf and each of B's, in the frame of the motion.
  template <int k>
  ABUT_INLINE Float4 find(const Extents& a, const Extents& b) const {
    return find_each(a.template spread<k>(), b);
  }
  /// The same for the parts lane by lane.
  ABUT_INLINE Float4 find_each(const Extents& a, const Extents& b) const {
    const Float4 half = Float4::all(0.5F);
    Interval times;
    for (int i = 0; i < D; ++i) {
      const Float4 low = b.low[i] - a.high[i], high = b.high[i] - a.low[i];
      times.cut((low + high) * half, (high - low) * half + reach_, inverse_[2][i], sign_[2][i]);
    }
    return times.first();
  }

 private:
  struct Interval {
    Float4 near = Float4::all(0), far = Float4::all(infinity<float>);

    /// Centers are `c` apart, and boxes meet while that is at most r.
    ABUT_INLINE void cut(Float4 c, Float4 r, Float4 inverse, Float4 sign) {
      const Float4 forward = r * sign;
      near = larger((c - forward) * inverse, near);
      far = smaller((c + forward) * inverse, far);
    }
    ABUT_INLINE Float4 first() const {
      const Float4 rounding = Float4::all(0x1p-21F), none = Float4::all(infinity<float>);
      const Float4 from = near - near * rounding, to = far + absolute(far) * rounding;
      return where_less(to, from, none, from);
    }
  };

  PairBounds<D> pairs_;
  Float4 reach_, inverse_[PairBounds<D>::frames][D], sign_[PairBounds<D>::frames][D];
};

}  // namespace abut::detail
