/// How far apart are two convex shapes, and where?
///
///     Box3f crate{.half = {1, 1, 1}};
///     Ball3f ball{.center = {3, 0, 0}, .radius = 0.5f};
///     auto gap = distance(crate, ball);          // gap.lower <= 1.5 <= gap.upper, gap.point_a, gap.normal ...
///
/// The answer is proven: the true distance of the shapes, their numbers read as exact real numbers, lies within
/// [lower, upper], whatever the status. In every query: no exception, no allocation, no NaN, a bounded number of steps.
///
/// Points, segments, balls and capsules among themselves are answered in closed form, see algorithm/segments.hpp, and so are most pairs of boxes in
/// space, see algorithm/boxes.hpp; everything else by GJK.
#pragma once

#include <abut/algorithm/any_difference.hpp>
#include <abut/algorithm/boxes.hpp>
#include <abut/algorithm/gjk.hpp>
#include <abut/algorithm/segments.hpp>
#include <abut/status.hpp>
#include <abut/support.hpp>

#include <cstddef>
#include <cstring>
#include <utility>

namespace abut {

/// Relative: for curved shapes, how far the bounds may stay apart as a part of the distance. Polytopes stop at their closest
/// vertices, edges and faces, and need none.
template <Scalar T>
inline constexpr T default_tolerance = std::same_as<T, float> ? T(1e-6) : T(1e-12);

/// Everything has a default.
template <Scalar T>
struct DistanceOptions {
  T tolerance = default_tolerance<T>;
  T cutoff = infinity<T>;  ///< may stop as soon as the shapes are proven further apart than this
  int max_iterations =
      128;  ///< support calls on each shape; polytopes seldom take more than 20, curved ones 60
};

/// A plane between the shapes: A on the side of -normal, B on the side of normal, each at least half of `lower` away.
template <Scalar T, int D>
struct Plane {
  Vec<T, D> point{};
  Vec<T, D> normal{};
};

/// The answer. Its bounds hold whatever the status says.
template <Scalar T, int D>
struct Distance {
  Status status = Status::invalid_argument;

  T distance = T(0);  ///< 0: they meet, as far as rounding can tell
  T lower = T(0);     ///< lower <= true distance <= upper
  T upper = infinity<T>;

  Vec<T, D> normal = axis<T, D>(0);  ///< unit vector from A to B
  Vec<T, D> point_a{};  ///< the closest points: point_b - point_a = distance * normal up to rounding
  Vec<T, D> point_b{};

  /// Distance, or minus the depth where only the radii overlap. Exact in the same way: within its own bounds. If the cores
  /// meet, its upper bound is minus the radii and its lower bound as far as a plane was found, which may be far. (Against
  /// a half-space it is exact however deep, see half_space.hpp.)
  T signed_distance = T(0);
  T signed_lower = -infinity<T>;
  T signed_upper = infinity<T>;
  bool cores_meet = false;

  /// The vertices of the cores that the closest points are combinations of, in pairs: ids of A and of B. One pair: vertex
  /// against vertex; D pairs: up to a face; D + 1: the cores overlap.
  int feature_count = 0;
  VertexId feature_a[D + 1] = {};
  VertexId feature_b[D + 1] = {};

  int iterations = 0;  ///< support calls on each shape; 0 if the answer has a closed form

  /// Half way between the closest points.
  Plane<T, D> separating_plane() const { return {point_a * T(0.5) + point_b * T(0.5), normal}; }
};

namespace detail {

/// Rounding that `converged` allows: 8 eps size in float, 16 in double, 32 with poses. In float the bounds are rounded
/// outward at the end, by 1.5 units each.
template <class Set>
double contract_width(const Set& set) {
  if constexpr (std::same_as<typename Set::T, float>) {
    return 5 * epsilon_of<float> * set.size();
  } else {
    return (Set::posed ? 32 : 16) * epsilon_of<double> * set.size();
  }
}

/// What the search may leave open: the contract's width, but no more than a few roundings beyond the errors that are in the
/// bounds anyway. A float query would else call two shapes apart as soon as it is within float rounding of touching.
template <class Set>
double search_width(const Set& set) {
  const double reachable =
      set.support_error() + set.point_error() + (Set::D + 9) * unit_roundoff * set.size();
  const double contract = contract_width(set);
  return reachable < contract ? reachable : contract;
}

template <Scalar T>
bool is_valid(const DistanceOptions<T>& options) {
  return options.tolerance >= 0 && options.tolerance <= largest<T> && options.cutoff == options.cutoff &&
         options.max_iterations > 0;
}

/// The cut-off is raised by the rounding of a lower bound on its way to the user: what it proves there, it proves still.
template <class Set>
ABUT_INLINE GjkLimits limits(const Set& set, const DistanceOptions<typename Set::T>& options) {
  const double cutoff = set.scaled(double(options.cutoff));
  return {.tolerance = options.tolerance,
          .cutoff = cutoff + 4 * epsilon_of<typename Set::T> * (absolute(cutoff) + set.radii()),
          .search_width = search_width(set),
          .contract_width = contract_width(set),
          .max_iterations = options.max_iterations,
          .size = set.size(),
          .radii = set.radii(),
          .support_error = set.support_error(),
          .point_error = set.point_error(),
          .scale = set.scaled(1.0)};
}

/// From the cores in the scale and frame of the search to the shapes in the user's.
template <class Set>
ABUT_INLINE Distance<typename Set::T, Set::D> describe(const Set& set, const GjkResult<Set::D>& core) {
  using T = typename Set::T;
  const double radii = set.radii();
  Distance<T, Set::D> r{.status = core.status};
  r.iterations = core.iterations;
  r.cores_meet = core.meets;

  r.signed_distance = narrow<T>(set.unscaled(core.distance - radii));
  const double lower = core.lower - radii - radii_error(radii, core.lower),
               upper = core.upper - radii + radii_error(radii, core.upper);
  if constexpr (std::same_as<T, float>) {
    const DownBoth<T> bounds(Both::of(set.unscaled(lower), -set.unscaled(upper)));
    r.signed_lower = bounds.a;
    r.signed_upper = -bounds.b;
  } else {
    r.signed_lower = set.rounded_down(lower);
    r.signed_upper = set.rounded_up(upper);
  }
  r.distance = r.signed_distance > 0 ? r.signed_distance : T(0);
  r.lower = r.signed_lower > 0 ? r.signed_lower : T(0);
  r.upper = r.signed_upper > 0 ? r.signed_upper : T(0);

  r.normal = vec_cast<T>(core.normal);
  const auto points = BothVec<Set::D>::of(set.world(core.point_a + core.normal * set.scaled(set.radius_a())),
                                          set.world(core.point_b - core.normal * set.scaled(set.radius_b())));
  for (int i = 0; i < Set::D; ++i) {
    const NarrowBoth<T> x(points.x[i]);
    r.point_a[i] = x.a;
    r.point_b[i] = x.b;
  }
  r.feature_count = core.feature_count;
  for (int i = 0; i <= Set::D; ++i) {
    if (i >= core.feature_count) break;
    r.feature_a[i] = core.feature_a[i];
    r.feature_b[i] = core.feature_b[i];
  }
  return r;
}

/// The same of cores without radii and a problem that was not rescaled, in fewer steps.
template <class Set>
ABUT_INLINE Distance<typename Set::T, Set::D> describe_sharp(const Set& set, const GjkResult<Set::D>& core) {
  using T = typename Set::T;
  const DownBoth<T> bounds(Both::of(core.lower, -core.upper));
  const T lower = bounds.a, upper = -bounds.b, middle = narrow<T>(core.distance);
  const auto points = BothVec<Set::D>::of(set.world(core.point_a), set.world(core.point_b));
  const NarrowBoth<T> x(points.x[0]), y(points.x[1]), z(points.x[2]);
  Distance<T, Set::D> r{.status = core.status,
                        .distance = middle,
                        .lower = lower > 0 ? lower : T(0),
                        .upper = upper,
                        .normal = vec_cast<T>(core.normal),
                        .point_a = {x.a, y.a, z.a},
                        .point_b = {x.b, y.b, z.b},
                        .signed_distance = middle,
                        .signed_lower = lower,
                        .signed_upper = upper,
                        .cores_meet = core.meets,
                        .feature_count = core.feature_count};
  for (int i = 0; i <= Set::D; ++i) {
    if (i >= core.feature_count) break;
    r.feature_a[i] = core.feature_a[i];
    r.feature_b[i] = core.feature_b[i];
  }
  return r;
}

/// No cache: nothing to begin with, nothing to leave. And boxes for which there is no other way than GJK, as was found out.
struct NoCache {};
struct NoCacheNorBoxes {};

template <class C>
inline constexpr bool is_cache = !std::same_as<C, NoCache> && !std::same_as<C, NoCacheNorBoxes>;

/// Boxes have one where nothing is remembered and nobody watches.
template <class Set, class C, class... Trace>
inline constexpr bool has_closed_form =
    holds_boxes<Set> && std::same_as<C, NoCache> && may_be_unwatched<Trace...>;

template <class Set>
ABUT_INLINE BoxPair box_pair(const Set& set, const GjkLimits& limits) {
  return {set.turns(), set.translation(),
          BothVec<3>::of(as_box(set.core_a())->half, as_box(set.core_b())->half) * set.scaled(1.0), limits};
}

template <class Set, class C, class... Trace>
ABUT_INLINE Distance<typename Set::T, Set::D> solve(const Set& set, [[maybe_unused]] C& cache,
                                                    const DistanceOptions<typename Set::T>& options,
                                                    Trace&... trace) {
  if (!set.is_valid() || !is_valid(options)) return {};
  const GjkLimits limits = detail::limits(set, options);
  if constexpr (has_closed_form<Set, C, Trace...>) {
    if (!is_watched(trace...) && are_boxes(set)) {
      BoxPair pair = box_pair(set, limits);
      GjkResult<3> r;
      if (pair.find_corner(r) || pair.find_edges(r)) return describe(set, r);
    }
  }
  Gjk<Set::D> gjk(limits);
  const auto& asked = erased(set);
  if constexpr (is_cache<C>) gjk.warm_start(asked, cache);
  const auto core = gjk.run(asked, trace...);
  if (core.status == Status::invalid_argument) return {};  // a support point that is not finite
  if constexpr (is_cache<C>) core.remember(asked, cache);
  return describe(set, core);
}

/// Of sizes at the ends of the range.
template <Shape A, Shape B, class C, class... Trace>
ABUT_COLD Distance<ScalarOf<A>, dimension_of<A>> answer_by_gjk_rescaled(
    const A& a, const B& b, C& cache, const DistanceOptions<ScalarOf<A>>& options, Trace&... trace) {
  return solve(Difference<A, B, true>(a, b), cache, options, trace...);
}

template <Shape A, Shape B, class C, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> answer_by_gjk(const A& a, const B& b, C& cache,
                                                                 const DistanceOptions<ScalarOf<A>>& options,
                                                                 Trace&... trace) {
  const Difference<A, B, false> difference(a, b);
  if constexpr (std::same_as<ScalarOf<A>, double>) {
    if (!difference.is_ordinary()) return answer_by_gjk_rescaled(a, b, cache, options, trace...);
  }
  return solve(difference, cache, options, trace...);
}

/// Boxes whose corners do not tell: seldom, and apart, for the sake of the others. (By value: what is left in registers need not be written for it.)
template <Shape A, Shape B, class... Trace>
ABUT_NO_INLINE Distance<ScalarOf<A>, 3> answer_edges(const A& a, const B& b, BoxPair pair,
                                                     const DistanceOptions<ScalarOf<A>>& options,
                                                     Trace&... trace) {
  GjkResult<3> r;
  if (pair.find_edges(r)) return describe(Difference<A, B, false>(a, b), r);
  NoCacheNorBoxes none;
  return answer_by_gjk(a, b, none, options, trace...);
}

/// Two shapes that may be boxes. What corners and edges do not tell is left to GJK; in double, sizes at the ends of the range are rescaled first.
template <Shape A, Shape B, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, 3> answer_boxes(const A& a, const B& b,
                                                  const DistanceOptions<ScalarOf<A>>& options,
                                                  Trace&... trace) {
#if !defined(ABUT_SMALL)
  using T = ScalarOf<A>;
  const Difference<A, B, false> set(a, b);
  if (are_boxes(set) && set.is_valid() && is_valid(options) &&
      (std::same_as<T, float> || set.is_ordinary())) {
    const GjkLimits limits = detail::limits(set, options);
    GjkResult<3> r;
    BoxPair pair = box_pair(set, limits);
    if (pair.find_corner(r)) return describe_sharp(set, r);
    return answer_edges(a, b, pair, options, trace...);
  }
#endif
  NoCache none;
  return answer_by_gjk(a, b, none, options, trace...);
}

/// The same of two segments. All at once: clearing an answer first would take as long as the search.
template <class Segments, std::size_t... I>
ABUT_INLINE Distance<typename Segments::T, Segments::D> describe(const Segments& pair,
                                                                 const SegmentPoints<Segments::D>& s,
                                                                 std::index_sequence<I...>) {
  using T = typename Segments::T;
  const SegmentFeatures& features = features_at(s.s);
  const BothVec<Segments::D> points = pair.surface_points(s);
  const DownBoth<T> bounds(pair.signed_bounds(s));
  const T middle = narrow<T>(pair.signed_distance(s)), lower = bounds.a, upper = -bounds.b;
  Vec<T, Segments::D> point_a, point_b;
  for (int i = 0; i < Segments::D; ++i) {
    const NarrowBoth<T> x(points.x[i]);
    point_a[i] = x.a;
    point_b[i] = x.b;
  }
  return {.status = Status::converged,
          .distance = middle > 0 ? middle : T(0),
          .lower = lower > 0 ? lower : T(0),
          .upper = upper > 0 ? upper : T(0),
          .normal = vec_cast<T>(s.normal()),
          .point_a = point_a,
          .point_b = point_b,
          .signed_distance = middle,
          .signed_lower = lower,
          .signed_upper = upper,
          .cores_meet = s.meets,
          .feature_count = features.count,
          .feature_a = {features.a[I]...},
          .feature_b = {features.b[I]...},
          .iterations = 0};
}

#if defined(__SSE2__)
/// In float and in space: the numbers four at a time, in the order in which an answer has them. The bits are the same.
template <class Segments, std::size_t... I>
  requires(std::same_as<typename Segments::T, float> && Segments::D == 3)
ABUT_INLINE Distance<float, 3> describe(const Segments& pair, const SegmentPoints<3>& s,
                                        std::index_sequence<I...>) {
  using Answer = Distance<float, 3>;
  static_assert(offsetof(Answer, distance) == 4 && offsetof(Answer, normal) == 16 &&
                offsetof(Answer, point_a) == 28 && offsetof(Answer, point_b) == 40 &&
                offsetof(Answer, signed_upper) == 60 && static_cast<int>(Status::converged) == 0);
  const SegmentFeatures& features = features_at(s.s);
  const BothVec<3> points = pair.surface_points(s);
  const BothVec<3>& n = s.outward;
  const __m128d most = _mm_set1_pd(double(largest<float>)), least = _mm_set1_pd(-double(largest<float>));
  const auto cut = [&](Both x) { return _mm_max_pd(_mm_min_pd(x.ab, most), least); };
  const auto narrowed = [](__m128d low, __m128d high) {
    return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high));
  };
  const __m128d x = cut(points.x[0]), y = cut(points.x[1]), z = cut(points.x[2]);
  const __m128 bounds = _mm_xor_ps(float_below(pair.signed_bounds(s)), _mm_setr_ps(0.0F, -0.0F, 0.0F, 0.0F));
  const __m128d last = _mm_shuffle_pd(z, _mm_set_sd(pair.signed_distance(s)), 0b01);
  const __m128 normal_and_a = narrowed(_mm_unpacklo_pd(n.x[0].ab, n.x[1].ab), _mm_unpacklo_pd(n.x[2].ab, x)),
               a_and_b = narrowed(_mm_unpacklo_pd(y, z), _mm_unpackhi_pd(x, y)),
               b_and_lengths = _mm_movelh_ps(_mm_cvtpd_ps(last), bounds);
  const __m128 not_first = _mm_castsi128_ps(_mm_setr_epi32(0, -1, -1, -1));
  const __m128 lengths = _mm_max_ps(_mm_and_ps(b_and_lengths, not_first), _mm_setzero_ps());
  Answer r;
  char* const to = reinterpret_cast<char*>(&r);
  std::memcpy(to, &lengths, 16);
  std::memcpy(to + 16, &normal_and_a, 16);
  std::memcpy(to + 32, &a_and_b, 16);
  std::memcpy(to + 48, &b_and_lengths, 16);
  r.cores_meet = s.meets;
  r.feature_count = features.count;
  std::memcpy(r.feature_a, features.a, sizeof features.a);
  std::memcpy(r.feature_b, features.b, sizeof features.b);
  return r;
}
#endif

/// Points, segments, balls and capsules, in closed form. What is found neither at once nor with care is left to GJK.
template <bool with_care, Shape A, Shape B, class C, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> answer_segments(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>>& options, C& cache, Trace&... trace);

/// Cores that nearly touch: seldom, and apart, for the sake of the others.
template <Shape A, Shape B, class C, class... Trace>
ABUT_COLD Distance<ScalarOf<A>, dimension_of<A>> answer_near_segments(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>>& options, C& cache, Trace&... trace) {
  return answer_segments<true>(a, b, options, cache, trace...);
}

template <bool with_care, Shape A, Shape B, class C, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> answer_segments(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>>& options, C& cache, Trace&... trace) {
  SegmentPair<A, B> pair(a, b);
  SegmentPoints<dimension_of<A>> s;
  if (pair.is_valid() && is_valid(options) &&
      pair.template find_nearest<with_care>(double(options.tolerance), s)) {
    if constexpr (!std::same_as<C, NoCache>) {
      const SegmentFeatures& f = features_at(s.s);
      cache = {f.count, {f.a[0], f.a[1], f.a[2]}, {f.b[0], f.b[1], f.b[2]}, pair.in_frame_of_a(s.normal())};
    }
    return describe(pair, s, std::make_index_sequence<dimension_of<A> + 1>());
  }
  if constexpr (with_care) {
    return answer_by_gjk(a, b, cache, options, trace...);
  } else {
    return answer_near_segments(a, b, options, cache, trace...);
  }
}

/// In closed form where there is one and nobody watches.
template <Shape A, Shape B, class C, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> answer(const A& a, const B& b, C& cache,
                                                          const DistanceOptions<ScalarOf<A>>& options,
                                                          Trace&... trace) {
  static_assert(sizeof...(Trace) <= 1, "abut: a query takes one trace");
  static_assert(dimension_of<A> == dimension_of<B>, "abut: one shape lives in the plane, the other in space");
  static_assert(std::same_as<ScalarOf<A>, ScalarOf<B>>, "abut: one shape is in float, the other in double");
  if constexpr (may_be_unwatched<Trace...> && may_be_segments<A, B>) {
    if (!is_watched(trace...)) return answer_segments<false>(a, b, options, cache, trace...);
  }
  if constexpr (may_be_unwatched<Trace...> && may_be_boxes<A, B> && std::same_as<C, NoCache>) {
    if (!is_watched(trace...)) return answer_boxes(a, b, options, trace...);
  }
  return answer_by_gjk(a, b, cache, options, trace...);
}

}  // namespace detail

/// The distance between two shapes of the same dimension and scalar, each placed or not. The trace, see trace.hpp, may be left out.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(
    const A& a, const B& b, const DistanceOptions<ScalarOf<A>>& options = {}, Trace&&... trace) {
  detail::NoCache none;
  return detail::answer(a, b, none, options, trace...);
}

/// The same, begun where the last query with this cache ended, and leaving it for the next.
template <Shape A, Shape B, class... Trace>
[[nodiscard]] Distance<ScalarOf<A>, dimension_of<A>> distance(
    const A& a, const B& b, Cache<dimension_of<A>>& cache, const DistanceOptions<ScalarOf<A>>& options = {},
    Trace&&... trace) {
  return detail::answer(a, b, cache, options, trace...);
}

}  // namespace abut
