/// The furthest of a few vertices along a direction: ranked in float, four at a time, and in double only where float can not tell.
///
/// Guarantee: the answer of find_furthest, bit for bit, in float and in double. Kept beside the vertices is a rough copy of them: from
/// their center, in units such that no coordinate is greater than 1, rounded to float. With d_1 = |d_x| + |d_y| + |d_z| and u_f = 2^-24, a
/// rough height is off by at most 5 u_f d_1 (of d, of the coordinate, the product, two sums); what find_furthest compares is off by less than
/// u_f d_1 / 5, for so the units are chosen. So the vertex it finds is among those whose rough height is within slack = 13 u_f d_1 of the
/// greatest: twice the former, one for that difference, one for this product, and the latter. Mostly it is the only one.
#pragma once

#include <abut/algorithm/furthest.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace abut::detail {

/// Marks of vertices fit into one word.
inline constexpr std::size_t most_rough = 64;

/// Eight vertices: their first coordinates, then their second ... The last of a list is repeated until there are eight.
template <int D>
struct alignas(16) RoughEight {
  float x[D][8];
};

/// The rough copy. Empty for more than 64 vertices, and at the ends of the range, where heights might vanish or overflow.
template <Scalar T, int D>
std::vector<RoughEight<D>> rough_copy(std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
  std::vector<RoughEight<D>> rough;
  double extent = 0;
  for (const auto& p : points) {
    const Vec<double, D> q = widen(p);
    const double around = max_abs(q - center);
    extent = around > extent ? around : extent;
    // find_furthest ranks those of float from the origin, and rounds by 3 u of that distance.
    const double arm = std::same_as<T, float> ? max_abs(q) * unit_roundoff_of<float> : 0;
    extent = arm > extent ? arm : extent;
  }
  if (points.size() > most_rough || !(extent > 0x1p-800) || !(extent < 0x1p800)) return rough;
  const double scale = 0.5 * inverse_power_of_two(extent);
  rough.resize((points.size() + 7) / 8);
  for (std::size_t i = 0; i < 8 * rough.size(); ++i) {
    const std::size_t vertex = i < points.size() ? i : points.size() - 1;
    const Vec<double, D> q = (widen(points[vertex]) - center) * scale;
    for (int k = 0; k < D; ++k) rough[i / 8].x[k][i % 8] = narrow<float>(q[k]);
  }
  return rough;
}

#if defined(__SSE2__)

/// The heights of four.
template <int D>
ABUT_INLINE __m128 rough_heights(const RoughEight<D>& rough, int first, const __m128 (&along)[D]) {
  __m128 h = _mm_mul_ps(_mm_load_ps(rough.x[0] + first), along[0]);
  for (int k = 1; k < D; ++k) h = _mm_add_ps(h, _mm_mul_ps(_mm_load_ps(rough.x[k] + first), along[k]));
  return h;
}

/// Marks the vertices whose rough height is within `slack` of the greatest; beyond the last, those that repeat it. By eights, so that
/// two maxima are on their way at a time.
template <int D>
ABUT_INLINE std::uint64_t rough_marks(const RoughEight<D>* rough, std::size_t eights, const Vec<double, D>& d,
                                      double slack) {
  __m128 along[D], low[most_rough / 8], high[most_rough / 8];
  for (int k = 0; k < D; ++k) along[k] = _mm_set1_ps(narrow<float>(d[k]));
  __m128 most_low = low[0] = rough_heights(rough[0], 0, along);
  __m128 most_high = high[0] = rough_heights(rough[0], 4, along);
  for (std::size_t i = 1; i < eights; ++i) {
    most_low = _mm_max_ps(most_low, low[i] = rough_heights(rough[i], 0, along));
    most_high = _mm_max_ps(most_high, high[i] = rough_heights(rough[i], 4, along));
  }
  __m128 most = _mm_max_ps(most_low, most_high);
  most = _mm_max_ps(most, _mm_shuffle_ps(most, most, _MM_SHUFFLE(1, 0, 3, 2)));
  most = _mm_max_ps(most, _mm_shuffle_ps(most, most, _MM_SHUFFLE(2, 3, 0, 1)));
  const __m128 least = _mm_sub_ps(most, _mm_set1_ps(narrow<float>(slack)));
  std::uint64_t marks = 0;
  for (std::size_t i = eights; i-- > 0;) {
    const int first = _mm_movemask_ps(_mm_cmpge_ps(low[i], least)),
              second = _mm_movemask_ps(_mm_cmpge_ps(high[i], least));
    marks = marks << 8 | static_cast<unsigned>(first | second << 4);
  }
  return marks;
}

/// The first of the furthest of those marked.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t furthest_of_marked(const Vec<T, D>* points, std::uint64_t marks,
                                              const Vec<double, D>& center, const Vec<double, D>& d) {
  std::size_t best = 0;
  double best_height = -infinity<double>;
  for (; marks != 0; marks &= marks - 1) {
    const auto i = static_cast<std::size_t>(std::countr_zero(marks));
    const double h = height(points[i], center, d);
    best = h > best_height ? i : best;
    best_height = h > best_height ? h : best_height;
  }
  return best;
}

#endif

/// Looks at all of them, where nothing is known of the direction.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t furthest_of_all(const Vec<T, D>* points, std::size_t count,
                                           const Vec<double, D>& center, const Vec<double, D>& d) {
  return find_furthest(points, count, center, d);
}

/// The first of the furthest of the points that the copy, not empty, was made of. Any direction will do, finite or not.
template <Scalar T, int D>
ABUT_INLINE std::size_t find_furthest([[maybe_unused]] const RoughEight<D>* rough, const Vec<T, D>* points,
                                      std::size_t count, const Vec<double, D>& center,
                                      const Vec<double, D>& d) {
#if defined(__SSE2__)
  double sum = absolute(d[0]);
  for (int k = 1; k < D; ++k) sum += absolute(d[k]);
  // Within, no rough height overflows, and the slack is far above what is lost below the normal numbers. False for NaN.
  const bool in_range = sum > 0x1p-100 && sum < 0x1p100;
  if (in_range) [[likely]] {
    const double slack = 13 * unit_roundoff_of<float> * sum;
    const std::uint64_t once = ~std::uint64_t{0} >> (most_rough - count);
    const std::uint64_t marks = rough_marks(rough, (count + 7) / 8, d, slack) & once;
    if ((marks & (marks - 1)) == 0) [[likely]]
      return static_cast<std::size_t>(std::countr_zero(marks));
    return furthest_of_marked(points, marks, center, d);
  }
#endif
  return furthest_of_all(points, count, center, d);
}

}  // namespace abut::detail
