/// The furthest of a list of points along a direction, by looking at all of them; and the ball around them.
///
/// Points of double are measured from a center: then the rounding of their heights is proportional to their reach and not to their
/// distance from the origin. Guarantee: the point found is within 2 (D + 1) u reach |d| of the furthest along d (one subtraction and
/// a dot product of D terms, for the point chosen and for the one it beat). Points of float are measured from the origin, which
/// saves the subtraction: within 2 D u (|center| + reach) |d|. That is always small beside a float rounding of the reach, for
/// points that are not all the same are apart by float roundings of their coordinates.
#pragma once

#include <abut/support.hpp>

#include <cstddef>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace abut::detail {

/// The height of a point along d, for comparing it with others.
template <Scalar T, int D>
ABUT_INLINE double height(const Vec<T, D>& point, const Vec<double, D>& center, const Vec<double, D>& d) {
  if constexpr (std::same_as<T, float>) {
    return dot(d, widen(point));
  } else {
    return dot(d, widen(point) - center);
  }
}

/// The first of the furthest, one point after the other.
template <Scalar T, int D>
std::size_t find_furthest(const Vec<T, D>* points, std::size_t count, const Vec<double, D>& center,
                          const Vec<double, D>& d) {
  std::size_t best = 0;
  double best_height = -infinity<double>;
  for (std::size_t i = 0; i < count; ++i) {
    const double h = height(points[i], center, d);
    best = h > best_height ? i : best;
    best_height = h > best_height ? h : best_height;
  }
  return best;
}

#if defined(__SSE2__)

/// The same in space, bit for bit, two points at a time; and without branches: whether a point is higher than all before it can not be
/// predicted, and each wrong guess costs as much as five points.
inline std::size_t find_furthest(const Vec3d* points, std::size_t count, const Vec3d& center,
                                 const Vec3d& d) {
  const __m128d dxy = _mm_set_pd(d.y, d.x), dzz = _mm_set1_pd(d.z);
  const __m128d cxy = _mm_set_pd(center.y, center.x), czz = _mm_set1_pd(center.z);
  __m128d best = _mm_set1_pd(-infinity<double>);
  __m128i number = _mm_set_epi64x(1, 0), index = _mm_setzero_si128();
  const auto take = [&](const Vec3d& p, const Vec3d& q) {
    const __m128d a = _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(&p.x), cxy), dxy);
    const __m128d b = _mm_mul_pd(_mm_sub_pd(_mm_loadu_pd(&q.x), cxy), dxy);
    const __m128d z = _mm_mul_pd(_mm_sub_pd(_mm_set_pd(q.z, p.z), czz), dzz);
    const __m128d h = _mm_add_pd(_mm_add_pd(_mm_unpacklo_pd(a, b), _mm_unpackhi_pd(a, b)), z);
    const __m128i higher = _mm_castpd_si128(_mm_cmpgt_pd(h, best));
    best = _mm_max_pd(h, best);
    index = _mm_or_si128(_mm_and_si128(higher, number), _mm_andnot_si128(higher, index));
    number = _mm_add_epi64(number, _mm_set1_epi64x(2));
  };
  for (std::size_t k = 0; k + 1 < count; k += 2) take(points[k], points[k + 1]);
  if (count % 2 != 0) take(points[count - 1], points[count - 1]);
  const double even = _mm_cvtsd_f64(best), odd = _mm_cvtsd_f64(_mm_unpackhi_pd(best, best));
  const auto i = static_cast<std::size_t>(_mm_cvtsi128_si64(index));
  const auto j = static_cast<std::size_t>(_mm_cvtsi128_si64(_mm_unpackhi_epi64(index, index)));
  return odd > even || (odd == even && j < i) ? j : i;
}

#endif

template <Scalar T, int D>
SupportPoint<Vec<double, D>> furthest(const Vec<T, D>* points, std::size_t count,
                                      const Vec<double, D>& center, const Vec<double, D>& d) {
  const std::size_t i = find_furthest(points, count, center, d);
  return {widen(points[i]), static_cast<VertexId>(i)};
}

/// The middle of the bounding box, and the greatest distance from it to a point, rounded up.
template <Scalar T, int D>
Enclosure<D> enclosure_of_points(const Vec<T, D>* points, std::size_t count) {
  Vec<double, D> low = widen(points[0]), high = low;
  for (std::size_t i = 1; i < count; ++i) {
    const Vec<double, D> p = widen(points[i]);
    for (int k = 0; k < D; ++k) {
      low[k] = p[k] < low[k] ? p[k] : low[k];
      high[k] = p[k] > high[k] ? p[k] : high[k];
    }
  }
  const Vec<double, D> center = low * 0.5 + high * 0.5;
  double reach = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const double r = norm(widen(points[i]) - center);
    reach = r > reach ? r : reach;
  }
  return {center, enlarged<T>(reach)};
}

// The same for shapes that are a handful of vertices, about their mean.

template <Scalar T, int D, int N>
Vec<double, D> mean(const Vec<T, D> (&v)[N]) {
  Vec<double, D> sum = widen(v[0]) * (1.0 / N);
  for (int i = 1; i < N; ++i) sum += widen(v[i]) * (1.0 / N);
  return sum;
}

/// Not finite if a coordinate is not: a sum can not step over a NaN as a maximum can.
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
SupportPoint<Vec<double, D>> furthest(const Vec<T, D> (&v)[N], const Vec<double, D>& d) {
  return furthest(v, N, mean(v), d);
}

}  // namespace abut::detail
