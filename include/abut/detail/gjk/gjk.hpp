/// GJK: the point of a convex set nearest to the origin, from its support mapping alone; one source for 2D and 3D.
///
/// A fast loop (gjk/iteration.hpp) proposes a simplex and a direction; both bounds are computed once, from these
/// (gjk/bounds.hpp). If they do not meet, or rounding misled the loop, a robust fallback (gjk/fallback.hpp) continues
/// from there.
///
/// Reference: E. Gilbert, D. Johnson and S. Keerthi, "A Fast Procedure for Computing the Distance Between Complex
/// Objects in Three-Dimensional Space" (1988). Departure: the bounds are separate from the search, and hold whatever it
/// does.
///
/// Guarantees, for support mappings that satisfy the invariant of minkowski/difference.hpp: lower <= true distance <=
/// upper whatever the status; at most max_iterations support calls; no allocation. A mapping that violates it ends in
/// `stalled` or at the iteration limit.
#pragma once

#include <abut/detail/gjk/fallback.hpp>
#include <abut/detail/gjk/initial_simplex.hpp>
#include <abut/detail/gjk/recorder.hpp>

namespace abut::detail {

/// The fast loop may take 1 / fast_share of the iterations. Polytopes rarely need half of that; the rest is for the
/// fallback, if rounding makes the loop cycle.
inline constexpr int fast_share = 4;

/// The places of a simplex's vertices, by their index.
template <int D>
ABUT_INLINE auto places_of(const Simplex<D>& simplex) {
  return [&simplex](int i) -> const Vec<double, D>& { return simplex[i].w; };
}

/// Computes the bounds of what the fast loop has found, from the last direction and from the simplex. False if they do
/// not meet.
template <int D>
ABUT_INLINE bool prove(GjkIteration<D>& iteration, const GjkLimits& limits, GjkResult<D>& r) {
  Simplex<D>& simplex = iteration.simplex;
  r.lower = iteration.lower_bound(iteration.v, limits);
  r.meets = !(r.lower > 0);  // or so the loop may have computed
  if (r.meets && simplex.count() == D) simplex.insert_last();
  if (simplex.count() == 0 || (r.meets && simplex.count() <= D)) return false;
  r.normal = iteration.v * (1 / iteration.length);
  SimplexPoint<D> s = interior_point<D>(places_of(simplex), simplex.count());
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
    if (r.meets) simplex.remove_last();
    return false;
  }
  r.status = Status::converged;
  r.iterations = iteration.iterations;
  r.distance = r.meets ? 0 : length < r.lower ? r.lower : length;
  for (int i = 0; i < simplex.count(); ++i) r.add(simplex[i], s.weight[i]);
  r.point_b = r.point_a + s.p;
  return true;
}

/// The nearest point of the simplex that a search begins with: a combination of its vertices.
template <int D>
struct StartPoint {
  double weight[D];
  Vec<double, D> p;
};

/// prove() where the search has not left the simplex that it began with, and is not at the origin: nothing is computed
/// twice, and nothing is refined. With the same bits.
template <int D>
ABUT_INLINE bool prove_start(const GjkIteration<D>& iteration, const GjkLimits& limits, const StartPoint<D>& start,
                             GjkResult<D>& r) {
  r.lower = iteration.lower_bound(iteration.v, limits);
  r.normal = iteration.v * (1 / iteration.length);
  const double length = square_root(norm_squared(start.p));
  r.upper = upper_bound<D>(length, limits);
  const bool met = bounds_meet(r.lower, r.upper, limits, limits.search_width) &&
                   bounds_keep_contract(r.lower, r.upper, limits) && r.lower <= r.upper;
  if (!(r.lower > 0) || !met || !is_aligned(start.p, r.normal, limits)) return false;
  r.status = Status::converged;
  r.iterations = iteration.iterations;
  r.distance = length < r.lower ? r.lower : length;
  for (int i = 0; i < iteration.simplex.count(); ++i) r.add(iteration.simplex[i], start.weight[i]);
  r.point_b = r.point_a + start.p;
  return true;
}

/// Either of them, compiled once. `start` may be null.
template <int D>
bool prove_out_of_line(GjkIteration<D>& iteration, const GjkLimits& limits, const StartPoint<D>* start,
                       GjkResult<D>& r) {
  if constexpr (!is_small) {
    if (start != nullptr && prove_start(iteration, limits, *start, r)) return true;
  }
  return prove(iteration, limits, r);
}

#define ABUT_GJK_PROOF(WORDS, D) \
  WORDS bool prove_out_of_line(GjkIteration<D>&, const GjkLimits&, const StartPoint<D>*, GjkResult<D>&);
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_GJK_PROOF)

/// The proof runs once in a query, so that a call costs little. Inlined it is half of the code of a distance.
template <int D>
ABUT_INLINE bool prove_once(GjkIteration<D>& iteration, const GjkLimits& limits, const StartPoint<D>* start,
                            GjkResult<D>& r) {
  if constexpr (is_header_only) {
    return (start != nullptr && prove_start(iteration, limits, *start, r)) || prove(iteration, limits, r);
  } else {
    return prove_out_of_line(iteration, limits, start, r);
  }
}

template <int D>
class Gjk {
 public:
  explicit Gjk(const GjkLimits& limits) : limits_(limits) {}

  /// Begins where an earlier query ended. Only points of the set enter, so that the bounds are proven whatever the
  /// cache holds; a bad one costs iterations.
  template <class Set>
  ABUT_INLINE void warm_start(const Set& set, const Cache<D>& cache) {
    Simplex<D>& simplex = iteration_.simplex;
    for (int i = 0; i <= D; ++i) {
      if (i >= cache.count || !set.find(cache.a[i], cache.b[i], simplex.slot())) break;
      simplex.insert_last();
    }
    if (simplex.count() > 0) {
      iteration_.v = direction_of(simplex);
      if (!is_finite(iteration_.v)) {  // a vertex is not finite
        simplex.keep(0);
        is_start_known_ = false;
        iteration_.v = {};
      }
    } else if (cache.direction != Vec<double, D>{} && is_finite(cache.direction)) {
      iteration_.v = set.from_frame_of_a(scale_direction(cache.direction));
    }
  }

  /// Begins with an edge of each of two hulls, see gjk/initial_simplex.hpp. This makes no support call, and nothing is
  /// proven from it.
  template <class Set>
  ABUT_INLINE void begin_with_edges(const Set& set) {
    detail::begin_with_edges(set, iteration_);
  }

  /// The first search direction, after warm_start(): zero if the cache gives none.
  const Vec<double, D>& direction() const { return iteration_.v; }

  template <class Set, class Trace>
  ABUT_INLINE GjkResult<D> run(const Set& set, Trace trace) {
    auto recorder = gjk_recorder<D>(trace, limits_);
    // There is no cache, or the simplex holds the origin.
    if (iteration_.v == Vec<double, D>{}) iteration_.v = set.first_direction();
    const bool undecided = iteration_.run(set, limits_, limits_.max_iterations / fast_share, recorder);
    const bool stayed = is_start_known_ && iteration_.iterations == 1;
    GjkResult<D> r;
    r.clear_features();
    if (!undecided && prove_once<D>(iteration_, limits_, stayed ? &start_ : nullptr, r)) {
      has_stayed_ = stayed && !r.meets;
      if constexpr (!is_untraced<decltype(recorder)>) recorder.step(iteration_, iteration_.v, reason(r));
    } else {
      r = fall_back(iteration_, limits_, set, !undecided, recorder);
    }
    return r;
  }

  /// Whether the search, after run(), has ended where it began: the vertices of the cache are those of the result.
  bool has_stayed() const { return has_stayed_; }

  /// The simplex that the result is a combination of, after run(): EPA begins with it.
  const Simplex<D>& simplex() const { return iteration_.simplex; }

 private:
  /// The direction away from the origin, perpendicular to the simplex. In coherent frames the nearest point is in its
  /// interior, and is still that of the proof.
  ABUT_INLINE Vec<double, D> direction_of(Simplex<D>& simplex) {
    if (simplex.count() > D) return reduced(simplex);
    if (simplex.count() == 1) return find_start<1>(simplex) ? simplex[0].w : reduced(simplex);
    if (simplex.count() == 2)
      return find_start<2>(simplex) ? away_from_edge(simplex[0].w, simplex[1].w) : reduced(simplex);
    if constexpr (D == 3) {
      if (find_start<3>(simplex)) return away_from_face(simplex[0].w, simplex[1].w, simplex[2].w);
    }
    return reduced(simplex);
  }

  /// The nearest point of the whole simplex, of N vertices. False if it is not in the interior. It is kept for the
  /// proof, but with ABUT_SMALL: there it would cost code.
  template <int N>
  ABUT_INLINE bool find_start(const Simplex<D>& simplex) {
    const SimplexPoint<D> s = interior_point_of<D, N>(places_of(simplex));
    if constexpr (!is_small) {
      for (int i = 0; i < N; ++i) start_.weight[i] = s.weight[i];
      start_.p = s.p;
      is_start_known_ = s.mask != 0;
    }
    return s.mask != 0;
  }

  /// A simplex of another pair is reduced to the nearest one of all its features.
  ABUT_COLD static Vec<double, D> reduced(Simplex<D>& simplex) {
    const Corners<D> corners(simplex);
    const SimplexPoint<D> s = nearest_point(corners.w, corners.count, D);
    simplex.keep(s.mask);
    return feature_of(corners.w, corners.count, s.mask).v;
  }

  Stop reason(const GjkResult<D>& r) const {
    return r.meets                                                    ? Stop::origin_reached
           : iteration_.simplex.contains(iteration_.simplex.last().w) ? Stop::repeated_vertex
                                                                      : Stop::bounds_met;
  }

  const GjkLimits& limits_;
  GjkIteration<D> iteration_;
  union {
    StartPoint<D> start_;  ///< of the simplex that the search began with; not initialized
  };
  bool is_start_known_ = false, has_stayed_ = false;
};

}  // namespace abut::detail
