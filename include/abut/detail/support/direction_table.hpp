/// The furthest of many vertices along a direction, without looking at all of them: a table says for each cell of directions which
/// vertices may be the furthest there. (Few of them are looked at, all: support/orthant_scan.hpp.)
///
/// Guarantee: the answer of find_furthest, which looks at all of them, bit for bit; and so its bound on rounding. The time of a query hardly depends
/// on the number of vertices: find the cell, rank the four vertices it names. Vertices that are furthest for directions of a cell are those
/// whose normal cones meet it; cells are divided until four or fewer do (src/support/direction_table.hpp). Where more meet in one direction,
/// as at the end of a prism of many sides, a cell has a list of all of them.
///
/// Others climb from vertex to vertex along edges, or climb from a start that a grid of directions names. A climb needs the edges, waits
/// for memory and for wrongly predicted branches at each step, and ends at another vertex of equal height than a scan.
#pragma once

#include <abut/detail/support/curved.hpp>
#include <abut/detail/support/direction_grid.hpp>
#include <abut/detail/support/orthant_scan.hpp>
#include <abut/detail/support/point_scan.hpp>

#include <cstddef>
#include <vector>

namespace abut::detail {

/// What a cell says. Four vertices in the order 0, 2, 1, 3 of their numbers, which suits the ranking by twos (with fewer, some are
/// named twice); or, marked, where to look further: ids[1] is an offset to a list of ids[2] vertices, or to the children if that is 0.
struct alignas(16) CellEntry {
  static constexpr VertexId mark = 0x80000000U;

  VertexId ids[4] = {};
};

/// The table; a view of a VertexSearch. Without entries, for few vertices: a rough copy of them. Without both: look at all of them.
template <int D>
struct DirectionTable {
  OrthantLists<D> rough{};
  const CellEntry* entries = nullptr;  ///< of the root level, then of children
  const VertexId* lists = nullptr;     ///< each in the order of vertex numbers
  Vec<double, D> scale{};              ///< of directions, before they are put into the grid
  double least = 0, most = 0;          ///< for scaled directions within: nothing overflows, nor is lost below
  int root_level = 0;
};

/// Owns a table. Made by make_vertex_search.
template <int D>
struct VertexSearch {
  OrthantStore<D> rough;
  std::vector<CellEntry> entries;
  std::vector<VertexId> lists;
  DirectionTable<D> layout{};  ///< all but the pointers

  DirectionTable<D> table() const {
    DirectionTable<D> t = layout;
    t.rough = rough.lists();
    t.entries = entries.empty() ? nullptr : entries.data();
    t.lists = lists.data();
    return t;
  }
};

/// The first of the furthest of a list.
template <Scalar T, int D>
ABUT_NO_INLINE std::size_t furthest_of_list(const Vec<T, D>* points, const VertexId* list, std::size_t count,
                                            const Vec<double, D>& center, const Vec<double, D>& d) {
  return list[first_furthest(count, center, d, [&](std::size_t k) -> const Vec<T, D>& { return points[list[k]]; })];
}

#if defined(__SSE2__)

/// The first of the furthest of four, in the order of a CellEntry: the first two are the lower lanes, and win if all is equal.
template <Scalar T, int D>
ABUT_INLINE std::size_t furthest_of_four(const Vec<T, D>* points, const VertexId (&ids)[4],
                                         const Vec<double, D>& center, const Vec<double, D>& d) {
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
std::size_t furthest_of_four(const Vec<T, D>* points, const VertexId (&ids)[4], const Vec<double, D>& center,
                             const Vec<double, D>& d) {
  const VertexId in_order[4] = {ids[0], ids[2], ids[1], ids[3]};
  return furthest_of_list(points, in_order, 4, center, d);
}

#endif

/// The first of the furthest of the points that the table was made for. Any direction will do, finite or not.
template <Scalar T, int D>
ABUT_INLINE std::size_t find_furthest(const DirectionTable<D>& table, const Vec<T, D>* points, std::size_t count,
                                      const Vec<double, D>& center, const Vec<double, D>& d) {
  if (table.rough.fours != nullptr) return find_furthest(table.rough, points, count, center, d);
  if (table.entries == nullptr) {
    if constexpr (D == 2) return find_furthest(points, count, center, d);  // up to 16: a call takes as long
    return furthest_of_all(points, count, center, d);
  }
  const Vec<double, D> scaled = times(table.scale, d);
  const Heading<D> h = heading(scaled);
  // Else heights overflow or vanish, or the direction is zero or not finite.
  const bool in_range = h.most > table.least && h.sum < table.most;  // false for NaN
  if (!in_range) [[unlikely]]
    return furthest_of_all(points, count, center, d);
  const GridPlace<D> place = place_of(scaled, h);
  const CellEntry* entry = table.entries + cell_number(place, table.root_level);
  for (int level = table.root_level + 1; (entry->ids[0] & CellEntry::mark) != 0; ++level) {
    const std::size_t offset = entry->ids[1], listed = entry->ids[2];
    if (listed != 0) return furthest_of_list(points, table.lists + offset, listed, center, d);
    entry = table.entries + offset + child_number(place, level);
  }
  return furthest_of_four(points, entry->ids, center, d);
}

}  // namespace abut::detail
