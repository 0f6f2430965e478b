/// Where are two segments nearest to each other? As parameters from -1 to 1, one on each, and as the vertices that the
/// nearest points are combinations of.
///
/// Both sides are computed at once: h is half of each segment, c goes from its center to that of the other, and the
/// same line of code serves A and B. A's point nearest to s' on B is (h.c + h_a.h_b s') / |h|^2, clamped to the ends.
/// As that is monotonic in s', and s' is between -1 and 1, both are nearest where their lines are, clamped to the
/// points nearest to the ends of the other, and to their own ends: no side waits for the other.
///
/// Reference: V. Lumelsky (1985); C. Ericson, "Real-Time Collision Detection" (2005), 5.1.9. Departure: both sides are
/// clamped independently.
///
/// Guarantee: the parameters are within [-1, 1] whatever rounding does, and nothing else.
#pragma once

#include <abut/detail/numeric/vec_pair.hpp>
#include <abut/support.hpp>

namespace abut::detail {

template <int D>
class SegmentParameters {
 public:
  /// `squares`: |h|^2, up to a few roundings.
  ABUT_INLINE SegmentParameters(const VecPair<D>& h, const VecPair<D>& c, ScalarPair squares)
      : h_(h), c_(c), squares_(squares), heights_(dot(h, c)), product_(dot(h, h.swapped())) {
    const ScalarPair over = ScalarPair::twice(1) / squares;
    from_other_ = over * product_;
    from_center_ = over * heights_;
  }

  /// The point of each that is nearest to a point of the other. If a segment is a point, 0 / 0 becomes -1, its first
  /// end.
  ABUT_INLINE ScalarPair nearest_to(ScalarPair other) const { return within_one(from_center_ + from_other_ * other); }

  /// From dot products. The error is about 8 u |c| over the square of the sine between the segments. `tight`: once B is
  /// found, A is placed again by it, so that the remaining error is along both and hardly changes their distance; else
  /// only if the sine is below 1/16. If the sine is lost in rounding, any point of B will do to begin with.
  template <bool tight>
  ABUT_INLINE ScalarPair quick() const {
    const ScalarPair other = squares_.swapped(), all = squares_ * other;
    const ScalarPair n = divisor(all), line = where_lines_meet(other) / n;
    const ScalarPair squared = D == 2 ? n * n : n;  // the square of the sine, times all
    const ScalarPair range = absolute(from_other_);
    const ScalarPair least = within_one(from_center_ - range), most = within_one(from_center_ + range);
    if constexpr (!tight) {
      if (squared.a() > 0x1p-8 * all.a()) [[likely]]
        return within(line, least, most);
    }
    constexpr double unclear = D == 2 ? 256 * unit_roundoff * unit_roundoff : 16 * unit_roundoff;
    return refined(within(where_above(squared, all * unclear, line), least, most));
  }

  /// From cross products, whose error is that of the sine and not of its square, in three steps: A, B, and A again.
  ScalarPair robust() const {
    const Vec<double, D> a = h_.a(), b = h_.b();
    const auto n = cross(a, b);
    const double nn = norm_squared(n);
    constexpr double least_sine = 16 * unit_roundoff;  // n is off by 2.2 u |h_a| |h_b|
    const bool crossing = nn > least_sine * least_sine * (norm_squared(a) * norm_squared(b));
    const double start = crossing ? dot(cross(c_.a(), b), n) / nn : 0;
    return refined(nearest_to(within_one(ScalarPair::twice(start))));
  }

 private:
  /// Keeps B, and places A nearest to it.
  ABUT_INLINE ScalarPair refined(ScalarPair s) const { return a_and_b(nearest_to(s.b_twice()), s); }

  /// In 2D h x h', where h' is the other's half; in 3D |h x h'|^2.
  ABUT_INLINE ScalarPair divisor([[maybe_unused]] ScalarPair all) const {
    if constexpr (D == 2) {
      return cross(h_, h_.swapped());
    } else {
      return all - product_ * product_;
    }
  }
  /// The parameters times the divisor: c x h', or h.c |h'|^2 + h_a.h_b h'.c', which is (c x h').(h x h').
  ABUT_INLINE ScalarPair where_lines_meet([[maybe_unused]] ScalarPair other) const {
    if constexpr (D == 2) {
      return cross(c_, h_.swapped());
    } else {
      return heights_ * other + product_ * heights_.swapped();
    }
  }

  VecPair<D> h_, c_;
  ScalarPair squares_, heights_, product_;  ///< |h|^2, h.c, and on both sides h_a.h_b
  ScalarPair from_other_, from_center_;
};

/// The vertices of each segment that the nearest points are combinations of, in pairs: those of a vertex, an edge, or
/// one of the two triangles that make up the parallelogram of all c + s_b h_b - s_a h_a.
struct SegmentFeatures {
  int count;
  VertexId a[4], b[4];
};

/// For every state of (s_a, s_b): bits 0 and 1 are set if they are below 1, bits 2 and 3 if above -1, bit 4 if s_a <
/// s_b.
struct SegmentFeatureTable {
  SegmentFeatures of[32] = {};

  constexpr SegmentFeatureTable() {
    for (unsigned state = 0; state < 32; ++state) {
      const bool inside_a = (state & 5U) == 5, inside_b = (state & 10U) == 10, inside = inside_a && inside_b;
      const VertexId end_a = (state & 1U) == 0 ? 1 : 0, end_b = (state & 2U) == 0 ? 1 : 0;
      const bool b_first = (state & 16U) != 0;
      SegmentFeatures& f = of[state];
      f.count = 1 + (inside_a ? 1 : 0) + (inside_b ? 1 : 0);
      f.a[0] = end_a;
      f.b[0] = end_b;
      if (f.count > 1) f.a[1] = inside_a && (!inside || !b_first) ? 1 : end_a;
      if (f.count > 1) f.b[1] = inside_b && (!inside || b_first) ? 1 : end_b;
      f.a[2] = f.b[2] = inside ? 1 : 0;
    }
  }
};
inline constexpr SegmentFeatureTable segment_features{};

ABUT_INLINE const SegmentFeatures& features_at(ScalarPair s) {
  return segment_features.of[within_bits(s, 1) | (s.a() < s.b() ? 16U : 0U)];
}

}  // namespace abut::detail
