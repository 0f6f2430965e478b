/// Clips a ray by the bounding box or bounding sphere of a shape, and casts it at boxes, balls, capsules and segments.
///
/// The sides of a bounding box are planes like any other: those that the ray approaches prove it free up to the box,
/// those that it recedes from prove a miss if it has passed one before it entered. That is the slab test, with the
/// rounding counted. Shapes without a bounding box are clipped by their bounding sphere. If the shape is the box
/// itself, the point where the ray enters is the hit. For balls and capsules the root of a quadratic gives the
/// direction, and one support call proves it. A point or segment without a radius is met on its line, or passed on a
/// side that a sign decides: again one support call, and weights.
///
/// Guarantee: only planes enter the proof, see cast/cast_proof.hpp; everything else computed here is a proposal.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/detail/gjk/closest_on_simplex.hpp>
#include <abut/detail/support/bounding_planes.hpp>

namespace abut::detail {

/// The first tau at which |w - tau m| = gap; -infinity if there is none.
template <int D>
double ball_entry(const Vec<double, D>& w, const Vec<double, D>& m, double gap) {
  const double mm = norm_squared(m), along = dot(w, m) / mm;
  const Vec<double, D> across = w - m * along;
  const double left = gap * gap - norm_squared(across);
  return left >= 0 && mm > 0 ? along - square_root(left / mm) : -infinity<double>;
}

/// The direction from the ray's point, when it is as near as the gap, to the point or segment from w[0] to w[1]; zero
/// if it never is.
template <int D>
Vec<double, D> contact_direction(const Vec<double, D> (&w)[2], const Vec<double, D>& m, double gap) {
  using V = Vec<double, D>;
  const V e = w[1] - w[0];
  const double ee = norm_squared(e);
  if (ee > 0) {
    // Projected along the segment, the capsule is a ball.
    const V w_across = w[0] - e * (dot(w[0], e) / ee), m_across = m - e * (dot(m, e) / ee);
    const double tau = ball_entry(w_across, m_across, gap), s = dot(m * tau - w[0], e) / ee;
    if (tau > -infinity<double> && s > 0 && s < 1) return w[0] + e * s - m * tau;
  }
  const double first = ball_entry(w[0], m, gap), second = ball_entry(w[1], m, gap);
  if (first == -infinity<double> && second == -infinity<double>) return {};
  const bool use_first = second == -infinity<double> || (first > -infinity<double> && first <= second);
  return use_first ? w[0] - m * first : w[1] - m * second;
}

/// A is the point where the ray starts, B the shape.
template <class Set>
class RayClip {
 public:
  static constexpr int D = Set::D;
  using V = Vec<double, D>;
  using Sides = BoundingPlanes<typename Set::T, D>;

  /// `sides`, `ball`: bounding planes and bounding sphere of the core of B.
  RayClip(const Set& set, const Sides& sides, const Enclosure<D>& ball, const V& origin, CastProof<D>& proof)
      : set_(set), sides_(sides), ball_(ball), origin_(origin), proof_(proof) {}

  /// Offers the planes of box or ball to the proof.
  ABUT_INLINE void clip() {
    if (sides_.has_box) {
      clip_by_box();
    } else {
      clip_by_ball();
    }
  }

  /// For a box without radius, after clip(): whether the point has reached it.
  ABUT_INLINE bool enters_box(CastFinding<D>& found) const {
    const V x = proof_.motion().m() * proof_.safe();
    DifferencePoint<D> middle;
    set_.between(origin_, {}, middle);
    const V local = set_.in_frame_of_b(x - middle.w);
    V beyond;
    for (int i = 0; i < D; ++i) {
      const double half = set_.scaled(double(sides_.box.max[i])), out = absolute(local[i]) - half;
      beyond[i] = out > 0 ? (local[i] > 0 ? out : -out) : 0;
    }
    const double most = proof_.width() + doubt();
    if (norm_squared(beyond) > most * most) return false;
    found.hit = true;
    found.status = Status::converged;
    found.tau = proof_.contact();
    found.point_b = middle.a + x;  // the ray's point, which is off the box by no more than the width
    return true;
  }

  /// For a point or segment from w[0] to w[1] without radius: whether a hit or a miss is proven. Rays along the
  /// segment, and grazes, are left open.
  template <class Query>
  bool crosses(Query& query, const V (&w)[2], CastFinding<D>& found) const {
    const V d = crossing_direction(w, proof_.motion().m());
    const double squared = norm_squared(d);
    if (!(squared > 0x1p-960)) return false;  // as in gjk/iteration.hpp
    DifferencePoint<D> point;
    query.along(d, square_root(squared), point);
    if (proof_.missed()) return true;
    const V x = proof_.motion().m() * proof_.safe();
    const auto s = interior_point<D>([&](int i) { return w[i] - x; }, w[0] != w[1] ? 2 : 1);
    if (s.mask == 0 || !(s.squared <= proof_.width() * proof_.width())) return false;
    found.hit = true;
    found.status = Status::converged;
    found.tau = proof_.contact();
    found.between = s.p;
    found.point_b = point.a + x + s.p;
    return true;
  }

  /// The normal of a plane parallel to the ray between it and the segment; if there is none, the normal of the segment
  /// in the plane of both.
  static V crossing_direction(const V (&w)[2], const V& m) {
    const V e = w[1] - w[0];
    if constexpr (D == 2) {
      const V across_m = cross(m, 1.0), across_e = cross(e, 1.0);
      const double first = dot(across_m, w[0]), second = dot(across_m, w[1]);
      if (first > 0 && second > 0) return across_m;
      if (first < 0 && second < 0) return -across_m;
      return dot(across_e, w[0]) > 0 ? across_e : -across_e;
    } else {
      const V n = cross(e, m);
      const double height = dot(n, w[0]);
      // Below this height, rounding alone may separate them.
      if (absolute(height) > 32 * u * max_abs(n) * max_abs(w[0])) return height > 0 ? n : -n;
      return cross(cross(e, m), e);
    }
  }

 private:
  static constexpr double u = unit_roundoff;

  /// Corners may be up to twice the size away, and the normal of a rotated side is not exact.
  double doubt() const { return Set::posed ? 2 * set_.support_error() + 64 * u * set_.size() : 4 * u * set_.size(); }

  void clip_by_box() {
    const auto& box = sides_.box;
    DifferencePoint<D> low, high;
    set_.between(origin_, widen(box.min), low);
    set_.between(origin_, widen(box.max), high);
    const double slack = doubt();
    V d[D];
    bool positive[D];
    for (int i = 0; i < D; ++i) {
      d[i] = set_.from_frame_of_b(axis<double, D>(i));
      positive[i] = dot(d[i], proof_.motion().m()) > 0;
      side(d[i], positive[i], low.w, high.w, slack);
    }
    for (int i = 0; i < D && !proof_.missed(); ++i) side(d[i], !positive[i], low.w, high.w, slack);
  }

  /// The side of the box whose outward normal is -d, or d if not `low_side`.
  ABUT_INLINE void side(const V& d, bool low_side, const V& low, const V& high, double slack) {
    const V n = low_side ? d : -d;
    proof_.offer(n, square_root(norm_squared(n)), low_side ? low : high, slack);
  }

  /// The plane perpendicular to the line from the ray's closest point to the center of the ball.
  void clip_by_ball() {
    DifferencePoint<D> center;
    set_.between(origin_, ball_.center, center);
    const V& m = proof_.motion().m();
    const V& c = center.w;
    if (!(norm_squared(m) > 0)) return;
    const V across = c - m * (dot(c, m) / norm_squared(m));
    const double length = square_root(norm_squared(across)), radius = set_.scaled(ball_.reach);
    if (!(length > radius)) return;
    proof_.offer(across, length, c - across * (radius * (1 + 8 * u) / length));
  }

  const Set& set_;
  const Sides& sides_;
  Enclosure<D> ball_;
  V origin_;
  CastProof<D>& proof_;
};

}  // namespace abut::detail
