/// How far apart are two convex shapes, and where?
///
///     Box3f crate{.half = {1, 1, 1}};
///     Ball3f ball{.center = {3, 0, 0}, .radius = 0.5f};
///     auto gap = distance(crate, ball);          // gap.lower <= 1.5 <= gap.upper, gap.point_a, gap.normal ...
///
/// The answer is proven: the true distance of the shapes, their numbers read as exact real numbers, lies within
/// [lower, upper], whatever the status. In every query: no exception, no allocation, no NaN, a bounded number of steps.
///
/// Points, segments, balls and capsules among themselves are answered in closed form, see closed_form/segment_segment.hpp, and so are most pairs of boxes in
/// space, see closed_form/box_box.hpp, and of hulls of up to eight vertices in the plane, see closed_form/polygon_polygon.hpp; everything else by GJK.
#pragma once

#include <abut/detail/distance/dispatch.hpp>

namespace abut {

namespace detail {

template <Scalar T>
inline constexpr DistanceOptions<T> default_options{};

/// Whether a shape tells at run time only what it is, as ShapeRef does.
template <Shape S>
inline constexpr bool is_known_late = requires(const typename Operand<S>::Core& core) { core.core_vertices(); };

/// In closed form where there is one and nobody watches.
template <Shape A, Shape B, class C, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> answer(const A& a, const B& b, C& cache,
                                                          const DistanceOptions<ScalarOf<A>>& options,
                                                          Trace&... trace) {
  static_assert(sizeof...(Trace) <= 1, "abut: a query takes one trace");
  static_assert(dimension_of<A> == dimension_of<B>, "abut: one shape lives in the plane, the other in space");
  static_assert(std::same_as<ScalarOf<A>, ScalarOf<B>>, "abut: one shape is in float, the other in double");
  if constexpr (may_be_untraced<Trace...> && may_be_segments<A, B>) {
    if (!is_traced(trace...)) return answer_segments<false>(a, b, options, cache, trace...);
  }
  if constexpr (may_be_untraced<Trace...> && may_be_boxes<A, B> && std::same_as<C, NoCache>) {
    if (!is_traced(trace...)) return answer_boxes(a, b, options, trace...);
  }
  if constexpr (may_be_untraced<Trace...> && holds_polygons<Difference<A, B, false>> && std::same_as<C, NoCache>) {
    if (!is_traced(trace...)) return answer_polygons(a, b, options, trace...);
  }
  return answer_by_gjk(a, b, cache, options, trace...);
}

}  // namespace detail

/// The distance between two shapes of the same dimension and scalar, each placed or not. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(const A& a, const B& b,
                                                              const DistanceOptions<ScalarOf<A>>& options,
                                                              Trace&&... trace) {
  detail::NoCache none;
  return detail::answer(a, b, none, options, trace...);
}

/// With the default options, which are known when this is compiled and need not be looked at. (Not of shapes that are known at run time only: those
/// queries are compiled once, see compiled.hpp.)
template <Shape A, Shape B>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(const A& a, const B& b) {
  constexpr auto& options = detail::default_options<ScalarOf<A>>;
  if constexpr (detail::is_known_late<A> || detail::is_known_late<B>) {
    return distance(a, b, options);
  } else {
    detail::NoCache none;
    return detail::answer(a, b, none, options);
  }
}

/// The same, begun where the last query with this cache ended, and leaving it for the next.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(const A& a, const B& b, Cache<dimension_of<A>>& cache,
                                                              const DistanceOptions<ScalarOf<A>>& options,
                                                              Trace&&... trace) {
  return detail::answer(a, b, cache, options, trace...);
}

/// With a cache, and the default options.
template <Shape A, Shape B>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(const A& a, const B& b, Cache<dimension_of<A>>& cache) {
  constexpr auto& options = detail::default_options<ScalarOf<A>>;
  if constexpr (detail::is_known_late<A> || detail::is_known_late<B>) {
    return distance(a, b, cache, options);
  } else {
    return detail::answer(a, b, cache, options);
  }
}

}  // namespace abut
