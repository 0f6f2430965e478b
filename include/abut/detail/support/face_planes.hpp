/// The face planes of a hull, in float and four at a time, and the clipping of a ray by them: through which face does
/// it enter, through which does it exit?
///
/// The ray q + t r meets the plane n.x = c of a face at t = (c - n.q) / n.r. It is inside of all half-spaces n.x <= c
/// from the last of those times at planes that it approaches to the first of those at planes that it recedes from. One
/// pass over all faces, without a branch, finds both.
///
/// Reference: M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping" (1978).
///
/// Guarantee: the result depends on the numbers alone, not on the instruction set. It is computed in float and is only
/// a proposal: callers prove it, see cast/ray_hull.hpp.
#pragma once

#include <abut/detail/numeric/float4.hpp>
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

/// A hull with more faces keeps no planes. Measured: with 60 faces a cast takes 250 ns, by GJK 970; with 508 faces 580,
/// by GJK 1630. The pass grows with the number of faces and GJK hardly does, and so would the memory.
inline constexpr std::size_t most_planes = 512;

/// A face of a hull: an edge in 2D, a triangle in 3D. A solid of at most most_planes triangles has half as many
/// vertices, and two: their numbers fit 16 bits.
template <int D>
struct FacePlane {
  std::array<std::uint16_t, D> corners;
  Vec<double, D> normal;  ///< outward, of length 1; its direction is known to `normal_roundings`
};

/// In 2D it holds its first corner too: edge i begins at vertex i.
template <>
struct FacePlane<2> {
  std::array<VertexId, 2> corners;
  Vec2d normal;
  Vec2d corner{};
};

/// In units of u: a division rounds each component of a unit normal, and the area vector that it is made from is off by
/// less than a quarter of u.
inline constexpr double normal_roundings = 2;

/// The planes of four faces relative to the center of the hull's bounding sphere, in units of 1 / unit_scale(reach).
/// The last face is repeated to fill the last four. In 3D they fill one cache line, and the pass over all faces reads
/// nothing else.
template <int D>
struct alignas(D == 3 ? 64 : 16) Float4Planes {
  float normal[D][4];
  float offset[4];
};

/// In 2D they hold the first corners of the edges too: all vertices, in order.
template <>
struct alignas(16) Float4Planes<2> {
  float normal[2][4];
  float offset[4];
  float corner[2][4];
};

/// A power of two that brings the hull to a size of about 1.
inline double unit_scale(double reach) { return inverse_power_of_two(reach); }

/// A view of a FacePlaneStore. Empty if the hull has no interior, or too many faces, or is near overflow or underflow.
template <int D>
struct FacePlanes {
  const Float4Planes<D>* fours = nullptr;
  const FacePlane<D>* faces = nullptr;  ///< in double, for proofs: four for each of `fours`
  std::size_t count = 0;                ///< of `fours`

  bool empty() const { return count == 0; }
  double offset(std::size_t face) const { return double(fours[face / 4].offset[face % 4]); }
};

/// Owns the planes.
template <int D>
struct FacePlaneStore {
  std::vector<Float4Planes<D>> fours;
  std::vector<FacePlane<D>> faces;

  FacePlanes<D> view() const { return {fours.data(), faces.data(), fours.size()}; }
};

/// The planes of a hull of these points and faces. `ball` is its bounding sphere.
template <Scalar T, int D>
FacePlaneStore<D> make_face_planes(std::span<const Vec<T, D>> points, std::vector<FacePlane<D>> faces,
                                   const Enclosure<D>& ball) {
  const bool in_range = ball.reach > 0x1p-1020 && ball.reach < 0x1p1020;  // its inverse is a normal number
  if (faces.size() > most_planes || !in_range) return {};
  FacePlaneStore<D> store;
  while (faces.size() % 4 != 0) faces.push_back(FacePlane<D>(faces.back()));
  store.fours.resize(faces.size() / 4);
  for (std::size_t i = 0; i < faces.size(); ++i) {
    const Vec<double, D>& normal = faces[i].normal;
    Float4Planes<D>& four = store.fours[i / 4];
    const Vec<double, D> first = widen(points[faces[i].corners[0]]),
                         corner = (first - ball.center) * unit_scale(ball.reach);
    if constexpr (D == 2) faces[i].corner = first;
    for (int k = 0; k < D; ++k) {
      four.normal[k][i % 4] = narrow<float>(normal[k]);
      if constexpr (D == 2) four.corner[k][i % 4] = narrow<float>(corner[k]);
    }
    four.offset[i % 4] = narrow<float>(dot(normal, corner));
  }
  faces.shrink_to_fit();
  store.faces = std::move(faces);
  return store;
}

/// A ray clipped by the planes. Its faces are searched on request: few callers need both.
template <int D>
class PlaneClip {
 public:
  /// The ray q + t r.
  ABUT_INLINE PlaneClip(const FacePlanes<D>& planes, const Vec<float, D>& q, const Vec<float, D>& r);

  /// The time of entry, -infinity if the ray approaches no plane; the time of exit, infinity if it recedes from none.
  float entry() const { return entry_; }
  float exit() const { return exit_; }
  /// The first face that is met at that time. At an edge, where it enters and exits, it may be either.
  std::size_t entry_face() const { return find(entry_); }
  std::size_t exit_face() const { return find(exit_); }

 private:
  static constexpr std::size_t search_step = 64;
  static_assert(most_planes % search_step == 0);

  std::size_t find(float t) const;

  std::size_t count_;
  float entry_, exit_;
  alignas(16) float times_[most_planes];  ///< at which the ray meets each plane
};

#if defined(__SSE2__)

template <int D>
ABUT_INLINE PlaneClip<D>::PlaneClip(const FacePlanes<D>& planes, const Vec<float, D>& q, const Vec<float, D>& r)
    : count_(planes.count) {
  const std::size_t count = count_;
  __m128 entry = _mm_set1_ps(-infinity<float>), exit = _mm_set1_ps(infinity<float>), from[D], along[D];
  for (int k = 0; k < D; ++k) {
    from[k] = _mm_set1_ps(q[k]);
    along[k] = _mm_set1_ps(r[k]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Float4Planes<D>& four = planes.fours[i];
    const __m128 first = _mm_load_ps(four.normal[0]);
    __m128 height = _mm_mul_ps(first, from[0]), slope = _mm_mul_ps(first, along[0]);
    for (int k = 1; k < D; ++k) {
      const __m128 n = _mm_load_ps(four.normal[k]);
      height = _mm_add_ps(height, _mm_mul_ps(n, from[k]));
      slope = _mm_add_ps(slope, _mm_mul_ps(n, along[k]));
    }
    const __m128 t = _mm_div_ps(_mm_sub_ps(_mm_load_ps(four.offset), height), slope);
    // All bits set are a NaN, and the maximum or minimum of a NaN and another number is the second operand.
    const __m128 approached = _mm_or_ps(t, _mm_cmpnlt_ps(slope, _mm_setzero_ps()));
    const __m128 receded = _mm_or_ps(t, _mm_cmpngt_ps(slope, _mm_setzero_ps()));
    entry = _mm_max_ps(approached, entry);
    exit = _mm_min_ps(receded, exit);
    _mm_store_ps(times_ + 4 * i, t);
  }
  for (std::size_t i = 4 * count; i % search_step != 0; i += 4)
    _mm_store_ps(times_ + i, _mm_set1_ps(std::numeric_limits<float>::quiet_NaN()));  // equal to no time
  entry_ = greatest(Float4{entry}).first();
  exit_ = least(Float4{exit}).first();
}

/// Bit i is set if number i of 16 is equal to x.
ABUT_INLINE unsigned equal_of_16(const float* numbers, __m128 x) {
  const auto equal = [&](std::size_t i) { return _mm_castps_si128(_mm_cmpeq_ps(_mm_load_ps(numbers + 4 * i), x)); };
  const __m128i low = _mm_packs_epi32(equal(0), equal(1)), high = _mm_packs_epi32(equal(2), equal(3));
  return static_cast<unsigned>(_mm_movemask_epi8(_mm_packs_epi16(low, high)));
}

/// Compares 64 at once: a loop over single times would end with a mispredicted branch.
template <int D>
ABUT_INLINE std::size_t PlaneClip<D>::find(float t) const {
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
PlaneClip<D>::PlaneClip(const FacePlanes<D>& planes, const Vec<float, D>& q, const Vec<float, D>& r)
    : count_(planes.count), entry_(-infinity<float>), exit_(infinity<float>) {
  for (std::size_t face = 0; face < 4 * count_; ++face) {
    const Float4Planes<D>& four = planes.fours[face / 4];
    const std::size_t lane = face % 4;
    float height = four.normal[0][lane] * q[0], slope = four.normal[0][lane] * r[0];
    for (int k = 1; k < D; ++k) {
      height += four.normal[k][lane] * q[k];
      slope += four.normal[k][lane] * r[k];
    }
    const float t = (four.offset[lane] - height) / slope;
    times_[face] = t;
    if (slope < 0 && t > entry_) entry_ = t;
    if (slope > 0 && t < exit_) exit_ = t;
  }
}

template <int D>
std::size_t PlaneClip<D>::find(float t) const {
  for (std::size_t face = 0; face < 4 * count_; ++face) {
    if (times_[face] == t) return face;
  }
  return 0;
}

#endif

}  // namespace abut::detail
