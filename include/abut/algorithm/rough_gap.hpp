/// The edge of a polygon that has another one furthest beyond its line, in float.
///
/// All edges are compared with all vertices, four at a time, without a branch.
///
/// Guarantee: none but this: what it answers depends on the numbers alone, and not on how many of them a processor takes at once. It is a proposal; those
/// who use it prove it. See polygons.hpp.
#pragma once

#include <abut/algorithm/face_planes.hpp>
#include <abut/algorithm/four.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace abut::detail {

/// Polygons of at most so many fours of vertices are compared: the work grows with the product of their numbers, that of GJK hardly does.
inline constexpr std::size_t most_compared = 2;

/// From the corners of a polygon to where another sees them, in its rough units.
struct RoughWay {
  Four c, s, x, y;
};

/// An edge of one polygon, a vertex of the other, and the gap between its line and the vertex: a rough length whose last bits are the numbers of both.
class RoughGap {
 public:
  static constexpr std::uint32_t places = 4 * most_compared;

  /// Of the edge of `own` that has the other polygon furthest beyond its line. `N` fours of each are looked at, the last one again where there are fewer.
  template <std::size_t N>
  ABUT_INLINE static RoughGap widest(const FacePlanes<2>& own, const FacePlanes<2>& other,
                                     const RoughWay& way) {
    Four gap[N];
    for (std::uint32_t k = 0; k < N; ++k) {
      const RoughPlanes<2>& met = other.fours[k < other.count ? k : k - 1];
      const Four px = Four::of(met.corner[0]), py = Four::of(met.corner[1]);
      const Four x = (px * way.c - py * way.s) + way.x, y = (px * way.s + py * way.c) + way.y;
      for (std::uint32_t i = 0; i < N; ++i) {
        const RoughPlanes<2>& four = own.fours[i < own.count ? i : i - 1];
        const std::uint32_t code = 4 * i * places + 4 * k;
        const Four lowest = smaller(smaller(to_vertex<0>(four, x, y, code), to_vertex<1>(four, x, y, code)),
                                    smaller(to_vertex<2>(four, x, y, code), to_vertex<3>(four, x, y, code)));
        gap[i] = k == 0 ? lowest : smaller(lowest, gap[i]);
      }
    }
    Four most = gap[0];
    for (std::size_t i = 1; i < N; ++i) most = larger(gap[i], most);
    return RoughGap(greatest(most).first());
  }

  float length() const { return length_; }
  std::size_t edge() const { return bits() / places % places; }
  std::size_t vertex() const { return bits() % places; }

 private:
  explicit RoughGap(float length) : length_(length) {}
  std::uint32_t bits() const { return std::bit_cast<std::uint32_t>(length_); }

  /// From the lines of four edges to vertex I of four.
  template <int I>
  ABUT_INLINE static Four to_vertex(const RoughPlanes<2>& four, Four x, Four y, std::uint32_t code) {
    const Four height =
        Four::of(four.normal[0]) * x.template spread<I>() + Four::of(four.normal[1]) * y.template spread<I>();
    return coded<places * places - 1, places>(height - Four::of(four.offset), code + std::uint32_t{I});
  }

  float length_;
};

}  // namespace abut::detail
