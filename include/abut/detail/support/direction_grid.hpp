/// A grid of cells over all directions, as a cube map has: the key of support/direction_table.hpp.
///
/// A direction is a point of the cube max |d_k| = 1 (a square in 2D), whose 2 D faces carry a grid each, of 2^level
/// cells along every axis; a cell has 2^(D - 1) children one level finer. On a face one component is 1 or -1, so that
/// the height d.p of a fixed point p is a linear function there: what holds in the corners of a cell holds in all of
/// it. Callers may scale the components first, by powers of two, so that the cells suit a long or a flat shape.
#pragma once

#include <abut/vec.hpp>

#include <bit>
#include <cstddef>
#include <cstdint>

namespace abut::detail {

/// The resolution is 2^-15 of half an edge of the cube.
inline constexpr int finest_level = 16;

/// Places of the finest level for each unit of s = d_k / max |d|: place i is around s = i / places_per_unit - 1, where
/// i = 0, ..., 2^16 - 2.
inline constexpr double places_per_unit = 32767;

template <int D>
inline constexpr std::size_t face_count = 2 * static_cast<std::size_t>(D);

template <int D>
inline constexpr std::size_t child_count = std::size_t{1} << (D - 1);

/// The axis of the largest component in absolute value, that value, and the sum of all absolute values.
template <int D>
struct MajorAxis {
  std::uint32_t axis;
  double most, sum;
};

/// Without branches: they are unpredictable.
template <int D>
ABUT_INLINE MajorAxis<D> major_axis(const Vec<double, D>& d) {
  MajorAxis<D> r{0, absolute(d[0]), absolute(d[0])};
  for (int k = 1; k < D; ++k) {
    const double size = absolute(d[k]);
    const bool more = size > r.most;
    r.axis = more ? static_cast<std::uint32_t>(k) : r.axis;
    r.most = more ? size : r.most;
    r.sum += size;
  }
  return r;
}

/// A cell of some level, or a direction as a cell of the finest level. at[k] counts along the axis k + 1 after that of
/// the face.
template <int D>
struct GridPlace {
  std::uint32_t face = 0;
  std::uint32_t at[D - 1] = {};
};

/// The place of d, whose largest component must be a normal number. On the border of two cells, and a little beyond,
/// rounding decides: s = d_k / max |d| is off by less than 2^-50.
template <int D>
ABUT_INLINE GridPlace<D> place_of(const Vec<double, D>& d, const MajorAxis<D>& major) {
  double around[2 * D - 1];
  for (int k = 0; k < 2 * D - 1; ++k) around[k] = d[k % D];
  const double scale = places_per_unit / major.most;
  GridPlace<D> p;
  p.face = 2 * major.axis + static_cast<std::uint32_t>(around[major.axis] < 0);
  for (std::uint32_t k = 0; k + 1 < D; ++k) {
    // Between 2^52 and 2^53 doubles are integers: the sum is rounded to the nearest one, which its last bits hold.
    const double at = around[major.axis + 1 + k] * scale + (0x1p52 + places_per_unit);
    p.at[k] = static_cast<std::uint32_t>(std::bit_cast<std::uint64_t>(at));
  }
  return p;
}

/// The index, among all cells of `level`, of the cell that contains a place of the finest level.
template <int D>
ABUT_INLINE std::size_t cell_number(const GridPlace<D>& place, int level) {
  std::size_t number = place.face;
  for (int k = D - 2; k >= 0; --k) number = number << level | place.at[k] >> (finest_level - level);
  return number;
}

/// The index, among its siblings, of the cell of `level` that contains a place of the finest level.
template <int D>
ABUT_INLINE std::size_t child_number(const GridPlace<D>& place, int level) {
  std::size_t number = 0;
  for (int k = 0; k + 1 < D; ++k) number |= (place.at[k] >> (finest_level - level) & 1U) << k;
  return number;
}

/// The directions of a cell: middle_k - half_k to middle_k + half_k in each component. half is 0 along the face's axis.
template <int D>
struct CellRange {
  Vec<double, D> middle, half;
};

/// The range of a cell. Rounding aside: a direction whose place is in the cell is within 2^-48 of its range.
template <int D>
CellRange<D> range_of(const GridPlace<D>& cell, int level) {
  const auto axis = static_cast<int>(cell.face / 2);
  const double width = double(1U << (finest_level - level));
  CellRange<D> r;
  r.middle[axis] = cell.face % 2 == 0 ? 1 : -1;
  for (int k = 0; k + 1 < D; ++k) {
    const int other = (axis + 1 + k) % D;
    r.middle[other] = ((double(cell.at[k]) + 0.5) * width - 0.5) / places_per_unit - 1;
    r.half[other] = 0.5 * width / places_per_unit;
  }
  return r;
}

}  // namespace abut::detail
