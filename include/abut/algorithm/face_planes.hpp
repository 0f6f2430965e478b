/// The planes of a hull's faces, in float and four at a time: by which of them does a ray come in, by which does it go out?
///
/// Along a ray q + t r the plane n.x = c of a face is met at t = (c - n.q) / n.r. The ray comes into all half-spaces n.x <= c with the last of
/// those planes that it approaches, and leaves the first of them with the first of those it recedes from: the hull is
/// between. That is the clipping of a ray by planes, one pass without a branch over all faces.
///
/// Guarantee: none but this: what it answers depends on the numbers alone, not on how many of them a processor takes at once. It is computed in
/// float and is a proposal; those who use it prove it. See ray_clip.hpp.
///
/// Reference: M. Cyrus and J. Beck, "Generalized two- and three-dimensional clipping" (1978).
#pragma once

#include <abut/algorithm/rounding.hpp>
#include <abut/support.hpp>

#include <array>
#include <bit>
#include <cstddef>
#include <span>
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

/// In units of u: each component of a unit normal is rounded by a division, and the area it is made from is off by less than a quarter of u.
inline constexpr double normal_roundings = 2;

/// Four faces, the last of a list repeated until there are four. The rough planes are from the center of the hull's ball, in units of
/// 1 / rough_unit(reach).
template <int D>
struct alignas(16) PlaneFour {
  float rough[D][4];  ///< the normals
  float offset[4];
  double normal[4][D];
  VertexId corner[4][D];
};

/// A power of two that brings the hull to a size of about 1.
inline double rough_unit(double reach) { return inverse_power_of_two(reach); }

/// All of them; none if the hull has no interior, or too many faces, or is at the ends of the range.
template <int D>
struct FacePlanes {
  const PlaneFour<D>* fours = nullptr;
  std::size_t count = 0;  ///< of the fours

  bool empty() const { return count == 0; }
  const VertexId* corners(std::size_t face) const { return fours[face / 4].corner[face % 4]; }
  Vec<double, D> normal(std::size_t face) const {
    Vec<double, D> n;
    for (int k = 0; k < D; ++k) n[k] = fours[face / 4].normal[face % 4][k];
    return n;
  }
};

/// `ball`: around the points, which are those of a hull.
template <Scalar T, int D>
std::vector<PlaneFour<D>> plane_copy(std::span<const Vec<T, D>> points,
                                     const std::vector<FacePlane<D>>& faces, const Enclosure<D>& ball) {
  std::vector<PlaneFour<D>> fours;
  const bool in_range = ball.reach > 0x1p-800 && ball.reach < 0x1p800;
  if (faces.size() > most_planes || !in_range) return fours;
  fours.resize((faces.size() + 3) / 4);
  for (std::size_t i = 0; i < 4 * fours.size(); ++i) {
    PlaneFour<D>& four = fours[i / 4];
    const FacePlane<D>& face = faces[i < faces.size() ? i : faces.size() - 1];
    const Vec<double, D> corner = (widen(points[face.corners[0]]) - ball.center) * rough_unit(ball.reach);
    for (int k = 0; k < D; ++k) {
      four.rough[k][i % 4] = narrow<float>(face.normal[k]);
      four.normal[i % 4][k] = face.normal[k];
      four.corner[i % 4][k] = face.corners[static_cast<std::size_t>(k)];
    }
    four.offset[i % 4] = narrow<float>(dot(face.normal, corner));
  }
  return fours;
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
ABUT_INLINE PlanesMet<D>::PlanesMet(const FacePlanes<D>& planes, const Vec<float, D>& q,
                                    const Vec<float, D>& r)
    : count_(planes.count) {
  __m128 in = _mm_set1_ps(-infinity<float>), out = _mm_set1_ps(infinity<float>), from[D], along[D];
  for (int k = 0; k < D; ++k) {
    from[k] = _mm_set1_ps(q[k]);
    along[k] = _mm_set1_ps(r[k]);
  }
  for (std::size_t i = 0; i < count_; ++i) {
    const PlaneFour<D>& four = planes.fours[i];
    const __m128 first = _mm_load_ps(four.rough[0]);
    __m128 height = _mm_mul_ps(first, from[0]), slope = _mm_mul_ps(first, along[0]);
    for (int k = 1; k < D; ++k) {
      const __m128 n = _mm_load_ps(four.rough[k]);
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
  in_ = greatest_of(in);
  out_ = least_of(out);
}

template <int D>
ABUT_INLINE std::size_t PlanesMet<D>::find(float t) const {
  const __m128 wanted = _mm_set1_ps(t);
  for (std::size_t i = 0; i < count_; ++i) {
    const int same = _mm_movemask_ps(_mm_cmpeq_ps(_mm_load_ps(times_ + 4 * i), wanted));
    if (same != 0) return 4 * i + static_cast<std::size_t>(std::countr_zero(static_cast<unsigned>(same)));
  }
  return 0;
}

#else

template <int D>
PlanesMet<D>::PlanesMet(const FacePlanes<D>& planes, const Vec<float, D>& q, const Vec<float, D>& r)
    : count_(planes.count), in_(-infinity<float>), out_(infinity<float>) {
  for (std::size_t face = 0; face < 4 * count_; ++face) {
    const PlaneFour<D>& four = planes.fours[face / 4];
    const std::size_t lane = face % 4;
    float height = four.rough[0][lane] * q[0], slope = four.rough[0][lane] * r[0];
    for (int k = 1; k < D; ++k) {
      height += four.rough[k][lane] * q[k];
      slope += four.rough[k][lane] * r[k];
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
