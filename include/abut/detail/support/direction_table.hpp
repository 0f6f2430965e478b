/// Support vertex of a hull of many vertices by a lookup: a table names, for each cell of directions, the vertices that
/// may be support points there. (For few vertices see support/orthant_scan.hpp.)
///
/// The time of a query hardly depends on the number of vertices: find the cell, rank the four vertices it names. The
/// support vertices for the directions of a cell are those whose normal cones meet it; cells are divided until four or
/// fewer do (hull/build_direction_table.hpp). Where more meet in one direction, as at the end of a prism of many
/// sides, the cell has a list of them.
///
/// Departure: other libraries climb from vertex to vertex along edges (hill climbing), some from a start that a
/// grid of directions names. A climb needs the edges, has a cache miss and a mispredicted branch at each step, and may
/// end at another vertex of equal height than a scan.
///
/// Guarantee: the vertex of find_support (support/point_scan.hpp), which scans all of them, and so its error bound.
#pragma once

#include <abut/detail/support/curved.hpp>
#include <abut/detail/support/direction_grid.hpp>
#include <abut/detail/support/orthant_scan.hpp>
#include <abut/detail/support/point_scan.hpp>

#include <cstddef>
#include <vector>

namespace abut::detail {

/// The entry of a cell: four vertices in the order 0, 2, 1, 3 of their numbers, as the ranking in pairs wants them
/// (fewer are repeated); or, if ids[0] is the mark, an offset ids[1] to a list of ids[2] vertices, or to the children
/// if ids[2] is 0.
struct alignas(16) CellEntry {
  static constexpr VertexId mark = 0x80000000U;

  VertexId ids[4] = {};
};

/// A view of a DirectionTableStore. With few vertices it has no entries but orthant lists; with neither, the query
/// scans all vertices.
template <int D>
struct DirectionTable {
  OrthantLists<D> orthants{};
  const CellEntry* entries = nullptr;  ///< those of the root level, then those of children
  const VertexId* lists = nullptr;     ///< each in ascending order
  Vec<double, D> scale{};              ///< multiplies a direction before its cell is found
  double least = 0, most = 0;          ///< between them the heights along a scaled direction are accurate
  int root_level = 0;
};

/// Owns a table; made by make_direction_table() (hull/build_direction_table.hpp).
template <int D>
struct DirectionTableStore {
  OrthantStore<D> orthants;
  std::vector<CellEntry> entries;
  std::vector<VertexId> lists;
  DirectionTable<D> layout{};  ///< all but the pointers

  DirectionTable<D> table() const {
    DirectionTable<D> t = layout;
    t.orthants = orthants.lists();
    t.entries = entries.empty() ? nullptr : entries.data();
    t.lists = lists.data();
    return t;
  }
};

/// The first support vertex of a list.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t support_of_list(const Vec<T, D>* points, const VertexId* list, std::size_t count,
                                           const Vec<double, D>& center, const Vec<double, D>& d) {
  return list[scan_points(count, center, d, [&](std::size_t k) -> const Vec<T, D>& { return points[list[k]]; })];
}

#if defined(__SSE2__)

/// The first support vertex of four, in the order of a CellEntry: the first two are the lower lanes, which win ties.
template <Scalar T, int D>
ABUT_INLINE std::size_t support_of_four(const Vec<T, D>* points, const VertexId (&ids)[4], const Vec<double, D>& center,
                                        const Vec<double, D>& d) {
  const __m128d even = heights_of_two(points[ids[0]], points[ids[1]], center, d);
  const __m128d odd = heights_of_two(points[ids[2]], points[ids[3]], center, d);
  const __m128i all = _mm_load_si128(reinterpret_cast<const __m128i*>(&ids[0]));
  const __m128i higher = _mm_castpd_si128(_mm_cmpgt_pd(odd, even));
  const __m128i index =
      either(higher, _mm_unpackhi_epi32(all, _mm_setzero_si128()), _mm_unpacklo_epi32(all, _mm_setzero_si128()));
  const __m128d best = _mm_max_pd(odd, even);
  const __m128i upper = _mm_castpd_si128(_mm_cmpgt_sd(_mm_unpackhi_pd(best, best), best));
  return static_cast<std::size_t>(_mm_cvtsi128_si64(either(upper, _mm_unpackhi_epi64(index, index), index)));
}

#else

template <Scalar T, int D>
std::size_t support_of_four(const Vec<T, D>* points, const VertexId (&ids)[4], const Vec<double, D>& center,
                            const Vec<double, D>& d) {
  const VertexId in_order[4] = {ids[0], ids[2], ids[1], ids[3]};
  return support_of_list(points, in_order, 4, center, d);
}

#endif

/// The first support vertex of the points that the table was made for, along any direction, finite or not.
template <Scalar T, int D>
ABUT_INLINE std::size_t find_support(const DirectionTable<D>& table, const Vec<T, D>* points, std::size_t count,
                                     const Vec<double, D>& center, const Vec<double, D>& d) {
  if (table.orthants.fours != nullptr) return find_support(table.orthants, points, count, center, d);
  if (table.entries == nullptr) {
    if constexpr (D == 2) return find_support(points, count, center, d);  // at most 16 points: a call costs as much
    return support_of_all(points, count, center, d);
  }
  const Vec<double, D> scaled = times(table.scale, d);
  const MajorAxis<D> major = major_axis(scaled);
  // Otherwise heights overflow or underflow, or the direction is zero or not finite.
  const bool in_range = major.most > table.least && major.sum < table.most;  // false for NaN
  if (!in_range) [[unlikely]]
    return support_of_all(points, count, center, d);
  const GridPlace<D> place = place_of(scaled, major);
  const CellEntry* entry = table.entries + cell_number(place, table.root_level);
  for (int level = table.root_level + 1; (entry->ids[0] & CellEntry::mark) != 0; ++level) {
    const std::size_t offset = entry->ids[1], listed = entry->ids[2];
    if (listed != 0) return support_of_list(points, table.lists + offset, listed, center, d);
    entry = table.entries + offset + child_number(place, level);
  }
  return support_of_four(points, entry->ids, center, d);
}

}  // namespace abut::detail
