/// A vector of A and one of B as their shapes hold them, side by side before they are widened to double.
///
/// Widening takes as long as an addition: of numbers that are only looked at, it can be left out.
#pragma once

#include <abut/algorithm/both.hpp>

namespace abut::detail {

template <Scalar S, Scalar T, int D>
struct GivenVectors {
  BothVec<D> wide;

  ABUT_INLINE GivenVectors(const Vec<S, D>& a, const Vec<T, D>& b) : wide(BothVec<D>::of(a, b)) {}

  ABUT_INLINE BothVec<D> widened() const { return wide; }

  /// Whether v = -w, of A and of B.
  ABUT_INLINE friend bool are_opposite(const GivenVectors& v, const GivenVectors& w) {
    const BothVec<D> sum = v.wide + w.wide;
    return !is_any_nonzero(sum.x[0], sum.x[1], sum.x[D - 1]);
  }
  /// Whether all numbers are between -limit and limit.
  ABUT_INLINE friend bool are_all_below(const GivenVectors& v, double limit) {
    unsigned below = 0b11U;
    for (int i = 0; i < D; ++i) below &= between(v.wide.x[i], -limit, limit);
    return below == 0b11U;
  }
};

#if defined(__SSE2__)
/// Two components at a time. A sum of floats is 0 where that of doubles is.
template <>
struct GivenVectors<float, float, 3> {
  __m128 xy, z;  ///< a.x, b.x, a.y, b.y; a.z, b.z, 0, 0

  ABUT_INLINE GivenVectors(const Vec<float, 3>& a, const Vec<float, 3>& b)
      : xy(_mm_unpacklo_ps(first_two(a), first_two(b))),
        z(_mm_unpacklo_ps(_mm_set_ss(a[2]), _mm_set_ss(b[2]))) {}

  ABUT_INLINE BothVec<3> widened() const {
    return {{{_mm_cvtps_pd(xy)}, {_mm_cvtps_pd(_mm_movehl_ps(xy, xy))}, {_mm_cvtps_pd(z)}}};
  }

  ABUT_INLINE friend bool are_opposite(const GivenVectors& v, const GivenVectors& w) {
    const __m128 any = _mm_or_ps(_mm_add_ps(v.xy, w.xy), _mm_add_ps(v.z, w.z));
    return _mm_movemask_ps(_mm_cmpneq_ps(any, _mm_setzero_ps())) == 0;
  }
  ABUT_INLINE friend bool are_all_below(const GivenVectors& v, float limit) {
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
