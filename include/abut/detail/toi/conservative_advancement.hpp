/// Conservative advancement of bodies that move and rotate: evaluate the distance, advance for as long as the plane
/// between them proves, repeat.
///
/// Each step takes the best of several motion bounds (toi/motion_bound.hpp): both bodies by their extents; the plane
/// fixed; the plane rotating as it has between the last two evaluations (the secant), which needs no knowledge of
/// vertices, edges and faces and is right for all of them to second order; and one body by support points and the other
/// by its extent. The time approaches the target quadratically, from below.
///
/// Guarantees: at no time before `safe` are the bodies within the target; at a hit they are at most half the tolerance
/// further apart; a miss is proven up to the end.
///
/// Reference: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems" (1996); X. Zhang, M. Lee and Y. Kim,
/// "Interactive Continuous Collision Detection for Non-Convex Polyhedra" (2006). Departure: the second order.
#pragma once

#include <abut/detail/toi/motion_bound.hpp>
#include <abut/detail/toi/search.hpp>
#include <abut/detail/toi/separation_function.hpp>

namespace abut::detail {

/// The rate at which an axis rotated from one direction to another.
template <int D>
Spin<D> secant_rate(const Vec<double, D>& from, const Vec<double, D>& to, double time) {
  return cross(from, to) / time;
}

/// The time up to which the motion is proven free from t on, the axis n rotating at `rate`; the end if it is free to
/// the end.
template <class Search>
double proven_from(Search& search, double t, const Vec<double, Search::D>& n, const Spin<Search::D>& rate) {
  MotionBound bound(search.pair, n, search.core_target);
  search.add_closest_to(bound);
  const double longest = search.time_left(t);
  const ProvenAdvance advance = longest_advance(search.pair, bound, rate, longest);
  search.report(advance.time, advance.by);
  return advance.time >= longest ? search.limits.end : later(t, advance.time);
}

/// Evaluates the distance, advances to `proven(t, n, secant)`, up to which the motion is free, and repeats: until the
/// target or the end is reached, or there is no progress. n separates the bodies at t, and has rotated at the rate
/// `secant` since the evaluation before.
template <class Search, class Proven>
ImpactFound<Search::D> advance_by(Search& search, const Proven& proven) {
  using V = Vec<double, Search::D>;
  double t = search.begin(), before = t;
  V last{};
  if (search.is_over_at(t)) return search.miss();
  while (search.may_evaluate()) {
    search.evaluate(t);
    if (search.has_arrived()) {
      search.report(0, ImpactBound::none);
      return search.hit(t);
    }
    if (!search.is_clear()) return search.give_up(Status::stalled, t);
    const V n = search.normal();
    const Spin<Search::D> secant = t > before ? secant_rate(last, n, t - before) : Spin<Search::D>{};
    const double next = proven(t, n, secant);
    if (next >= search.limits.end) return search.miss();
    if (next == t) return search.give_up(Status::stalled, t);
    last = n;
    before = t;
    t = next;
  }
  return search.give_up(Status::iteration_limit, t);
}

/// Extends the proof from `t`, up to which it holds, by one more bound along the axis, without evaluating the distance.
template <class Search, class Axis>
double extended_along_axis(Search& search, const Axis& axis, double t) {
  if (t >= search.limits.end || t == axis.begin) return t;
  search.pair.move_to(t);
  MotionBound bound(search.pair, axis.at(t), search.core_target);
  search.add_closest_to(bound);
  // At half the tolerance they have arrived: if the axis leaves no more than half of that, the distance is due.
  if (!(bound.lower_bound(axis.rate, {}, 0) > 0.25 * search.limits.tolerance)) return t;
  const double longest = search.time_left(t), time = bound.free_for(axis.rate, {}, longest, 0);
  return time >= longest ? search.limits.end : later(t, time);
}

/// In 2D nearly every axis belongs to an edge, whose rotation is known: a bound along it takes half as long as a
/// distance, and saves every third one. In 3D it does not pay.
template <class Search>
ImpactFound<Search::D> advance_to_impact(Search& search) {
  constexpr bool extends = Search::D == 2 && !Search::Pair::has_closed_form;
  return advance_by(search, [&](double t, const auto& n, const auto& secant) {
    if constexpr (extends) {
      const auto axis = axis_to_follow(search, search.pair, n, secant);
      return extended_along_axis(search, axis, proven_from(search, t, n, axis.rate));
    } else {
      return proven_from(search, t, n, secant);
    }
  });
}

}  // namespace abut::detail
