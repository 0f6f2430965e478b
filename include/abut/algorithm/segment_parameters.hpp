/// Where are two segments nearest to each other? As numbers from -1 to 1, one on each.
///
/// Everything is seen from both sides at once: h is half of each segment, c goes from its center to that of the other, and what holds
/// for A holds for B by the same line. A's point nearest to s' on B is (h.c + h_a.h_b s') / |h|^2, cut off at the ends. As that is monotonous
/// in s', and s' is between -1 and 1, both are nearest where their lines are, cut off at the points nearest to the ends of the
/// other, and at their own: no side waits for the other.
///
/// What is returned is within [-1, 1] whatever rounding does. Nothing else is promised.
#pragma once

#include <abut/algorithm/both.hpp>

namespace abut::detail {

template <int D>
class SegmentParameters {
 public:
  /// `squares`: |h|^2, up to a rounding or some.
  ABUT_INLINE SegmentParameters(const BothVec<D>& h, const BothVec<D>& c, Both squares)
      : h_(h), c_(c), squares_(squares), heights_(dot(h, c)), product_(dot(h, h.swapped())) {
    const Both over = Both::twice(1) / squares;
    from_other_ = over * product_;
    from_center_ = over * heights_;
  }

  /// Where each is nearest to a point of the other. 0 / 0 of a point becomes -1, its first end.
  ABUT_INLINE Both nearest_to(Both other) const { return within_one(from_center_ + from_other_ * other); }

  /// From dot products. The error is about 8 u |c| over the square of the sine between the segments. `tight`: where B is found, A is
  /// placed again by it, so that what remains of the error is along both and hardly changes what is between them; else only where the
  /// sine is below 1/16. Where it is below what can be told from rounding, any point of B will do to begin with.
  template <bool tight>
  ABUT_INLINE Both quick() const {
    const Both other = squares_.swapped(), all = squares_ * other;
    const Both n = divisor(all), line = where_lines_meet(other) / n;
    const Both squared = D == 2 ? n * n : n;  // the square of the sine, times all
    const Both range = absolute(from_other_);
    const Both least = within_one(from_center_ - range), most = within_one(from_center_ + range);
    if constexpr (!tight) {
      if (squared.a() > 0x1p-8 * all.a()) [[likely]]
        return within(line, least, most);
    }
    constexpr double unclear = D == 2 ? 256 * unit_roundoff * unit_roundoff : 16 * unit_roundoff;
    return settled(within(where_above(squared, all * unclear, line), least, most));
  }

  /// From cross products, whose error is that of the sine and not of its square, in three steps: A, B, and A again.
  Both careful() const {
    const Vec<double, D> a = h_.a(), b = h_.b();
    const auto n = cross(a, b);
    const double nn = norm_squared(n);
    constexpr double least_sine = 16 * unit_roundoff;  // n is off by 2.2 u |h_a| |h_b|
    const bool crossing = nn > least_sine * least_sine * (norm_squared(a) * norm_squared(b));
    const double start = crossing ? dot(cross(c_.a(), b), n) / nn : 0;
    return settled(nearest_to(within_one(Both::twice(start))));
  }

 private:
  /// B as it is, and A nearest to that.
  ABUT_INLINE Both settled(Both s) const { return a_and_b(nearest_to(s.b_twice()), s); }

  /// In the plane h x h', h' the other's half; in space |h x h'|^2.
  ABUT_INLINE Both divisor([[maybe_unused]] Both all) const {
    if constexpr (D == 2) {
      return cross(h_, h_.swapped());
    } else {
      return all - product_ * product_;
    }
  }
  /// Times the divisor: c x h', or h.c |h'|^2 + h_a.h_b h'.c', which is (c x h').(h x h').
  ABUT_INLINE Both where_lines_meet([[maybe_unused]] Both other) const {
    if constexpr (D == 2) {
      return cross(c_, h_.swapped());
    } else {
      return heights_ * other + product_ * heights_.swapped();
    }
  }

  BothVec<D> h_, c_;
  Both squares_, heights_, product_;  ///< |h|^2, h.c, and on both sides h_a.h_b
  Both from_other_, from_center_;
};

}  // namespace abut::detail
