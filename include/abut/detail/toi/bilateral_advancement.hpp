/// Bilateral advancement: follow the axis of the closest features, and find by roots when it ceases to separate.
///
/// After each evaluation of the distance the closest features determine how the separating axis will rotate
/// (toi/separation_function.hpp). Along that axis the deepest points at the end of the interval are found, then the
/// time when they meet the target (false position and bisection alternate), the deepest points at that time, and so on:
/// this is the candidate for the next evaluation, later than any one proof could reach.
///
/// Reference: E. Catto, "Continuous Collision" (GDC 2013). Departure: the skipped time is accepted only as far as the
/// bounds of toi/motion_bound.hpp, one after the other along the same axis, prove it to be free. So its answers are
/// those of toi/conservative_advancement.hpp, with the same guarantees.
#pragma once

#include <abut/detail/toi/conservative_advancement.hpp>
#include <abut/detail/toi/motion_bound.hpp>
#include <abut/detail/toi/search.hpp>
#include <abut/detail/toi/separation_function.hpp>

namespace abut::detail {

/// Two points, one of each body, in their frames.
template <int D>
struct DeepestPair {
  Vec<double, D> a{}, b{};
};

/// How far apart they are along n, at the current time of the pair.
template <class Pair>
double height_between(const Pair& pair, const DeepestPair<Pair::D>& points, const Vec<double, Pair::D>& n) {
  const auto a = pair.a.rotation() * (points.a - pair.a.center());
  const auto b = pair.b.rotation() * (points.b - pair.b.center());
  return dot(n, pair.between() + (b - a));
}

template <class Pair>
DeepestPair<Pair::D> deepest_along(const Pair& pair, const Vec<double, Pair::D>& n) {
  return {support(pair.a.shape(), transposed_times(pair.a.rotation(), n)).point,
          support(pair.b.shape(), -transposed_times(pair.b.rotation(), n)).point};
}

/// The time between `low` and `high` when two points are apart by about `goal`, more at `low` and less at `high`: false
/// position and bisection alternate.
template <class Search, class Axis>
double root_of(Search& search, const DeepestPair<Search::D>& points, const Axis& axis, double low, double high,
               double height_high, double goal) {
  auto& pair = search.pair;
  pair.move_to(low);
  double height_low = height_between(pair, points, axis.at(low));
  for (int i = 0; i < 32 && height_low > goal; ++i) {
    const double part = (height_low - goal) / (height_low - height_high);
    const double t = i % 2 == 0 ? low + (high - low) * part : 0.5 * (low + high);
    const bool between = t > low && t < high;
    if (!between) break;
    pair.move_to(t);
    const double height = height_between(pair, points, axis.at(t));
    if (height > goal) {
      low = t;
      height_low = height;
    } else {
      high = t;
      height_high = height;
    }
    if (absolute(height - goal) < 0.125 * search.limits.tolerance) return t;
  }
  return low;
}

/// The time that the axis suggests for the next evaluation: the end if it separates there.
template <class Search, class Axis>
double candidate(Search& search, const Axis& axis) {
  const double goal = search.core_target + 0.25 * search.limits.tolerance;
  double t = search.limits.end;
  for (int pushes = 0; pushes < 16; ++pushes) {
    search.pair.move_to(t);
    const auto n = axis.at(t);
    const auto points = deepest_along(search.pair, n);
    const double height = height_between(search.pair, points, n);
    if (height > search.core_target) return t;
    t = root_of(search, points, axis, axis.begin, t, height, goal);
    if (!(t > axis.begin)) return t;
  }
  return t;
}

/// Extends the proof from `t`, up to which it holds, towards `goal` by bounds along the axis, without evaluating the
/// distance.
template <class Search, class Axis>
double proven_until(Search& search, const Axis& axis, double t, double goal) {
  constexpr int most_hops = 4;  // each gains less than the last; a distance finds a better axis
  for (int i = 0; i < most_hops && t < goal; ++i) {
    search.pair.move_to(t);
    MotionBound bound(search.pair, axis.at(t), search.core_target);
    if (!(bound.lower_bound(axis.rate, {}, 0) > 0)) break;
    const bool is_last = goal >= search.limits.end;
    const double longest = is_last ? search.time_left(t) : goal - t;
    const double time = bound.free_for(axis.rate, {}, longest, 0);
    if (!(time > 0)) break;
    if (is_last && time >= longest) return search.limits.end;
    t = later(t, time);
  }
  return t;
}

template <class Search>
ImpactFound<Search::D> advance_bilaterally(Search& search) {
  return advance_by(search, [&](double t, const auto& n, const auto& secant) {
    const auto axis = axis_to_follow(search, search.pair, n, secant);
    const double next = proven_from(search, t, n, axis.rate);
    if (next >= search.limits.end) return next;
    const double suggested = candidate(search, axis);
    return suggested > next ? proven_until(search, axis, next, suggested) : next;
  });
}

}  // namespace abut::detail
