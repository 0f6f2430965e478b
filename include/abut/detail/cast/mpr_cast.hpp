/// A cast by MPR: does the swept B - A contain the origin, and if so, through which portal does it enter?
///
/// The swept set is a sum of support mappings: that of B - A, the ball of the gap, and the motion from 0 to -limit m.
/// Stage 1 decides by MPR whether the origin is in it. Stage 2 follows the ray from the origin against the motion to
/// the surface. It exits through the portal that A reaches first: d away, so that contact is at limit - d. A ray cast
/// is the same with a fixed point and the shape swept by the opposite motion; the segment that the point sweeps would
/// have no interior.
///
/// Reference: J. Davis, lectures on GJK and MPR (DigiPen), for both stages. Departures: (1) limit - d cancels and is
/// not returned; time is proven by the planes of both stages, see cast/cast_proof.hpp. (2) A hit requires that the
/// weights of the crossing place it in the last portal: signs alone may let the ray pass beside a needle. There is no
/// code of GJK here, which a test verifies.
///
/// Guarantee: at a hit the ray passes a point of the set within twice the width of the swept set; along the normal of
/// the plane that determines tau, that point and the plane are no further apart than the width of a contact; tau is not
/// before safe(). These remain open: starts in contact, motions that end in contact or slide, margins within rounding,
/// and differences without interior; safe() holds for them too.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/detail/mpr/mpr.hpp>

namespace abut::detail {

/// Satisfies the invariant of minkowski/difference.hpp for the swept shapes.
template <class Query>
class SweptDifference {
 public:
  static constexpr int D = Query::D;
  using V = Vec<double, D>;

  /// The unit vector of v and its product with the gap err by 7.5 u of the gap, as in minkowski/rounded_difference.hpp.
  /// The end of the motion that is further along is chosen with D + 1 roundings of its length, which is no more than
  /// the size, and rounds twice; each of the two sums rounds once.
  explicit SweptDifference(Query& query)
      : query_(query),
        swept_(query.motion().m() * query.motion().limit()),
        error_((7.5 * query.motion().gap() + (D + 7) * query.motion().size()) * unit_roundoff) {}

  ABUT_INLINE void along(const V& v, DifferencePoint<D>& point) const {
    const double length = square_root(norm_squared(v));
    query_.along(v, length, point);
    const double gap = query_.motion().gap();
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

  /// From the origin to the center of the swept set: a difference of lengths, so that scaling keeps its direction.
  V first_direction() const {
    const V offset = query_.set().offset(), half = swept_ * 0.5;
    return offset != half ? offset - half : query_.set().first_direction();
  }
  double size() const { return 2 * query_.motion().size(); }
  double scale() const { return query_.set().scale(); }
  double support_error() const { return query_.set().support_error() + error_; }
  double point_error() const { return query_.set().point_error() + error_; }

 private:
  Query& query_;
  V swept_;
  double error_;
};

template <class Query, class Recorder>
class MprCast {
 public:
  static constexpr int D = Query::D;
  using V = Vec<double, D>;

  MprCast(Query& query, double tolerance, Recorder& recorder)
      : query_(query),
        swept_(query),
        width_(2 * (swept_.support_error() + swept_.point_error()) + 32 * u * swept_.size()),
        limits_{.width = 64 * width_, .max_iterations = query.most()},
        allowed_(tolerance),
        tolerance_(0x1p-10 * tolerance),
        mpr_(swept_, limits_, recorder) {
    if (is_dwarfed_by_target()) {
      meet_within_target();
    } else {
      search();
    }
  }

  const CastFinding<D>& finding() const { return finding_; }

 private:
  static constexpr double u = unit_roundoff;

  /// Whether the target is so much longer than the shapes and what is between them that products of six lengths might
  /// overflow. Then they are within it at the start: no length of B - A exceeds the size.
  bool is_dwarfed_by_target() const { return query_.motion().target() > 0x1p100 * query_.set().size(); }

  void meet_within_target() {
    DifferencePoint<D> point;
    query_.along(scale_direction(query_.set().first_direction()), point);
    finding_.hit = is_finite(point.w);
    finding_.status = finding_.hit ? Status::converged : Status::invalid_argument;
    finding_.point_b = point.a + point.w;
  }

  void search() {
    const IntersectionVerdict<D> verdict = mpr_.decide();
    finding_.status = verdict.status == Status::converged ? Status::inconclusive : verdict.status;
    // If no plane has advanced A they meet at the start, and must be as near as at any hit.
    const bool proven = verdict.overlap && (query_.proof().has_normal() || verdict.upper <= 2 * width_);
    if (proven && !query_.proof().missed()) reach_surface();
  }

  void reach_surface() {
    const V back = -query_.motion().m();
    if (back == V{}) return hit_at_start();
    mpr_.open_portal(back);
    mpr_.push({{}, back}, is_round() ? tolerance_ : 0, [](const V&) {});
    if (mpr_.verdict().status == Status::iteration_limit) finding_.status = Status::iteration_limit;
    if (!query_.proof().missed()) prove_hit();
  }

  bool is_round() const { return query_.is_curved() || query_.motion().gap() > 0; }

  /// No motion: the shapes meet at the start.
  void hit_at_start() {
    finding_.hit = true;
    finding_.status = Status::converged;
    const auto& mixture = mpr_.mixture();
    for (int i = 0; i <= D; ++i) {
      const auto& s = mpr_.simplex()[i];
      finding_.point_b += (s.a + s.w) * mixture.weight[i];
    }
  }

  /// The point q where the ray crosses the portal is one of the swept set: w - sigma m with w in B - A, 0 <= sigma <=
  /// limit. So A is in contact sigma - d after the start, if q = -d m: not after limit - d. The planes bound the
  /// contact time from below; the two bounds must be as near to each other as the portal is to the surface.
  void prove_hit() {
    const V m = query_.motion().m();
    V q, b;
    double x[D];
    if (!cross_portal(q, b, x)) return;
    const double d = -dot(q, m) / norm_squared(m), tau = query_.motion().limit() - d;
    const double off = square_root(norm_squared(q + m * d));
    const auto& proof = query_.proof();
    const double speed = query_.motion().speed(), closing = proof.has_normal() ? dot(proof.normal(), m) : speed;
    // A plane nearly parallel to the motion determines no time: a graze.
    if (!(closing > 0x1p-20 * speed)) return;
    // Without any plane they meet at the start, or the time is unknown.
    const double late = proof.has_normal() ? absolute(tau - proof.reached()) : (tau > 0 ? tau : 0);
    const double tolerated = is_round() ? allowed_ * query_.motion().size() : 0, slack = tolerated + 2 * width_;
    if (off > slack || late * closing > tolerated + proof.width() || -d * speed > slack) return;
    if (!is_round() && may_cross_neighbor(x, closing)) return;
    finding_.hit = true;
    finding_.status = Status::converged;
    finding_.tau = proof.reached();  // contact is proven near that time, not at safe()
    finding_.point_b = b;
    finding_.between = proof.has_normal() ? proof.normal() * query_.motion().gap() : V{};
  }

  /// Whether rounding may have taken this portal in place of its neighbor. The crossing, given by the weights x, is
  /// known to the width of a contact across the ray, and to more along it the slower A closes in. The time is off by as
  /// much, which is more than a steeper portal would allow.
  bool may_cross_neighbor(const double (&x)[D], double closing) const {
    if (closing > 0x1p-4 * query_.motion().speed()) return false;  // measured: then no time was off by too much
    double rate[D];
    mpr_.portal().crossing_rates(mpr_.portal().normal(), query_.motion().m() * (query_.proof().width() / closing),
                                 rate);
    bool passes = false;
    for (int i = 0; i < D; ++i) passes = passes || !(x[i] > absolute(rate[i]));
    return passes;
  }

  /// The point q of the portal where the ray crosses it, or nearly so, and the point of B that belongs to it. Its
  /// weights are not negative, so that it is a point of the set. On a needle the weights are off by far more than a
  /// rounding, and are corrected by the distance from q to the ray. False if there is no such point.
  bool cross_portal(V& q, V& b, double (&x)[D]) const {
    const Portal<D>& portal = mpr_.portal();
    const V m = query_.motion().m();
    portal.crossing_weights({{}, -m}, x);
    for (int pass = 0;; ++pass) {
      if (!normalize(x)) return false;
      q = b = V{};
      for (int i = 0; i < D; ++i) {
        q += portal.p[i].w * x[i];
        b += (portal.p[i].a + portal.p[i].w) * x[i];
      }
      if (pass == 2) return true;
      double rate[D];
      portal.crossing_rates(m, m * (dot(q, m) / norm_squared(m)) - q, rate);
      for (int i = 0; i < D; ++i) x[i] += rate[i];
    }
  }

  Query& query_;
  SweptDifference<Query> swept_;
  double width_;      ///< the rounding of both sides of the proof
  MprLimits limits_;  ///< wider: stage 1 has to find a portal, and proves nothing by itself
  double allowed_;    ///< how far the portal of a curved set may stay behind its surface, relative to the size
  double tolerance_;  ///< how near to it the portal is pushed; the normal is off by the root of that
  Mpr<SweptDifference<Query>, Recorder> mpr_;
  CastFinding<D> finding_;
};

}  // namespace abut::detail
