/// Where a ray can meet a shape at all, and where a closed form knows that it does.
///
/// The sides of a box around the shape are planes like any other: those that the ray approaches prove the way up to the box, those that it
/// recedes from prove a miss if it has passed one before it came in. That is the clipping of a ray by slabs, with the rounding
/// counted. A ball serves shapes that have no box at hand. Of a box that is the shape itself, the point where the ray enters is the hit; of
/// balls and capsules the root of a quadratic says along which direction to ask, and one support call proves it.
///
/// Guarantee: nothing but planes enters the proof, see cast_plane.hpp; all that is computed here besides is a proposal.
#pragma once

#include <abut/algorithm/cast_plane.hpp>
#include <abut/bounds.hpp>
#include <abut/shapes.hpp>

namespace abut::detail {

template <class S>
inline constexpr bool is_box = false;
template <Scalar T, int D>
inline constexpr bool is_box<Box<T, D>> = true;

/// The box is at hand, in the frame of the shape: hulls keep it. (ShapeRef would have to ask for it.)
template <class S>
inline constexpr bool has_box = is_box<S> || requires(const S& s) {
  s.bounds();
  s.vertices();
};

template <class S>
Bounds<ScalarOf<S>, dimension_of<S>> box_of(const S& core) {
  if constexpr (is_box<S>) {
    return {-core.half, core.half};
  } else {
    return core.bounds();
  }
}

/// A is the point where the ray begins, B the shape. `core`: of B.
template <class Set, class Core>
class RayClip {
 public:
  static constexpr int D = Set::D;
  using V = Vec<double, D>;
  static constexpr bool of_box = is_box<Core>;

  RayClip(const Set& set, const Core& core, const V& origin, CastProof<D>& proof)
      : set_(set), core_(core), origin_(origin), proof_(proof) {}

  /// Afterwards the proof knows what box or ball can tell.
  ABUT_INLINE void clip() {
    if constexpr (has_box<Core>) {
      clip_by_box();
    } else {
      clip_by_ball();
    }
  }

  /// Of a box without radius, after clip(): whether the point has come to it.
  ABUT_INLINE bool enters_box(CastFinding<D>& found) const {
    const V x = proof_.course().m() * proof_.safe();
    DifferencePoint<D> middle;
    set_.between(origin_, {}, middle);
    const V local = set_.in_frame_of_b(x - middle.w);
    V beyond;
    for (int i = 0; i < D; ++i) {
      const double half = set_.scaled(double(core_.half[i])), out = absolute(local[i]) - half;
      beyond[i] = out > 0 ? (local[i] > 0 ? out : -out) : 0;
    }
    const double most = proof_.width() + doubt();
    if (norm_squared(beyond) > most * most) return false;
    found.hit = true;
    found.status = Status::converged;
    found.tau = proof_.contact();
    found.point_b = middle.a + x;  // the ray's own point: off the box by no more than the width
    return true;
  }

  /// The direction from the ray's point, when it is as near as the gap, to the point or segment from w[0] to w[1]; zero if there is none.
  static V contact_direction(const V (&w)[2], const V& m, double gap) {
    const V e = w[1] - w[0];
    const double ee = norm_squared(e);
    if (ee > 0) {
      // Across the segment, it is the ball about a point.
      const V w_across = w[0] - e * (dot(w[0], e) / ee), m_across = m - e * (dot(m, e) / ee);
      const double tau = entry(w_across, m_across, gap), s = dot(m * tau - w[0], e) / ee;
      if (tau > -infinity<double> && s > 0 && s < 1) return w[0] + e * s - m * tau;
    }
    const double first = entry(w[0], m, gap), second = entry(w[1], m, gap);
    if (first == -infinity<double> && second == -infinity<double>) return {};
    const bool use_first = second == -infinity<double> || (first > -infinity<double> && first <= second);
    return use_first ? w[0] - m * first : w[1] - m * second;
  }

 private:
  static constexpr double u = unit_roundoff;

  /// Corners are up to twice as far away as the size knows of, and a side that was turned is not quite square to them.
  double doubt() const {
    return Set::posed ? 2 * set_.support_error() + 64 * u * set_.size() : 4 * u * set_.size();
  }

  void clip_by_box() {
    const auto box = box_of(core_);
    DifferencePoint<D> low, high;
    set_.between(origin_, widen(box.low), low);
    set_.between(origin_, widen(box.high), high);
    const double slack = doubt();
    V d[D];
    bool positive[D];
    for (int i = 0; i < D; ++i) {
      d[i] = set_.from_frame_of_b(axis<double, D>(i));
      positive[i] = dot(d[i], proof_.course().m()) > 0;
      side(d[i], positive[i], low.w, high.w, slack);
    }
    for (int i = 0; i < D && !proof_.missed(); ++i) side(d[i], !positive[i], low.w, high.w, slack);
  }

  /// The side of the box whose outward normal is -d, or d if not `low_side`.
  ABUT_INLINE void side(const V& d, bool low_side, const V& low, const V& high, double slack) {
    const V n = low_side ? d : -d;
    proof_.offer(n, square_root(norm_squared(n)), low_side ? low : high, slack);
  }

  /// Where the ray passes the ball at its nearest, the plane across the way to its center.
  void clip_by_ball() {
    const Enclosure<D> ball = enclosure(core_);
    DifferencePoint<D> center;
    set_.between(origin_, ball.center, center);
    const V& m = proof_.course().m();
    const V& c = center.w;
    if (!(norm_squared(m) > 0)) return;
    const V across = c - m * (dot(c, m) / norm_squared(m));
    const double length = square_root(norm_squared(across)), reach = set_.scaled(ball.reach);
    if (!(length > reach)) return;
    proof_.offer(across, length, c - across * (reach * (1 + 8 * u) / length));
  }

  /// When |w - tau m| = gap for the first time; -infinity if it never is.
  static double entry(const V& w, const V& m, double gap) {
    const double mm = norm_squared(m), along = dot(w, m) / mm;
    const V across = w - m * along;
    const double left = gap * gap - norm_squared(across);
    return left >= 0 && mm > 0 ? along - square_root(left / mm) : -infinity<double>;
  }

  const Set& set_;
  const Core& core_;
  V origin_;
  CastProof<D>& proof_;
};

}  // namespace abut::detail
