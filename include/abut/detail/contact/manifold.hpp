/// The contact manifold of two projected faces: the corners of their intersection.
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

  static constexpr bool span_area = D == 3;

  ContactPair<D> pair[most];
  int count = 0;

  const Vec<double, D>& at(int i) const { return pair[i].a; }
  double separation(int i) const { return pair[i].separation; }

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

}  // namespace abut::detail
