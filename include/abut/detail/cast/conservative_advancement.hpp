/// Conservative advancement: how far can A move before it could touch B? Query the distance, advance to the separating
/// plane, repeat.
///
/// The distance d(t) of convex shapes in translation is a convex function of t, and the plane of a distance query is
/// its tangent: advancing to where that plane is reached is Newton's method from the left, which never passes the first
/// contact. Polytopes take two to five queries, each warm-started with the vertices of the last one.
///
/// Reference: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems" (1996); J. Davis, lectures on GJK
/// and MPR (DigiPen). Departures: every support call of a distance query advances the free time, not just the last, and
/// from start positions (cast/cast_proof.hpp); it stops where nothing approaches any more; a hit is proven by the upper
/// bound of the distance, not by a lack of progress.
///
/// Guarantee: as in cast/gjk_ray_cast.hpp. Where the bounds of the distance do not meet, the verdict stays open.
#pragma once

#include <abut/detail/cast/cast_proof.hpp>
#include <abut/detail/gjk/gjk.hpp>
#include <abut/detail/minkowski/shifted_difference.hpp>

namespace abut::detail {

template <class Query, class Trace>
class ConservativeAdvancement {
 public:
  static constexpr int D = Query::D;
  using V = Vec<double, D>;

  ConservativeAdvancement(Query& query, double tolerance, Trace trace) : query_(query), tolerance_(tolerance) {
    const auto& set = query.set();
    const double size = 2 * query.motion().size();  // x is up to one size away
    constexpr double u = unit_roundoff;
    // x is rounded, and so is its difference from a vertex: three roundings.
    limits_ = {.tolerance = tolerance,
               .cutoff = infinity<double>,
               .search_width = 0,
               .contract_width = 0,
               .max_iterations = 0,
               .size = size,
               .radii = query.motion().gap(),
               .support_error = set.support_error() + (D + 4) * u * size,
               .point_error = set.point_error() + 3 * u * size,
               .scale = set.scale()};
    limits_.search_width = limits_.support_error + limits_.point_error + (D + 9) * u * size;
    limits_.contract_width = 2 * limits_.search_width;
    run(trace);
  }

  const CastFinding<D>& finding() const { return finding_; }

 private:
  using Shifted = ShiftedDifference<typename Query::Set, PointOfA::at_start, Query>;

  /// Support calls of one distance query: one that does not converge must leave some for the next.
  static constexpr int most_per_query = 128;

  void run(Trace trace) {
    Cache<D> cache;
    for (;;) {
      const int left = query_.most() - query_.iterations();
      if (left <= 0) {
        finding_.status = Status::iteration_limit;
        return;
      }
      const double tau = query_.proof().safe();
      const V x = query_.motion().m() * tau;
      const Shifted shifted(query_.set(), x, query_);
      limits_.max_iterations = left < most_per_query ? left : most_per_query;
      const GjkResult<D> r = run_gjk(shifted, cache, trace);
      if (query_.proof().missed()) return;
      if (r.status == Status::invalid_argument) {
        finding_.status = r.status;
        return;
      }
      if ((!goes_on_from(tau) && touches(r, x)) || !(query_.proof().safe() > tau)) return;
      r.remember(shifted, cache);
    }
  }

  GjkResult<D> run_gjk(const Shifted& shifted, const Cache<D>& cache, Trace trace) const {
    Gjk<D> gjk(limits_);
    gjk.warm_start(shifted, cache);
    return gjk.run(shifted, trace);
  }

  /// Whether more is free than at tau, by more motion than the width of a contact: then a contact at tau proves
  /// nothing.
  bool goes_on_from(double tau) const {
    const double width = cast_width(query_.proof(), tolerance_, query_.is_curved());
    return query_.proof().safe() > tau && (query_.proof().safe() - tau) * query_.motion().speed() > width;
  }

  bool touches(const GjkResult<D>& r, const V& x) {
    const double most = query_.motion().gap() + cast_width(query_.proof(), tolerance_, query_.is_curved());
    const V between = r.point_b - r.point_a;
    if (r.feature_count == 0 || norm_squared(between) > most * most) return false;
    finding_.hit = true;
    finding_.status = Status::converged;
    finding_.tau = query_.proof().contact();
    finding_.between = between;
    finding_.point_b = r.point_b + x;
    return true;
  }

  Query& query_;
  double tolerance_;
  GjkLimits limits_;
  CastFinding<D> finding_;
};

}  // namespace abut::detail
