/// The support corner of a box: the signs of the direction choose it, without unpredictable branches.
#pragma once

#include <abut/support.hpp>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace abut::detail {

/// Where a component of d is zero both sides are support points, and the negative one is chosen: it has the lower id.
template <int D>
SupportPoint<Vec<double, D>> support_corner(const Vec<double, D>& half, const Vec<double, D>& d) {
  SupportPoint<Vec<double, D>> s{half, 0};
  for (int i = 0; i < D; ++i) {
    const bool positive = d[i] > 0;
    s.point[i] = with_sign(half[i], positive);
    s.id |= static_cast<VertexId>(positive) << i;
  }
  return s;
}

#if defined(__SSE2__)

/// The same, bit for bit, with SSE2.
inline SupportPoint<Vec3d> support_corner(const Vec3d& half, const Vec3d& d) {
  const __m128d zero = _mm_setzero_pd(), sign = _mm_set1_pd(-0.0);
  const __m128d xy = _mm_cmplt_pd(zero, _mm_set_pd(d.y, d.x)), z = _mm_cmplt_sd(zero, _mm_set_sd(d.z));
  const __m128d corner_xy = _mm_or_pd(_mm_set_pd(half.y, half.x), _mm_andnot_pd(xy, sign));
  const __m128d corner_z = _mm_or_pd(_mm_set_sd(half.z), _mm_andnot_pd(z, sign));
  const int id = _mm_movemask_pd(xy) | (_mm_movemask_pd(z) & 1) << 2;
  return {{_mm_cvtsd_f64(corner_xy), _mm_cvtsd_f64(_mm_unpackhi_pd(corner_xy, corner_xy)), _mm_cvtsd_f64(corner_z)},
          static_cast<VertexId>(id)};
}

#endif

}  // namespace abut::detail
