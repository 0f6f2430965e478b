/// The furthest of a few vertices along a direction: of those that may be furthest in its orthant, ranked in float, four at a time, and in
/// double only where float can not tell.
///
/// Guarantee: the answer of find_furthest, bit for bit, in float and in double. For every orthant (a choice of signs of the direction's
/// components) there is a list of the vertices that find_furthest may find there, see src/support/orthant_lists.hpp; of 32 random points of
/// a sphere these are ten on average. It holds rough copies: from the mean of the vertices, in units such that no coordinate is greater
/// than 1, rounded to float. With d_1 = |d_x| + |d_y| + |d_z| and u_f = 2^-24, a rough height is off by at most 5 u_f d_1 (of d, of the
/// coordinate, the product, two sums); what find_furthest compares is off by less than u_f d_1 / 5, for so the units are chosen.
///
/// The last six bits of a rough height are replaced by the number of its vertex, so that the greatest tells which one it is: from the
/// direction to the vertex is the longest way that every step of a search has to wait for. That changes a height by less than 128 u_f of
/// itself. So the vertex that find_furthest finds is among those of the list whose key is within slack = 269 u_f d_1 of the
/// greatest: twice 5 and 128, one for that difference, one for this product, and the 1/5. Mostly it is the only one.
///
/// The furthest points of two hulls of few vertices at once: what support/orthant_scan.hpp does for one, side by side for both.
///
/// The bits are those of one after the other.
#pragma once

#include <abut/detail/support/point_scan.hpp>
#include <abut/detail/support/support_pair.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace abut::detail {

/// The number of a vertex fits into six bits, the marks of a list's vertices into one word.
inline constexpr std::size_t most_rough = 64;

/// Four vertices: their first coordinates, then their second ..., and their numbers.
template <int D>
struct alignas(64) RoughFour {
  float x[D][4];
  std::uint32_t id[4];
};

template <int D>
inline constexpr std::size_t orthant_count = std::size_t{1} << D;

/// One list for each orthant, all of the same length, or one for all of them. Bit k of an orthant's number is set if component k is
/// negative; a zero may count as either. Vertices are in ascending order; a list is filled up by the last of them, placed at
/// the mean.
template <int D>
struct OrthantLists {
  const RoughFour<D>* fours = nullptr;       ///< null: there are none to rely on
  const Vec<double, D>* vertices = nullptr;  ///< all of them, as they are
  std::uint32_t length = 0;                  ///< of a list, in fours: 1, 2, or a multiple of 4
  std::uint32_t stride = 0;                  ///< from list to list; 0: all are the same
  const RoughFour<D>* guesses = nullptr;     ///< as `fours`, and those at the ends of the range

  const RoughFour<D>* list(std::size_t orthant) const { return fours + orthant * stride; }
};

template <int D>
inline constexpr OrthantLists<D> no_rough_lists{};

/// Those of a hull. ShapeRef asks its shape, so that the bits are the same.
template <Shape S>
ABUT_INLINE const OrthantLists<dimension_of<S>>& orthant_lists(const S& shape) {
  if constexpr (requires { shape.orthant_lists(); }) {
    return shape.orthant_lists();
  } else {
    return no_rough_lists<dimension_of<S>>;
  }
}

/// Owns the lists.
template <int D>
struct OrthantStore {
  std::vector<RoughFour<D>> fours;
  std::vector<Vec<double, D>> vertices;
  std::uint32_t length = 0;
  bool is_reliable = false;  ///< no height vanishes or overflows

  OrthantLists<D> lists() const {
    if (fours.empty()) return {};
    return {is_reliable ? fours.data() : nullptr, vertices.data(), length, fours.size() == length ? 0 : length,
            fours.data()};
  }
};

/// Of a direction with a d_1 in between, no rough height overflows, and the slack is far above what is lost below the normal numbers.
inline constexpr double least_rough_sum = 0x1p-100, most_rough_sum = 0x1p100;
inline constexpr double rough_slack = 269 * unit_roundoff_of<float>;

/// Looks at all of them, where nothing is known of the direction.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t furthest_of_all(const Vec<T, D>* points, std::size_t count, const Vec<double, D>& center,
                                           const Vec<double, D>& d) {
  return find_furthest(points, count, center, d);
}

/// The first of the furthest of those vertices of a list that are marked. `T`: of the points that the vertices were copied from.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t furthest_of_marked(const OrthantLists<D>& lists, std::size_t orthant, std::uint64_t marks,
                                              const Vec<double, D>& center, const Vec<double, D>& d) {
  const RoughFour<D>* list = lists.list(orthant);
  std::size_t best = 0;
  double best_height = -infinity<double>;
  for (; marks != 0; marks &= marks - 1) {
    const int place = std::countr_zero(marks);
    const std::size_t i = list[place / 4].id[place % 4];
    const double h = height_of_copy<T>(lists.vertices[i], center, d);
    best = h > best_height ? i : best;
    best_height = h > best_height ? h : best_height;
  }
  return best;
}

#if defined(__SSE2__)

/// Rough heights, with the numbers of their vertices in the last bits.
template <int D>
ABUT_INLINE __m128 orthant_keys(const RoughFour<D>& four, const __m128 (&along)[D]) {
  __m128 h = _mm_mul_ps(_mm_load_ps(four.x[0]), along[0]);
  for (int k = 1; k < D; ++k) h = _mm_add_ps(h, _mm_mul_ps(_mm_load_ps(four.x[k]), along[k]));
  const __m128i id = _mm_load_si128(reinterpret_cast<const __m128i*>(four.id));
  const __m128i bits = _mm_and_si128(_mm_castps_si128(h), _mm_set1_epi32(-int(most_rough)));
  return _mm_castsi128_ps(_mm_or_si128(bits, id));
}

/// What a list says of a direction.
struct OrthantSupport {
  std::uint64_t marks;  ///< of the vertices that may be the furthest
  std::size_t id;       ///< the one with the greatest key
  bool sure;            ///< it is the only one
};

ABUT_INLINE __m128 greatest_of_four(__m128 h) {
  h = _mm_max_ps(h, _mm_shuffle_ps(h, h, _MM_SHUFFLE(1, 0, 3, 2)));
  return _mm_max_ps(h, _mm_shuffle_ps(h, h, _MM_SHUFFLE(2, 3, 0, 1)));
}

ABUT_INLINE std::uint64_t marks_above(__m128 least, __m128 keys) {
  return static_cast<unsigned>(_mm_movemask_ps(_mm_cmpge_ps(keys, least)));
}

/// Of a list of `count` fours. If `least` is not above zero, all are marked: those that fill the list up may be above the vertices (where
/// these are so close together that their rounded mean is not among them), and keys may have lost their numbers (where a processor
/// takes subnormal numbers for zero).
ABUT_INLINE OrthantSupport orthant_support(std::uint64_t marks, __m128 most, __m128 least, std::size_t count) {
  const auto bits = static_cast<unsigned>(_mm_cvtsi128_si32(_mm_castps_si128(most)));
  const bool above = _mm_comigt_ss(least, _mm_setzero_ps()) != 0;
  const std::uint64_t every = ~std::uint64_t{0} >> (most_rough - 4 * count);
  return {above ? marks : every, bits & (most_rough - 1), above && (marks & (marks - 1)) == 0};
}

/// Of a list of any length.
template <int D>
ABUT_NO_INLINE OrthantSupport ask_long_list(const RoughFour<D>* list, std::size_t count, const __m128 (&along)[D],
                                            __m128 slack) {
  __m128 keys[most_rough / 4];
  __m128 most = keys[0] = orthant_keys(list[0], along);
  for (std::size_t i = 1; i < count; ++i) most = _mm_max_ps(most, keys[i] = orthant_keys(list[i], along));
  most = greatest_of_four(most);
  const __m128 least = _mm_sub_ps(most, slack);
  std::uint64_t marks = 0;
  for (std::size_t i = count; i-- > 0;) marks = marks << 4 | marks_above(least, keys[i]);
  return orthant_support(marks, most, least, count);
}

/// Of `count` fours: 2, or a multiple of 4. (It is the same for all directions: the branches here can be predicted.)
template <int D>
ABUT_INLINE OrthantSupport ask_list(const RoughFour<D>* list, std::size_t count, const __m128 (&along)[D],
                                    __m128 slack) {
  if (count > 4) [[unlikely]] {
    __m128 copy[D];  // so that the others need not be in memory
    for (int k = 0; k < D; ++k) copy[k] = along[k];
    return ask_long_list(list, count, copy, slack);
  }
  const __m128 first = orthant_keys(list[0], along);
  const __m128 second = orthant_keys(list[1], along);
  if (count == 2) {
    const __m128 most = greatest_of_four(_mm_max_ps(first, second)), least = _mm_sub_ps(most, slack);
    return orthant_support(marks_above(least, first) | marks_above(least, second) << 4, most, least, 2);
  }
  const __m128 third = orthant_keys(list[2], along), fourth = orthant_keys(list[3], along);
  const __m128 most = greatest_of_four(_mm_max_ps(_mm_max_ps(first, second), _mm_max_ps(third, fourth)));
  const __m128 least = _mm_sub_ps(most, slack);
  return orthant_support(marks_above(least, first) | marks_above(least, second) << 4 | marks_above(least, third) << 8 |
                             marks_above(least, fourth) << 12,
                         most, least, 4);
}

#endif

/// The first of the furthest of the points that the lists, not empty, were made of. Any direction will do, finite or not.
template <Scalar T, int D>
ABUT_INLINE std::size_t find_furthest([[maybe_unused]] const OrthantLists<D>& lists, const Vec<T, D>* points,
                                      std::size_t count, const Vec<double, D>& center, const Vec<double, D>& d) {
#if defined(__SSE2__)
  double sum = 0;
  std::size_t orthant = 0;
  __m128 along[D];
  for (int k = 0; k < D; ++k) {
    sum += absolute(d[k]);
    orthant |= static_cast<std::size_t>(std::bit_cast<std::uint64_t>(d[k]) >> 63) << k;
    along[k] = _mm_set1_ps(narrow<float>(d[k]));
  }
  const bool in_range = sum > least_rough_sum && sum < most_rough_sum;  // false for NaN
  if (in_range) [[likely]] {
    const __m128 slack = _mm_set1_ps(narrow<float>(rough_slack * sum));
    const OrthantSupport answer = ask_list(lists.list(orthant), lists.length, along, slack);
    if (answer.sure) [[likely]]
      return answer.id;
    return furthest_of_marked<T>(lists, orthant, answer.marks, center, d);
  }
#endif
  return furthest_of_all(points, count, center, d);
}

#if defined(__SSE2__)

/// Bit 0 for A and bit 1 for B of each component's signs, as the numbers of orthants.
template <int D>
struct OrthantPair {
  std::size_t a = 0, b = 0;

  ABUT_INLINE void find(const VecPair<D>& d) {
    for (int k = 0; k < D; ++k) {
      const std::size_t negative = signs(d.x[k].ab);
      a |= (negative & 1U) << k;
      b |= (negative & 2U) << k;
    }
    b >>= 1;
  }
};

/// One component of each of two hulls' directions in float, four times.
template <int D>
struct OrthantDirections {
  __m128 a[D], b[D];

  ABUT_INLINE explicit OrthantDirections(const VecPair<D>& d) {
    for (int k = 0; k < D; ++k) {
      const __m128 ab = _mm_cvtpd_ps(d.x[k].ab);
      a[k] = _mm_shuffle_ps(ab, ab, _MM_SHUFFLE(0, 0, 0, 0));
      b[k] = _mm_shuffle_ps(ab, ab, _MM_SHUFFLE(1, 1, 1, 1));
    }
  }
};

template <class HullView, int D>
ABUT_NO_INLINE PointPair<D> furthest_one_by_one(const HullView& a, const HullView& b, const VecPair<D>& d) {
  const auto i = static_cast<VertexId>(a.furthest(d.a())), j = static_cast<VertexId>(b.furthest(d.b()));
  return {VecPair<D>::of(a.vertex(i), b.vertex(j)), i, j};
}

/// The vertices of A and B furthest along d, as each of them sees it.
template <Scalar T, int D, class HullView>
ABUT_INLINE PointPair<D> furthest_of_hulls(const HullView& a, const HullView& b, const VecPair<D>& d) {
  const OrthantLists<D>&lists_a = a.orthant_lists(), &lists_b = b.orthant_lists();
  ScalarPair sum = absolute(d.x[0]) + absolute(d.x[1]);
  if constexpr (D == 3) sum = sum + absolute(d.x[2]);
  const bool in_range = below(sum, most_rough_sum) == 0b11 && below(sum, least_rough_sum) == 0;  // false for NaN
  if (!in_range || lists_a.fours == nullptr || lists_b.fours == nullptr) [[unlikely]]
    return furthest_one_by_one(a, b, d);
  OrthantPair<D> orthant;
  if ((lists_a.stride | lists_b.stride) != 0) orthant.find(d);  // else nothing shall wait for it
  const OrthantDirections<D> along(d);
  const __m128 slack = _mm_cvtpd_ps((sum * rough_slack).ab);
  OrthantSupport i =
      ask_list(lists_a.list(orthant.a), lists_a.length, along.a, _mm_shuffle_ps(slack, slack, _MM_SHUFFLE(0, 0, 0, 0)));
  OrthantSupport j =
      ask_list(lists_b.list(orthant.b), lists_b.length, along.b, _mm_shuffle_ps(slack, slack, _MM_SHUFFLE(1, 1, 1, 1)));
  if (!i.sure) i.id = furthest_of_marked<T>(lists_a, orthant.a, i.marks, a.center(), d.a());
  if (!j.sure) j.id = furthest_of_marked<T>(lists_b, orthant.b, j.marks, b.center(), d.b());
  return {VecPair<D>::of(lists_a.vertices[i.id], lists_b.vertices[j.id]), static_cast<VertexId>(i.id),
          static_cast<VertexId>(j.id)};
}

#endif

}  // namespace abut::detail
