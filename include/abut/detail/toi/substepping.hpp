/// Substepping, the naive method, for comparison: evaluate the distance at equal steps, and bisect to the first contact
/// found.
///
/// The steps begin when the bounding spheres meet. If the bodies are in contact at the end of a step, that step is
/// bisected until the time is known to the tolerance. Contact between two steps is not detected: thin and fast bodies
/// pass through each other, however small the steps. So a miss is `inconclusive`, unless the bounding spheres never
/// meet; a hit is true, but may not be the first, and `safe` is only what the bounding spheres prove.
#pragma once

#include <abut/detail/toi/search.hpp>

namespace abut::detail {

template <class Search>
ImpactFound<Search::D> step_to_impact(Search& search) {
  constexpr int steps = 64;
  const double safe = search.begin();
  if (search.is_over_at(safe)) return search.miss();
  const double end = search.limits.end;
  double free = safe;
  for (int i = 0; i <= steps && search.may_evaluate(); ++i) {
    const double t = i < steps ? safe + (end - safe) * i / steps : end;
    search.evaluate(t);
    search.report(0, ImpactBound::none);
    if (!search.has_arrived()) {
      free = t;
      continue;
    }
    if (t == 0) return search.hit(0);
    double touching = t;
    auto seen = search.distance_here();  // at `touching`; another evaluation might differ
    for (int k = 0; k < 60 && search.lower() <= search.limits.target && search.may_evaluate(); ++k) {
      const double middle = 0.5 * (free + touching);
      const bool between = middle > free && middle < touching;
      if (!between) break;
      search.evaluate(middle);
      search.report(0, ImpactBound::none);
      if (search.has_arrived()) {
        touching = middle;
        seen = search.distance_here();
      } else {
        free = middle;
        search.restore(touching, seen);
      }
    }
    ImpactFound<Search::D> found = search.hit(safe);
    found.status = Status::inconclusive;
    return found;
  }
  return search.give_up(Status::inconclusive, safe);
}

}  // namespace abut::detail
