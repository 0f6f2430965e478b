/// The planes of a hull's faces, in float and four at a time: by which of them does a ray come in, by which does it go out?
///
/// Along a ray q + t r the plane n.x = c of a face is met at t = (c - n.q) / n.r. The ray comes into all half-spaces n.x <= c with the last of
/// those planes that it approaches, and leaves the first of them with the first of those it recedes from: the hull is
/// between. That is the clipping of a ray by planes, one pass without a branch over all faces.
///
/// Guarantee: none but this: what it answers depends on the numbers alone, not on how many of them a processor takes at once. It is computed in
/// float and is a proposal; those who use it prove it. See cast/ray_clip.hpp.
///
/// Reference: M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping" (1978).
#pragma once

#include <abut/detail/numeric/rounding.hpp>
#include <abut/support.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#if defined(__SSE2__)
#include <emmintrin.h>
#endif

namespace abut::detail {

/// Planes are kept of hulls with at most so many faces. Measured: with 60 a cast takes 250 ns in place of 970 by GJK, with 508 it is 580 in place
/// of 1630. The pass grows with the number of faces and GJK hardly does; but memory would grow with it too.
inline constexpr std::size_t most_planes = 512;

/// A face of a hull: an edge in the plane, a triangle in space.
template <int D>
struct FacePlane {
  std::array<VertexId, D> corners;
  Vec<double, D> normal;  ///< outward, of length 1; its direction is known to `normal_roundings`
};

/// In the plane, with the first corner itself: edge i begins at vertex i.
template <>
struct FacePlane<2> {
  std::array<VertexId, 2> corners;
  Vec2d normal;
  Vec2d corner{};
};

/// In units of u: each component of a unit normal is rounded by a division, and the area it is made from is off by less than a quarter of u.
inline constexpr double normal_roundings = 2;

/// Of four faces, the last of a list repeated until there are four, from the center of the hull's ball in units of 1 / rough_unit(reach).
/// In space they fill a line of the cache, and the pass over all faces reads no other.
template <int D>
struct alignas(D == 3 ? 64 : 16) RoughPlanes {
  float normal[D][4];
  float offset[4];
};

/// In the plane, with the first corners of the edges: all vertices, in their order.
template <>
struct alignas(16) RoughPlanes<2> {
  float normal[2][4];
  float offset[4];
  float corner[2][4];
};

/// A power of two that brings the hull to a size of about 1.
inline double rough_unit(double reach) { return inverse_power_of_two(reach); }

/// All of them; none if the hull has no interior, or too many faces, or is at the ends of the range.
template <int D>
struct FacePlanes {
  const RoughPlanes<D>* fours = nullptr;
  const FacePlane<D>* faces = nullptr;  ///< what a proposal is proven by: four for each of `fours`
  std::size_t count = 0;                ///< of the fours

  bool empty() const { return count == 0; }
  double offset(std::size_t face) const { return double(fours[face / 4].offset[face % 4]); }
};

/// Where they are kept.
template <int D>
struct PlaneLists {
  std::vector<RoughPlanes<D>> fours;
  std::vector<FacePlane<D>> faces;

  FacePlanes<D> view() const { return {fours.data(), faces.data(), fours.size()}; }
};

/// `ball`: around the points, which are those of a hull with these faces.
template <Scalar T, int D>
PlaneLists<D> plane_lists(std::span<const Vec<T, D>> points, std::vector<FacePlane<D>> faces,
                          const Enclosure<D>& ball) {
  const bool in_range = ball.reach > 0x1p-1020 && ball.reach < 0x1p1020;  // its inverse is a normal number
  if (faces.size() > most_planes || !in_range) return {};
  PlaneLists<D> lists;
  while (faces.size() % 4 != 0) faces.push_back(FacePlane<D>(faces.back()));
  lists.fours.resize(faces.size() / 4);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const Vec<double, D>& normal = faces[i].normal;
    RoughPlanes<D>& four = lists.fours[i / 4];
    const Vec<double, D> first = widen(points[faces[i].corners[0]]),
                         corner = (first - ball.center) * rough_unit(ball.reach);
    if constexpr (D == 2) faces[i].corner = first;
    for (int k = 0; k < D; ++k) {
      four.normal[k][i % 4] = narrow<float>(normal[k]);
      if constexpr (D == 2) four.corner[k][i % 4] = narrow<float>(corner[k]);
    }
    four.offset[i % 4] = narrow<float>(dot(normal, corner));
  }
  lists.faces = std::move(faces);
  return lists;
}

/// When the ray comes in and goes out; -infinity if it approaches no plane, infinity if it recedes from none. By which faces can be asked
/// afterwards: few need to know both.
template <int D>
class PlanesMet {
 public:
  /// The ray q + t r.
  ABUT_INLINE PlanesMet(const FacePlanes<D>& planes, const Vec<float, D>& q, const Vec<float, D>& r);

  float in() const { return in_; }
  float out() const { return out_; }
  /// The first of the faces with that time. (Where one is approached as another is left, at an edge, it may be the other.)
  std::size_t face_in() const { return find(in_); }
  std::size_t face_out() const { return find(out_); }

 private:
  static constexpr std::size_t search_step = 64;
  static_assert(most_planes % search_step == 0);

  std::size_t find(float t) const;

  std::size_t count_;
  float in_, out_;
  alignas(16) float times_[most_planes];  ///< when the plane of each face is met
};

#if defined(__SSE2__)

ABUT_INLINE float greatest_of(__m128 x) {
  x = _mm_max_ps(x, _mm_shuffle_ps(x, x, _MM_SHUFFLE(1, 0, 3, 2)));
  return _mm_cvtss_f32(_mm_max_ps(x, _mm_shuffle_ps(x, x, _MM_SHUFFLE(2, 3, 0, 1))));
}
ABUT_INLINE float least_of(__m128 x) {
  x = _mm_min_ps(x, _mm_shuffle_ps(x, x, _MM_SHUFFLE(1, 0, 3, 2)));
  return _mm_cvtss_f32(_mm_min_ps(x, _mm_shuffle_ps(x, x, _MM_SHUFFLE(2, 3, 0, 1))));
}

template <int D>
ABUT_INLINE PlanesMet<D>::PlanesMet(const FacePlanes<D>& planes, const Vec<float, D>& q, const Vec<float, D>& r)
    : count_(planes.count) {
  const std::size_t count = count_;
  __m128 in = _mm_set1_ps(-infinity<float>), out = _mm_set1_ps(infinity<float>), from[D], along[D];
  for (int k = 0; k < D; ++k) {
    from[k] = _mm_set1_ps(q[k]);
    along[k] = _mm_set1_ps(r[k]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const RoughPlanes<D>& four = planes.fours[i];
    const __m128 first = _mm_load_ps(four.normal[0]);
    __m128 height = _mm_mul_ps(first, from[0]), slope = _mm_mul_ps(first, along[0]);
    for (int k = 1; k < D; ++k) {
      const __m128 n = _mm_load_ps(four.normal[k]);
      height = _mm_add_ps(height, _mm_mul_ps(n, from[k]));
      slope = _mm_add_ps(slope, _mm_mul_ps(n, along[k]));
    }
    const __m128 t = _mm_div_ps(_mm_sub_ps(_mm_load_ps(four.offset), height), slope);
    // All bits set are a NaN; of one and another number, maximum and minimum are the second.
    const __m128 coming = _mm_or_ps(t, _mm_cmpnlt_ps(slope, _mm_setzero_ps()));
    const __m128 going = _mm_or_ps(t, _mm_cmpngt_ps(slope, _mm_setzero_ps()));
    in = _mm_max_ps(coming, in);
    out = _mm_min_ps(going, out);
    _mm_store_ps(times_ + 4 * i, t);
  }
  for (std::size_t i = 4 * count; i % search_step != 0; i += 4)
    _mm_store_ps(times_ + i, _mm_set1_ps(std::numeric_limits<float>::quiet_NaN()));  // equal to no time
  in_ = greatest_of(in);
  out_ = least_of(out);
}

/// Which of 16 numbers are equal to x, from the lowest bit on.
ABUT_INLINE unsigned equal_of_16(const float* numbers, __m128 x) {
  const auto equal = [&](std::size_t i) { return _mm_castps_si128(_mm_cmpeq_ps(_mm_load_ps(numbers + 4 * i), x)); };
  const __m128i low = _mm_packs_epi32(equal(0), equal(1)), high = _mm_packs_epi32(equal(2), equal(3));
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}

/// 64 at once: one after another, each search would end where no branch predictor expects it.
template <int D>
ABUT_INLINE std::size_t PlanesMet<D>::find(float t) const {
  const __m128 wanted = _mm_set1_ps(t);
  for (std::size_t i = 0; i < 4 * count_; i += search_step) {
    std::uint64_t same = 0;
    for (std::size_t k = 0; k < search_step; k += 16) same |= std::uint64_t{equal_of_16(times_ + i + k, wanted)} << k;
    if (same != 0) return i + static_cast<std::size_t>(std::countr_zero(same));
  }
  return 0;
}

#else

template <int D>
PlanesMet<D>::PlanesMet(const FacePlanes<D>& planes, const Vec<float, D>& q, const Vec<float, D>& r)
    : count_(planes.count), in_(-infinity<float>), out_(infinity<float>) {
  for (std::size_t face = 0; face < 4 * count_; ++face) {
    const RoughPlanes<D>& four = planes.fours[face / 4];
    const std::size_t lane = face % 4;
    float height = four.normal[0][lane] * q[0], slope = four.normal[0][lane] * r[0];
    for (int k = 1; k < D; ++k) {
      height += four.normal[k][lane] * q[k];
      slope += four.normal[k][lane] * r[k];
    }
    const float t = (four.offset[lane] - height) / slope;
    times_[face] = t;
    if (slope < 0 && t > in_) in_ = t;
    if (slope > 0 && t < out_) out_ = t;
  }
}

template <int D>
std::size_t PlanesMet<D>::find(float t) const {
  for (std::size_t face = 0; face < 4 * count_; ++face) {
    if (times_[face] == t) return face;
  }
  return 0;
}

#endif

}  // namespace abut::detail
