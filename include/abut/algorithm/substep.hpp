/// The naive way, for comparison: look at a number of times, and close in on the first contact that is seen.
///
/// The balls around the bodies tell when it may begin to matter; from there on the interval is divided into equal steps, and if the bodies are in contact at
/// the end of one, the time is halved until it is known to the tolerance. What happens between two looks is not seen: thin and fast bodies pass through
/// each other, however small the steps. So a miss is `inconclusive`, unless the balls never meet; a hit is one, but there may be one before it, and
/// `safe` is only what the balls prove.
#pragma once

#include <abut/algorithm/impact_search.hpp>

namespace abut::detail {

/// How long the balls around the bodies stay apart by more than the target: a time that is proven, 1 if they do all the way.
template <class Search>
double balls_apart_until(const Search& search) {
  using V = Vec<double, Search::D>;
  const auto& pair = search.pair;
  const V c0 = pair.between(), v0 = pair.velocity();  // where the pair was at 0
  const double sum =
      (pair.a.reach().all + pair.b.reach().all + search.core_target) * (1 + 64 * unit_roundoff) +
      pair.height_error();
  const double scale = inverse_power_of_two(norm(c0) + pair.speed() + sum);
  const V c = c0 * scale, v = v0 * scale;
  const double r = sum * scale;
  const auto clear_at = [&](double t) { return norm(c + v * t) > r * (1 + 16 * unit_roundoff); };
  if (!clear_at(0)) return 0;
  const double closing = -dot(c, v), squared = norm_squared(v);
  if (closing <= 0) return 1;
  const double nearest = closing / squared < 1 ? closing / squared : 1;
  if (clear_at(nearest)) return 1;
  // Before it is nearest the distance of the centers only falls: where they are clear, they were before.
  double low = 0, high = nearest;
  for (int i = 0; i < 40; ++i) {
    const double middle = 0.5 * (low + high);
    (clear_at(middle) ? low : high) = middle;
  }
  return low;
}

template <class Search>
ImpactFound<Search::D> step_to_impact(Search& search) {
  constexpr int steps = 64;
  search.look(0);
  search.tell(0, ImpactBound::none);
  if (search.has_arrived()) return search.hit(0);
  const double safe = balls_apart_until(search);
  if (safe >= 1) return search.miss(search.limits.target);
  double free = safe;
  for (int i = 0; i <= steps && search.may_look(); ++i) {
    const double t = i < steps ? safe + (1 - safe) * i / steps : 1;
    search.look(t);
    search.tell(0, i == 0 ? ImpactBound::balls : ImpactBound::none);
    if (!search.has_arrived()) {
      free = t;
      continue;
    }
    double touching = t;
    for (int k = 0; k < 60 && search.lower() <= search.limits.target && search.may_look(); ++k) {
      const double middle = 0.5 * (free + touching);
      if (!(middle > free && middle < touching)) break;
      search.look(middle);
      search.tell(0, ImpactBound::none);
      (search.has_arrived() ? touching : free) = middle;
      if (!search.has_arrived()) search.look(touching);
    }
    ImpactFound<Search::D> found = search.hit(safe);
    found.status = Status::inconclusive;
    return found;
  }
  return search.give_up(Status::inconclusive, safe);
}

}  // namespace abut::detail
