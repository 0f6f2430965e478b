/// Support vertex of a hull of few vertices: those that may be support points in the direction's orthant are ranked in
/// float, four at a time, and in double only where float leaves a choice. For one hull, and for two hulls at once.
///
/// For every orthant (a choice of signs of the direction's components) there is a list of the vertices that
/// find_support (support/point_scan.hpp) may return there, see hull/build_orthant_lists.hpp; for 32 random points of a
/// sphere it has ten on average. A list holds float copies: relative to the mean of the vertices, in units such that no
/// coordinate exceeds 1. With d_1 = |d_x| + |d_y| + |d_z| and u_f = 2^-24, a float height is off by at most 5 u_f d_1
/// (d, the coordinate, the product, two sums); the heights that find_support compares are off by less than u_f d_1 / 5,
/// because the units are chosen so.
///
/// The last six bits of a float height are replaced by the number of its vertex, which makes a key: the greatest key
/// holds the number of its vertex, and no search for it follows. (The latency from direction to vertex dominates a GJK
/// iteration.) That changes a height by less than 128 u_f of itself. So the vertex that find_support returns is among
/// those of the list whose key is within slack = 269 u_f d_1 of the greatest: twice 5 and 128, one for that difference,
/// one for this product, and the 1/5. In most cases it is the only one.
///
/// Guarantee: the vertex of find_support for float and double points; for two hulls, those of one after the other.
#pragma once

#include <abut/detail/numeric/float4.hpp>
#include <abut/detail/support/point_scan.hpp>
#include <abut/detail/support/support_pair.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace abut::detail {

/// So many vertices at most: a number fits into six bits, the marks of a list into one word.
inline constexpr std::size_t most_listed = 64;

/// Four vertices in float: their first coordinates, their second coordinates, ..., and their numbers.
template <int D>
struct alignas(64) Float4Vertices {
  float x[D][4];
  std::uint32_t id[4];
};

template <int D>
inline constexpr std::size_t orthant_count = std::size_t{1} << D;

/// A view of an OrthantStore: one list for each orthant, all of the same length, or one list for all orthants. Bit k of
/// an orthant's number is set if component k is negative; a zero may count as either. Vertices are in ascending order;
/// a list is filled up with the last of them, placed at the mean.
template <int D>
struct OrthantLists {
  const Float4Vertices<D>* fours = nullptr;    ///< null if there are no reliable lists
  const Vec<double, D>* vertices = nullptr;    ///< all vertices, unrounded
  std::uint32_t length = 0;                    ///< of a list, in fours: 2, or a multiple of 4
  std::uint32_t stride = 0;                    ///< from list to list; 0 if there is one list
  const Float4Vertices<D>* guesses = nullptr;  ///< as `fours`, and unreliable lists near overflow or underflow

  const Float4Vertices<D>* list(std::size_t orthant) const { return fours + orthant * stride; }
};

template <int D>
inline constexpr OrthantLists<D> no_orthant_lists{};

/// The lists of a hull; none of another shape. ShapeRef forwards to its shape, so that a type-erased hull gives the
/// same bits.
template <Shape S>
ABUT_INLINE const OrthantLists<dimension_of<S>>& orthant_lists(const S& shape) {
  if constexpr (requires { shape.orthant_lists(); }) {
    return shape.orthant_lists();
  } else {
    return no_orthant_lists<dimension_of<S>>;
  }
}

/// Owns the lists; made by make_orthant_lists() (hull/build_orthant_lists.hpp).
template <int D>
struct OrthantStore {
  std::vector<Float4Vertices<D>> fours;
  std::vector<Vec<double, D>> vertices;
  std::uint32_t length = 0;
  bool is_reliable = false;  ///< no height underflows or overflows

  OrthantLists<D> lists() const {
    if (fours.empty()) return {};
    return {is_reliable ? fours.data() : nullptr, vertices.data(), length, fours.size() == length ? 0 : length,
            fours.data()};
  }
};

/// For a direction with d_1 between these no float height overflows, and the slack is far above the subnormal numbers.
inline constexpr double least_listed_norm = 0x1p-100, most_listed_norm = 0x1p100;
inline constexpr double listed_slack = 269 * unit_roundoff_of<float>;

/// Scans all points, for any direction. Not inlined: it is rare.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t support_of_all(const Vec<T, D>* points, std::size_t count, const Vec<double, D>& center,
                                          const Vec<double, D>& d) {
  return find_support(points, count, center, d);
}

/// The first support vertex among the marked ones of a list. T is the scalar of the points that they were copied from.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t support_of_marked(const OrthantLists<D>& lists, std::size_t orthant, std::uint64_t marks,
                                             const Vec<double, D>& center, const Vec<double, D>& d) {
  const Float4Vertices<D>* list = lists.list(orthant);
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

/// The keys of four vertices: float heights, with the numbers of the vertices in the last bits.
template <int D>
ABUT_INLINE __m128 orthant_keys(const Float4Vertices<D>& four, const __m128 (&along)[D]) {
  __m128 h = _mm_mul_ps(_mm_load_ps(four.x[0]), along[0]);
  for (int k = 1; k < D; ++k) h = _mm_add_ps(h, _mm_mul_ps(_mm_load_ps(four.x[k]), along[k]));
  const __m128i id = _mm_load_si128(reinterpret_cast<const __m128i*>(four.id));
  const __m128i bits = _mm_and_si128(_mm_castps_si128(h), _mm_set1_epi32(-int(most_listed)));
  return _mm_castsi128_ps(_mm_or_si128(bits, id));
}

/// The outcome of the scan of a list.
struct OrthantSupport {
  std::uint64_t marks;  ///< of the vertices that may be the support vertex
  std::size_t id;       ///< the vertex with the greatest key
  bool is_only;         ///< no other vertex may be the support vertex
};

ABUT_INLINE __m128 greatest_of_four(__m128 h) { return greatest(Float4{h}).x; }

ABUT_INLINE std::uint64_t marks_above(__m128 least, __m128 keys) {
  return static_cast<unsigned>(_mm_movemask_ps(_mm_cmpge_ps(keys, least)));
}

/// The outcome for a list of `count` fours. If `least` is not above zero, all are marked: the vertices that fill up the
/// list may be above the others (if these are so close together that their rounded mean is not among them), and keys
/// may have lost their numbers (if the processor flushes subnormal numbers to zero).
ABUT_INLINE OrthantSupport orthant_support(std::uint64_t marks, __m128 most, __m128 least, std::size_t count) {
  const auto bits = static_cast<unsigned>(_mm_cvtsi128_si32(_mm_castps_si128(most)));
  const bool above = _mm_comigt_ss(least, _mm_setzero_ps()) != 0;
  const std::uint64_t every = ~std::uint64_t{0} >> (most_listed - 4 * count);
  return {above ? marks : every, bits & (most_listed - 1), above && (marks & (marks - 1)) == 0};
}

/// Scans a list of any length.
template <int D>
ABUT_NO_INLINE OrthantSupport scan_long_list(const Float4Vertices<D>* list, std::size_t count, const __m128 (&along)[D],
                                             __m128 slack) {
  __m128 keys[most_listed / 4];
  __m128 most = keys[0] = orthant_keys(list[0], along);
  for (std::size_t i = 1; i < count; ++i) most = _mm_max_ps(most, keys[i] = orthant_keys(list[i], along));
  most = greatest_of_four(most);
  const __m128 least = _mm_sub_ps(most, slack);
  std::uint64_t marks = 0;
  for (std::size_t i = count; i-- > 0;) marks = marks << 4 | marks_above(least, keys[i]);
  return orthant_support(marks, most, least, count);
}

/// Scans a list of `count` fours: 2, or a multiple of 4. The count does not depend on the direction, so the branches
/// here are predictable.
template <int D>
ABUT_INLINE OrthantSupport scan_list(const Float4Vertices<D>* list, std::size_t count, const __m128 (&along)[D],
                                     __m128 slack) {
  if (count > 4) [[unlikely]] {
    __m128 copy[D];  // so that `along` stays in registers
    for (int k = 0; k < D; ++k) copy[k] = along[k];
    return scan_long_list(list, count, copy, slack);
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

/// The first support vertex of the points that the lists, not empty, were made of, along any direction, finite or not.
template <Scalar T, int D>
ABUT_INLINE std::size_t find_support([[maybe_unused]] const OrthantLists<D>& lists, const Vec<T, D>* points,
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
  const bool in_range = sum > least_listed_norm && sum < most_listed_norm;  // false for NaN
  if (in_range) [[likely]] {
    const __m128 slack = _mm_set1_ps(narrow<float>(listed_slack * sum));
    const OrthantSupport found = scan_list(lists.list(orthant), lists.length, along, slack);
    if (found.is_only) [[likely]]
      return found.id;
    return support_of_marked<T>(lists, orthant, found.marks, center, d);
  }
#endif
  return support_of_all(points, count, center, d);
}

#if defined(__SSE2__)

/// The numbers of the orthants of A's and B's directions.
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

/// The components of A's and B's directions in float, each in all four lanes.
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

/// The support vertices of A and B, found one after the other. Not inlined: it is rare.
template <class HullView, int D>
ABUT_NO_INLINE PointPair<D> support_one_by_one(const HullView& a, const HullView& b, const VecPair<D>& d) {
  const auto i = static_cast<VertexId>(a.furthest(d.a())), j = static_cast<VertexId>(b.furthest(d.b()));
  return {VecPair<D>::of(a.vertex(i), b.vertex(j)), i, j};
}

/// The support vertices of A and B along d, which holds a direction in the frame of each.
template <Scalar T, int D, class HullView>
ABUT_INLINE PointPair<D> support_of_hulls(const HullView& a, const HullView& b, const VecPair<D>& d) {
  const OrthantLists<D>&lists_a = a.orthant_lists(), &lists_b = b.orthant_lists();
  ScalarPair sum = absolute(d.x[0]) + absolute(d.x[1]);
  if constexpr (D == 3) sum = sum + absolute(d.x[2]);
  const bool in_range = below(sum, most_listed_norm) == 0b11 && below(sum, least_listed_norm) == 0;  // false for NaN
  if (!in_range || lists_a.fours == nullptr || lists_b.fours == nullptr) [[unlikely]]
    return support_one_by_one(a, b, d);
  OrthantPair<D> orthant;
  if ((lists_a.stride | lists_b.stride) != 0) orthant.find(d);  // with one list each nothing has to wait for it
  const OrthantDirections<D> along(d);
  const __m128 slack = _mm_cvtpd_ps((sum * listed_slack).ab);
  OrthantSupport i = scan_list(lists_a.list(orthant.a), lists_a.length, along.a,
                               _mm_shuffle_ps(slack, slack, _MM_SHUFFLE(0, 0, 0, 0)));
  OrthantSupport j = scan_list(lists_b.list(orthant.b), lists_b.length, along.b,
                               _mm_shuffle_ps(slack, slack, _MM_SHUFFLE(1, 1, 1, 1)));
  if (!i.is_only) i.id = support_of_marked<T>(lists_a, orthant.a, i.marks, a.center(), d.a());
  if (!j.is_only) j.id = support_of_marked<T>(lists_b, orthant.b, j.marks, b.center(), d.b());
  return {VecPair<D>::of(lists_a.vertices[i.id], lists_b.vertices[j.id]), static_cast<VertexId>(i.id),
          static_cast<VertexId>(j.id)};
}

#endif

}  // namespace abut::detail
