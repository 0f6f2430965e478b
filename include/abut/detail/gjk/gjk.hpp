/// GJK: the point of a convex set nearest to the origin, from its support mapping alone; one source for plane and space.
///
/// Two speeds, one proof. A quick walk (gjk/iteration.hpp) proposes a simplex and a direction; both bounds are computed once, from that
/// (gjk/bounds.hpp). If they do not meet, or rounding confused the walk, a slower search (gjk/fallback.hpp) carries on from there.
///
/// Guarantees, for support mappings that satisfy the invariant of minkowski/difference.hpp: lower <= true distance <= upper whatever
/// the status; at most max_iterations support calls; no allocation. A mapping that breaks it ends in `stalled` or at the
/// iteration limit.
#pragma once

#include <abut/detail/gjk/fallback.hpp>
#include <abut/detail/gjk/initial_simplex.hpp>
#include <abut/detail/gjk/recorder.hpp>

namespace abut::detail {

/// The bounds of what a walk has found: of the last direction, and of the simplex. False if they do not meet.
template <int D>
ABUT_INLINE bool settle(GjkIteration<D>& walk, const GjkLimits& limits, GjkResult<D>& r) {
  Simplex<D>& simplex = walk.simplex;
  r.lower = walk.lower_bound(walk.v, limits);
  r.meets = !(r.lower > 0);  // or so the walk may have thought
  if (r.meets && simplex.count() == D) simplex.insert_last();
  if (simplex.count() == 0 || (r.meets && simplex.count() <= D)) return false;
  r.normal = walk.v * (1 / walk.length);
  SimplexPoint<D> s = interior_point<D>([&simplex](int i) { return simplex[i].w; }, simplex.count());
  if (s.mask != 0 && !r.meets && !is_aligned(s.p, r.normal, limits)) {
    const Corners<D> corners(simplex);
    refine(corners.w, corners.count, s, 8 * unit_roundoff * limits.size);
    slide(corners.w, corners.count, s, 8 * unit_roundoff * limits.size);
    if (simplex.last().is_vertex() && !is_aligned(s.p, r.normal, limits)) return false;
  }
  const double length = square_root(s.squared);
  r.upper = upper_bound<D>(length, limits);
  const bool met = r.meets ? is_touching(length, limits) : bounds_meet(r.lower, r.upper, limits, limits.search_width);
  if (s.mask == 0 || !met || !bounds_keep_contract(r.lower, r.upper, limits) || r.lower > r.upper) {
    if (r.meets) simplex.take_back_last();
    return false;
  }
  r.status = Status::converged;
  r.iterations = walk.iterations;
  r.distance = r.meets ? 0 : length < r.lower ? r.lower : length;
  for (int i = 0; i < simplex.count(); ++i) r.add(simplex[i], s.weight[i]);
  r.point_b = r.point_a + s.p;
  return true;
}

/// The same, compiled once.
template <int D>
bool settle_out_of_line(GjkIteration<D>& walk, const GjkLimits& limits, GjkResult<D>& r) {
  return settle(walk, limits, r);
}

#define ABUT_GJK_PROOF(WORDS, D) WORDS bool settle_out_of_line(GjkIteration<D>&, const GjkLimits&, GjkResult<D>&);
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_GJK_PROOF)

/// Once in a query, so that a call costs little; inlined it is half of the code of a distance.
template <int D>
ABUT_INLINE bool prove(GjkIteration<D>& walk, const GjkLimits& limits, GjkResult<D>& r) {
  if constexpr (is_header_only) {
    return settle(walk, limits, r);
  } else {
    return settle_out_of_line(walk, limits, r);
  }
}

template <int D>
class Gjk {
 public:
  explicit Gjk(const GjkLimits& limits) : limits_(limits) {}

  /// Begins where an earlier query ended. Only points of the set enter, so whatever the cache holds, the bounds are proven; a
  /// bad one costs iterations.
  template <class Set>
  ABUT_INLINE void warm_start(const Set& set, const Cache<D>& cache) {
    Simplex<D>& simplex = walk_.simplex;
    for (int i = 0; i <= D; ++i) {
      if (i >= cache.count || !set.find(cache.a[i], cache.b[i], simplex.room())) break;
      simplex.insert_last();
    }
    if (simplex.count() > 0) {
      walk_.v = direction_of(simplex);
      if (!is_finite(walk_.v)) {  // a vertex that is not
        simplex.keep(0);
        walk_.v = {};
      }
    } else if (cache.direction != Vec<double, D>{} && is_finite(cache.direction)) {
      walk_.v = set.from_frame_of_a(scale_direction(cache.direction));
    }
  }

  /// Begins with an edge of each of two hulls, see gjk/initial_simplex.hpp. No support call, and trusted as little as a cache.
  template <class Set>
  ABUT_INLINE void begin_with_edges(const Set& set) {
    detail::begin_with_edges(set, walk_);
  }

  /// Where it would look first, after warm_start(): zero if the cache says nothing of it.
  const Vec<double, D>& direction() const { return walk_.v; }

  /// With a trace or without: none is no argument at all, and leaves nothing behind.
  template <class Set, class... Trace>
  ABUT_INLINE GjkResult<D> run(const Set& set, Trace&... trace) {
    return follow(set, Recorder<D, Trace>(trace, limits_)...);
  }

  /// What the result is a combination of, after run(): where EPA begins.
  const Simplex<D>& simplex() const { return walk_.simplex; }

 private:
  /// Away from the origin, perpendicular to a simplex that is nearest in its interior, as that of a coherent frame is.
  ABUT_INLINE static Vec<double, D> direction_of(Simplex<D>& simplex) {
    const auto at = [&simplex](int i) { return simplex[i].w; };
    if (simplex.count() == 1) return at(0);
    if (simplex.count() == 2) {
      double x[2];
      edge_weights(at(0), at(1), x);
      const bool inside = x[0] > 0 && x[1] > 0;
      if (inside) return away_from_edge(at(0), at(1));
    }
    if constexpr (D == 3) {
      if (simplex.count() == 3) {
        double x[3];
        triangle_weights(at(0), at(1), at(2), x);
        const bool inside = x[0] > 0 && x[1] > 0 && x[2] > 0;
        if (inside) return away_from_face(at(0), at(1), at(2));
      }
    }
    return reduced(simplex);
  }

  /// A simplex from elsewhere is solved over all its features.
  ABUT_COLD static Vec<double, D> reduced(Simplex<D>& simplex) {
    const Corners<D> corners(simplex);
    const SimplexPoint<D> s = nearest_point(corners.w, corners.count, D);
    simplex.keep(s.mask);
    return feature_of(corners.w, corners.count, s.mask).v;
  }

  /// The share of the steps that a walk may take. Polytopes seldom need half of it; the rest is for the search, should rounding
  /// send the walk in circles.
  static constexpr int share = 4;

  template <class Set, class... Watch>
  ABUT_INLINE GjkResult<D> follow(const Set& set, Watch&&... watch) {
    if (walk_.v == Vec<double, D>{}) walk_.v = set.first_direction();  // not warm, or the simplex holds the origin
    const bool undecided = walk_.run(set, limits_, limits_.max_iterations / share, watch...);
    GjkResult<D> r;
    if (!undecided && prove(walk_, limits_, r)) {
      (watch.step(walk_, walk_.v, reason(r)), ...);
    } else {
      r = fall_back(walk_, limits_, set, !undecided, watch...);
    }
    return r;
  }

  Stop reason(const GjkResult<D>& r) const {
    return r.meets                                          ? Stop::origin_reached
           : walk_.simplex.contains(walk_.simplex.last().w) ? Stop::repeated_vertex
                                                            : Stop::bounds_met;
  }

  const GjkLimits& limits_;
  GjkIteration<D> walk_;
};

}  // namespace abut::detail
