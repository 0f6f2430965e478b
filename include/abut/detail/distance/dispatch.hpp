/// How the distance of a pair of shapes is found. The pair is examined here and nowhere else:
///
///     points, segments, balls and capsules      closed_form/segment_segment.hpp
///     two boxes in 3D, untraced, no cache       closed_form/box_box.hpp
///     two hulls in 2D, untraced, no cache       closed_form/polygon_polygon.hpp, up to eight vertices each
///     everything else                           gjk/gjk.hpp
///
/// If the result of a closed form can not be proven, GJK answers. Fallbacks are not inlined, to keep the fast paths
/// small. The kinds of shapes behind a ShapeRef are queried at run time: once, before anything is set up.
#pragma once

#include <abut/cache.hpp>
#include <abut/detail/closed_form/box_box.hpp>
#include <abut/detail/closed_form/polygon_polygon.hpp>
#include <abut/detail/closed_form/segment_segment.hpp>
#include <abut/detail/distance/conversion.hpp>
#include <abut/detail/gjk/gjk.hpp>
#include <abut/detail/minkowski/check_operands.hpp>
#include <abut/detail/minkowski/difference_ref.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/detail/minkowski/with_difference.hpp>
#include <abut/distance.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

/// Stands in for a cache where the box/box closed form has failed: it is not tried again.
struct NoCacheNorBoxes {};

template <class C>
inline constexpr bool is_cache = !std::same_as<C, NoCache> && !std::same_as<C, NoCacheNorBoxes>;

template <class Set>
ABUT_INLINE BoxPair box_pair(const Set& set, const GjkLimits& limits) {
  return {set.matrices(), set.translation(),
          VecPair<3>::of(as_box(set.core_a())->half, as_box(set.core_b())->half) * set.scaled(1.0), limits};
}

/// A cache from another pair of shapes can start GJK where it stalls on a curved shape, because of rounding. Then GJK
/// starts again without the cache, with the iterations that are left. (Among polytopes only needles stall, and they do
/// so from any start.)
template <int D, class Trace>
ABUT_COLD void restart(const DifferenceRef<D>& set, GjkLimits limits, GjkResult<D>& r, Trace trace) {
  limits.max_iterations -= r.iterations;
  if (limits.max_iterations <= 0) return;
  const int before = r.iterations;
  const GjkResult<D> again = Gjk<D>(limits).run(set, trace);
  if (again.status == Status::converged) r = again;
  r.iterations = before + again.iterations;
}

#define ABUT_GJK_RESTART(WORDS, D) WORDS void restart(const DifferenceRef<D>&, GjkLimits, GjkResult<D>&, NoTrace);
ABUT_DECLARE_FOR_DIMENSIONS(ABUT_GJK_RESTART)

template <int D>
bool is_used(const Cache<D>& cache) {
  return cache.count > 0 || cache.direction != Vec<double, D>{};
}

/// Tries the closed forms for boxes and polygons that a ShapeRef holds, or that are near overflow or underflow; then
/// runs GJK.
struct DistanceByGjk {
  template <class Set, class C, class Trace>
  ABUT_INLINE static Distance<typename Set::T, Set::D> run(const Set& set, [[maybe_unused]] C& cache,
                                                           const DistanceOptions<typename Set::T>& options,
                                                           Trace trace) {
    if (!set.is_valid() || !is_valid(options)) return {};
    const GjkLimits limits = detail::limits(set, options);
    constexpr bool may_skip_gjk = std::same_as<C, NoCache> && OptionalTrace<Trace>;
    if constexpr (may_skip_gjk && holds_boxes<Set>) {
      if (!is_tracing(trace) && are_boxes(set)) {
        BoxPair pair = box_pair(set, limits);
        GjkResult<3> r;
        if (pair.find_corner(r) || pair.find_edges(r)) return describe(set, r);
      }
    }
    Gjk<Set::D> gjk(limits);
    const auto& seen = for_gjk(set);
    if constexpr (is_cache<C>) {
      gjk.warm_start(seen, cache);
    } else if constexpr (may_skip_gjk && holds_polygons<Set>) {
      if (const PolygonPair<Set> pair(set, limits); !is_tracing(trace) && pair.can_be_compared()) {
        const PolygonGuess guess = pair.guess();
        GjkResult<2> r;
        if (guess.is_apart() ? pair.prove_apart(guess, r) : pair.prove_common(guess, r)) return describe(set, r);
        if (guess.is_apart()) gjk.warm_start(seen, pair.start(guess));
      }
    }
    if constexpr (may_skip_gjk && may_begin_with_edges<Set>) {
      if (!is_tracing(trace) && !(limits.cutoff < infinity<double>)) gjk.begin_with_edges(set);
    }
    auto core = gjk.run(seen, trace);
    if (core.status == Status::invalid_argument) return {};  // a support point that is not finite
    if constexpr (is_cache<C>) {
      if (core.status == Status::stalled && !gjk.simplex().last().is_vertex() && is_used(cache))
        restart(DifferenceRef<Set::D>(set), limits, core, trace);
      core.remember(seen, cache);
    }
    return describe(set, core);
  }
};

/// Whether a closed form may use the difference as it is: it is valid, and needs no rescaling.
template <class Set>
ABUT_INLINE bool is_ready(const Set& set, const DistanceOptions<typename Set::T>& options) {
  return set.is_valid() && is_valid(options) && (std::same_as<typename Set::T, float> || set.needs_no_scaling());
}

/// Rare: no corner is a closest point. This is not inlined, and takes `pair` by value so that the caller may keep it in
/// registers.
template <Shape A, Shape B, class Trace>
ABUT_NO_INLINE Distance<ScalarOf<A>, 3> distance_of_box_edges(const A& a, const B& b, BoxPair pair,
                                                              const DistanceOptions<ScalarOf<A>>& options,
                                                              Trace trace) {
  GjkResult<3> r;
  if (pair.find_edges(r)) return describe(Difference<A, B, false>(a, b), r);
  NoCacheNorBoxes none;
  return with_difference<DistanceByGjk>(a, b, none, options, trace);
}

/// The distance of two boxes; one of them may be a ShapeRef.
template <Shape A, Shape B, class Trace>
ABUT_INLINE Distance<ScalarOf<A>, 3> distance_of_boxes(const A& a, const B& b,
                                                       const DistanceOptions<ScalarOf<A>>& options, Trace trace) {
  const Difference<A, B, false> set(a, b);
  if (are_boxes(set) && is_ready(set, options)) {
    const GjkLimits limits = detail::limits(set, options);
    GjkResult<3> r;
    BoxPair pair = box_pair(set, limits);
    if (pair.find_corner(r)) return describe_sharp(set, r);
    return distance_of_box_edges(a, b, pair, options, trace);
  }
  NoCache none;
  return with_difference<DistanceByGjk>(a, b, none, options, trace);
}

/// The distance of polygons that the guess does not prove to be apart. It is not inlined.
template <Shape A, Shape B, class Trace>
ABUT_NO_INLINE Distance<ScalarOf<A>, 2> distance_of_near_polygons(const A& a, const B& b, PolygonGuess guess,
                                                                  const DistanceOptions<ScalarOf<A>>& options,
                                                                  Trace trace) {
  const Difference<A, B, false> set(a, b);
  const GjkLimits limits = detail::limits(set, options);
  const PolygonPair pair(set, limits);
  GjkResult<2> r;
  if (!guess.is_apart() && pair.prove_common(guess, r)) return describe(set, r);
  Cache<2> start = guess.is_apart() ? pair.start(guess) : Cache<2>{};
  return with_difference<DistanceByGjk>(a, b, start, options, trace);
}

/// The distance of polygons that have too many vertices, or are near overflow or underflow. It is not inlined.
template <Shape A, Shape B, class Trace>
ABUT_NO_INLINE Distance<ScalarOf<A>, 2> distance_of_other_polygons(const A& a, const B& b,
                                                                   const DistanceOptions<ScalarOf<A>>& options,
                                                                   Trace trace) {
  NoCache none;
  return with_difference<DistanceByGjk>(a, b, none, options, trace);
}

/// The distance of two polygons that store their edges; one of them may be a ShapeRef.
template <Shape A, Shape B, class Trace>
ABUT_INLINE Distance<ScalarOf<A>, 2> distance_of_polygons(const A& a, const B& b,
                                                          const DistanceOptions<ScalarOf<A>>& options, Trace trace) {
  const Difference<A, B, false> set(a, b);
  if (is_ready(set, options)) {
    const GjkLimits limits = detail::limits(set, options);
    const PolygonPair pair(set, limits);
    if (pair.can_be_compared()) {
      const PolygonGuess guess = pair.guess();
      GjkResult<2> r;
      if (guess.is_apart() && pair.prove_apart(guess, r)) return describe_sharp(set, r);
      return distance_of_near_polygons(a, b, guess, options, trace);
    }
  }
  return distance_of_other_polygons(a, b, options, trace);
}

/// The query of type-erased shapes, which is compiled once. C is Cache<D> or NoCache.
template <class T, int D, class C>
Distance<T, D> distance_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b, C& cache,
                                const DistanceOptions<T>& options);

template <bool robust, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> distance_of_segments(const A& a, const B& b, C& cache,
                                                                        const DistanceOptions<ScalarOf<A>>& options,
                                                                        Trace trace);

/// Rare: the cores nearly touch. This is not inlined.
template <Shape A, Shape B, class C, class Trace>
ABUT_COLD Distance<ScalarOf<A>, dimension_of<A>> distance_of_near_segments(const A& a, const B& b, C& cache,
                                                                           const DistanceOptions<ScalarOf<A>>& options,
                                                                           Trace trace) {
  return distance_of_segments<true>(a, b, cache, options, trace);
}

/// The distance of points, segments, balls and capsules. GJK answers what neither the fast nor the robust closed form
/// can prove.
template <bool robust, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> distance_of_segments(const A& a, const B& b, C& cache,
                                                                        const DistanceOptions<ScalarOf<A>>& options,
                                                                        Trace trace) {
  SegmentPair<A, B> pair(a, b);
  SegmentPoints<dimension_of<A>> s;
  if (pair.is_valid() && is_valid(options) && pair.template find_nearest<robust>(double(options.tolerance), s)) {
    if constexpr (!std::same_as<C, NoCache>) {
      const SegmentFeatures& f = features_at(s.s);
      cache = {f.count, {f.a[0], f.a[1], f.a[2]}, {f.b[0], f.b[1], f.b[2]}, {}};
    }
    return describe(pair, s, std::make_index_sequence<dimension_of<A> + 1>());
  }
  constexpr bool is_erased = is_type_erased<A> || is_type_erased<B>;
  if constexpr (robust && (is_header_only || is_erased || !is_untraced<Trace>)) {
    return with_difference<DistanceByGjk>(a, b, cache, options, trace);
  } else if constexpr (robust) {
    // Rare: an instance of GJK for this pair would only add code.
    return distance_of_refs(ref_operand(a), ref_operand(b), cache, options);
  } else {
    return distance_of_near_segments(a, b, cache, options, trace);
  }
}

/// Whether a core is a point or a segment. This is known at compile time, except for a ShapeRef.
template <Shape S>
ABUT_INLINE bool is_segment(const S& core) {
  return core_vertices(core) == 1 || core_vertices(core) == 2;
}

/// Whether the pair has a closed form, or may have one behind a ShapeRef.
template <Shape A, Shape B, class C>
inline constexpr bool has_closed_form =
    may_be_segments<A, B> ||
    (std::same_as<C, NoCache> && (may_be_boxes<A, B> || holds_polygons<Difference<A, B, false>>));

template <Shape A, Shape B, class C, class Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> distance_in_closed_form(const A& a, const B& b, C& cache,
                                                                           const DistanceOptions<ScalarOf<A>>& options,
                                                                           Trace trace) {
  if constexpr (may_be_segments<A, B>) {
    if constexpr (is_type_erased<A> || is_type_erased<B>) {
      if (!is_segment(Operand<A>(a).core) || !is_segment(Operand<B>(b).core))
        return with_difference<DistanceByGjk>(a, b, cache, options, trace);
    }
    return distance_of_segments<false>(a, b, cache, options, trace);
  } else if constexpr (may_be_boxes<A, B>) {
    return distance_of_boxes(a, b, options, trace);
  } else {
    return distance_of_polygons(a, b, options, trace);
  }
}

template <Shape A, Shape B, class C, class Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> find_distance(const A& a, const B& b, C& cache,
                                                                 const DistanceOptions<ScalarOf<A>>& options,
                                                                 Trace trace) {
  check_operands<A, B>();
  static_assert(is_untraced<Trace> || accepts_step<GjkStep<dimension_of<A>>, Trace>,
                "abut: a trace of distance takes a GjkStep");
  if constexpr (is_compiled<A, B, Trace>) {
    return distance_of_refs(ref_operand(a), ref_operand(b), cache, options);
  } else if constexpr (has_closed_form<A, B, C> && is_untraced<Trace>) {
    return distance_in_closed_form(a, b, cache, options, trace);
  } else {
    if constexpr (has_closed_form<A, B, C> && OptionalTrace<Trace>) {
      if (!is_tracing(trace)) return distance_in_closed_form(a, b, cache, options, trace);
    }
    return with_difference<DistanceByGjk>(a, b, cache, options, trace);
  }
}

template <class T, int D, class C>
Distance<T, D> distance_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b, C& cache,
                                const DistanceOptions<T>& options) {
  return with_shapes(
      a, b, [&](const auto& x, const auto& y) { return distance_in_closed_form(x, y, cache, options, NoTrace{}); });
}

#define ABUT_DISTANCE_QUERIES(WORDS, T, D)                                                           \
  WORDS Distance<T, D> distance_of_refs(const RefOperand<T, D>&, const RefOperand<T, D>&, NoCache&,  \
                                        const DistanceOptions<T>&);                                  \
  WORDS Distance<T, D> distance_of_refs(const RefOperand<T, D>&, const RefOperand<T, D>&, Cache<D>&, \
                                        const DistanceOptions<T>&);
ABUT_DECLARE_FOR_SPACES(ABUT_DISTANCE_QUERIES)

}  // namespace abut::detail
