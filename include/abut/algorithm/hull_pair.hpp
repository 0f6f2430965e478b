/// The furthest points of two hulls of few vertices at once: what rough_scan.hpp does for one, side by side for both.
///
/// The bits are those of one after the other.
#pragma once

#include <abut/algorithm/core_pair.hpp>
#include <abut/algorithm/rough_scan.hpp>

namespace abut::detail {

#if defined(__SSE2__)

/// Bit 0 for A and bit 1 for B of each component's signs, as the numbers of orthants.
template <int D>
struct OrthantPair {
  std::size_t a = 0, b = 0;

  ABUT_INLINE void find(const BothVec<D>& d) {
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
struct RoughDirections {
  __m128 a[D], b[D];

  ABUT_INLINE explicit RoughDirections(const BothVec<D>& d) {
    for (int k = 0; k < D; ++k) {
      const __m128 ab = _mm_cvtpd_ps(d.x[k].ab);
      a[k] = _mm_shuffle_ps(ab, ab, _MM_SHUFFLE(0, 0, 0, 0));
      b[k] = _mm_shuffle_ps(ab, ab, _MM_SHUFFLE(1, 1, 1, 1));
    }
  }
};

template <class HullView, int D>
ABUT_NO_INLINE PointPair<D> furthest_one_by_one(const HullView& a, const HullView& b, const BothVec<D>& d) {
  const auto i = static_cast<VertexId>(a.furthest(d.a())), j = static_cast<VertexId>(b.furthest(d.b()));
  return {BothVec<D>::of(a.vertex(i), b.vertex(j)), i, j};
}

/// The vertices of A and B furthest along d, as each of them sees it.
template <Scalar T, int D, class HullView>
ABUT_INLINE PointPair<D> furthest_of_hulls(const HullView& a, const HullView& b, const BothVec<D>& d) {
  const RoughLists<D>&lists_a = a.rough_lists(), &lists_b = b.rough_lists();
  Both sum = absolute(d.x[0]) + absolute(d.x[1]);
  if constexpr (D == 3) sum = sum + absolute(d.x[2]);
  const bool in_range =
      below(sum, most_rough_sum) == 0b11 && below(sum, least_rough_sum) == 0;  // false for NaN
  if (!in_range || lists_a.fours == nullptr || lists_b.fours == nullptr) [[unlikely]]
    return furthest_one_by_one(a, b, d);
  OrthantPair<D> orthant;
  if ((lists_a.stride | lists_b.stride) != 0) orthant.find(d);  // else nothing shall wait for it
  const RoughDirections<D> along(d);
  const __m128 slack = _mm_cvtpd_ps((sum * rough_slack).ab);
  RoughAnswer i = ask_list(lists_a.list(orthant.a), lists_a.length, along.a,
                           _mm_shuffle_ps(slack, slack, _MM_SHUFFLE(0, 0, 0, 0)));
  RoughAnswer j = ask_list(lists_b.list(orthant.b), lists_b.length, along.b,
                           _mm_shuffle_ps(slack, slack, _MM_SHUFFLE(1, 1, 1, 1)));
  if (!i.sure) i.id = furthest_of_marked<T>(lists_a, orthant.a, i.marks, a.center(), d.a());
  if (!j.sure) j.id = furthest_of_marked<T>(lists_b, orthant.b, j.marks, b.center(), d.b());
  return {BothVec<D>::of(lists_a.vertices[i.id], lists_b.vertices[j.id]), static_cast<VertexId>(i.id),
          static_cast<VertexId>(j.id)};
}

#endif

}  // namespace abut::detail
