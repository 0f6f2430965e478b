/// Do two convex shapes meet?
///
///     Box3f crate{.half = {1, 1, 1}};
///     Ball3f ball{.center = {3, 0, 0}, .radius = 0.5f};
///     auto met = overlap(crate, ball);          // met.apart, met.axis, met.lower: or met.overlap, met.point
///
/// Either answer comes with its proof: `apart` with an axis along which there is room between the shapes, `overlap` with a point of
/// both. Touching is overlapping. Where rounding leaves it open neither is true: giving up is no answer. So ask `!apart` to miss no
/// contact, `overlap` to report none that is not there.
///
/// Much quicker than a distance where shapes are apart: the first plane that is found between them is enough.
#pragma once

#include <abut/detail/gjk/intersection.hpp>
#include <abut/detail/minkowski/bounding_spheres.hpp>
#include <abut/detail/mpr/mpr.hpp>
#include <abut/distance.hpp>

namespace abut {

/// How to find out.
enum class OverlapMethod {
  gjk,  ///< the default. What it leaves open, one pair in thousands of those that nearly touch, it asks MPR
  mpr,  ///< from other steps altogether; inconclusive where B - A has no interior, as of two segments
};

/// Everything has a default.
struct OverlapOptions {
  OverlapMethod method = OverlapMethod::gjk;
  int max_iterations = 128;  ///< support calls on each shape, of one method
};

/// The answer: one of two verdicts with its proof, or none.
template <Scalar T, int D>
struct Overlap {
  /// converged: `apart` or `overlap` is true. inconclusive, or iteration_limit: neither, and `upper` is all that is known.
  Status status = Status::invalid_argument;

  bool overlap = false;  ///< they are no further apart than `upper`, and that is no more than rounding
  bool apart = false;    ///< they are at least `lower` apart, and that is more than 0

  T lower = T(0);  ///< lower <= true distance <= upper
  T upper = infinity<T>;

  /// If apart: unit vector from A to B, along which B lies beyond A by at least `lower`. (Rounded to T. In float, and where the gap is no
  /// more than an eps of the size, it is the direction before that rounding which proves it.)
  Vec<T, D> axis = abut::axis<T, D>(0);
  /// If overlapping: a point of both shapes. But for rounding, that is: of the size, as much as a distance is allowed that has
  /// `converged` (docs/conventions.md), and 4 eps of its coordinates.
  Vec<T, D> point{};

  int iterations = 0;  ///< support calls on each shape; 0 if the balls around the shapes tell, or a closed form
};

namespace detail {

inline bool is_valid(const OverlapOptions& options) { return options.max_iterations > 0; }

/// What `lower` or `upper` comes to in T decides: a gap too small for T is none.
template <class Set>
ABUT_INLINE Overlap<typename Set::T, Set::D> describe(const Set& set, const IntersectionVerdict<Set::D>& v) {
  using T = typename Set::T;
  using Vector = Vec<T, Set::D>;
  if (v.status == Status::invalid_argument) return {};
  if (v.apart) {
    const T lower = set.rounded_down(v.lower);
    if (lower > 0) {
      return {.status = v.status,
              .overlap = false,
              .apart = true,
              .lower = lower,
              .upper = infinity<T>,
              .axis = vec_cast<T>(v.axis),
              .point = {},
              .iterations = v.iterations};
    }
  }
  const T upper = set.rounded_up(v.upper);
  return {.status = v.apart ? Status::inconclusive : v.status,
          .overlap = v.overlap,
          .apart = false,
          .lower = T(0),
          .upper = upper > 0 ? upper : T(0),
          .axis = abut::axis<T, Set::D>(0),
          .point = v.overlap ? narrow_within_range<T>(set.world(v.point)) : Vector{},
          .iterations = v.iterations};
}

template <class Set, class... Trace>
Overlap<typename Set::T, Set::D> solve_overlap_by_mpr(const Set& set, const OverlapOptions& options, Trace&... trace) {
  if (!set.is_valid() || !is_valid(options)) return {};
  const auto& asked = erased(set);
  const RoundedDifference solid(asked);
  const MprLimits limits{.width = contract_width(set), .max_iterations = options.max_iterations};
  if constexpr (sizeof...(Trace) > 0 && accepts_step<MprStep<Set::D>, Trace...>) {
    MprRecorder<Set::D, Trace...> recorder(trace...);
    return describe(set, Mpr(solid, limits, recorder).decide());
  } else {
    MprUntraced<Set::D> nobody;
    return describe(set, Mpr(solid, limits, nobody).decide());
  }
}

/// What GJK has left open. `open` if this one does too.
template <class Set, class... Trace>
ABUT_COLD Overlap<typename Set::T, Set::D> second_opinion(const Set& set, const Overlap<typename Set::T, Set::D>& open,
                                                          const OverlapOptions& options, Trace&... trace) {
  auto r = solve_overlap_by_mpr(set, options, trace...);
  const int iterations = open.iterations + r.iterations;
  if (r.status != Status::converged) r = open;
  r.iterations = iterations;
  return r;
}

/// Of a cache that a distance has left, which has no direction: that of the vertices in it. Zero if they have none.
template <class Set>
ABUT_COLD Vec<double, Set::D> direction_of_vertices(const Set& set, const Cache<Set::D>& cache,
                                                    const GjkLimits& limits) {
  Gjk<Set::D> gjk(limits);
  gjk.warm_start(set, cache);
  return gjk.direction();
}

/// `cache` may be null: then there is none.
template <class Set, class... Trace>
ABUT_INLINE Overlap<typename Set::T, Set::D> solve_overlap(const Set& set, Cache<Set::D>* cache,
                                                           const OverlapOptions& options, Trace&... trace) {
  using T = typename Set::T;
  using V = Vec<double, Set::D>;
  if (!set.is_valid() || !is_valid(options)) return {};
  GjkLimits limits = detail::limits(set, DistanceOptions<T>{.max_iterations = options.max_iterations});
  // More than what `apart` will take off again: u size, and 3 u of the radii and of what is that near to them.
  limits.cutoff = unit_roundoff * (8 * set.radii() + 2 * set.size());
  const auto& asked = erased(set);
  V first{};
  if (cache != nullptr) {
    if (cache->direction != V{} && is_finite(cache->direction)) {
      first = set.from_frame_of_a(scale_direction(cache->direction));
    } else if (cache->count > 0) {
      first = direction_of_vertices(asked, *cache, limits);
    }
  }
  if (first == V{}) first = set.first_direction();
  const IntersectionVerdict<Set::D> v = GjkIntersection(asked, limits).run(first, trace...);
  if (cache != nullptr && v.apart) *cache = {.count = 0, .a = {}, .b = {}, .direction = set.in_frame_of_a(v.axis)};
  const auto r = describe(set, v);
  return r.status == Status::inconclusive ? second_opinion(set, r, options, trace...) : r;
}

// In double, sizes at the ends of the range are rescaled: see minkowski/difference.hpp.

template <Shape A, Shape B, class... Trace>
ABUT_COLD Overlap<ScalarOf<A>, dimension_of<A>> overlap_by_gjk_rescaled(const A& a, const B& b,
                                                                        Cache<dimension_of<A>>* cache,
                                                                        const OverlapOptions& options,
                                                                        Trace&... trace) {
  return solve_overlap(Difference<A, B, true>(a, b), cache, options, trace...);
}

template <Shape A, Shape B, class... Trace>
ABUT_NO_INLINE Overlap<ScalarOf<A>, dimension_of<A>> overlap_by_gjk(const A& a, const B& b,
                                                                    Cache<dimension_of<A>>* cache,
                                                                    const OverlapOptions& options, Trace&... trace) {
  const Difference<A, B, false> difference(a, b);
  if constexpr (std::same_as<ScalarOf<A>, double>) {
    if (!difference.needs_no_scaling()) return overlap_by_gjk_rescaled(a, b, cache, options, trace...);
  }
  return solve_overlap(difference, cache, options, trace...);
}

template <Shape A, Shape B, class... Trace>
ABUT_COLD Overlap<ScalarOf<A>, dimension_of<A>> overlap_by_mpr(const A& a, const B& b, const OverlapOptions& options,
                                                               Trace&... trace) {
  const Difference<A, B, false> difference(a, b);
  if constexpr (std::same_as<ScalarOf<A>, double>) {
    if (!difference.needs_no_scaling()) return solve_overlap_by_mpr(Difference<A, B, true>(a, b), options, trace...);
  }
  return solve_overlap_by_mpr(difference, options, trace...);
}

/// Points, segments, balls and capsules: what their closed form says. If its bounds have met and the lower one is not positive, the upper one
/// is no more than rounding. The point divides the way from one core to the other as the radii do, `part_of_a` for A.
template <class Segments>
Overlap<typename Segments::T, Segments::D> describe(const Segments& pair, const SegmentPoints<Segments::D>& s,
                                                    double part_of_a) {
  using T = typename Segments::T;
  using V = Vec<double, Segments::D>;
  const RoundedDownPair<T> bounds(pair.signed_bounds(s));
  const T lower = bounds.a, upper = -bounds.b;
  const bool apart = lower > 0;
  const VecPair<Segments::D> surface = pair.surface_points(s);
  const V a = surface.a(), between = surface.b() - a, normal = s.normal();
  const V point = pair.radii() > 0 ? a + normal * (dot(normal, between) * part_of_a) : a + between * 0.5;
  return {.status = Status::converged,
          .overlap = !apart,
          .apart = apart,
          .lower = apart ? lower : T(0),
          .upper = apart       ? infinity<T>
                   : upper > 0 ? upper
                               : T(0),
          .axis = apart ? vec_cast<T>(normal) : axis<T, Segments::D>(0),
          .point = apart ? Vec<T, Segments::D>{} : narrow_within_range<T>(point),
          .iterations = 0};
}

/// What has no closed form after all, and what is invalid, is left to GJK.
template <Shape A, Shape B, class... Trace>
ABUT_NO_INLINE Overlap<ScalarOf<A>, dimension_of<A>> overlap_of_segments(const A& a, const B& b,
                                                                         Cache<dimension_of<A>>* cache,
                                                                         const OverlapOptions& options,
                                                                         Trace&... trace) {
  constexpr double tolerance = default_tolerance<ScalarOf<A>>;
  SegmentPair<A, B> pair(a, b);
  SegmentPoints<dimension_of<A>> s;
  const bool found =
      pair.is_valid() && is_valid(options) &&
      (pair.template find_nearest<false>(tolerance, s) || pair.template find_nearest<true>(tolerance, s));
  if (!found) return overlap_by_gjk(a, b, cache, options, trace...);
  const double ra = radius(Operand<A>(a).core), rb = radius(Operand<B>(b).core);
  return describe(pair, s, ra / (ra + rb));
}

template <Shape A, Shape B, class... Trace>
ABUT_INLINE Overlap<ScalarOf<A>, dimension_of<A>> answer_overlap_watched(const A& a, const B& b,
                                                                         Cache<dimension_of<A>>* cache,
                                                                         const OverlapOptions& options,
                                                                         Trace&... trace) {
  constexpr int D = dimension_of<A>;
  static_assert(sizeof...(Trace) == 1, "abut: a query takes one trace");
  constexpr bool told_gjk = accepts_step<GjkStep<D>, Trace...>, told_mpr = accepts_step<MprStep<D>, Trace...>;
  static_assert(told_gjk || told_mpr, "abut: a trace of overlap takes a GjkStep or an MprStep");
  if (options.method == OverlapMethod::mpr) return overlap_by_mpr(a, b, options, trace...);
  if constexpr (told_gjk) return overlap_by_gjk(a, b, cache, options, trace...);
  return overlap_by_gjk(a, b, cache, options);
}

/// A ball around a shape that asks it for supports is no quick way to anything.
template <class S>
inline constexpr bool knows_its_ball = requires(const S& s) { center(s), s.reach(); };

/// A trace that does not watch is only passed on.
template <Shape A, Shape B, class... Trace>
ABUT_INLINE Overlap<ScalarOf<A>, dimension_of<A>> answer_overlap_unwatched(const A& a, const B& b,
                                                                           Cache<dimension_of<A>>* cache,
                                                                           const OverlapOptions& options,
                                                                           Trace&... trace) {
  using T = ScalarOf<A>;
  if (options.method == OverlapMethod::mpr) return overlap_by_mpr(a, b, options, trace...);
  if constexpr (knows_its_ball<typename Operand<A>::Core> && knows_its_ball<typename Operand<B>::Core>) {
    const BoundingSphereGap<A, B> balls(a, b);
    const T lower = round_down<T>(balls.lower());
    if (lower > 0 && is_valid(options)) {
      return {.status = Status::converged,
              .overlap = false,
              .apart = true,
              .lower = lower,
              .upper = infinity<T>,
              .axis = vec_cast<T>(balls.axis()),
              .point = {},
              .iterations = 0};
    }
  }
  if constexpr (may_be_segments<A, B>) {
    return overlap_of_segments(a, b, cache, options, trace...);
  } else {
    return overlap_by_gjk(a, b, cache, options, trace...);
  }
}

template <Shape A, Shape B, class... Trace>
ABUT_INLINE Overlap<ScalarOf<A>, dimension_of<A>> answer_overlap(const A& a, const B& b, Cache<dimension_of<A>>* cache,
                                                                 const OverlapOptions& options, Trace&... trace) {
  static_assert(dimension_of<A> == dimension_of<B>, "abut: one shape lives in the plane, the other in space");
  static_assert(std::same_as<ScalarOf<A>, ScalarOf<B>>, "abut: one shape is in float, the other in double");
  if constexpr (sizeof...(Trace) == 0) {
    return answer_overlap_unwatched(a, b, cache, options);
  } else {
    if constexpr (may_be_untraced<Trace...>) {
      if (!is_traced(trace...)) return answer_overlap_unwatched(a, b, cache, options, trace...);
    }
    return answer_overlap_watched(a, b, cache, options, trace...);
  }
}

}  // namespace detail

/// Whether two shapes of the same dimension and scalar, each placed or not, meet. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Overlap<ScalarOf<A>, dimension_of<A>> overlap(const A& a, const B& b, const OverlapOptions& options = {},
                                                            Trace&&... trace) {
  return detail::answer_overlap(a, b, nullptr, options, trace...);
}

/// The same, with the axis that parted them last time tried first, and the new one left for the next. MPR has no use for it.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Overlap<ScalarOf<A>, dimension_of<A>> overlap(const A& a, const B& b, Cache<dimension_of<A>>& cache,
                                                            const OverlapOptions& options = {}, Trace&&... trace) {
  return detail::answer_overlap(a, b, &cache, options, trace...);
}

}  // namespace abut
