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

#include <abut/compiled.hpp>
#include <abut/detail/support/curved.hpp>
#include <abut/detail/support/direction_grid.hpp>
#include <abut/detail/support/orthant_scan.hpp>
#include <abut/detail/support/point_scan.hpp>

#include <cstddef>
#include <cstdint>
#include <vector>

namespace abut::detail {

/// The entry of a cell: four vertices in the order 0, 2, 1, 3 of their numbers, as the ranking in pairs wants them
/// (fewer are repeated); or, if ids[0] is the mark, an offset ids[1] to a list of ids[2] vertices, or to the children
/// if ids[2] is 0.
template <class Id>
struct alignas(4 * sizeof(Id)) CellEntry {
  static constexpr Id mark = static_cast<Id>(Id{1} << (8 * sizeof(Id) - 1));

  Id ids[4] = {};
};

/// Where numbers of vertices and offsets fit 16 bits, and where they do not.
using NarrowEntry = CellEntry<std::uint16_t>;
using WideEntry = CellEntry<std::uint32_t>;

/// A view of a DirectionTableStore. It has narrow or wide entries; with few vertices none but orthant lists; with
/// neither, the query scans all vertices.
template <int D>
struct DirectionTable {
  OrthantLists<D> orthants{};
  const NarrowEntry* narrow = nullptr;  ///< those of the root level, then those of children
  const WideEntry* wide = nullptr;
  const VertexId* lists = nullptr;  ///< each in ascending order
  Vec<double, D> scale{};           ///< multiplies a direction before its cell is found
  double least = 0, most = 0;       ///< between them the heights along a scaled direction are accurate
  int root_level = 0;

  bool has_cells() const { return narrow != nullptr || wide != nullptr; }
};

/// Owns a table; made by make_direction_table() (hull/build_direction_table.hpp).
template <int D>
struct DirectionTableStore {
  OrthantStore<D> orthants;
  std::vector<NarrowEntry> narrow;
  std::vector<WideEntry> wide;
  std::vector<VertexId> lists;
  DirectionTable<D> layout{};  ///< all but the pointers

  DirectionTable<D> table() const {
    DirectionTable<D> t = layout;
    t.orthants = orthants.lists();
    t.narrow = narrow.empty() ? nullptr : narrow.data();
    t.wide = wide.empty() ? nullptr : wide.data();
    t.lists = lists.data();
    return t;
  }
  std::size_t cell_count() const { return narrow.size() + wide.size(); }
  std::size_t bytes() const {
    return sizeof(NarrowEntry) * narrow.size() + sizeof(WideEntry) * wide.size() + sizeof(VertexId) * lists.size();
  }
};

/// The first support vertex of a list.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t support_of_list(const Vec<T, D>* points, const VertexId* list, std::size_t count,
                                           const Vec<double, D>& center, const Vec<double, D>& d) {
  return list[scan_points(count, center, d, [&](std::size_t k) -> const Vec<T, D>& { return points[list[k]]; })];
}

#if defined(__SSE2__)

ABUT_INLINE __m128i ids_of(const WideEntry& entry) {
  return _mm_load_si128(reinterpret_cast<const __m128i*>(&entry.ids[0]));
}
ABUT_INLINE __m128i ids_of(const NarrowEntry& entry) {
  return _mm_unpacklo_epi16(_mm_loadl_epi64(reinterpret_cast<const __m128i*>(&entry.ids[0])), _mm_setzero_si128());
}

/// The first support vertex of four, in the order of a CellEntry: the first two are the lower lanes, which win ties.
template <Scalar T, int D, class Id>
ABUT_INLINE std::size_t support_of_four(const Vec<T, D>* points, const CellEntry<Id>& entry,
                                        const Vec<double, D>& center, const Vec<double, D>& d) {
  const auto& ids = entry.ids;
  const __m128d even = heights_of_two(points[ids[0]], points[ids[1]], center, d);
  const __m128d odd = heights_of_two(points[ids[2]], points[ids[3]], center, d);
  const __m128i all = ids_of(entry);
  const __m128i higher = _mm_castpd_si128(_mm_cmpgt_pd(odd, even));
  const __m128i index =
      either(higher, _mm_unpackhi_epi32(all, _mm_setzero_si128()), _mm_unpacklo_epi32(all, _mm_setzero_si128()));
  const __m128d best = _mm_max_pd(odd, even);
  const __m128i upper = _mm_castpd_si128(_mm_cmpgt_sd(_mm_unpackhi_pd(best, best), best));
  return static_cast<std::size_t>(_mm_cvtsi128_si64(either(upper, _mm_unpackhi_epi64(index, index), index)));
}

#else

template <Scalar T, int D, class Id>
std::size_t support_of_four(const Vec<T, D>* points, const CellEntry<Id>& entry, const Vec<double, D>& center,
                            const Vec<double, D>& d) {
  const auto& ids = entry.ids;
  const VertexId in_order[4] = {ids[0], ids[2], ids[1], ids[3]};
  return support_of_list(points, in_order, 4, center, d);
}

#endif

/// Looks the cell of a direction up among the entries of a table.
template <class Id, Scalar T, int D>
ABUT_INLINE std::size_t find_in_cells(const DirectionTable<D>& table, const CellEntry<Id>* entries,
                                      const Vec<T, D>* points, std::size_t count, const Vec<double, D>& center,
                                      const Vec<double, D>& d) {
  const Vec<double, D> scaled = times(table.scale, d);
  const MajorAxis<D> major = major_axis(scaled);
  // Otherwise heights overflow or underflow, or the direction is zero or not finite.
  const bool in_range = major.most > table.least && major.sum < table.most;  // false for NaN
  if (!in_range) [[unlikely]]
    return support_of_all(points, count, center, d);
  const GridPlace<D> place = place_of(scaled, major);
  const CellEntry<Id>* entry = entries + cell_number(place, table.root_level);
  for (int level = table.root_level + 1; (entry->ids[0] & CellEntry<Id>::mark) != 0; ++level) {
    const std::size_t offset = entry->ids[1], listed = entry->ids[2];
    if (listed != 0) return support_of_list(points, table.lists + offset, listed, center, d);
    entry = entries + offset + child_number(place, level);
  }
  return support_of_four(points, *entry, center, d);
}

/// Not inlined: where there are thousands of vertices the memory takes longer than the call.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t find_in_wide_cells(const DirectionTable<D>& table, const Vec<T, D>* points,
                                              std::size_t count, const Vec<double, D>& center,
                                              const Vec<double, D>& d) {
  return find_in_cells(table, table.wide, points, count, center, d);
}

/// The first support vertex of the points that the table was made for, along any direction, finite or not.
template <Scalar T, int D>
ABUT_INLINE std::size_t find_support(const DirectionTable<D>& table, const Vec<T, D>* points, std::size_t count,
                                     const Vec<double, D>& center, const Vec<double, D>& d) {
  if (table.orthants.fours != nullptr) return find_support(table.orthants, points, count, center, d);
  if constexpr (is_small) {  // one copy of the code is enough
    if (table.wide != nullptr) return find_in_cells(table, table.wide, points, count, center, d);
  } else {
    if (table.narrow != nullptr) return find_in_cells(table, table.narrow, points, count, center, d);
    if (table.wide != nullptr) return find_in_wide_cells(table, points, count, center, d);
  }
  if constexpr (D == 2) return find_support(points, count, center, d);  // at most 16 points: a call costs as much
  return support_of_all(points, count, center, d);
}

}  // namespace abut::detail
