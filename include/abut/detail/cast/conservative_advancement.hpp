/// Conservative advancement: how far may A go before it could touch B? Ask for the distance, move on along the separating normal, repeat.
///
/// The distance d(t) of convex shapes in translation is a convex function of t, and the plane of a distance query is its tangent: advancing to
/// where that plane is reached is Newton's method from the left, which never passes the first contact. Polytopes take two to five
/// queries, each begun with the vertices of the last one.
///
/// Reference: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems" (1996); J. Davis, lectures on GJK and MPR (DigiPen).
/// Departures: every support call of a query moves the free time on, not the last one alone, and from start positions (cast/cast_proof.hpp); it stops
/// where nothing approaches any more; a hit is the upper bound of the distance and not a lack of progress.
///
/// Guarantee: as in cast/gjk_ray_cast.hpp. Where the bounds of the distance do not meet the verdict is left open.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/detail/gjk/gjk.hpp>
#include <abut/detail/minkowski/shifted_difference.hpp>

namespace abut::detail {

template <class Asked, class... Trace>
class ConservativeAdvancement {
 public:
  static constexpr int D = Asked::D;
  using V = Vec<double, D>;

  ConservativeAdvancement(Asked& asked, double tolerance, Trace&... trace) : asked_(asked), tolerance_(tolerance) {
    const auto& set = asked.set();
    const double size = 2 * asked.course().size();  // x is up to one size away
    constexpr double u = unit_roundoff;
    // x is rounded, and so is its difference from a vertex: three roundings.
    limits_ = {.tolerance = tolerance,
               .cutoff = infinity<double>,
               .search_width = 0,
               .contract_width = 0,
               .max_iterations = 0,
               .size = size,
               .radii = asked.course().gap(),
               .support_error = set.support_error() + (D + 4) * u * size,
               .point_error = set.point_error() + 3 * u * size,
               .scale = set.scale()};
    limits_.search_width = limits_.support_error + limits_.point_error + (D + 9) * u * size;
    limits_.contract_width = 2 * limits_.search_width;
    run(trace...);
  }

  const CastFinding<D>& finding() const { return finding_; }

 private:
  using Shifted = ShiftedDifference<typename Asked::Set, PointOfA::at_start, Asked>;

  /// Those of a single query, for a query that does not end by itself must leave something to the next.
  static constexpr int most_per_query = 128;

  void run(Trace&... trace) {
    Cache<D> cache;
    for (;;) {
      const int left = asked_.most() - asked_.iterations();
      if (left <= 0) {
        finding_.status = Status::iteration_limit;
        return;
      }
      const double tau = asked_.proof().safe();
      const V x = asked_.course().m() * tau;
      const Shifted shifted(asked_.set(), x, asked_);
      limits_.max_iterations = left < most_per_query ? left : most_per_query;
      const GjkResult<D> r = query(shifted, cache, trace...);
      if (asked_.proof().missed()) return;
      if (r.status == Status::invalid_argument) {
        finding_.status = r.status;
        return;
      }
      if ((!goes_on_from(tau) && touches(r, x)) || !(asked_.proof().safe() > tau)) return;
      r.remember(shifted, cache);
    }
  }

  GjkResult<D> query(const Shifted& shifted, const Cache<D>& cache, Trace&... trace) const {
    Gjk<D> gjk(limits_);
    gjk.warm_start(shifted, cache);
    return gjk.run(shifted, trace...);
  }

  /// Whether more is free now, and A gone by then further than a contact is wide: what touches at tau need not touch there.
  bool goes_on_from(double tau) const {
    const double width = cast_width(asked_.proof(), tolerance_, asked_.is_curved());
    return asked_.proof().safe() > tau && (asked_.proof().safe() - tau) * asked_.course().speed() > width;
  }

  bool touches(const GjkResult<D>& r, const V& x) {
    const double most = asked_.course().gap() + cast_width(asked_.proof(), tolerance_, asked_.is_curved());
    const V between = r.point_b - r.point_a;
    if (r.feature_count == 0 || norm_squared(between) > most * most) return false;
    finding_.hit = true;
    finding_.status = Status::converged;
    finding_.tau = asked_.proof().contact();
    finding_.between = between;
    finding_.point_b = r.point_b + x;
    return true;
  }

  Asked& asked_;
  double tolerance_;
  GjkLimits limits_;
  CastFinding<D> finding_;
};

template <class Asked, class... Trace>
ConservativeAdvancement(Asked&, double, Trace&...) -> ConservativeAdvancement<Asked, Trace...>;

}  // namespace abut::detail
