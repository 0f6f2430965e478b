/// The furthest of a list of float points in space, by a sieve: quickly in float, and in double for those that float can not rank.
///
/// Guarantee: bit for bit the answer of one point after the other in double. A float height is off by at most 4.5 roundings of
/// |d|_1 extent (d rounded, a product, two sums; extent: the greatest coordinate), so that the furthest point in double is among those
/// whose float height is within twice that of the greatest. Mostly it is the only one.
#pragma once

#include <abut/support.hpp>

#include <bit>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>

namespace abut::detail {

/// So many heights are kept on the stack, and their marks in one word.
inline constexpr std::size_t sieve_block = 64;

/// Four points along d.
inline __m128 float_heights(const Vec3f* p, __m128 dx, __m128 dy, __m128 dz) {
  static_assert(sizeof(Vec3f) == 3 * sizeof(float));
  const __m128 a = _mm_loadu_ps(&p[0].x), b = _mm_loadu_ps(&p[1].y), c = _mm_loadu_ps(&p[2].z);
  const __m128 s = _mm_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1));  // y0 z0 y1 z1
  const __m128 t = _mm_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2));  // x2 y2 x3 y3
  const __m128 x = _mm_shuffle_ps(a, t, _MM_SHUFFLE(2, 0, 3, 0)),
               y = _mm_shuffle_ps(s, t, _MM_SHUFFLE(3, 1, 2, 0));
  const __m128 z = _mm_shuffle_ps(s, c, _MM_SHUFFLE(3, 0, 3, 1));
  return _mm_add_ps(_mm_add_ps(_mm_mul_ps(x, dx), _mm_mul_ps(y, dy)), _mm_mul_ps(z, dz));
}

/// Marks the points of a block, at most 64 and a multiple of 4, that may be the furthest. `slack`: twice the error of a height.
inline std::uint64_t sieve(const Vec3f* points, std::size_t count, const Vec3f& d, float slack) {
  const __m128 dx = _mm_set1_ps(d.x), dy = _mm_set1_ps(d.y), dz = _mm_set1_ps(d.z);
  alignas(16) float heights[sieve_block];
  __m128 most = _mm_set1_ps(-infinity<float>);
  for (std::size_t i = 0; i < count; i += 4) {
    const __m128 h = float_heights(points + i, dx, dy, dz);
    _mm_store_ps(heights + i, h);
    most = _mm_max_ps(most, h);
  }
  most = _mm_max_ps(most, _mm_movehl_ps(most, most));
  most = _mm_max_ss(most, _mm_shuffle_ps(most, most, 1));
  const __m128 least = _mm_set1_ps(_mm_cvtss_f32(most) - slack);
  std::uint64_t marks = 0;
  for (std::size_t i = 0; i < count; i += 4) {
    const int four = _mm_movemask_ps(_mm_cmpge_ps(_mm_load_ps(heights + i), least));
    marks |= static_cast<std::uint64_t>(four) << i;
  }
  return marks;
}

/// `extent`: no coordinate is greater.
inline std::size_t find_furthest_float(const Vec3f* points, std::size_t count, double extent,
                                       const Vec3d& direction) {
  const Vec3d d = scale_direction(direction);
  const Vec3f rounded = vec_cast<float>(d);
  // Twice 4.5 roundings, two more for the difference and for this product; and those of subnormal heights.
  const double sum = absolute(d.x) + absolute(d.y) + absolute(d.z);
  const float slack = narrow<float>(11 * unit_roundoff_of<float> * sum * extent + 0x1p-140);
  std::size_t best = 0, begin = 0;
  double best_height = -infinity<double>;
  const auto consider = [&](std::size_t i) {
    const double h = dot(direction, widen(points[i]));
    if (!(h > best_height)) return;
    best_height = h;
    best = i;
  };
  for (; begin + 4 <= count; begin += sieve_block) {
    const std::size_t left = count - begin, n = left < sieve_block ? left & ~std::size_t{3} : sieve_block;
    std::uint64_t marks = sieve(points + begin, n, rounded, slack);
    for (; marks != 0; marks &= marks - 1)
      consider(begin + static_cast<std::size_t>(std::countr_zero(marks)));
  }
  for (std::size_t i = count & ~std::size_t{3}; i < count; ++i) consider(i);
  return best;
}

}  // namespace abut::detail
#endif
