/// Advancement of bodies that move and turn: look how far apart they are, go on for as long as the plane between them proves, look again.
///
/// Each step takes the best of several certificates (toi/motion_bound.hpp): all that the bodies can ever reach; the plane held still; the plane
/// turning as it has turned between the last two looks (the secant), which needs to know nothing of vertices, edges and faces and is right for all of them to
/// second order; and one body by its points with all the other can reach. So the time converges quadratically towards the target, from before.
///
/// Guarantees: nothing before `safe` comes within the target; a hit is at most half the tolerance further; a miss is proven up to 1.
///
/// Reference: B. Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems" (1996); X. Zhang, M. Lee and Y. Kim (2006). Departure: the second order.
#pragma once

#include <abut/detail/toi/separation_function.hpp>

namespace abut::detail {

/// A while that is proven free, and by what.
struct FreeWhile {
  double time = 0;
  ImpactBound by = ImpactBound::none;
};

/// The longest of the certificates from here, the axis held still or turning with `secant`.
template <Shape A, Shape B>
FreeWhile longest_advance(const MovingPair<A, B>&, MotionBound<A, B>& certificate, const Spin<dimension_of<A>>& secant,
                          double longest) {
  constexpr int D = dimension_of<A>;
  const bool a_turns = certificate.a().turns(), b_turns = certificate.b().turns();
  FreeWhile best;
  const auto attempt = [&](const Spin<D>& w, Bounded by, ImpactBound name) {
    if (best.time >= longest) return;
    const double time = certificate.free_for(w, by, longest, best.time);
    if (time > best.time) best = {time, name};
  };
  if (a_turns || b_turns) attempt({}, {a_turns, b_turns}, ImpactBound::reach);
  if (speed(secant) > 0) attempt(secant, {}, ImpactBound::turning_axis);
  attempt({}, {}, ImpactBound::fixed_axis);
  if (a_turns && b_turns) {
    attempt({}, {true, false}, ImpactBound::reach);
    attempt({}, {false, true}, ImpactBound::reach);
  }
  return best;
}

/// The rate at which an axis turned from one direction to another.
template <int D>
Spin<D> secant_rate(const Vec<double, D>& from, const Vec<double, D>& to, double time) {
  return cross(from, to) / time;
}

/// Until when the way is proven free from t on, the axis n turning at `rate`: 1 if to the end.
template <class Search>
double proven_from(Search& search, double t, const Vec<double, Search::D>& n, const Spin<Search::D>& rate) {
  MotionBound certificate(search.pair, n, search.core_target);
  search.tell_features(certificate);
  const double longest = time_left(t);
  const FreeWhile advance = longest_advance(search.pair, certificate, rate, longest);
  search.tell(advance.time, advance.by);
  return advance.time >= longest ? 1 : later(t, advance.time);
}

/// Looks, goes on to `proven(t, n, secant)`, up to which the way is free, and looks again: until the target or the end is reached, or there is no way
/// forward. n separates the bodies at t, and has turned at the rate `secant` since the look before.
template <class Search, class Proven>
ImpactFound<Search::D> advance_by(Search& search, const Proven& proven) {
  using V = Vec<double, Search::D>;
  double t = search.begin(), before = t;
  V last{};
  if (t >= 1) return search.miss();
  while (search.may_look()) {
    search.look(t);
    if (search.has_arrived()) {
      search.tell(0, ImpactBound::none);
      return search.hit(t);
    }
    if (!search.is_clear()) return search.give_up(Status::stalled, t);
    const V n = search.normal();
    const Spin<Search::D> secant = t > before ? secant_rate(last, n, t - before) : Spin<Search::D>{};
    const double next = proven(t, n, secant);
    if (next >= 1) return search.miss();
    if (next == t) return search.give_up(Status::stalled, t);
    last = n;
    before = t;
    t = next;
  }
  return search.give_up(Status::iteration_limit, t);
}

/// From `t`, which is proven, on along the axis: one certificate more, and no look before it.
template <class Search, class Axis>
double one_further(Search& search, const Axis& axis, double t) {
  if (t >= 1 || t == axis.begin) return t;
  search.pair.move_to(t);
  MotionBound certificate(search.pair, axis.at(t), search.core_target);
  search.tell_features(certificate);
  // At half the tolerance they have arrived: where the axis leaves half of that, or nothing, it is time to look.
  if (!(certificate.lower_bound(axis.rate, {}, 0) > 0.25 * search.limits.tolerance)) return t;
  const double longest = time_left(t), time = certificate.free_for(axis.rate, {}, longest, 0);
  return time >= longest ? 1 : later(t, time);
}

/// In the plane nearly every axis belongs to an edge and is known for good: to go on along it takes half as long as to look, and saves every third look. In
/// space it does not pay.
template <class Search>
ImpactFound<Search::D> advance_to_impact(Search& search) {
  constexpr bool goes_on = Search::D == 2 && !Search::Pair::has_closed_form;
  return advance_by(search, [&](double t, const auto& n, const auto& secant) {
    if constexpr (goes_on) {
      const auto axis = axis_to_follow(search, search.pair, n, secant);
      return one_further(search, axis, proven_from(search, t, n, axis.rate));
    } else {
      return proven_from(search, t, n, secant);
    }
  });
}

}  // namespace abut::detail
