/// A box as the other shape of segment_nearest.hpp, in 2D and 3D: the point nearest to x is x with its coordinates
/// clamped. What is clamped is exact, and x - z is zero along the axes that the feature extends along.
///
/// Reference: C. Ericson, "Real-Time Collision Detection" (2005), 5.1.3 (5.1.4 for boxes at a pose).
#pragma once

#include <abut/detail/closed_form/round/segment_nearest.hpp>

#include <bit>

namespace abut::detail {

template <int N>
class BoxSolid {
 public:
  static constexpr int D = N;
  using V = Vec<double, D>;
  static constexpr unsigned all_axes = (1U << D) - 1;
  static constexpr bool foot_is_exact = true;

  struct Foot {
    V off{}, x{};           ///< from the nearest point to x
    unsigned free = 0;      ///< the axes that the feature extends along
    unsigned positive = 0;  ///< the other axes of positive coordinates
    bool is_inside() const { return free == all_axes; }
  };

  explicit BoxSolid(const V& half) : half_(half) {}

  const V& half() const { return half_; }
  V origin() const { return {}; }
  V middle() const { return {}; }

  double reach() const { return length_of(half_); }
  /// Of the highest corner.
  ABUT_INLINE double height_along(const V& v) const {
    double r = 0;
    for (int i = 0; i < D; ++i) r += absolute(v[i]) * half_[i];
    return r;
  }

  /// The greatest height of the segment above a face, and the normal of that face; negative if it is below all.
  double height(const SegmentInFrame<D>& segment, V& n) const {
    int best = 0;
    double most = -infinity<double>;
    for (int i = 0; i < D; ++i) {
      const double here = absolute(segment.center[i]) - absolute(segment.half[i]) - half_[i];
      if (!(here > most)) continue;
      most = here;
      best = i;
    }
    n = {};
    n[best] = segment.center[best] < 0 ? -1 : 1;
    return most;
  }

  ABUT_INLINE Foot foot(const V& x) const {
    Foot r{.x = x};
    for (int i = 0; i < D; ++i) {
      const double cut = x[i] > -half_[i] ? x[i] : -half_[i], z = cut < half_[i] ? cut : half_[i];
      r.off[i] = x[i] - z;
      const bool is_free = absolute(x[i]) < half_[i];
      r.free |= (is_free ? 1U : 0U) << i;
      r.positive |= (!is_free && x[i] > 0 ? 1U : 0U) << i;
    }
    return r;
  }
  /// The same on the feature of another one, beyond its ends or not.
  Foot foot_on(const Foot& feature, const V& x) const {
    Foot r = feature;
    r.x = x;
    for (int i = 0; i < D; ++i) {
      if ((r.free >> i & 1U) == 0) r.off[i] = x[i] - with_sign(half_[i], (r.positive >> i & 1U) != 0);
    }
    return r;
  }
  /// Where a segment enters the box, or nearly so, from its first end, or from its last one; sets s there.
  Foot entry(const SegmentInFrame<D>& segment, bool is_first, double& s) const {
    int last = 0;
    double most = -infinity<double>;
    for (int i = 0; i < D; ++i) {
      const double c = segment.center[i], h = is_first ? segment.half[i] : -segment.half[i];
      const double at = ((h > 0 ? -half_[i] : half_[i]) - c) / h;
      if (!(at > most)) continue;
      most = at;
      last = i;
    }
    s = is_first ? (most < 1 ? most : 1) : (most < 1 ? -most : -1);
    Foot r = foot(segment.at(s));
    r.free &= ~(1U << last);
    r.positive &= ~(1U << last);
    r.positive |= ((is_first ? segment.half[last] : -segment.half[last]) > 0 ? 0U : 1U) << last;
    return r;
  }

  ABUT_INLINE static bool has_same_feature(const Foot& f, const Foot& g) {
    return f.free == g.free && f.positive == g.positive;
  }

  /// The square of the part of h across the feature.
  ABUT_INLINE static double rate(const Foot& f, const V& h) { return norm_squared(across(f, h)); }

  /// Makes v, x - z, perpendicular to h within the axes across the feature. False if v stays as it was.
  ABUT_INLINE static bool straighten(const Foot& f, const V& h, V& v) {
    const V a = across(f, h);
    const double squared = norm_squared(a);
    if (!(squared > 0)) return false;
    v = v - a * (dot(v, a) / squared);
    return true;
  }

  /// How far the box rises above the nearest point along v: where straightening has turned a sign.
  ABUT_INLINE double rise(const Foot& f, const V& v) const {
    double r = 0;
    for (int i = 0; i < D; ++i) r += (absolute(v[i]) - ((f.positive >> i & 1U) != 0 ? v[i] : -v[i])) * half_[i];
    return r;
  }
  static bool is_face(const Foot&) { return false; }
  static void settle(const Foot&, const V&) {}
  static bool refine(const Foot&, const V&) { return false; }
  static double rise_error() { return 0; }
  static double foot_error() { return 0; }

  /// The same vertices as vertices() has, without their weights.
  ABUT_INLINE int ids(const Foot& f, VertexId* id) const {
    const unsigned first = f.free & (0U - f.free), second = f.free ^ first;
    id[0] = f.positive;
    id[1] = f.positive | f.free;
    if (second == 0) return f.free == 0 ? 1 : 2;
    if ((second & (second - 1)) != 0) return ids_inside(f, id);
    const int i = std::countr_zero(first), k = std::countr_zero(second);
    id[2] = id[1];
    id[1] = f.positive | (f.x[i] * half_[k] >= f.x[k] * half_[i] ? first : second);
    return 3;
  }

  /// The vertices of the simplex of the feature that the nearest point is in: from the lowest corner to the highest,
  /// along the axis first that the point is furthest along, in units of the half extents.
  WeightedVertices vertices(const Foot& f) const {
    int order[D];
    double at[D];
    int count = 0;
    for (int i = 0; i < D; ++i) {
      if ((f.free >> i & 1U) == 0) continue;
      const double here = 0.5 + 0.5 * (f.x[i] / half_[i]);
      int k = count++;
      for (; k > 0 && at[k - 1] < here; --k) {
        at[k] = at[k - 1];
        order[k] = order[k - 1];
      }
      at[k] = here;
      order[k] = i;
    }
    WeightedVertices r;
    VertexId id = f.positive;
    r.add(id, 1 - (count > 0 ? at[0] : 0));
    for (int k = 0; k < count; ++k) {
      id |= 1U << order[k];
      r.add(id, at[k] - (k + 1 < count ? at[k + 1] : 0));
    }
    return r;
  }

 private:
  int ids_inside(const Foot& f, VertexId* id) const {
    const WeightedVertices all = vertices(f);
    for (int i = 0; i < all.count; ++i) id[i] = all.vertex[i].id;
    return all.count;
  }

  ABUT_INLINE static V across(const Foot& f, const V& h) {
    V r = h;
    for (int i = 0; i < D; ++i) r[i] = (f.free >> i & 1U) != 0 ? 0 : r[i];
    return r;
  }

  V half_;
};

}  // namespace abut::detail
