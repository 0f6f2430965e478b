/// Numbers and vectors of shapes A and B in the two lanes of SIMD registers, for arithmetic that is the same for both.
///
/// ScalarPair is a Double2 (numeric/simd.hpp) whose lanes have names, VecPair a vector of such, StoredVecPair a vector
/// of A and one of B in the precision of their shapes. The last one exists because conversion to double takes as long
/// as an addition, and is not needed for numbers that are only compared.
///
/// Guarantee: every operation rounds each lane as IEEE 754 does: the bits are those of two scalar operations.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/detail/numeric/simd.hpp>

namespace abut::detail {

/// A number of A and a number of B.
struct ScalarPair {
  Double2 ab;

  template <Scalar S, Scalar T>
  ABUT_INLINE static ScalarPair of(S a, T b) {
#if defined(__SSE2__)
    if constexpr (std::same_as<S, float> && std::same_as<T, float>) {
      return {_mm_cvtps_pd(_mm_unpacklo_ps(_mm_set_ss(a), _mm_set_ss(b)))};
    }
#endif
    return {Double2{double(a), double(b)}};
  }
  ABUT_INLINE static ScalarPair twice(double x) { return {both(x)}; }
  ABUT_INLINE double a() const { return ab[0]; }
  ABUT_INLINE double b() const { return ab[1]; }

  ABUT_INLINE friend ScalarPair operator+(ScalarPair x, ScalarPair y) { return {x.ab + y.ab}; }
  ABUT_INLINE friend ScalarPair operator-(ScalarPair x, ScalarPair y) { return {x.ab - y.ab}; }
  ABUT_INLINE friend ScalarPair operator*(ScalarPair x, ScalarPair y) { return {x.ab * y.ab}; }
  ABUT_INLINE friend ScalarPair operator/(ScalarPair x, ScalarPair y) { return {x.ab / y.ab}; }
  ABUT_INLINE friend ScalarPair operator-(ScalarPair x) { return {-x.ab}; }
  ABUT_INLINE friend ScalarPair absolute(ScalarPair x) { return {with_bits(bits_of(x.ab) & ~bits_of(both(-0.0)))}; }
#if defined(__SSE2__)
  ABUT_INLINE friend ScalarPair square_root(ScalarPair x) { return {_mm_sqrt_pd(x.ab)}; }
  /// x clamped to [least, most]; NaN becomes `least`. Without a branch: the outcome is unpredictable.
  ABUT_INLINE friend ScalarPair within(ScalarPair x, ScalarPair least, ScalarPair most) {
    return {_mm_min_pd(_mm_max_pd(x.ab, least.ab), most.ab)};
  }
  /// Minimum. If either is NaN, the result is y.
  ABUT_INLINE friend ScalarPair smaller(ScalarPair x, ScalarPair y) { return {_mm_min_pd(x.ab, y.ab)}; }
#else
  friend ScalarPair square_root(ScalarPair x) { return of(detail::square_root(x.a()), detail::square_root(x.b())); }
  /// x clamped to [least, most]; NaN becomes `least`.
  friend ScalarPair within(ScalarPair x, ScalarPair least, ScalarPair most) {
    const auto cut = [](double y, double low, double high) {
      const double above = y > low ? y : low;
      return above < high ? above : high;
    };
    return of(cut(x.a(), least.a(), most.a()), cut(x.b(), least.b(), most.b()));
  }
  /// Minimum. If either is NaN, the result is y.
  friend ScalarPair smaller(ScalarPair x, ScalarPair y) {
    return of(x.a() < y.a() ? x.a() : y.a(), x.b() < y.b() ? x.b() : y.b());
  }
#endif
  ABUT_INLINE friend ScalarPair within_one(ScalarPair x) { return within(x, twice(-1), twice(1)); }
  /// A's number in both lanes; B's number in both lanes; the lanes exchanged.
  ABUT_INLINE ScalarPair a_twice() const { return {shuffled<0, 0>(ab, ab)}; }
  ABUT_INLINE ScalarPair b_twice() const { return {shuffled<1, 1>(ab, ab)}; }
  ABUT_INLINE ScalarPair swapped() const { return {shuffled<1, 0>(ab, ab)}; }
  /// A's number negated; B's number negated.
  ABUT_INLINE friend ScalarPair opposite_at_a(ScalarPair x) { return {negated_by(x.ab, Double2{-0.0, 0.0})}; }
  ABUT_INLINE friend ScalarPair opposite_at_b(ScalarPair x) { return {negated_by(x.ab, Double2{0.0, -0.0})}; }
  /// A's number of x and B's number of y.
  ABUT_INLINE friend ScalarPair a_and_b(ScalarPair x, ScalarPair y) { return {shuffled<0, 3>(x.ab, y.ab)}; }
  /// In each lane x if s < 0, else y.
  ABUT_INLINE friend ScalarPair where_negative(ScalarPair s, ScalarPair x, ScalarPair y) {
    const Mask2 negative = both(0) > s.ab;
    return {with_bits((bits_of(x.ab) & negative) | (bits_of(y.ab) & ~negative))};
  }
  /// Bit 0 for A and bit 1 for B: whether x < limit.
  ABUT_INLINE friend unsigned below(ScalarPair x, double limit) { return signs(with_bits(both(limit) > x.ab)); }
  /// Bit 0 for A and bit 1 for B: whether x > y.
  ABUT_INLINE friend unsigned above(ScalarPair x, ScalarPair y) { return signs(with_bits(x.ab > y.ab)); }
  /// Bit 0 for A and bit 1 for B: whether low < x < high.
  ABUT_INLINE friend unsigned between(ScalarPair x, double low, double high) {
#if defined(__SSE2__)
    const __m128d above = _mm_cmpgt_pd(x.ab, _mm_set1_pd(low)), under = _mm_cmplt_pd(x.ab, _mm_set1_pd(high));
    return static_cast<unsigned>(_mm_movemask_pd(_mm_and_pd(above, under)));
#else
    return signs(with_bits((x.ab > both(low)) & (both(high) > x.ab)));
#endif
  }
  /// Bits 0 and 1: whether x < limit; bits 2 and 3: whether x > -limit.
  ABUT_INLINE friend unsigned within_bits(ScalarPair x, double limit) {
#if defined(__SSE2__)
    const __m128 under = _mm_castpd_ps(_mm_cmplt_pd(x.ab, _mm_set1_pd(limit)));
    const __m128 over = _mm_castpd_ps(_mm_cmpgt_pd(x.ab, _mm_set1_pd(-limit)));
    return static_cast<unsigned>(_mm_movemask_ps(_mm_shuffle_ps(under, over, 0b10001000)));
#else
    return below(x, limit) | below(-x, limit) << 2;
#endif
  }
  /// In each lane x if y > z, else 0.
  ABUT_INLINE friend ScalarPair where_above(ScalarPair y, ScalarPair z, ScalarPair x) {
    return {with_bits(bits_of(x.ab) & (y.ab > z.ab))};
  }
  ABUT_INLINE friend bool is_any_nonzero(ScalarPair x, ScalarPair y, ScalarPair z) {
    const Double2 number = with_bits(bits_of(x.ab) | bits_of(y.ab) | bits_of(z.ab));
#if defined(__SSE2__)
    return _mm_movemask_pd(_mm_cmpneq_pd(number, _mm_setzero_pd())) != 0;
#else
    return number[0] != 0 || number[1] != 0;
#endif
  }
};

/// A number of A and one of B, rounded to T as narrow_within_range() does.
template <Scalar T>
struct NarrowedPair {
  T a, b;

#if defined(__SSE2__)
  ABUT_INLINE explicit NarrowedPair(ScalarPair x) {
    const __m128d most = _mm_set1_pd(double(largest<T>)), least = _mm_set1_pd(-double(largest<T>));
    const __m128d cut = _mm_max_pd(_mm_min_pd(x.ab, most), least);
    if constexpr (std::same_as<T, float>) {
      const __m128 rounded = _mm_cvtpd_ps(cut);
      a = _mm_cvtss_f32(rounded);
      b = _mm_cvtss_f32(_mm_shuffle_ps(rounded, rounded, 1));
    } else {
      a = cut[0];
      b = cut[1];
    }
  }
#else
  explicit NarrowedPair(ScalarPair x) : a(narrow_within_range<T>(x.a())), b(narrow_within_range<T>(x.b())) {}
#endif
};

#if defined(__SSE2__)
/// Two finite numbers rounded down to float as round_down() does, in lanes 0 and 1; lanes 2 and 3 are zero. A number
/// beyond the range becomes infinite first, and one step down from infinity is the largest float.
ABUT_INLINE __m128 float_below_finite(ScalarPair x) {
  const __m128 rounded = _mm_cvtpd_ps(x.ab);
  const __m128d past = _mm_cmpgt_pd(_mm_cvtps_pd(rounded), x.ab);
  const __m128i step = _mm_shuffle_epi32(_mm_castpd_si128(past), 0b1000), bits = _mm_castps_si128(rounded);
  // One step down: a negative number grows in magnitude, a positive one shrinks.
  const __m128i sign = _mm_or_si128(_mm_srai_epi32(bits, 31), _mm_set1_epi32(1));
  return _mm_castsi128_ps(_mm_sub_epi32(bits, _mm_and_si128(step, sign)));
}

/// The same for numbers that may be infinite.
ABUT_INLINE __m128 float_below(ScalarPair x) {
  return float_below_finite({_mm_min_pd(x.ab, _mm_set1_pd(double(largest<float>)))});
}

/// x if it is positive, else 0. Its latency is lower than that of a maximum.
ABUT_INLINE __m128 positive_part(__m128 x) {
  const __m128i bits = _mm_castps_si128(x);
  return _mm_castsi128_ps(_mm_andnot_si128(_mm_srai_epi32(bits, 31), bits));
}
#endif

/// A number of A and one of B, each rounded down to T as round_down() does.
template <Scalar T>
struct RoundedDownPair {
  T a, b;

#if defined(__SSE2__)
  ABUT_INLINE explicit RoundedDownPair(ScalarPair x) {
    if constexpr (std::same_as<T, float>) {
      const __m128 down = float_below(x);
      a = _mm_cvtss_f32(down);
      b = _mm_cvtss_f32(_mm_shuffle_ps(down, down, 1));
    } else {
      const __m128d cut = _mm_min_pd(x.ab, _mm_set1_pd(largest<T>));
      a = cut[0];
      b = cut[1];
    }
  }
#else
  explicit RoundedDownPair(ScalarPair x) : a(round_down<T>(x.a())), b(round_down<T>(x.b())) {}
#endif
};

ABUT_INLINE ScalarPair operator*(ScalarPair x, double s) { return x * ScalarPair::twice(s); }

/// A vector of A and a vector of B.
template <int D>
struct VecPair {
  ScalarPair x[D];

  /// From a function of the component's index. Without a loop, so that no compiler keeps the array in memory.
  template <class F>
  ABUT_INLINE static VecPair from(F component) {
    if constexpr (D == 2) {
      return {{component(0), component(1)}};
    } else {
      return {{component(0), component(1), component(2)}};
    }
  }
  template <Scalar S, Scalar T>
  ABUT_INLINE static VecPair of(const Vec<S, D>& a, const Vec<T, D>& b) {
    return from([&](int i) { return ScalarPair::of(a[i], b[i]); });
  }
  ABUT_INLINE Vec<double, D> a() const {
    if constexpr (D == 2) {
      return {x[0].a(), x[1].a()};
    } else {
      return {x[0].a(), x[1].a(), x[2].a()};
    }
  }
  ABUT_INLINE Vec<double, D> b() const { return swapped().a(); }
  ABUT_INLINE VecPair swapped() const {
    return from([this](int i) { return x[i].swapped(); });
  }
  /// B's vector negated: a support point of the difference takes A's along d and B's along -d.
  ABUT_INLINE friend VecPair opposite_at_b(const VecPair& v) {
    return from([&](int i) { return opposite_at_b(v.x[i]); });
  }

  ABUT_INLINE friend VecPair operator+(const VecPair& v, const VecPair& w) {
    return from([&](int i) { return v.x[i] + w.x[i]; });
  }
  ABUT_INLINE friend VecPair operator-(const VecPair& v, const VecPair& w) {
    return from([&](int i) { return v.x[i] - w.x[i]; });
  }
  ABUT_INLINE friend VecPair operator-(const VecPair& v) {
    return from([&](int i) { return -v.x[i]; });
  }
  ABUT_INLINE friend VecPair operator*(const VecPair& v, ScalarPair s) {
    return from([&](int i) { return v.x[i] * s; });
  }
  ABUT_INLINE friend VecPair operator*(const VecPair& v, double s) { return v * ScalarPair::twice(s); }
  ABUT_INLINE friend ScalarPair dot(const VecPair& v, const VecPair& w) {
    const ScalarPair sum = v.x[0] * w.x[0] + v.x[1] * w.x[1];
    return D == 2 ? sum : sum + v.x[D - 1] * w.x[D - 1];
  }
  /// The dot products of both with the same vector.
  ABUT_INLINE friend ScalarPair dot(const VecPair& v, const Vec<double, D>& w) { return dot(v, of(w, w)); }
};

ABUT_INLINE ScalarPair cross(const VecPair<2>& v, const VecPair<2>& w) { return v.x[0] * w.x[1] - v.x[1] * w.x[0]; }

ABUT_INLINE VecPair<3> cross(const VecPair<3>& v, const VecPair<3>& w) {
  return {{v.x[1] * w.x[2] - v.x[2] * w.x[1], v.x[2] * w.x[0] - v.x[0] * w.x[2], v.x[0] * w.x[1] - v.x[1] * w.x[0]}};
}

/// A vector of A and a vector of B in the precision in which their shapes hold them. The generic form widens at once.
template <Scalar S, Scalar T, int D>
struct StoredVecPair {
  VecPair<D> wide;

  ABUT_INLINE StoredVecPair(const Vec<S, D>& a, const Vec<T, D>& b) : wide(VecPair<D>::of(a, b)) {}

  ABUT_INLINE VecPair<D> widened() const { return wide; }

  /// Whether v = -w in both lanes.
  ABUT_INLINE friend bool are_opposite(const StoredVecPair& v, const StoredVecPair& w) {
    const VecPair<D> sum = v.wide + w.wide;
    return !is_any_nonzero(sum.x[0], sum.x[1], sum.x[D - 1]);
  }
  /// Whether all components are between -limit and limit.
  ABUT_INLINE friend bool are_all_below(const StoredVecPair& v, double limit) {
    unsigned below = 0b11U;
    for (int i = 0; i < D; ++i) below &= between(v.wide.x[i], -limit, limit);
    return below == 0b11U;
  }
};

#if defined(__SSE2__)
/// Stays in float: a sum of two floats is 0 exactly if the sum of the widened ones is.
template <>
struct StoredVecPair<float, float, 3> {
  __m128 xy, z;  ///< a.x, b.x, a.y, b.y; a.z, b.z, 0, 0

  ABUT_INLINE StoredVecPair(const Vec<float, 3>& a, const Vec<float, 3>& b)
      : xy(_mm_unpacklo_ps(first_two(a), first_two(b))), z(_mm_unpacklo_ps(_mm_set_ss(a[2]), _mm_set_ss(b[2]))) {}

  ABUT_INLINE VecPair<3> widened() const {
    return {{{_mm_cvtps_pd(xy)}, {_mm_cvtps_pd(_mm_movehl_ps(xy, xy))}, {_mm_cvtps_pd(z)}}};
  }

  ABUT_INLINE friend bool are_opposite(const StoredVecPair& v, const StoredVecPair& w) {
    const __m128 any = _mm_or_ps(_mm_add_ps(v.xy, w.xy), _mm_add_ps(v.z, w.z));
    return _mm_movemask_ps(_mm_cmpneq_ps(any, _mm_setzero_ps())) == 0;
  }
  ABUT_INLINE friend bool are_all_below(const StoredVecPair& v, float limit) {
    const __m128 sign = _mm_set1_ps(-0.0F), end = _mm_set1_ps(limit);
    const __m128 below =
        _mm_and_ps(_mm_cmplt_ps(_mm_andnot_ps(sign, v.xy), end), _mm_cmplt_ps(_mm_andnot_ps(sign, v.z), end));
    return _mm_movemask_ps(below) == 0b1111;
  }

 private:
  ABUT_INLINE static __m128 first_two(const Vec<float, 3>& v) {
    static_assert(sizeof(v) == 3 * sizeof(float));
    long long two;
    std::memcpy(&two, &v, sizeof two);
    return _mm_castsi128_ps(_mm_cvtsi64_si128(two));
  }
};
#endif

}  // namespace abut::detail
