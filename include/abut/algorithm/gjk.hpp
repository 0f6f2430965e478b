/// GJK: the point of a convex set nearest to the origin, from its support mapping alone; one source for plane and space.
///
/// Two speeds, one proof. A quick walk (walk.hpp) proposes a simplex and a direction; both bounds are computed once, from that
/// (gjk_bounds.hpp). If they do not meet, or rounding confused the walk, a slower search (search.hpp) carries on from there.
///
/// Guarantees, for support mappings that satisfy the invariant of difference.hpp: lower <= true distance <= upper whatever
/// the status; at most max_iterations support calls; no allocation. A mapping that breaks it ends in `stalled` or at the
/// iteration limit.
#pragma once

#include <abut/algorithm/recorder.hpp>
#include <abut/algorithm/search.hpp>

namespace abut::detail {

/// The bounds of what a walk has found: of the last direction, and of the simplex. False if they do not meet.
template <int D>
bool settle(Walk<D>& walk, const GjkLimits& limits, GjkResult<D>& r) {
  Simplex<D>& simplex = walk.simplex;
  r.lower = walk.lower_bound(walk.v, limits);
  r.meets = !(r.lower > 0);  // or so the walk may have thought
  if (r.meets && simplex.count == D) simplex.insert(walk.next);
  if (simplex.count == 0 || (r.meets && simplex.count <= D)) return false;
  SimplexPoint<D> s = interior_point<D>(simplex, simplex.count);
  if (s.mask != 0 && !r.meets && !is_aligned(s.p, walk.v, walk.length, limits)) {
    const Corners<D> corners(simplex);
    refine(corners.w, corners.count, s, 8 * unit_roundoff * limits.size);
    slide(corners.w, corners.count, s, 8 * unit_roundoff * limits.size);
    if (walk.next.is_vertex() && !is_aligned(s.p, walk.v, walk.length, limits)) return false;
  }
  const double length = square_root(s.squared);
  r.upper = upper_bound<D>(length, limits);
  const bool met =
      r.meets ? is_touching(length, limits) : bounds_meet(r.lower, r.upper, limits, limits.search_width);
  if (s.mask == 0 || !met || !bounds_keep_contract(r.lower, r.upper, limits) || r.lower > r.upper) {
    if (r.meets) --simplex.count;
    return false;
  }
  r.status = Status::converged;
  r.iterations = walk.iterations;
  r.distance = r.meets ? 0 : length < r.lower ? r.lower : length;
  r.normal = walk.v * (1 / walk.length);
  for (int i = 0; i < simplex.count; ++i) r.add(simplex.vertex[i], s.weight[i]);
  r.point_b = r.point_a + s.p;
  return true;
}

template <int D>
class Gjk {
 public:
  explicit Gjk(const GjkLimits& limits) : limits_(limits) {}

  /// Begins where an earlier query ended. Only points of the set enter, so whatever the cache holds, the bounds are proven; a
  /// bad one costs iterations. A simplex from elsewhere is solved over all its features.
  template <class Set>
  void warm_start(const Set& set, const Cache<D>& cache) {
    DifferencePoint<D> point;
    for (int i = 0; i <= D && i < cache.count; ++i) {
      if (set.find(cache.a[i], cache.b[i], point) && is_finite(point.w) && !walk_.simplex.contains(point.w)) {
        walk_.simplex.insert(point);
      }
    }
    if (walk_.simplex.count > 0) {
      const Corners<D> corners(walk_.simplex);
      SimplexPoint<D> s;
      if (corners.count <= D) s = interior_point<D>(corners.w, corners.count);
      if (s.mask == 0) s = nearest_point(corners.w, corners.count, D);
      walk_.v = feature_of(corners.w, corners.count, s.mask).v;
      walk_.simplex.keep(s.mask);
    } else if (is_finite(cache.direction)) {
      walk_.v = set.from_frame_of_a(scale_direction(cache.direction));
    }
  }

  /// With a trace or without: none is no argument at all, and leaves nothing behind.
  template <class Set, class... Trace>
  GjkResult<D> run(const Set& set, Trace&... trace) {
    return follow(set, Recorder<D, Trace>(trace, limits_)...);
  }

 private:
  /// The share of the steps that a walk may take. Polytopes seldom need half of it; the rest is for the search, should rounding
  /// send the walk in circles.
  static constexpr int share = 4;

  template <class Set, class... Watch>
  GjkResult<D> follow(const Set& set, Watch&&... watch) {
    if (walk_.v == Vec<double, D>{}) walk_.v = set.first_direction();
    const bool undecided = walk_.run(set, limits_, limits_.max_iterations / share, watch...);
    GjkResult<D> r;
    if (!undecided && settle(walk_, limits_, r)) {
      (watch.step(walk_, walk_.v, reason(r)), ...);
    } else {
      r = Search<D>(walk_, limits_).run(set, !undecided, watch...);
    }
    return r;
  }

  Stop reason(const GjkResult<D>& r) const {
    return r.meets                                ? Stop::origin_reached
           : walk_.simplex.contains(walk_.next.w) ? Stop::repeated_vertex
                                                  : Stop::bounds_met;
  }

  const GjkLimits& limits_;
  Walk<D> walk_;
};

}  // namespace abut::detail
