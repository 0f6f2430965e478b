/// Two numbers side by side, one of A and one of B, for arithmetic that is the same for both shapes.
///
/// A Pair (numeric/simd.hpp) whose lanes have names. Every operation is the rounded one of IEEE 754 on each side: the bits are those of two
/// doubles.
///
/// A vector of A and one of B as their shapes hold them, side by side before they are widened to double.
///
/// Widening takes as long as an addition: of numbers that are only looked at, it can be left out.
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/detail/numeric/simd.hpp>

namespace abut::detail {

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
  /// x cut off at `least` and `most`; what is no number becomes `least`. Without a branch, which nobody could predict.
  ABUT_INLINE friend ScalarPair within(ScalarPair x, ScalarPair least, ScalarPair most) {
    return {_mm_min_pd(_mm_max_pd(x.ab, least.ab), most.ab)};
  }
  /// Of one that is no number and another, y.
  ABUT_INLINE friend ScalarPair smaller(ScalarPair x, ScalarPair y) { return {_mm_min_pd(x.ab, y.ab)}; }
#else
  friend ScalarPair square_root(ScalarPair x) { return of(abut::square_root(x.a()), abut::square_root(x.b())); }
  /// x cut off at `least` and `most`; what is no number becomes `least`.
  friend ScalarPair within(ScalarPair x, ScalarPair least, ScalarPair most) {
    const auto cut = [](double y, double low, double high) {
      const double above = y > low ? y : low;
      return above < high ? above : high;
    };
    return of(cut(x.a(), least.a(), most.a()), cut(x.b(), least.b(), most.b()));
  }
  /// Of one that is no number and another, y.
  friend ScalarPair smaller(ScalarPair x, ScalarPair y) {
    return of(x.a() < y.a() ? x.a() : y.a(), x.b() < y.b() ? x.b() : y.b());
  }
#endif
  ABUT_INLINE friend ScalarPair within_one(ScalarPair x) { return within(x, twice(-1), twice(1)); }
  /// A's number on both sides; B's; each on the other side.
  ABUT_INLINE ScalarPair a_twice() const { return {shuffled<0, 0>(ab, ab)}; }
  ABUT_INLINE ScalarPair b_twice() const { return {shuffled<1, 1>(ab, ab)}; }
  ABUT_INLINE ScalarPair swapped() const { return {shuffled<1, 0>(ab, ab)}; }
  /// One of the two with the other sign.
  ABUT_INLINE friend ScalarPair opposite_at_a(ScalarPair x) { return {turned(x.ab, Double2{-0.0, 0.0})}; }
  ABUT_INLINE friend ScalarPair opposite_at_b(ScalarPair x) { return {turned(x.ab, Double2{0.0, -0.0})}; }
  /// A's number of x beside B's of y.
  ABUT_INLINE friend ScalarPair a_and_b(ScalarPair x, ScalarPair y) { return {shuffled<0, 3>(x.ab, y.ab)}; }
  /// On each side x where s < 0, else y.
  ABUT_INLINE friend ScalarPair where_negative(ScalarPair s, ScalarPair x, ScalarPair y) {
    const Mask2 negative = both(0) > s.ab;
    return {with_bits((bits_of(x.ab) & negative) | (bits_of(y.ab) & ~negative))};
  }
  /// Bit 0 for A and bit 1 for B: whether x < limit.
  ABUT_INLINE friend unsigned below(ScalarPair x, double limit) { return signs(with_bits(both(limit) > x.ab)); }
  /// Likewise whether x > y.
  ABUT_INLINE friend unsigned above(ScalarPair x, ScalarPair y) { return signs(with_bits(x.ab > y.ab)); }
  /// Likewise whether low < x < high.
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
  /// x where y is above z, else 0.
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
/// Both rounded down to float, as round_down() does, before two zeros. Of numbers that are finite: what is too large becomes infinite first, and
/// one step down from there is the largest.
ABUT_INLINE __m128 float_below_finite(ScalarPair x) {
  const __m128 rounded = _mm_cvtpd_ps(x.ab);
  const __m128d past = _mm_cmpgt_pd(_mm_cvtps_pd(rounded), x.ab);
  const __m128i step = _mm_shuffle_epi32(_mm_castpd_si128(past), 0b1000), bits = _mm_castps_si128(rounded);
  // One step down: what is negative grows in magnitude, what is positive shrinks.
  const __m128i sign = _mm_or_si128(_mm_srai_epi32(bits, 31), _mm_set1_epi32(1));
  return _mm_castsi128_ps(_mm_sub_epi32(bits, _mm_and_si128(step, sign)));
}

/// The same of any numbers.
ABUT_INLINE __m128 float_below(ScalarPair x) {
  return float_below_finite({_mm_min_pd(x.ab, _mm_set1_pd(double(largest<float>)))});
}

/// x where it is positive, else 0. Sooner there than a maximum would be.
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

/// A vector of A beside one of B.
template <int D>
struct VecPair {
  ScalarPair x[D];

  /// Component by component, without a loop: so that no compiler takes it for an array in memory.
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
  /// Of each with the same vector.
  ABUT_INLINE friend ScalarPair dot(const VecPair& v, const Vec<double, D>& w) { return dot(v, of(w, w)); }
};

ABUT_INLINE ScalarPair cross(const VecPair<2>& v, const VecPair<2>& w) { return v.x[0] * w.x[1] - v.x[1] * w.x[0]; }

ABUT_INLINE VecPair<3> cross(const VecPair<3>& v, const VecPair<3>& w) {
  return {{v.x[1] * w.x[2] - v.x[2] * w.x[1], v.x[2] * w.x[0] - v.x[0] * w.x[2], v.x[0] * w.x[1] - v.x[1] * w.x[0]}};
}

template <Scalar S, Scalar T, int D>
struct StoredVecPair {
  VecPair<D> wide;

  ABUT_INLINE StoredVecPair(const Vec<S, D>& a, const Vec<T, D>& b) : wide(VecPair<D>::of(a, b)) {}

  ABUT_INLINE VecPair<D> widened() const { return wide; }

  /// Whether v = -w, of A and of B.
  ABUT_INLINE friend bool are_opposite(const StoredVecPair& v, const StoredVecPair& w) {
    const VecPair<D> sum = v.wide + w.wide;
    return !is_any_nonzero(sum.x[0], sum.x[1], sum.x[D - 1]);
  }
  /// Whether all numbers are between -limit and limit.
  ABUT_INLINE friend bool are_all_below(const StoredVecPair& v, double limit) {
    unsigned below = 0b11U;
    for (int i = 0; i < D; ++i) below &= between(v.wide.x[i], -limit, limit);
    return below == 0b11U;
  }
};

#if defined(__SSE2__)
/// Two components at a time. A sum of floats is 0 where that of doubles is.
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
