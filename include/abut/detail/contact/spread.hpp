/// The choice of a few points of contact among many.
#pragma once

#include <abut/detail/numeric/rounding.hpp>

namespace abut::detail {

ABUT_INLINE double squared_area(const Vec2d& p, const Vec2d& q) {
  const double twice = cross(p, q);
  return twice * twice;
}
ABUT_INLINE double squared_area(const Vec3d& p, const Vec3d& q) { return norm_squared(cross(p, q)); }

/// The product of the areas that p and q, and r and s span, negative if they turn in opposite directions.
ABUT_INLINE double product_of_areas(const Vec2d& p, const Vec2d& q, const Vec2d& r, const Vec2d& s) {
  return cross(p, q) * cross(r, s);
}
ABUT_INLINE double product_of_areas(const Vec3d& p, const Vec3d& q, const Vec3d& r, const Vec3d& s) {
  return dot(cross(p, q), cross(r, s));
}

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
    for (; count < most && count < candidates_.count; ++count) {
      approach(chosen[count - 1]);
      const Best best = best_of(chosen, count);
      const bool is_area = Candidates::span_area && (count == 2 || count == 3);
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
        return best_by([&](int i) { return squared_area(q, at(i) - p); });
      }
      if (count == 3) return best_by([&](int i) { return beyond(i, chosen); });
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

  /// By how much i as a fourth corner enlarges the area of the triangle, times that area: only for comparison.
  ABUT_INLINE double beyond(int i, const int* chosen) const {
    const auto p = at(chosen[0]), q = at(chosen[1]), r = at(chosen[2]), x = at(i);
    const double over_pq = -product_of_areas(q - p, r - p, q - p, x - p);
    const double over_qr = -product_of_areas(q - p, r - p, r - q, x - q);
    const double over_rp = -product_of_areas(q - p, r - p, p - r, x - r);
    const double most = over_pq > over_qr ? over_pq : over_qr;
    return most > over_rp ? most : over_rp;
  }

  decltype(auto) at(int i) const { return candidates_.at(i); }

  const Candidates& candidates_;
  double nearest_[Candidates::most];  ///< squared distance from the nearest of those chosen; 0 beyond the margin
};

}  // namespace abut::detail
