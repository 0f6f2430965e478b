/// The naive way, for comparison: look at a number of times, and close in on the first contact that is seen.
///
/// The balls around the bodies tell when it may begin to matter; from there on the interval is divided into equal steps, and if the bodies are in contact at
/// the end of one, the time is halved until it is known to the tolerance. What happens between two looks is not seen: thin and fast bodies pass through
/// each other, however small the steps. So a miss is `inconclusive`, unless the balls never meet; a hit is one, but there may be one before it, and
/// `safe` is only what the balls prove.
#pragma once

#include <abut/detail/toi/search.hpp>

namespace abut::detail {

template <class Search>
ImpactFound<Search::D> step_to_impact(Search& search) {
  constexpr int steps = 64;
  const double safe = search.begin();
  if (safe >= 1) return search.miss();
  double free = safe;
  for (int i = 0; i <= steps && search.may_look(); ++i) {
    const double t = i < steps ? safe + (1 - safe) * i / steps : 1;
    search.look(t);
    search.tell(0, ImpactBound::none);
    if (!search.has_arrived()) {
      free = t;
      continue;
    }
    if (t == 0) return search.hit(0);
    double touching = t;
    auto seen = search.distance_here();  // where they touch; a second look might say otherwise
    for (int k = 0; k < 60 && search.lower() <= search.limits.target && search.may_look(); ++k) {
      const double middle = 0.5 * (free + touching);
      const bool between = middle > free && middle < touching;
      if (!between) break;
      search.look(middle);
      search.tell(0, ImpactBound::none);
      if (search.has_arrived()) {
        touching = middle;
        seen = search.distance_here();
      } else {
        free = middle;
        search.go_back(touching, seen);
      }
    }
    ImpactFound<Search::D> found = search.hit(safe);
    found.status = Status::inconclusive;
    return found;
  }
  return search.give_up(Status::inconclusive, safe);
}

}  // namespace abut::detail
