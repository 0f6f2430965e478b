/// Pairs of shapes whose distance has a closed form: boxes in space, polygons of a few vertices, and points, segments, balls and capsules. What is not
/// proven is left to GJK, in functions of their own, so that what is takes no longer for it.
#pragma once

#include <abut/detail/closed_form/segment_segment.hpp>
#include <abut/detail/distance/by_gjk.hpp>

#include <cstddef>
#include <cstring>
#include <utility>

namespace abut::detail {

/// Whether the difference can be asked as it is: not in double at the ends of the range, where it has to be rescaled.
template <class Set>
ABUT_INLINE bool can_be_asked(const Set& set, const DistanceOptions<typename Set::T>& options) {
  return set.is_valid() && is_valid(options) && (std::same_as<typename Set::T, float> || set.needs_no_scaling());
}

/// Boxes whose corners do not tell: seldom, and apart, for the sake of the others. (By value: what is left in registers need not be written for it.)
template <Shape A, Shape B, class... Trace>
ABUT_NO_INLINE Distance<ScalarOf<A>, 3> answer_edges(const A& a, const B& b, BoxPair pair,
                                                     const DistanceOptions<ScalarOf<A>>& options, Trace&... trace) {
  GjkResult<3> r;
  if (pair.find_edges(r)) return describe(Difference<A, B, false>(a, b), r);
  NoCacheNorBoxes none;
  return answer_by_gjk(a, b, none, options, trace...);
}

/// Two shapes that may be boxes. What corners and edges do not tell is left to GJK; in double, sizes at the ends of the range are rescaled first.
template <Shape A, Shape B, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, 3> answer_boxes(const A& a, const B& b, const DistanceOptions<ScalarOf<A>>& options,
                                                  Trace&... trace) {
#if !defined(ABUT_SMALL)
  const Difference<A, B, false> set(a, b);
  if (are_boxes(set) && can_be_asked(set, options)) {
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

/// Polygons that a guess does not prove to be apart, and those without: apart from the others, for their sake.
template <Shape A, Shape B, class... Trace>
ABUT_NO_INLINE Distance<ScalarOf<A>, 2> answer_overlapping(const A& a, const B& b, PolygonGuess guess,
                                                           const DistanceOptions<ScalarOf<A>>& options,
                                                           Trace&... trace) {
  const Difference<A, B, false> set(a, b);
  const GjkLimits limits = detail::limits(set, options);
  const PolygonPair pair(set, limits);
  GjkResult<2> r;
  if (!guess.is_apart() && pair.prove_common(guess, r)) return describe(set, r);
  Cache<2> start = guess.is_apart() ? pair.start(guess) : Cache<2>{};
  return answer_by_gjk(a, b, start, options, trace...);
}
template <Shape A, Shape B, class... Trace>
ABUT_NO_INLINE Distance<ScalarOf<A>, 2> answer_by_gjk_apart(const A& a, const B& b,
                                                            const DistanceOptions<ScalarOf<A>>& options,
                                                            Trace&... trace) {
  NoCache none;
  return answer_by_gjk(a, b, none, options, trace...);
}

/// Two shapes that may be polygons with edges.
template <Shape A, Shape B, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, 2> answer_polygons(const A& a, const B& b,
                                                     const DistanceOptions<ScalarOf<A>>& options, Trace&... trace) {
  const Difference<A, B, false> set(a, b);
  if (can_be_asked(set, options)) {
    const GjkLimits limits = detail::limits(set, options);
    const PolygonPair pair(set, limits);
    if (pair.can_be_compared()) {
      const PolygonGuess guess = pair.guess();
      GjkResult<2> r;
      if (guess.is_apart() && pair.prove_apart(guess, r)) return describe_sharp(set, r);
      return answer_overlapping(a, b, guess, options, trace...);
    }
  }
  return answer_by_gjk_apart(a, b, options, trace...);
}

/// The same of two segments. All at once: clearing an answer first would take as long as the search.
template <class Segments, std::size_t... I>
ABUT_INLINE Distance<typename Segments::T, Segments::D> describe(const Segments& pair,
                                                                 const SegmentPoints<Segments::D>& s,
                                                                 std::index_sequence<I...>) {
  using T = typename Segments::T;
  const SegmentFeatures& features = features_at(s.s);
  const VecPair<Segments::D> points = pair.surface_points(s);
  const RoundedDownPair<T> bounds(pair.signed_bounds(s));
  const T middle = narrow<T>(pair.signed_distance(s)), lower = bounds.a, upper = -bounds.b;
  Vec<T, Segments::D> point_a, point_b;
  for (int i = 0; i < Segments::D; ++i) {
    const NarrowedPair<T> x(points.x[i]);
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
ABUT_INLINE Distance<float, 3> describe(const Segments& pair, const SegmentPoints<3>& s, std::index_sequence<I...>) {
  using Answer = Distance<float, 3>;
  static_assert(offsetof(Answer, distance) == 4 && offsetof(Answer, normal) == 16 && offsetof(Answer, point_a) == 28 &&
                offsetof(Answer, point_b) == 40 && offsetof(Answer, signed_upper) == 60 &&
                static_cast<int>(Status::converged) == 0);
  const SegmentFeatures& features = features_at(s.s);
  const VecPair<3> points = pair.surface_points(s);
  const VecPair<3>& n = s.outward;
  const auto narrowed = [](__m128d low, __m128d high) { return _mm_movelh_ps(_mm_cvtpd_ps(low), _mm_cvtpd_ps(high)); };
  const __m128d x = points.x[0].ab, y = points.x[1].ab, z = points.x[2].ab;
  const __m128 bounds = _mm_xor_ps(float_below_finite(pair.signed_bounds(s)), _mm_setr_ps(0.0F, -0.0F, 0.0F, 0.0F));
  const __m128d last = _mm_shuffle_pd(z, _mm_set_sd(pair.signed_distance(s)), 0b01);
  __m128 normal_and_a = narrowed(_mm_unpacklo_pd(n.x[0].ab, n.x[1].ab), _mm_unpacklo_pd(n.x[2].ab, x)),
         a_and_b = narrowed(_mm_unpacklo_pd(y, z), _mm_unpackhi_pd(x, y)),
         b_and_lengths = _mm_movelh_ps(_mm_cvtpd_ps(last), bounds);
  if (!pair.is_within_range()) {
    // Points beyond the range: as narrow_within_range() has them. Lengths stay as they are.
    const float end = largest<float>, none = infinity<float>;
    const auto cut = [](__m128 v, __m128 most) {
      return _mm_max_ps(_mm_min_ps(v, most), _mm_xor_ps(most, _mm_set1_ps(-0.0F)));
    };
    normal_and_a = cut(normal_and_a, _mm_set1_ps(end));
    a_and_b = cut(a_and_b, _mm_set1_ps(end));
    b_and_lengths = cut(b_and_lengths, _mm_setr_ps(end, none, none, none));
  }
  const __m128 not_first = _mm_castsi128_ps(_mm_setr_epi32(0, -1, -1, -1));
  const __m128 lengths = positive_part(_mm_and_ps(b_and_lengths, not_first));
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
template <bool robust, Shape A, Shape B, class C, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> answer_segments(const A& a, const B& b,
                                                                   const DistanceOptions<ScalarOf<A>>& options,
                                                                   C& cache, Trace&... trace);

/// Cores that nearly touch: seldom, and apart, for the sake of the others.
template <Shape A, Shape B, class C, class... Trace>
ABUT_COLD Distance<ScalarOf<A>, dimension_of<A>> answer_near_segments(const A& a, const B& b,
                                                                      const DistanceOptions<ScalarOf<A>>& options,
                                                                      C& cache, Trace&... trace) {
  return answer_segments<true>(a, b, options, cache, trace...);
}

template <bool robust, Shape A, Shape B, class C, class... Trace>
ABUT_INLINE Distance<ScalarOf<A>, dimension_of<A>> answer_segments(const A& a, const B& b,
                                                                   const DistanceOptions<ScalarOf<A>>& options,
                                                                   C& cache, Trace&... trace) {
  SegmentPair<A, B> pair(a, b);
  SegmentPoints<dimension_of<A>> s;
  if (pair.is_valid() && is_valid(options) && pair.template find_nearest<robust>(double(options.tolerance), s)) {
    if constexpr (!std::same_as<C, NoCache>) {
      const SegmentFeatures& f = features_at(s.s);
      cache = {f.count, {f.a[0], f.a[1], f.a[2]}, {f.b[0], f.b[1], f.b[2]}, {}};
    }
    return describe(pair, s, std::make_index_sequence<dimension_of<A> + 1>());
  }
  if constexpr (robust) {
    return answer_by_gjk(a, b, cache, options, trace...);
  } else {
    return answer_near_segments(a, b, options, cache, trace...);
  }
}

}  // namespace abut::detail
