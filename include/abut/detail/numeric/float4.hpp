/// Four floats in one SIMD register, for searches that run in float and whose result is proven in double.
///
/// Guarantee: every operation rounds each lane as the scalar one does: the bits do not depend on the instruction set.
#pragma once

#include <abut/detail/numeric/vec_pair.hpp>

#include <bit>
#include <cstdint>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace abut::detail {

struct Float4 {
#if defined(__SSE2__)
  __m128 x;

  ABUT_INLINE static Float4 of(const float (&numbers)[4]) { return {_mm_loadu_ps(numbers)}; }
  ABUT_INLINE static Float4 all(float number) { return {_mm_set1_ps(number)}; }
  ABUT_INLINE void store(float (&numbers)[4]) const { _mm_storeu_ps(numbers, x); }
  /// |a| by lane, exactly.
  ABUT_INLINE friend Float4 absolute(Float4 a) { return {_mm_andnot_ps(_mm_set1_ps(-0.0F), a.x)}; }
  /// Rounds A's number and B's number to float, and copies each to all four lanes.
  ABUT_INLINE static void spread_each(ScalarPair x, Float4& a, Float4& b) {
    const __m128 ab = _mm_cvtpd_ps(x.ab);
    a.x = _mm_shuffle_ps(ab, ab, _MM_SHUFFLE(0, 0, 0, 0));
    b.x = _mm_shuffle_ps(ab, ab, _MM_SHUFFLE(1, 1, 1, 1));
  }
  /// Lane I in all lanes.
  template <int I>
  ABUT_INLINE Float4 spread() const {
    return {_mm_shuffle_ps(x, x, _MM_SHUFFLE(I, I, I, I))};
  }
  ABUT_INLINE friend Float4 operator+(Float4 a, Float4 b) { return {_mm_add_ps(a.x, b.x)}; }
  ABUT_INLINE friend Float4 operator-(Float4 a, Float4 b) { return {_mm_sub_ps(a.x, b.x)}; }
  ABUT_INLINE friend Float4 operator*(Float4 a, Float4 b) { return {_mm_mul_ps(a.x, b.x)}; }
  ABUT_INLINE friend Float4 operator/(Float4 a, Float4 b) { return {_mm_div_ps(a.x, b.x)}; }
  ABUT_INLINE friend Float4 square_root(Float4 a) { return {_mm_sqrt_ps(a.x)}; }
  /// p in the lanes where a < b, elsewhere q.
  ABUT_INLINE friend Float4 where_less(Float4 a, Float4 b, Float4 p, Float4 q) {
    const __m128 less = _mm_cmplt_ps(a.x, b.x);
    return {_mm_or_ps(_mm_and_ps(less, p.x), _mm_andnot_ps(less, q.x))};
  }
  /// Bit i is set if a <= b in lane i.
  ABUT_INLINE friend unsigned at_most(Float4 a, Float4 b) {
    return static_cast<unsigned>(_mm_movemask_ps(_mm_cmple_ps(a.x, b.x)));
  }
  /// Minimum and maximum by lane. If either is NaN, the result is b.
  ABUT_INLINE friend Float4 smaller(Float4 a, Float4 b) { return {_mm_min_ps(a.x, b.x)}; }
  ABUT_INLINE friend Float4 larger(Float4 a, Float4 b) { return {_mm_max_ps(a.x, b.x)}; }
  ABUT_INLINE Float4 shuffled_by_two() const { return {_mm_shuffle_ps(x, x, _MM_SHUFFLE(1, 0, 3, 2))}; }
  ABUT_INLINE Float4 shuffled_by_one() const { return {_mm_shuffle_ps(x, x, _MM_SHUFFLE(2, 3, 0, 1))}; }
  ABUT_INLINE float first() const { return _mm_cvtss_f32(x); }
  /// Replaces the bits of lane i that are in the mask by `code` + i * step.
  template <std::uint32_t mask, std::uint32_t step>
  ABUT_INLINE friend Float4 coded(Float4 a, std::uint32_t code) {
    const auto of = [code](std::uint32_t i) { return static_cast<int>(code + i * step); };
    const __m128i codes = _mm_setr_epi32(of(0), of(1), of(2), of(3));
    const __m128i rest = _mm_and_si128(_mm_castps_si128(a.x), _mm_set1_epi32(static_cast<int>(~mask)));
    return {_mm_castsi128_ps(_mm_or_si128(rest, codes))};
  }
  /// Replaces the bits of lane i that are in the mask by codes[i].
  template <std::uint32_t mask>
  ABUT_INLINE friend Float4 coded(Float4 a, const std::uint32_t (&codes)[4]) {
    const __m128i rest = _mm_and_si128(_mm_castps_si128(a.x), _mm_set1_epi32(static_cast<int>(~mask)));
    return {_mm_castsi128_ps(_mm_or_si128(rest, _mm_loadu_si128(reinterpret_cast<const __m128i*>(codes))))};
  }
  /// a, or -infinity in the lanes where a == b. All lanes are finite.
  ABUT_INLINE friend Float4 lowered_where_equal(Float4 a, Float4 b) {
    const __m128 same = _mm_cmpeq_ps(a.x, b.x);
    return {_mm_sub_ps(a.x, _mm_and_ps(same, _mm_set1_ps(infinity<float>)))};
  }
  ABUT_INLINE std::uint32_t first_bits() const {
    return static_cast<std::uint32_t>(_mm_cvtsi128_si32(_mm_castps_si128(x)));
  }
#else
  float x[4];

  static Float4 of(const float (&numbers)[4]) { return {numbers[0], numbers[1], numbers[2], numbers[3]}; }
  void store(float (&numbers)[4]) const {
    for (int i = 0; i < 4; ++i) numbers[i] = x[i];
  }
  /// |a| by lane, exactly.
  friend Float4 absolute(const Float4& a) {
    return {detail::absolute(a.x[0]), detail::absolute(a.x[1]), detail::absolute(a.x[2]), detail::absolute(a.x[3])};
  }
  /// Rounds A's number and B's number to float, and copies each to all four lanes.
  static void spread_each(ScalarPair x, Float4& a, Float4& b) {
    a = all(narrow<float>(x.a()));
    b = all(narrow<float>(x.b()));
  }
  /// Lane I in all lanes.
  template <int I>
  Float4 spread() const {
    return all(x[I]);
  }
  static Float4 all(float number) { return {number, number, number, number}; }
  template <class F>
  static Float4 from(const Float4& a, const Float4& b, F f) {
    return {f(a.x[0], b.x[0]), f(a.x[1], b.x[1]), f(a.x[2], b.x[2]), f(a.x[3], b.x[3])};
  }
  friend Float4 operator+(const Float4& a, const Float4& b) {
    return from(a, b, [](float p, float q) { return p + q; });
  }
  friend Float4 operator-(const Float4& a, const Float4& b) {
    return from(a, b, [](float p, float q) { return p - q; });
  }
  friend Float4 operator*(const Float4& a, const Float4& b) {
    return from(a, b, [](float p, float q) { return p * q; });
  }
  friend Float4 operator/(const Float4& a, const Float4& b) {
    return from(a, b, [](float p, float q) { return p / q; });
  }
  /// The root in double, rounded once more, is that of float: a float has less than half of its digits.
  friend Float4 square_root(const Float4& a) {
    const auto root = [](float p) { return narrow<float>(detail::square_root(double(p))); };
    return {root(a.x[0]), root(a.x[1]), root(a.x[2]), root(a.x[3])};
  }
  /// p in the lanes where a < b, elsewhere q.
  friend Float4 where_less(const Float4& a, const Float4& b, const Float4& p, const Float4& q) {
    Float4 r;
    for (int i = 0; i < 4; ++i) r.x[i] = a.x[i] < b.x[i] ? p.x[i] : q.x[i];
    return r;
  }
  /// Bit i is set if a <= b in lane i.
  friend unsigned at_most(const Float4& a, const Float4& b) {
    unsigned bits = 0;
    for (int i = 0; i < 4; ++i) bits |= static_cast<unsigned>(a.x[i] <= b.x[i]) << i;
    return bits;
  }
  /// Minimum and maximum by lane. If either is NaN, the result is b.
  friend Float4 smaller(const Float4& a, const Float4& b) {
    return from(a, b, [](float p, float q) { return p < q ? p : q; });
  }
  friend Float4 larger(const Float4& a, const Float4& b) {
    return from(a, b, [](float p, float q) { return p > q ? p : q; });
  }
  Float4 shuffled_by_two() const { return {x[2], x[3], x[0], x[1]}; }
  Float4 shuffled_by_one() const { return {x[1], x[0], x[3], x[2]}; }
  float first() const { return x[0]; }
  /// Replaces the bits of lane i that are in the mask by `code` + i * step.
  template <std::uint32_t mask, std::uint32_t step>
  friend Float4 coded(Float4 a, std::uint32_t code) {
    for (std::uint32_t i = 0; i < 4; ++i)
      a.x[i] = std::bit_cast<float>((std::bit_cast<std::uint32_t>(a.x[i]) & ~mask) | (code + i * step));
    return a;
  }
  /// Replaces the bits of lane i that are in the mask by codes[i].
  template <std::uint32_t mask>
  friend Float4 coded(Float4 a, const std::uint32_t (&codes)[4]) {
    for (std::uint32_t i = 0; i < 4; ++i)
      a.x[i] = std::bit_cast<float>((std::bit_cast<std::uint32_t>(a.x[i]) & ~mask) | codes[i]);
    return a;
  }
  /// a, or -infinity in the lanes where a == b. All lanes are finite.
  friend Float4 lowered_where_equal(const Float4& a, const Float4& b) {
    return from(a, b, [](float p, float q) { return p == q ? -infinity<float> : p; });
  }
  std::uint32_t first_bits() const { return std::bit_cast<std::uint32_t>(x[0]); }
#endif

  /// The greatest, or the least, of the four in all lanes.
  ABUT_INLINE friend Float4 greatest(Float4 a) {
    const Float4 b = larger(a, a.shuffled_by_two());
    return larger(b, b.shuffled_by_one());
  }
  ABUT_INLINE friend Float4 least(Float4 a) {
    const Float4 b = smaller(a, a.shuffled_by_two());
    return smaller(b, b.shuffled_by_one());
  }
};

}  // namespace abut::detail
