/// The choice of a few points of contact among many.
#pragma once

#include <abut/detail/numeric/rounding.hpp>

namespace abut::detail {

/// The product of two areas, each the cross product of what spans it; negative if they turn in opposite directions.
ABUT_INLINE double product_of_areas(double a, double b) { return a * b; }
ABUT_INLINE double product_of_areas(const Vec3d& a, const Vec3d& b) { return dot(a, b); }

/// Chooses the candidates to keep: the deepest first, then always the one that adds most to the span of those kept:
/// distance, area, and after that distance from the nearest. Ties go to the first. A candidate that adds less than a
/// thousandth of the span counts as a duplicate: corners of both outlines at the same place differ by rounding.
///
/// Candidates have a count, positions at(i) in a line or in a plane, of two coordinates or three, and separation(i).
template <class Candidates>
class Spread {
 public:
  explicit Spread(const Candidates& candidates) : candidates_(candidates) {}

  /// Writes the indices of at most `most` candidates to `chosen` and returns their count. Those beyond `margin` are
  /// left out, except the deepest.
  int choose(int most, double margin, int* chosen) {
    if (candidates_.count == 0 || most <= 0) return 0;
    chosen[0] = deepest();
    for (int i = 0; i < candidates_.count; ++i) nearest_[i] = candidates_.separation(i) > margin ? 0 : infinity<double>;
    double span2 = 0;  // square of the distance of the first two
    int count = 1;
    for (int approached = 0; count < most && count < candidates_.count; ++count) {
      const bool is_area = Candidates::span_area && (count == 2 || count == 3);
      if (!is_area) {
        for (; approached < count; ++approached) approach(chosen[approached]);
      }
      const Best best = best_of(chosen, count);
      if (count == 1) span2 = best.gain;
      const double least = count == 1 ? 0 : 0x1p-20 * (is_area ? span2 * span2 : span2);
      if (!(best.gain > least)) break;
      chosen[count] = best.i;
    }
    return count;
  }

 private:
  struct Best {
    int i = 0;
    double gain = 0;
  };

  int deepest() const {
    int best = 0;
    for (int i = 1; i < candidates_.count; ++i) {
      if (candidates_.separation(i) < candidates_.separation(best)) best = i;
    }
    return best;
  }

  /// Updates the squared distances from the nearest of those chosen.
  ABUT_INLINE void approach(int last) {
    for (int i = 0; i < candidates_.count; ++i) {
      const double squared = norm_squared(at(i) - at(last));
      nearest_[i] = squared < nearest_[i] ? squared : nearest_[i];
    }
  }

  ABUT_INLINE Best best_of(const int* chosen, int count) const {
    if constexpr (Candidates::span_area) {
      if (count == 2) {
        const auto p = at(chosen[0]), q = at(chosen[1]) - p;
        return best_by([&](int i) {
          const auto area = cross(q, at(i) - p);
          return product_of_areas(area, area);
        });
      }
      if (count == 3) return best_beyond(at(chosen[0]), at(chosen[1]), at(chosen[2]));
    }
    return best_by([&](int i) { return nearest_[i]; });
  }

  template <class F>
  ABUT_INLINE Best best_by(F gain) const {
    Best best;
    for (int i = 0; i < candidates_.count; ++i) {
      const double g = nearest_[i] > 0 ? gain(i) : 0;
      best = g > best.gain ? Best{i, g} : best;
    }
    return best;
  }

  /// The one that as a fourth corner enlarges the area of the triangle most; the gain is that times its area.
  template <class V>
  ABUT_INLINE Best best_beyond(const V& p, const V& q, const V& r) const {
    const V pq = q - p, qr = r - q, rp = p - r;
    const auto area = cross(pq, r - p);
    return best_by([&](int i) ABUT_INLINE_LAMBDA {
      const V x = at(i);
      const double over_pq = -product_of_areas(area, cross(pq, x - p));
      const double over_qr = -product_of_areas(area, cross(qr, x - q));
      const double over_rp = -product_of_areas(area, cross(rp, x - r));
      const double most = over_pq > over_qr ? over_pq : over_qr;
      return most > over_rp ? most : over_rp;
    });
  }

  decltype(auto) at(int i) const { return candidates_.at(i); }

  const Candidates& candidates_;
  /// Squared distance from the nearest of those approached; 0 beyond the margin. What is where a chosen one is adds no
  /// area, whether it was approached or not.
  double nearest_[Candidates::most];
};

}  // namespace abut::detail
