/// The widest gap between the lines of the edges of one polygon and the vertices of another, in float: a proposal for
/// polygon_polygon.hpp.
///
/// All edges are compared with all vertices, four at a time, without a branch. The numbers of the edge and of the
/// vertex are written to the last bits of each gap, so that the greatest brings them along.
///
/// Guarantee: the proposal depends on the numbers alone, not on how many of them a processor takes at once.
#pragma once

#include <abut/detail/numeric/float4.hpp>
#include <abut/detail/support/face_planes.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace abut::detail {

/// Polygons of at most this many groups of four vertices are compared: the work grows with the product of their
/// numbers, that of GJK hardly does.
inline constexpr std::size_t most_compared = 2;

/// The rigid motion and scaling from the frame of one polygon to that of another, in float units of the latter.
struct FloatTransform {
  Float4 c, s, x, y;
};

/// An edge of one polygon, a vertex of the other, and the gap between its line and the vertex: a length in float whose
/// last bits are the numbers of both.
class FloatGap {
 public:
  static constexpr std::uint32_t places = 4 * most_compared;

  /// The widest gap, over the edges of `own`, between the line of an edge and the lowest vertex of the other polygon
  /// beyond it. `N` groups of four of each are compared; the last group again if there are fewer.
  template <std::size_t N>
  ABUT_INLINE static FloatGap widest(const FacePlanes<2>& own, const FacePlanes<2>& other,
                                     const FloatTransform& transform) {
    Float4 gap[N];
    for (std::uint32_t k = 0; k < N; ++k) {
      const Float4Planes<2>& vertices = other.fours[k < other.count ? k : k - 1];
      const Float4 px = Float4::of(vertices.corner[0]), py = Float4::of(vertices.corner[1]);
      const Float4 x = (px * transform.c - py * transform.s) + transform.x,
                   y = (px * transform.s + py * transform.c) + transform.y;
      for (std::uint32_t i = 0; i < N; ++i) {
        const Float4Planes<2>& four = own.fours[i < own.count ? i : i - 1];
        const std::uint32_t code = 4 * i * places + 4 * k;
        const Float4 lowest = smaller(smaller(to_vertex<0>(four, x, y, code), to_vertex<1>(four, x, y, code)),
                                      smaller(to_vertex<2>(four, x, y, code), to_vertex<3>(four, x, y, code)));
        gap[i] = k == 0 ? lowest : smaller(lowest, gap[i]);
      }
    }
    Float4 most = gap[0];
    for (std::size_t i = 1; i < N; ++i) most = larger(gap[i], most);
    return FloatGap(greatest(most).first());
  }

  float length() const { return length_; }
  std::size_t edge() const { return bits() / places % places; }
  std::size_t vertex() const { return bits() % places; }

 private:
  explicit FloatGap(float length) : length_(length) {}
  std::uint32_t bits() const { return std::bit_cast<std::uint32_t>(length_); }

  /// From the lines of four edges to vertex I of four.
  template <int I>
  ABUT_INLINE static Float4 to_vertex(const Float4Planes<2>& four, Float4 x, Float4 y, std::uint32_t code) {
    const Float4 height =
        Float4::of(four.normal[0]) * x.template spread<I>() + Float4::of(four.normal[1]) * y.template spread<I>();
    return coded<places * places - 1, places>(height - Float4::of(four.offset), code + std::uint32_t{I});
  }

  float length_;
};

}  // namespace abut::detail
