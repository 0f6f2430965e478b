/// Two numbers side by side, one of A and one of B, for arithmetic that is the same for both shapes.
///
/// A Pair (lanes.hpp) whose lanes have names. Every operation is the rounded one of IEEE 754 on each side: the bits are those of two
/// doubles.
#pragma once

#include <abut/algorithm/lanes.hpp>
#include <abut/algorithm/rounding.hpp>

namespace abut::detail {

struct Both {
  Pair ab;

  template <Scalar S, Scalar T>
  ABUT_INLINE static Both of(S a, T b) {
#if defined(__SSE2__)
    if constexpr (std::same_as<S, float> && std::same_as<T, float>) {
      return {_mm_cvtps_pd(_mm_unpacklo_ps(_mm_set_ss(a), _mm_set_ss(b)))};
    }
#endif
    return {Pair{double(a), double(b)}};
  }
  ABUT_INLINE static Both twice(double x) { return {both(x)}; }
  ABUT_INLINE double a() const { return ab[0]; }
  ABUT_INLINE double b() const { return ab[1]; }

  ABUT_INLINE friend Both operator+(Both x, Both y) { return {x.ab + y.ab}; }
  ABUT_INLINE friend Both operator-(Both x, Both y) { return {x.ab - y.ab}; }
  ABUT_INLINE friend Both operator*(Both x, Both y) { return {x.ab * y.ab}; }
  ABUT_INLINE friend Both operator/(Both x, Both y) { return {x.ab / y.ab}; }
  ABUT_INLINE friend Both operator-(Both x) { return {-x.ab}; }
  ABUT_INLINE friend Both absolute(Both x) { return {turned(x.ab, x.ab)}; }
#if defined(__SSE2__)
  ABUT_INLINE friend Both square_root(Both x) { return {_mm_sqrt_pd(x.ab)}; }
  /// x cut off at -1 and 1; what is no number becomes -1. Without a branch, which nobody could predict.
  ABUT_INLINE friend Both within_one(Both x) {
    return {_mm_min_pd(_mm_max_pd(x.ab, _mm_set1_pd(-1)), _mm_set1_pd(1))};
  }
#else
  friend Both square_root(Both x) { return of(abut::square_root(x.a()), abut::square_root(x.b())); }
  /// x cut off at -1 and 1; what is no number becomes -1.
  friend Both within_one(Both x) {
    const auto cut = [](double y) { return y > -1 ? (y < 1 ? y : 1) : -1; };
    return of(cut(x.a()), cut(x.b()));
  }
#endif
  /// That of B on both sides.
  ABUT_INLINE Both b_twice() const { return {shuffled<1, 1>(ab, ab)}; }
  /// A's number of x beside B's of y.
  ABUT_INLINE friend Both a_and_b(Both x, Both y) { return {shuffled<0, 3>(x.ab, y.ab)}; }
  /// On each side x where s < 0, else y.
  ABUT_INLINE friend Both where_negative(Both s, Both x, Both y) {
    const PairTruth negative = both(0) > s.ab;
    return {with_bits((bits_of(x.ab) & negative) | (bits_of(y.ab) & ~negative))};
  }
  /// Bit 0 for A and bit 1 for B: whether x < limit.
  ABUT_INLINE friend unsigned below(Both x, double limit) { return signs(with_bits(both(limit) > x.ab)); }
  ABUT_INLINE friend bool is_any_nonzero(Both x, Both y, Both z) {
    const PairTruth bits = bits_of(x.ab) | bits_of(y.ab) | bits_of(z.ab);
    const Pair number = with_bits(bits);
    return number[0] != 0 || number[1] != 0;
  }
};

/// A number of A and one of B, rounded to T as narrow_within_range() does.
template <Scalar T>
struct NarrowBoth {
  T a, b;

#if defined(__SSE2__)
  ABUT_INLINE explicit NarrowBoth(Both x) {
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
  explicit NarrowBoth(Both x) : a(narrow_within_range<T>(x.a())), b(narrow_within_range<T>(x.b())) {}
#endif
};

ABUT_INLINE Both operator*(Both x, double s) { return x * Both::twice(s); }

/// A vector of A beside one of B.
template <int D>
struct BothVec {
  Both x[D];

  template <Scalar S, Scalar T>
  ABUT_INLINE static BothVec of(const Vec<S, D>& a, const Vec<T, D>& b) {
    BothVec r;
    for (int i = 0; i < D; ++i) r.x[i] = Both::of(a[i], b[i]);
    return r;
  }
  ABUT_INLINE Vec<double, D> a() const {
    Vec<double, D> r;
    for (int i = 0; i < D; ++i) r[i] = x[i].a();
    return r;
  }
  ABUT_INLINE Vec<double, D> b() const {
    Vec<double, D> r;
    for (int i = 0; i < D; ++i) r[i] = x[i].b();
    return r;
  }

  ABUT_INLINE friend BothVec operator+(BothVec v, const BothVec& w) {
    for (int i = 0; i < D; ++i) v.x[i] = v.x[i] + w.x[i];
    return v;
  }
  ABUT_INLINE friend BothVec operator-(BothVec v, const BothVec& w) {
    for (int i = 0; i < D; ++i) v.x[i] = v.x[i] - w.x[i];
    return v;
  }
  ABUT_INLINE friend BothVec operator*(BothVec v, Both s) {
    for (int i = 0; i < D; ++i) v.x[i] = v.x[i] * s;
    return v;
  }
  ABUT_INLINE friend BothVec operator*(const BothVec& v, double s) { return v * Both::twice(s); }
  ABUT_INLINE friend Both dot(const BothVec& v, const BothVec& w) {
    Both sum = v.x[0] * w.x[0];
    for (int i = 1; i < D; ++i) sum = sum + v.x[i] * w.x[i];
    return sum;
  }
  /// Of each with the same vector.
  ABUT_INLINE friend Both dot(const BothVec& v, const Vec<double, D>& w) {
    Both sum = v.x[0] * w[0];
    for (int i = 1; i < D; ++i) sum = sum + v.x[i] * w[i];
    return sum;
  }
};

ABUT_INLINE BothVec<3> cross(const BothVec<3>& v, const BothVec<3>& w) {
  return {{v.x[1] * w.x[2] - v.x[2] * w.x[1], v.x[2] * w.x[0] - v.x[0] * w.x[2],
           v.x[0] * w.x[1] - v.x[1] * w.x[0]}};
}

}  // namespace abut::detail
