/// The furthest of a list of points along a direction, by looking at all of them; and the ball around them.
///
/// Points of double are measured from a center: then the rounding of their heights is proportional to their reach and not to their
/// distance from the origin. Guarantee: the point found is within 2 (D + 1) u reach |d| of the furthest along d (one subtraction and
/// a dot product of D terms, for the point chosen and for the one it beat). Points of float are measured from the origin, which
/// saves the subtraction: within 2 D u (|center| + reach) |d|. That is always small beside a float rounding of the reach, for
/// points that are not all the same are apart by float roundings of their coordinates.
#pragma once

#include <abut/support.hpp>

#include <bit>
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

/// So many heights are kept on the stack. Half a kilobyte; more gained nothing.
inline constexpr std::size_t furthest_block = 64;

/// The heights of up to 64 points, and the greatest of them.
template <Scalar T, int D>
double find_heights(const Vec<T, D>* points, std::size_t count, const Vec<double, D>& center,
                    const Vec<double, D>& d, double* heights) {
  double most = -infinity<double>;
  for (std::size_t i = 0; i < count; ++i) {
    heights[i] = height(points[i], center, d);
    most = heights[i] > most ? heights[i] : most;
  }
  return most;
}

#if defined(__SSE2__)
// The same bits, two points at a time.

inline double find_heights(const Vec3f* points, std::size_t count, const Vec3d& center, const Vec3d& d,
                           double* heights) {
  const auto pair = [](const float& first) {
    return _mm_cvtps_pd(_mm_castpd_ps(_mm_load_sd(reinterpret_cast<const double*>(&first))));
  };
  const __m128d dxy = _mm_set_pd(d.y, d.x), dzz = _mm_set1_pd(d.z);
  __m128d most = _mm_set1_pd(-infinity<double>);
  std::size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    const Vec3f &p = points[i], &q = points[i + 1];
    const __m128d a = _mm_mul_pd(pair(p.x), dxy), b = _mm_mul_pd(pair(q.x), dxy);
    const __m128d z = _mm_cvtps_pd(_mm_unpacklo_ps(_mm_load_ss(&p.z), _mm_load_ss(&q.z)));
    const __m128d xy = _mm_add_pd(_mm_unpacklo_pd(a, b), _mm_unpackhi_pd(a, b));
    const __m128d h = _mm_add_pd(xy, _mm_mul_pd(z, dzz));
    _mm_storeu_pd(heights + i, h);
    most = _mm_max_pd(h, most);
  }
  double r = _mm_cvtsd_f64(_mm_max_sd(most, _mm_unpackhi_pd(most, most)));
  if (i < count) {
    heights[i] = height(points[i], center, d);
    r = heights[i] > r ? heights[i] : r;
  }
  return r;
}

inline std::size_t find_height(const double* heights, std::size_t count, double most) {
  const __m128d wanted = _mm_set1_pd(most);
  std::uint64_t equal = 0;
  std::size_t i = 0;
  for (; i + 2 <= count; i += 2) {
    const int two = _mm_movemask_pd(_mm_cmpeq_pd(_mm_loadu_pd(heights + i), wanted));
    equal |= static_cast<std::uint64_t>(two) << i;
  }
  if (i < count) equal |= static_cast<std::uint64_t>(heights[i] == most) << i;
  return equal == 0 ? 0 : static_cast<std::size_t>(std::countr_zero(equal));
}
#else
/// The first of `count` heights that is equal to the greatest.
inline std::size_t find_height(const double* heights, std::size_t count, double most) {
  std::size_t i = 0;
  while (i + 1 < count && heights[i] != most) ++i;
  return i;
}
#endif

/// The first of the furthest. First the heights, then the greatest, then where it was: nobody can predict at which points a running
/// maximum changes, and each wrong guess costs as much as five points.
template <Scalar T, int D>
SupportPoint<Vec<double, D>> furthest(const Vec<T, D>* points, std::size_t count,
                                      const Vec<double, D>& center, const Vec<double, D>& d) {
  double heights[furthest_block], best = -infinity<double>;
  std::size_t index = 0;
  for (std::size_t begin = 0; begin < count; begin += furthest_block) {
    const std::size_t n = count - begin < furthest_block ? count - begin : furthest_block;
    const double most = find_heights(points + begin, n, center, d, heights);
    if (!(most > best)) continue;
    best = most;
    index = begin + find_height(heights, n, most);
  }
  return {widen(points[index]), static_cast<VertexId>(index)};
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
  return {center, enlarged(reach)};
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
  return enlarged(reach) + check;
}

template <Scalar T, int D, int N>
SupportPoint<Vec<double, D>> furthest(const Vec<T, D> (&v)[N], const Vec<double, D>& d) {
  return furthest(v, N, mean(v), d);
}

}  // namespace abut::detail
