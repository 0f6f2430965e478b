/// Support point of a list of points, by a scan of all of them; and their bounding sphere.
///
/// The heights of double points are measured from a center: then their rounding is proportional to the bounding radius
/// (`reach`) and not to the distance from the origin. Guarantee: the point found is within 2 (D + 1) u reach |d| of the
/// greatest height along d (one subtraction and a dot product of D terms, for the point chosen and for the one it
/// beat). The heights of float points are measured from the origin, which saves the subtraction: within
/// 2 D u (|center| + reach) |d|. That is always small beside a float rounding of the reach, because distinct points
/// differ by float roundings of their coordinates.
///
/// Many float points in 3D are sieved: ranked in float first, and in double only where float leaves a choice. A float
/// height is off by at most 4.5 roundings of |d|_1 extent (d rounded, a product, two sums; extent: the largest
/// coordinate in absolute value), so the support point in double is among the points whose float height is within twice
/// that of the greatest. In most cases it is the only one. Guarantee: the point of the scan in double, bit for bit.
#pragma once

#include <abut/support.hpp>

#include <bit>
#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace abut::detail {

/// The height along d, for comparison with others, of a point of T that was copied to double.
template <Scalar T, int D>
ABUT_INLINE double height_of_copy(const Vec<double, D>& point, const Vec<double, D>& center, const Vec<double, D>& d) {
  return std::same_as<T, float> ? dot(d, point) : dot(d, point - center);
}

/// The same for the point itself.
template <Scalar T, int D>
ABUT_INLINE double height(const Vec<T, D>& point, const Vec<double, D>& center, const Vec<double, D>& d) {
  return height_of_copy<T>(widen(point), center, d);
}

/// The index of the first support point of point(0), ..., point(count - 1), one after the other.
template <int D, class F>
ABUT_INLINE std::size_t scan_one_by_one(std::size_t count, const Vec<double, D>& center, const Vec<double, D>& d,
                                        F point) {
  std::size_t best = 0;
  double best_height = -infinity<double>;
  for (std::size_t i = 0; i < count; ++i) {
    const double h = height(point(i), center, d);
    best = h > best_height ? i : best;
    best_height = h > best_height ? h : best_height;
  }
  return best;
}

#if defined(__SSE2__)

/// x where the bits of mask are set, else y.
ABUT_INLINE __m128i either(__m128i mask, __m128i x, __m128i y) {
  return _mm_or_si128(_mm_and_si128(mask, x), _mm_andnot_si128(mask, y));
}

/// Two adjacent components as doubles; two separate ones.
ABUT_INLINE __m128d first_two(const double* p) { return _mm_loadu_pd(p); }
ABUT_INLINE __m128d first_two(const float* p) {
  return _mm_cvtps_pd(_mm_castsi128_ps(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(p))));
}
ABUT_INLINE __m128d two(double p, double q) { return _mm_set_pd(q, p); }
ABUT_INLINE __m128d two(float p, float q) { return _mm_cvtps_pd(_mm_unpacklo_ps(_mm_set_ss(p), _mm_set_ss(q))); }

/// Two heights, each bit for bit that of height().
template <Scalar T, int D>
ABUT_INLINE __m128d heights_of_two(const Vec<T, D>& p, const Vec<T, D>& q, const Vec<double, D>& center,
                                   const Vec<double, D>& d) {
  const auto about_center = [](__m128d x, __m128d c) { return std::same_as<T, float> ? x : _mm_sub_pd(x, c); };
  const __m128d dxy = _mm_loadu_pd(&d.x), cxy = _mm_loadu_pd(&center.x);
  const __m128d a = _mm_mul_pd(about_center(first_two(&p.x), cxy), dxy);
  const __m128d b = _mm_mul_pd(about_center(first_two(&q.x), cxy), dxy);
  const __m128d h = _mm_add_pd(_mm_unpacklo_pd(a, b), _mm_unpackhi_pd(a, b));
  if constexpr (D == 3) {
    const __m128d z = about_center(two(p.z, q.z), _mm_set1_pd(center.z));
    return _mm_add_pd(h, _mm_mul_pd(z, _mm_set1_pd(d.z)));
  } else {
    return h;
  }
}

/// The same, bit for bit, two at a time and without branches: whether a point is higher than all before it is
/// unpredictable, and a misprediction costs as much as five points.
template <int D, class F>
ABUT_INLINE std::size_t scan_two_by_two(std::size_t count, const Vec<double, D>& center, const Vec<double, D>& d,
                                        F point) {
  __m128d best = _mm_set1_pd(-infinity<double>);
  __m128i number = _mm_set_epi64x(1, 0), index = _mm_setzero_si128();
  const auto take = [&](std::size_t i, std::size_t j) {
    const __m128d h = heights_of_two(point(i), point(j), center, d);
    index = either(_mm_castpd_si128(_mm_cmpgt_pd(h, best)), number, index);
    best = _mm_max_pd(h, best);
    number = _mm_add_epi64(number, _mm_set1_epi64x(2));
  };
  for (std::size_t k = 0; k + 1 < count; k += 2) take(k, k + 1);
  if (count % 2 != 0) take(count - 1, count - 1);
  const double even = _mm_cvtsd_f64(best), odd = _mm_cvtsd_f64(_mm_unpackhi_pd(best, best));
  const auto i = static_cast<std::size_t>(_mm_cvtsi128_si64(index));
  const auto j = static_cast<std::size_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(index, index)));
  const bool higher = odd > even, equal = odd == even, before = j < i;
  return i ^ ((i ^ j) & (std::size_t{0} - static_cast<std::size_t>(higher | (equal & before))));
}

#endif

/// The index of the first support point of point(0), ..., point(count - 1), count > 0.
template <int D, class F>
ABUT_INLINE std::size_t scan_points(std::size_t count, const Vec<double, D>& center, const Vec<double, D>& d, F point) {
#if defined(__SSE2__)
  if constexpr (D == 3) {  // measured: about equal at 4 points; in 2D it gains little
    if (count > 4) return scan_two_by_two(count, center, d, point);
  }
#endif
  return scan_one_by_one(count, center, d, point);
}

/// The index of the first support point of an array.
template <Scalar T, int D>
ABUT_INLINE std::size_t find_support(const Vec<T, D>* points, std::size_t count, const Vec<double, D>& center,
                                     const Vec<double, D>& d) {
  return scan_points(count, center, d, [&](std::size_t k) -> const Vec<T, D>& { return points[k]; });
}

/// The first support point of an array.
template <Scalar T, int D>
SupportPoint<Vec<double, D>> support_of_points(const Vec<T, D>* points, std::size_t count, const Vec<double, D>& center,
                                               const Vec<double, D>& d) {
  const std::size_t i = find_support(points, count, center, d);
  return {widen(points[i]), static_cast<VertexId>(i)};
}

/// The least and the greatest coordinates of points.
template <int D>
struct Extremes {
  Vec<double, D> low, high;
};

template <Scalar T, int D>
Extremes<D> extremes(const Vec<T, D>* points, std::size_t count) {
  Extremes<D> e{widen(points[0]), widen(points[0])};
  for (std::size_t i = 1; i < count; ++i) {
    const Vec<double, D> p = widen(points[i]);
    for (int k = 0; k < D; ++k) {
      e.low[k] = p[k] < e.low[k] ? p[k] : e.low[k];
      e.high[k] = p[k] > e.high[k] ? p[k] : e.high[k];
    }
  }
  return e;
}

/// The middle of the bounding box, and the greatest distance from it to a point, rounded up.
template <Scalar T, int D>
Enclosure<D> enclosure_of_points(const Vec<T, D>* points, std::size_t count) {
  const auto [low, high] = extremes(points, count);
  const Vec<double, D> center = low * 0.5 + high * 0.5;
  double reach = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double r = norm(widen(points[i]) - center);
    reach = r > reach ? r : reach;
  }
  return {center, enlarged<T>(reach)};
}

// The same for shapes of two to four vertices, about their mean.

template <Scalar T, int D, int N>
Vec<double, D> mean(const Vec<T, D> (&v)[N]) {
  Vec<double, D> sum = widen(v[0]) * (1.0 / N);
  for (int i = 1; i < N; ++i) sum += widen(v[i]) * (1.0 / N);
  return sum;
}

/// The bounding radius about the mean. Not finite if a coordinate is not: a maximum may drop a NaN, a sum does not.
template <Scalar T, int D, int N>
double reach_from_mean(const Vec<T, D> (&v)[N]) {
  const Vec<double, D> center = mean(v);
  double reach = 0, check = 0;
  for (int i = 0; i < N; ++i) {
    const double r = norm(widen(v[i]) - center);
    reach = r > reach ? r : reach;
    check += r * 0;
  }
  return enlarged<T>(reach) + check;
}

template <Scalar T, int D, int N>
SupportPoint<Vec<double, D>> support_of_points(const Vec<T, D> (&v)[N], const Vec<double, D>& d) {
  return support_of_points(v, N, mean(v), d);
}

#if defined(__SSE2__)

/// The sieve keeps so many heights on the stack, and their marks in one word.
inline constexpr std::size_t sieve_block = 64;

/// The float heights of four points.
inline __m128 float_heights(const Vec3f* p, __m128 dx, __m128 dy, __m128 dz) {
  static_assert(sizeof(Vec3f) == 3 * sizeof(float));
  const __m128 a = _mm_loadu_ps(&p[0].x), b = _mm_loadu_ps(&p[1].y), c = _mm_loadu_ps(&p[2].z);
  const __m128 s = _mm_shuffle_ps(a, b, _MM_SHUFFLE(1, 0, 2, 1));  // y0 z0 y1 z1
  const __m128 t = _mm_shuffle_ps(b, c, _MM_SHUFFLE(2, 1, 3, 2));  // x2 y2 x3 y3
  const __m128 x = _mm_shuffle_ps(a, t, _MM_SHUFFLE(2, 0, 3, 0)), y = _mm_shuffle_ps(s, t, _MM_SHUFFLE(3, 1, 2, 0));
  const __m128 z = _mm_shuffle_ps(s, c, _MM_SHUFFLE(3, 0, 3, 1));
  return _mm_add_ps(_mm_add_ps(_mm_mul_ps(x, dx), _mm_mul_ps(y, dy)), _mm_mul_ps(z, dz));
}

/// Marks the points of a block, at most 64 and a multiple of 4, that may be the support point. `slack` is twice the
/// error of a height.
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

/// find_support() by a sieve. No coordinate exceeds `extent` in absolute value.
inline std::size_t find_support_by_sieve(const Vec3f* points, std::size_t count, double extent,
                                         const Vec3d& direction) {
  const Vec3d d = scale_direction(direction);
  const Vec3f rounded = vec_cast<float>(d);
  // Twice 4.5 roundings, one each for the difference and for this product, and the rounding of subnormal heights.
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
    for (; marks != 0; marks &= marks - 1) consider(begin + static_cast<std::size_t>(std::countr_zero(marks)));
  }
  for (std::size_t i = count & ~std::size_t{3}; i < count; ++i) consider(i);
  return best;
}

#endif

}  // namespace abut::detail
