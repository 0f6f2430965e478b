/// The contact manifold of two projected faces: the corners of their intersection, and a choice of a few among them.
///
/// Projected along the normal, both faces are outlines in one plane. Each corner of the intersection of the outlines
/// lifts to a point of either face, and the difference of their heights is the separation there. Where an outline is a
/// point, or two segments cross, there is nothing to clip: the deepest pair is the only contact.
#pragma once

#include <abut/detail/contact/projected_face.hpp>

namespace abut::detail {

/// A pair of points of the cores, one above the other along the normal.
template <int D>
struct ContactPair {
  Vec<double, D> a, b;
  FeatureId id_a, id_b;
  double separation = 0;  ///< of the cores
};

/// The candidates: at most the corners of the clipped polygon, and the deepest pair.
template <int D>
struct ContactPairs {
  static constexpr int most = Clipped::most + 1;

  ContactPair<D> pair[most];
  int count = 0;

  void add(const FacePoint<D>& a, const FacePoint<D>& b, const Vec<double, D>& n) {
    pair[count++] = {a.p, b.p, a.id, b.id, dot(n, b.p - a.p)};
  }
};

/// The ends of the intersection of two segments of a line.
inline void add_common(const ProjectedFace<2>& a, const ProjectedFace<2>& b, double /*slope*/, const Vec2d& n,
                       ContactPairs<2>& pairs) {
  const double low = a.low() > b.low() ? a.low() : b.low(), high = a.high() < b.high() ? a.high() : b.high();
  if (!(low <= high)) return;
  pairs.add(a.at(low), b.at(low), n);
  if (low < high) pairs.add(a.at(high), b.at(high), n);
}

/// Whether two points of faces of size 1 are aligned along n. Where outlines only touch, or one has hardly any area,
/// signs that are pure rounding decide the clipping, and a corner may be mistaken for another one. Such a mistake
/// exceeds this part of the size by far; rounding does not come near it.
inline bool are_aligned(const Vec3d& a, const Vec3d& b, const Vec3d& n) {
  constexpr double most = 0x1p-30;
  const Vec3d between = b - a;
  return norm_squared(between - n * dot(n, between)) <= most * most;
}

/// The corners of B, clipped by the sides of A. `swap` exchanges A and B in the pairs.
inline void add_clipped(const ProjectedFace<3>& a, const ProjectedFace<3>& b, bool swap, const Vec3d& n,
                        ContactPairs<3>& pairs) {
  const Clipped common = clipped(a.outline(), b.outline());
  constexpr int most = PlanarPolygon::most;
  for (int i = 0; i < common.count(); ++i) {
    const Vec2d& x = common[i].x;
    const int before = common.side_before(i), after = common[i].side;
    const bool b_before = before >= most, b_after = after >= most;
    FacePoint<3> on_a, on_b;
    if (b_before && b_after) {
      on_a = a.at_inside(x);
      on_b = b.at_corner(after - most);
    } else if (b_before || b_after) {
      on_a = a.at_side(b_before ? after : before, x);
      on_b = b.at_side((b_before ? before : after) - most, x);
    } else {
      on_a = a.at_corner(after);
      on_b = b.count() > 2 ? b.at_inside(x) : b.at_side(0, x);
    }
    if (!are_aligned(on_a.p, on_b.p, n)) continue;
    swap ? pairs.add(on_b, on_a, n) : pairs.add(on_a, on_b, n);
  }
}

/// Two parallel edges: from the later of their starts to the earlier of their ends, along A.
inline void add_parallel(const ProjectedFace<3>& a, const ProjectedFace<3>& b, const Vec3d& n, ContactPairs<3>& pairs) {
  const Vec2d origin = a.outline().x[0], e = a.outline().edge(0);
  const double length2 = norm_squared(e);
  double t[2];
  for (int i = 0; i < 2; ++i) t[i] = dot(b.outline().x[i] - origin, e) / length2;
  const int first = t[0] <= t[1] ? 0 : 1, last = 1 - first;
  const double low = t[first] > 0 ? t[first] : 0, high = t[last] < 1 ? t[last] : 1;
  if (!(low <= high)) return;
  const auto add = [&](double s) {
    const FacePoint<3> on_a = s == 0 ? a.at_corner(0) : s == 1 ? a.at_corner(1) : a.at_edge(0, 1, s);
    const FacePoint<3> on_b = s == t[first]  ? b.at_corner(first)
                              : s == t[last] ? b.at_corner(last)
                                             : b.at_edge(first, last, (s - t[first]) / (t[last] - t[first]));
    pairs.add(on_a, on_b, n);
  };
  add(low);
  if (low < high) add(high);
}

inline void add_common(const ProjectedFace<3>& a, const ProjectedFace<3>& b, double slope, const Vec3d& n,
                       ContactPairs<3>& pairs) {
  if (a.count() < 2 || b.count() < 2) return;
  if (a.count() > 2) return add_clipped(a, b, false, n, pairs);
  if (b.count() > 2) return add_clipped(b, a, true, n, pairs);
  const Vec2d e = a.outline().edge(0), f = b.outline().edge(0);
  if (absolute(cross(e, f)) <= slope * absolute(dot(e, f))) add_parallel(a, b, n, pairs);
}

/// The corners of B above a plane: A is the half-space below it, whose points have no feature id. Inlined by force:
/// g++ 12 takes this function for one without side effects from -O2 on, and drops the call.
template <int D>
ABUT_INLINE void add_over_plane(const ProjectedFace<D>& b, double height, const Vec<double, D>& n,
                                ContactPairs<D>& pairs) {
  for (int i = 0; i < b.count(); ++i) {
    const FacePoint<D> on_b = b.at_corner(i);
    pairs.add({on_b.p - n * (dot(n, on_b.p) - height), {}}, on_b, n);
  }
}

/// Chooses the pairs to keep: the deepest first, then always the one that adds most to the span of those kept:
/// distance, area, and after that distance from the nearest. Ties go to the first. A pair that adds less than a
/// thousandth of the span counts as a duplicate: corners of both outlines at the same place differ by rounding.
template <int D>
class Spread {
 public:
  explicit Spread(const ContactPairs<D>& pairs) : pairs_(pairs) {}

  /// Writes the indices of at most `most` pairs to `chosen` and returns their count. Pairs beyond `margin` are left
  /// out, except the deepest.
  int choose(int most, double margin, int* chosen) const {
    int count = 0;
    double span2 = 0;  // square of the distance of the first two
    while (count < most && count < pairs_.count) {
      int best = -1;
      double best_gain = 0;
      for (int i = 0; i < pairs_.count; ++i) {
        if (count > 0 && pairs_.pair[i].separation > margin) continue;
        const double g = gain(i, chosen, count);
        const bool better = best >= 0 ? g > best_gain : count == 0 || g > 0;
        if (!better) continue;
        best = i;
        best_gain = g;
      }
      const bool is_area = D == 3 && (count == 2 || count == 3);
      if (best < 0 || (count > 1 && best_gain <= 0x1p-20 * (is_area ? span2 * span2 : span2))) break;
      if (count == 1) span2 = best_gain;
      chosen[count++] = best;
    }
    return count;
  }

 private:
  const Vec<double, D>& at(int i) const { return pairs_.pair[i].a; }

  double gain(int i, const int* chosen, int count) const {
    if (count == 0) return -pairs_.pair[i].separation;
    double nearest = infinity<double>;
    for (int k = 0; k < count; ++k) {
      const double squared = norm_squared(at(i) - at(chosen[k]));
      nearest = squared < nearest ? squared : nearest;
    }
    if constexpr (D == 3) {
      if (nearest > 0 && count == 2) return area(chosen[0], chosen[1], i);
      if (nearest > 0 && count == 3) return beyond(i, chosen);
    }
    return nearest;
  }

  double area(int i, int j, int k) const
    requires(D == 3)
  {
    return norm_squared(cross(at(j) - at(i), at(k) - at(i)));
  }

  /// By how much i as a fourth corner enlarges the area of the triangle, times that area: only for comparison.
  double beyond(int i, const int* chosen) const
    requires(D == 3)
  {
    const Vec3d n = cross(at(chosen[1]) - at(chosen[0]), at(chosen[2]) - at(chosen[0]));
    double most = 0;
    for (int k = 0; k < 3; ++k) {
      const Vec3d& p = at(chosen[k]);
      const double outside = -dot(n, cross(at(chosen[(k + 1) % 3]) - p, at(i) - p));
      most = outside > most ? outside : most;
    }
    return most;
  }

  const ContactPairs<D>& pairs_;
};

}  // namespace abut::detail
