/// Bilateral advancement: follow the axis of the closest features, and find by roots where it stops to separate.
///
/// After a look the closest features tell how the separating axis will turn: with the body whose face it belongs to, as two edges do, or as it has turned
/// before. Along that axis the deepest points at the end of the interval are found, the time when they meet the target (false position and bisection, in
/// turn), the deepest points then, and so on: the candidate for the next look, later than any proof could go at once.
///
/// Reference: E. Catto, "Continuous Collision" (GDC 2013). Departure: what it skips is accepted only as far as the certificates of toi/motion_bound.hpp, one
/// after the other along the same axis, prove it to be free; so its answers are those of toi/conservative_advancement.hpp, with the same guarantees.
#pragma once

#include <abut/detail/toi/conservative_advancement.hpp>
#include <abut/detail/toi/separation_function.hpp>

namespace abut::detail {

/// Two points, one of each body, in their frames.
template <int D>
struct DeepestPair {
  Vec<double, D> a{}, b{};
};

/// How far apart they are along n, where the bodies are.
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

/// Where two points that are apart by more than `goal` at `low`, and by less at `high`, are apart by about that: false position and bisection in turn.
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

/// The time that the axis suggests for the next look: 1 if it separates at the end.
template <class Search, class Axis>
double candidate(Search& search, const Axis& axis) {
  const double goal = search.core_target + 0.25 * search.limits.tolerance;
  double t = 1;
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

/// Goes on from `t`, which is proven, towards `end`, with certificates along the axis and no look between them.
template <class Search, class Axis>
double proven_until(Search& search, const Axis& axis, double t, double end) {
  constexpr int most_hops = 4;  // each gains less than the last; a look finds a better axis
  for (int i = 0; i < most_hops && t < end; ++i) {
    search.pair.move_to(t);
    MotionBound certificate(search.pair, axis.at(t), search.core_target);
    if (!(certificate.lower_bound(axis.rate, {}, 0) > 0)) break;
    const double longest = end < 1 ? end - t : time_left(t);
    const double time = certificate.free_for(axis.rate, {}, longest, 0);
    if (!(time > 0)) break;
    if (end >= 1 && time >= longest) return 1;
    t = later(t, time);
  }
  return t;
}

template <class Search>
ImpactFound<Search::D> advance_bilaterally(Search& search) {
  return advance_by(search, [&](double t, const auto& n, const auto& secant) {
    const auto axis = axis_to_follow(search, search.pair, n, secant);
    const double next = proven_from(search, t, n, axis.rate);
    if (next >= 1) return next;
    const double suggested = candidate(search, axis);
    return suggested > next ? proven_until(search, axis, next, suggested) : next;
  });
}

}  // namespace abut::detail
