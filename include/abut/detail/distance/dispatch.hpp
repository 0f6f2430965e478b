/// How the distance of a pair of shapes is found. The pair is examined here and nowhere else:
///
///     points, segments, balls and capsules      closed_form/segment_segment.hpp
///     these at boxes and triangles, untraced    closed_form/round/segment_and_solid.hpp
///     two boxes in 3D, untraced                 closed_form/box_box.hpp
///     two hulls in 2D, untraced                 closed_form/polygon/polygon_polygon.hpp, up to eight vertices each
///     a half-space and a shape                  closed_form/half_space_shape.hpp
///     everything else                           gjk/gjk.hpp
///
/// If the result of a closed form can not be proven, GJK answers. Fallbacks are not inlined, to keep the fast paths
/// small. The kinds of shapes behind a ShapeRef are queried at run time: once, before anything is set up.
///
/// The Answer of every function below is a Distance, or a SignedDistance for those who ask for the sign.
///
/// A closed form is faster than GJK from a warm start. So a pair that has one does not read the cache, and writes what
/// it found to it, for GJK in a later frame. Two hulls in 2D first try what it holds, see
/// closed_form/polygon/remembered_features.hpp. Two boxes leave it alone: GJK is asked about them so rarely that
/// writing takes more time than it will save.
#pragma once

#include <abut/cache.hpp>
#include <abut/detail/closed_form/box_box.hpp>
#include <abut/detail/closed_form/half_space_shape.hpp>
#include <abut/detail/closed_form/polygon/polygon_polygon.hpp>
#include <abut/detail/closed_form/polygon/remembered_features.hpp>
#include <abut/detail/closed_form/round/segment_and_solid.hpp>
#include <abut/detail/closed_form/segment_segment.hpp>
#include <abut/detail/distance/conversion.hpp>
#include <abut/detail/distance/remember.hpp>
#include <abut/detail/distance/same_kind.hpp>
#include <abut/detail/distance/signed_distance.hpp>
#include <abut/detail/gjk/gjk.hpp>
#include <abut/detail/minkowski/difference_ref.hpp>
#include <abut/detail/minkowski/ref_operand.hpp>
#include <abut/detail/minkowski/swapped.hpp>
#include <abut/detail/minkowski/with_difference.hpp>
#include <abut/distance.hpp>
#include <abut/operand.hpp>
#include <abut/trace.hpp>

namespace abut::detail {

/// Proves that the features in the cache, or those next to them, are the nearest; and remembers them. False if not.
template <class Set, class C>
ABUT_INLINE bool find_again(const Set& set, C cache, GjkResult<2>& r) {
  if constexpr (std::same_as<C, NoCache>) {
    return false;
  } else {
    if (cache == nullptr || !RememberedFeatures(set).find(*cache, r)) return false;
    r.remember(set, *cache);
    return true;
  }
}

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

/// Whether GJK, which began with the cache, has stalled on a curved shape.
template <int D>
ABUT_INLINE bool has_misled(const Cache<D>& cache, const Gjk<D>& gjk, const GjkResult<D>& r) {
  return r.status == Status::stalled && !gjk.simplex().last().is_vertex() && is_used(cache);
}

/// What follows a search that began with the cache: a restart where it has misled, and the new contents.
template <class Set, class Trace>
ABUT_INLINE void update(Cache<Set::D>& cache, const Set& set, const Gjk<Set::D>& gjk, const GjkLimits& limits,
                        GjkResult<Set::D>& r, Trace trace) {
  if (has_misled(cache, gjk, r)) restart(DifferenceRef<Set::D>(set), limits, r, trace);
  r.remember(set, cache);
}

/// Tries the closed forms for boxes and polygons that a ShapeRef holds, or that are near overflow or underflow; then
/// runs GJK. Boxes are left out where their closed form has failed already.
template <class Answer, bool tries_boxes>
struct DistanceByGjk {
  template <class Set, class C, class Trace>
  ABUT_INLINE static Answer run(const Set& set, C cache, const DistanceOptions<typename Set::T, Set::D>& options,
                                Trace trace) {
    if (!set.is_valid() || !is_valid(options)) return {};
    const GjkLimits limits = detail::limits(set, options);
    if constexpr (tries_boxes && holds_boxes<Set> && OptionalTrace<Trace>) {
      if (!is_tracing(trace) && are_boxes(set)) {
        BoxPair pair = box_pair(set, limits);
        GjkResult<3> r;
        if (pair.find_corner(r) || pair.find_edges(r)) return describe<Answer>(set, r);
      }
    }
    if constexpr (holds_segment_and_solid<Set> && OptionalTrace<Trace>) {
      GjkResult<Set::D> r;
      if (!is_tracing(trace) && find_segment_and_solid(set, limits, r)) {
        remember(set, r, cache);
        return describe<Answer>(set, r);
      }
    }
    Gjk<Set::D> gjk(limits);
    const auto& seen = for_gjk(set);
    Cache<Set::D>* const warm = cache_of<Set::D>(cache);
    if constexpr (holds_polygons<Set> && OptionalTrace<Trace>) {
      GjkResult<2> r;
      if (!is_tracing(trace) && find_polygons(set, seen, limits, cache, gjk, r)) return describe<Answer>(set, r);
    }
    if constexpr (may_begin_with_edges<Set> && OptionalTrace<Trace>) {
      if (warm == nullptr && !is_tracing(trace) && !(limits.cutoff < infinity<double>)) gjk.begin_with_edges(set);
    }
    if (warm != nullptr) gjk.warm_start(seen, *warm);
    GjkResult<Set::D> core = gjk.run(seen, trace);
    if (core.status == Status::invalid_argument) return {};  // a support point that is not finite
    if (warm != nullptr && !gjk.has_stayed()) update(*warm, set, gjk, limits, core, trace);
    if constexpr (!Set::is_rescaled && Set::has_no_radii) return describe_sharp<Answer>(set, core);
    return describe<Answer>(set, core);
  }

 private:
  /// Where neither the guess of the polygons nor its neighbors are proven, GJK begins with it.
  template <class Set, class Seen, class C>
  ABUT_INLINE static bool find_polygons(const Set& set, const Seen& seen, const GjkLimits& limits, C cache, Gjk<2>& gjk,
                                        GjkResult<2>& r) {
    if (find_again(set, cache, r)) return true;
    const PolygonPair<Set> pair(set, limits);
    if (!pair.can_be_compared()) return false;
    const PolygonGuess guess = pair.guess();
    if (guess.is_apart() ? pair.prove_apart(guess, r) : pair.prove_common(guess, r)) {
      remember(set, r, cache);
      return true;
    }
    if (!guess.is_apart()) return false;
    Cache<2> start = pair.start(guess);
    if (find_again(set, &start, r)) {
      remember(set, r, cache);
      return true;
    }
    gjk.warm_start(seen, start);
    if constexpr (!std::same_as<C, NoCache>) {
      if (cache != nullptr) *cache = start;
    }
    return false;
  }
};

/// The distance by GJK. This is where a query leaves its caller: if it were inlined, the compiler would optimize the
/// loop of GJK again in every function between here and the verb. The default options are constants here.
template <class Answer, bool tries_boxes, Shape A, Shape B, class C, class Trace>
ABUT_NO_INLINE Answer distance_by_gjk(const A& a, const B& b, C cache,
                                      const DistanceOptions<ScalarOf<A>, dimension_of<A>>& given, Trace trace) {
  const auto& options = std::same_as<C, NoCache> ? default_options<ScalarOf<A>, dimension_of<A>> : given;
  return with_difference<DistanceByGjk<Answer, tries_boxes>>(a, b, cache, options, trace);
}

/// Whether a closed form may use the difference as it is: it is valid, and needs no rescaling.
template <class Set>
ABUT_INLINE bool is_ready(const Set& set, const DistanceOptions<typename Set::T, Set::D>& options) {
  return set.is_valid() && is_valid(options) && (std::same_as<typename Set::T, float> || set.needs_no_scaling());
}

/// Rare: no corner is a closest point. This is not inlined, and takes `pair` by value so that the caller may keep it in
/// registers.
template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_NO_INLINE Answer distance_of_box_edges(const A& a, const B& b, BoxPair pair, C cache,
                                            const DistanceOptions<ScalarOf<A>, 3>& options, Trace trace) {
  GjkResult<3> r;
  if (pair.find_edges(r)) {
    const Difference<A, B, false> set(a, b);
    return describe<Answer>(set, r);
  }
  return distance_by_gjk<Answer, false>(a, b, cache, options, trace);
}

/// The distance of two boxes; one of them may be a ShapeRef.
template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Answer distance_of_boxes(const A& a, const B& b, C cache, const DistanceOptions<ScalarOf<A>, 3>& options,
                                     Trace trace) {
  const Difference<A, B, false> set(a, b);
  if (are_boxes(set) && is_ready(set, options)) {
    const GjkLimits limits = detail::limits(set, options);
    GjkResult<3> r;
    BoxPair pair = box_pair(set, limits);
    if (pair.find_corner(r)) return describe_sharp<Answer>(set, r);
    return distance_of_box_edges<Answer>(a, b, pair, cache, options, trace);
  }
  return distance_by_gjk<Answer, true>(a, b, cache, options, trace);
}

/// The distance of polygons that the guess does not prove to be apart. It is not inlined.
template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_NO_INLINE Answer distance_of_near_polygons(const A& a, const B& b, PolygonGuess guess, C cache,
                                                const DistanceOptions<ScalarOf<A>, 2>& options, Trace trace) {
  const Difference<A, B, false> set(a, b);
  const GjkLimits limits = detail::limits(set, options);
  const PolygonPair pair(set, limits);
  GjkResult<2> r;
  if (!guess.is_apart() && pair.prove_common(guess, r)) {
    remember(set, r, cache);
    return describe<Answer>(set, r);
  }
  Cache<2> own, *const start = cache_of<2>(cache) != nullptr ? cache_of<2>(cache) : &own;
  if (guess.is_apart()) *start = pair.start(guess);
  return distance_by_gjk<Answer, true>(a, b, start, options, trace);
}

/// The distance of two polygons that store their edges; one of them may be a ShapeRef.
template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Answer distance_of_polygons(const A& a, const B& b, C cache, const DistanceOptions<ScalarOf<A>, 2>& options,
                                        Trace trace) {
  const Difference<A, B, false> set(a, b);
  if (is_ready(set, options)) {
    if (GjkResult<2> r; find_again(set, cache, r)) return describe_sharp<Answer>(set, r);
    const GjkLimits limits = detail::limits(set, options);
    const PolygonPair pair(set, limits);
    if (pair.can_be_compared()) {
      const PolygonGuess guess = pair.guess();
      GjkResult<2> r;
      if (guess.is_apart() && pair.prove_apart(guess, r)) {
        remember(set, r, cache);
        return describe_sharp<Answer>(set, r);
      }
      return distance_of_near_polygons<Answer>(a, b, guess, cache, options, trace);
    }
  }
  return distance_by_gjk<Answer, true>(a, b, cache, options, trace);
}

/// The query of type-erased shapes, which is compiled once. `cache` may be null. `is_known`: their types have been
/// tried.
template <class T, int D>
SignedDistance<T, D> distance_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b, Cache<D>* cache,
                                      const DistanceOptions<T, D>& options, bool is_known = false);

template <class Answer, Shape A, Shape B, class C>
ABUT_INLINE Answer distance_by_library(const A& a, const B& b, C cache,
                                       const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options,
                                       bool is_known = false) {
  const auto find = [&] {
    return distance_of_refs(ref_operand(a), ref_operand(b), cache_of<dimension_of<A>>(cache), options, is_known);
  };
  if constexpr (is_signed<Answer>) {
    return find();
  } else {
    return find().without_sign();
  }
}

template <class Answer, bool robust, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Answer distance_of_segments(const A& a, const B& b, C cache,
                                        const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace);

/// Rare: the cores nearly touch. This is not inlined.
template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_COLD Answer distance_of_near_segments(const A& a, const B& b, C cache,
                                           const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  return distance_of_segments<Answer, true>(a, b, cache, options, trace);
}

/// The distance of points, segments, balls and capsules. GJK answers what neither the fast nor the robust closed form
/// can prove.
template <class Answer, bool robust, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Answer distance_of_segments(const A& a, const B& b, C cache,
                                        const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  SegmentPair<A, B> pair(a, b);
  SegmentPoints<dimension_of<A>> s;
  if (pair.is_valid() && is_valid(options) && pair.template find_nearest<robust>(double(options.tolerance), s)) {
    remember(s, cache);
    return describe<Answer>(pair, s, std::make_index_sequence<dimension_of<A> + 1>());
  }
  constexpr bool is_erased = is_type_erased<A> || is_type_erased<B>;
  if constexpr (robust && (is_header_only || is_erased || !is_untraced<Trace>)) {
    return distance_by_gjk<Answer, true>(a, b, cache, options, trace);
  } else if constexpr (robust) {
    // Rare: an instance of GJK for this pair would only add code.
    return distance_by_library<Answer>(a, b, cache, options, true);
  } else {
    return distance_of_near_segments<Answer>(a, b, cache, options, trace);
  }
}

/// Whether a core is a point or a segment. This is known at compile time, except for a ShapeRef.
template <Shape S>
ABUT_INLINE bool is_segment(const S& core) {
  return core_vertices(core) == 1 || core_vertices(core) == 2;
}

/// Whether the pair has a closed form, or may have one behind a ShapeRef.
template <Shape A, Shape B>
inline constexpr bool has_closed_form =
    may_be_segments<A, B> || may_be_boxes<A, B> || holds_polygons<Difference<A, B, false>>;

template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Answer distance_in_closed_form(const A& a, const B& b, C cache,
                                           const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  if constexpr (may_be_segments<A, B>) {
    if constexpr (is_type_erased<A> || is_type_erased<B>) {
      if (!is_segment(CoreAndPose<A>(a).core) || !is_segment(CoreAndPose<B>(b).core))
        return distance_by_gjk<Answer, true>(a, b, cache, options, trace);
    }
    return distance_of_segments<Answer, false>(a, b, cache, options, trace);
  } else if constexpr (may_be_boxes<A, B>) {
    return distance_of_boxes<Answer>(a, b, cache, options, trace);
  } else {
    return distance_of_polygons<Answer>(a, b, cache, options, trace);
  }
}

/// The distance by code that is instantiated here.
template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Answer distance_in_place(const A& a, const B& b, C cache,
                                     const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  if constexpr (has_closed_form<A, B> && is_untraced<Trace>) {
    return distance_in_closed_form<Answer>(a, b, cache, options, trace);
  } else {
    if constexpr (has_closed_form<A, B> && OptionalTrace<Trace>) {
      if (!is_tracing(trace)) return distance_in_closed_form<Answer>(a, b, cache, options, trace);
    }
    return distance_by_gjk<Answer, true>(a, b, cache, options, trace);
  }
}

template <class Answer, Shape A, Shape B, class C, class Trace>
ABUT_INLINE Answer find_distance(const A& a, const B& b, C cache,
                                 const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace trace) {
  static_assert(is_untraced<Trace> || accepts_step<GjkStep<dimension_of<A>>, Trace>,
                "abut: a trace of distance takes a GjkStep");
  if constexpr (is_compiled<A, B, Trace>) {
    return distance_by_library<Answer>(a, b, cache, options);
  } else {
    return distance_in_place<Answer>(a, b, cache, options, trace);
  }
}

template <class T, int D>
SignedDistance<T, D> distance_of_refs(const RefOperand<T, D>& a, const RefOperand<T, D>& b, Cache<D>* cache,
                                      const DistanceOptions<T, D>& options, bool is_known) {
  const auto ask_both = [&] {
    return with_shapes(a, b, [&](const auto& x, const auto& y) {
      return distance_in_closed_form<SignedDistance<T, D>>(x, y, cache, options, NoTrace{});
    });
  };
  if constexpr (has_library) {
    if (!is_known) return distance_by_kind(a, b, cache, options, ask_both);
  }
  return ask_both();
}

#define ABUT_DISTANCE_QUERIES(WORDS, T, D)                                                                 \
  WORDS SignedDistance<T, D> distance_of_refs(const RefOperand<T, D>&, const RefOperand<T, D>&, Cache<D>*, \
                                              const DistanceOptions<T, D>&, bool);
ABUT_DECLARE_FOR_SPACES(ABUT_DISTANCE_QUERIES)

/// The half-space is A: the lowest point of the shape along the normal decides.
template <class Answer, AnyHalfSpace A, Shape B, class C, class Trace>
Answer find_distance(const A& a, const B& b, C, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace) {
  using T = ScalarOf<A>;
  const Clearance<A, B> c(a, b);
  if (!c.is_valid() || !is_valid(options)) return {};

  Answer r{};
  r.status = Status::converged;
  set_lengths(r, narrow<T>(c.unscaled(c.clearance())), c.rounded_down(c.lower()), c.rounded_up(c.upper()),
              c.core_meets());
  r.normal = vec_cast<T>(c.normal());
  r.point_a = vec_cast<T>(c.plane_point());
  r.point_b = vec_cast<T>(c.shape_point());
  r.feature_count = 1;
  r.feature_a[0] = no_vertex;
  r.feature_b[0] = c.id();
  r.iterations = 1;
  const double apart = c.upper() > 0 ? c.upper() : 0;
  if (!(c.upper() - c.lower() <= double(options.tolerance) * apart + contract_width(c))) r.status = Status::stalled;
  return r;
}

template <class Answer, Shape A, AnyHalfSpace B, class C, class Trace>
Answer find_distance(const A& a, const B& b, C cache, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options,
                     Trace trace) {
  return swapped(find_distance<Answer>(b, a, cache, options, trace));
}

/// What distance() finds, with its sign.
template <Argument A, Argument B, class... Trace>
[[nodiscard]] ABUT_INLINE SignedDistance<ScalarOf<A>, dimension_of<A>> signed_distance(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>, dimension_of<A>>& options, Trace&&... trace) {
  using Answer = SignedDistance<ScalarOf<A>, dimension_of<A>>;
  return ask<Answer>(a, b, [&](const auto& x, const auto& y) ABUT_INLINE_LAMBDA {
    return find_distance<Answer>(x, y, options.cache, options, trace_from(trace...));
  });
}

/// The same with the default options.
template <Argument A, Argument B>
[[nodiscard]] SignedDistance<ScalarOf<A>, dimension_of<A>> signed_distance(const A& a, const B& b) {
  using Answer = SignedDistance<ScalarOf<A>, dimension_of<A>>;
  return ask<Answer>(a, b, [](const auto& x, const auto& y) ABUT_INLINE_LAMBDA {
    return find_distance<Answer>(x, y, NoCache{}, default_options<ScalarOf<A>, dimension_of<A>>, NoTrace{});
  });
}

}  // namespace abut::detail
