/// The conversions at both ends of a distance: from the user's options to the limits of a search, and from what a
/// method found, about cores in its own scale and frame, to the Distance that the user gets, or to a SignedDistance.
#pragma once

#include <abut/detail/closed_form/segment_segment.hpp>
#include <abut/detail/distance/signed_distance.hpp>
#include <abut/detail/gjk/bounds.hpp>
#include <abut/detail/gjk/limits.hpp>
#include <abut/detail/minkowski/difference.hpp>
#include <abut/detail/numeric/rounding.hpp>
#include <abut/status.hpp>

#include <cstddef>
#include <cstring>
#include <utility>

namespace abut {

// Defined in distance.hpp, which includes this header at its end.
template <Scalar T, int D>
struct DistanceOptions;

namespace detail {

/// The width between the bounds that `converged` allows for rounding: 8 eps size in float, 16 in double, 32 with poses.
/// In float this is less, because the bounds are rounded outward at the end, by 1.5 units each.
template <class Set>
double contract_width(const Set& set) {
  if constexpr (std::same_as<typename Set::T, float>) {
    return 5 * epsilon_of<float> * set.size();
  } else {
    return (Set::posed ? 32 : 16) * epsilon_of<double> * set.size();
  }
}

/// The width that the search may leave: that of the contract, but at most a few roundings more than the errors that are
/// in the bounds anyway. Otherwise a float query would stop, and report the shapes as apart, as soon as it is within
/// float rounding of touching.
template <class Set>
double search_width(const Set& set) {
  const double reachable = set.support_error() + set.point_error() + (Set::D + 9) * unit_roundoff * set.size();
  const double contract = contract_width(set);
  return reachable < contract ? reachable : contract;
}

template <Scalar T, int D>
bool is_valid(const DistanceOptions<T, D>& options) {
  return options.tolerance >= 0 && options.tolerance <= largest<T> && options.cutoff == options.cutoff &&
         options.max_iterations > 0;
}

/// The cutoff is raised by the rounding that the conversion to T may cost, so that the returned `lower` still exceeds
/// the cutoff of the options.
template <class Set>
ABUT_INLINE GjkLimits limits(const Set& set, const DistanceOptions<typename Set::T, Set::D>& options) {
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

/// Sets the lengths of an answer, and its sign if it has one.
template <class Answer, Scalar T>
ABUT_INLINE void set_lengths(Answer& r, T distance, T lower, T upper, bool cores_meet) {
  r.distance = distance > 0 ? distance : T(0);
  r.lower = lower > 0 ? lower : T(0);
  r.upper = upper > 0 ? upper : T(0);
  if constexpr (is_signed<Answer>) {
    r.signed_distance = distance;
    r.signed_lower = lower;
    r.signed_upper = upper;
    r.cores_meet = cores_meet;
  }
}

/// Returns what `plain` makes, a Distance, and its sign if the answer has one.
template <class Answer, class F, Scalar T>
ABUT_INLINE Answer answer_with_sign(const F& plain, T distance, T lower, T upper, bool cores_meet) {
  if constexpr (is_signed<Answer>) {
    return {plain(), distance, lower, upper, cores_meet};
  } else {
    return plain();
  }
}

/// Converts the result of GJK, about cores in the scale and frame of the search, to that about the shapes in the
/// user's.
template <class Answer, class Set>
ABUT_INLINE Answer describe(const Set& set, const GjkResult<Set::D>& core) {
  using T = typename Set::T;
  const double radii = set.radii();
  Answer r{};
  r.status = core.status;
  r.iterations = core.iterations;

  const T middle = narrow<T>(set.unscaled(core.distance - radii));
  const double lower = core.lower - radii - radii_error(radii, core.lower),
               upper = core.upper - radii + radii_error(radii, core.upper);
  if constexpr (std::same_as<T, float>) {
    const RoundedDownPair<T> bounds(ScalarPair::of(set.unscaled(lower), -set.unscaled(upper)));
    set_lengths(r, middle, bounds.a, -bounds.b, core.meets);
  } else {
    set_lengths(r, middle, set.rounded_down(lower), set.rounded_up(upper), core.meets);
  }

  r.normal = vec_cast<T>(core.normal);
  const auto points = VecPair<Set::D>::of(set.world(core.point_a + core.normal * set.scaled(set.radius_a())),
                                          set.world(core.point_b - core.normal * set.scaled(set.radius_b())));
  for (int i = 0; i < Set::D; ++i) {
    const NarrowedPair<T> x(points.x[i]);
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

/// The same for cores without radii and a difference that is not rescaled, in fewer steps. It copies D pairs of ids
/// unconditionally: a loop over feature_count would mispredict.
template <class Answer, class Set>
ABUT_INLINE Answer describe_sharp(const Set& set, const GjkResult<Set::D>& core) {
  using T = typename Set::T;
  constexpr int D = Set::D;
  const RoundedDownPair<T> bounds(ScalarPair::of(core.lower, -core.upper));
  const T lower = bounds.a, upper = -bounds.b, middle = narrow<T>(core.distance);
  const auto points = VecPair<D>::of(set.world(core.point_a), set.world(core.point_b));
  Vec<T, D> point_a, point_b;
  for (int i = 0; i < D; ++i) {
    const NarrowedPair<T> x(points.x[i]);
    point_a[i] = x.a;
    point_b[i] = x.b;
  }
  const auto plain = [&]() ABUT_INLINE_LAMBDA -> Distance<T, D> {
    return {.status = core.status,
            .distance = middle,
            .lower = lower > 0 ? lower : T(0),
            .upper = upper,
            .normal = vec_cast<T>(core.normal),
            .point_a = point_a,
            .point_b = point_b,
            .feature_count = core.feature_count,
            .iterations = core.iterations};
  };
  Answer r = answer_with_sign<Answer>(plain, middle, lower, upper, core.meets);
  for (int i = 0; i < D; ++i) {
    r.feature_a[i] = core.feature_a[i];
    r.feature_b[i] = core.feature_b[i];
  }
  if (core.feature_count > D) {
    r.feature_a[D] = core.feature_a[D];
    r.feature_b[D] = core.feature_b[D];
  }
  return r;
}

/// Converts the result of a segment pair in one initializer: zero-filling the struct first costs as much as the search.
template <class Answer, class Segments, std::size_t... I>
ABUT_INLINE Answer describe(const Segments& pair, const SegmentPoints<Segments::D>& s, std::index_sequence<I...>) {
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
  const auto plain = [&]() ABUT_INLINE_LAMBDA -> Distance<T, Segments::D> {
    return {.status = Status::converged,
            .distance = middle > 0 ? middle : T(0),
            .lower = lower > 0 ? lower : T(0),
            .upper = upper > 0 ? upper : T(0),
            .normal = vec_cast<T>(s.normal()),
            .point_a = point_a,
            .point_b = point_b,
            .feature_count = features.count,
            .feature_a = {features.a[I]...},
            .feature_b = {features.b[I]...},
            .iterations = 0};
  };
  return answer_with_sign<Answer>(plain, middle, lower, upper, s.meets);
}

#if defined(__SSE2__)
/// The same for 3D float, four numbers at a time in the order of the fields, where the signed lengths follow
/// `iterations`. The bits are the same. Two
/// placed capsules take 65 ns with it and 72 without (g++ 12, -O2 and -O3 alike).
template <class Answer, class Segments, std::size_t... I>
  requires(std::same_as<typename Segments::T, float> && Segments::D == 3)
ABUT_INLINE Answer describe(const Segments& pair, const SegmentPoints<3>& s, std::index_sequence<I...>) {
  using T = typename Segments::T;
  using Plain = Distance<T, 3>;
  static_assert(offsetof(Plain, distance) == 4 && offsetof(Plain, normal) == 16 && offsetof(Plain, point_a) == 28 &&
                offsetof(Plain, point_b) == 40 && offsetof(Plain, feature_count) == 52 &&
                offsetof(Plain, iterations) == 88 && sizeof(Plain) == 92 && sizeof(SignedDistance<T, 3>) == 108 &&
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
    // Points that overflow float are clamped as narrow_within_range() does. Lengths are not clamped.
    const float end = largest<float>, none = infinity<float>;
    const auto cut = [](__m128 v, __m128 most) {
      return _mm_max_ps(_mm_min_ps(v, most), _mm_xor_ps(most, _mm_set1_ps(-0.0F)));
    };
    normal_and_a = cut(normal_and_a, _mm_set1_ps(end));
    a_and_b = cut(a_and_b, _mm_set1_ps(end));
    b_and_lengths = cut(b_and_lengths, _mm_setr_ps(end, none, none, none));
  }
  const __m128 not_first = _mm_castsi128_ps(_mm_setr_epi32(0, -1, -1, -1));
  const __m128 signed_lengths = _mm_and_ps(b_and_lengths, not_first), lengths = positive_part(signed_lengths);
  Answer r;
  char* const to = reinterpret_cast<char*>(&r);
  std::memcpy(to, &lengths, 16);
  std::memcpy(to + 16, &normal_and_a, 16);
  std::memcpy(to + 32, &a_and_b, 16);
  std::memcpy(to + 48, &b_and_lengths, 4);
  if constexpr (is_signed<Answer>) {
    std::memcpy(to + 88, &signed_lengths, 16);
    r.cores_meet = s.meets;
  }
  r.feature_count = features.count;
  std::memcpy(r.feature_a, features.a, sizeof features.a);
  std::memcpy(r.feature_b, features.b, sizeof features.b);
  return r;
}
#endif

}  // namespace detail
}  // namespace abut
