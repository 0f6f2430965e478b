/// A cast by MPR: does the set that B - A sweeps hold the origin, and if so, through which portal does it come in?
///
/// The swept set is a sum of support mappings: that of B - A, the ball of the gap, and the motion from 0 to -limit m. Stage 1 asks
/// MPR whether the origin is in it. Stage 2 follows the ray from the origin against the motion to the surface, where a portal lies that A
/// reaches first: d away, so that contact is at limit - d. A ray cast is the same: a fixed point, and the shape swept by the opposite motion;
/// the segment that the point sweeps would have no inside.
///
/// Reference: J. Davis, lectures on GJK and MPR (DigiPen), for both stages. Departures: (1) limit - d cancels and is not returned; time is
/// proven by the planes of both stages, see cast/cast_proof.hpp. (2) A hit needs the ray to pass the last portal by its weights: signs alone may
/// let it pass beside a needle. There is not a line of GJK here; a test sees to that.
///
/// Guarantee: at a hit the ray passes a point of the set within twice the width of the swept set; along the normal of the plane that tells tau, that point and the plane
/// are no further apart than the width of a contact; tau is not before safe(). Open remain starts in touch, motions that end in touch or
/// slide, margins within rounding, and differences without interior; safe() holds for them too.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/detail/mpr/mpr.hpp>

namespace abut::detail {

/// Satisfies the invariant of minkowski/difference.hpp for the swept shapes.
template <class Asked>
class SweptDifference {
 public:
  static constexpr int D = Asked::D;
  using V = Vec<double, D>;

  /// The unit vector of v and its product with the gap err by 7.5 u of it, as in minkowski/rounded_difference.hpp; the end of the motion that is further
  /// is chosen with D + 1 roundings of its length, which is no more than the size, and rounds twice; each of the two sums once.
  explicit SweptDifference(Asked& asked)
      : asked_(asked),
        swept_(asked.course().m() * asked.course().limit()),
        error_((7.5 * asked.course().gap() + (D + 7) * asked.course().size()) * unit_roundoff) {}

  ABUT_INLINE void along(const V& v, DifferencePoint<D>& point) const {
    const double length = square_root(norm_squared(v));
    asked_.along(v, length, point);
    const double gap = asked_.course().gap();
    if (gap > 0) {
      const V n = v * (1 / length);
      point.w -= n * gap;
      point.a += n * gap;
    }
    if (dot(v, swept_) > 0) {
      point.w -= swept_;
      point.a += swept_;
    }
  }

  V first_direction() const {
    const V first = asked_.set().first_direction(), half = swept_ * 0.5;
    return first != half ? first - half : first;
  }
  double size() const { return 2 * asked_.course().size(); }
  double scale() const { return asked_.set().scale(); }
  double support_error() const { return asked_.set().support_error() + error_; }
  double point_error() const { return asked_.set().point_error() + error_; }

 private:
  Asked& asked_;
  V swept_;
  double error_;
};

template <class Asked, class Watch>
class MprCast {
 public:
  static constexpr int D = Asked::D;
  using V = Vec<double, D>;

  MprCast(Asked& asked, double tolerance, Watch& watch)
      : asked_(asked),
        swept_(asked),
        width_(2 * (swept_.support_error() + swept_.point_error()) + 32 * u * swept_.size()),
        limits_{.width = 64 * width_, .max_iterations = asked.most()},
        allowed_(tolerance),
        tolerance_(0x1p-10 * tolerance),
        mpr_(swept_, limits_, watch) {
    const IntersectionVerdict<D> verdict = mpr_.decide();
    finding_.status = verdict.status == Status::converged ? Status::inconclusive : verdict.status;
    // Without a plane that has moved A on they meet at the start, and that is to be as near as any hit.
    const bool proven = verdict.overlap && (asked_.proof().has_normal() || verdict.upper <= 2 * width_);
    if (proven && !asked_.proof().missed()) reach_surface();
  }

  const CastFinding<D>& finding() const { return finding_; }

 private:
  static constexpr double u = unit_roundoff;

  void reach_surface() {
    const V back = -asked_.course().m();
    if (back == V{}) return stay();
    mpr_.open_portal(back);
    mpr_.push({{}, back}, is_round() ? tolerance_ : 0, [](const V&) {});
    if (mpr_.verdict().status == Status::iteration_limit) finding_.status = Status::iteration_limit;
    if (!asked_.proof().missed()) prove_hit();
  }

  bool is_round() const { return asked_.is_curved() || asked_.course().gap() > 0; }

  /// No motion: the shapes meet where they are.
  void stay() {
    finding_.hit = true;
    finding_.status = Status::converged;
    const auto& mixture = mpr_.mixture();
    for (int i = 0; i <= D; ++i) {
      const auto& s = mpr_.simplex()[i];
      finding_.point_b += (s.a + s.w) * mixture.weight[i];
    }
  }

  /// The point q where the ray crosses the portal is one of the swept set: w - sigma m with w in B - A, 0 <= sigma <= limit. So A is in
  /// contact sigma - d after the start, if q = -d m: not after limit - d. With what the planes have proven free, that leaves the time
  /// between the two; they must be together as near as the portal is to the surface.
  void prove_hit() {
    const V m = asked_.course().m();
    V q, b;
    double x[D];
    if (!cross_portal(q, b, x)) return;
    const double d = -dot(q, m) / norm_squared(m), tau = asked_.course().limit() - d;
    const double off = square_root(norm_squared(q + m * d));
    const auto& proof = asked_.proof();
    const double speed = asked_.course().speed(), closing = proof.has_normal() ? dot(proof.normal(), m) : speed;
    // A plane that is nearly along the motion tells no time: a graze.
    if (!(closing > 0x1p-20 * speed)) return;
    // Without any plane they meet at the start, or it is not known when.
    const double late = proof.has_normal() ? absolute(tau - proof.reached()) : (tau > 0 ? tau : 0);
    const double tolerated = is_round() ? allowed_ * asked_.course().size() : 0, slack = tolerated + 2 * width_;
    if (off > slack || late * closing > tolerated + proof.width() || -d * speed > slack) return;
    if (!is_round() && passes_rim(x, closing)) return;
    finding_.hit = true;
    finding_.status = Status::converged;
    finding_.tau = proof.reached();  // contact is proven at about that time, and not at safe()
    finding_.point_b = b;
    finding_.between = proof.has_normal() ? proof.normal() * asked_.course().gap() : V{};
  }

  /// Whether rounding may have let the ray in by this portal in place of the one beside it. Where the ray crosses it, by the weights x, is known to the width of a
  /// contact across the ray: more along it, the less A closes in. That is how much the time is off, which is more than a steeper portal would allow.
  bool passes_rim(const double (&x)[D], double closing) const {
    if (closing > 0x1p-4 * asked_.course().speed()) return false;  // measured: then no time was off by too much
    double rate[D];
    mpr_.portal().crossing_rates(mpr_.portal().normal(), asked_.course().m() * (asked_.proof().width() / closing),
                                 rate);
    bool passes = false;
    for (int i = 0; i < D; ++i) passes = passes || !(x[i] > absolute(rate[i]));
    return passes;
  }

  /// The point q of the portal where the ray crosses it, or nearly so, and the point of B it came from: with weights that are not negative, so
  /// that it is a point of the set. On a needle they are off by far more than a rounding: what q misses the ray by corrects them. False if there is none.
  bool cross_portal(V& q, V& b, double (&x)[D]) const {
    const Portal<D>& portal = mpr_.portal();
    const V m = asked_.course().m();
    portal.crossing_weights({{}, -m}, x);
    for (int turn = 0;; ++turn) {
      if (!normalise(x)) return false;
      q = b = V{};
      for (int i = 0; i < D; ++i) {
        q += portal.p[i].w * x[i];
        b += (portal.p[i].a + portal.p[i].w) * x[i];
      }
      if (turn == 2) return true;
      double rate[D];
      portal.crossing_rates(m, m * (dot(q, m) / norm_squared(m)) - q, rate);
      for (int i = 0; i < D; ++i) x[i] += rate[i];
    }
  }

  Asked& asked_;
  SweptDifference<Asked> swept_;
  double width_;      ///< of rounding, on both sides of the proof
  MprLimits limits_;  ///< with more: stage 1 is to find a portal, and proves nothing by itself
  double allowed_;    ///< relative to the size: how far the portal of a curved set may stay behind its surface
  double tolerance_;  ///< how near to it the portal is pushed: the normal is off by the root of that
  Mpr<SweptDifference<Asked>, Watch> mpr_;
  CastFinding<D> finding_;
};

}  // namespace abut::detail
