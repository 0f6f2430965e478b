/// Makes the tables of support/direction_table.hpp.
///
/// The cells of directions are divided level by level, and each keeps of its parent's vertices those that may be the furthest somewhere
/// in it, see src/support/cell_candidates.hpp.
#pragma once

#include <abut/detail/support/direction_table.hpp>
#include "support/cell_candidates.hpp"
#include "support/orthant_lists.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace abut::detail {

/// Up to so many vertices a scan, in space a rough one, is as fast as the table: measured, in distance queries of float and double shapes.
template <int D>
inline constexpr std::size_t scan_limit = D == 3 ? 48 : 16;

/// Cells are divided until they are more than this, or name more vertices than that: so many for each vertex, and some more in small tables.
/// Points of a sphere need 3 and 9. A prism of many sides, whose normal cones are long and thin, would need the more of them the more
/// vertices it has.
inline constexpr std::size_t cells_per_vertex = 8, names_per_vertex = 32, names_of_small = 4096;

/// So many names, and fewer cells, are below CellEntry::mark.
inline constexpr std::size_t most_vertices = CellEntry::mark / (2 * names_per_vertex);

/// Divides cells. The vertices of its cells are the ranges [begin, end) of one list of ids, each in order.
template <Scalar T, int D>
class CellDivider {
 public:
  struct Cell {
    GridPlace<D> place;
    int level = 0;
    std::size_t begin = 0, end = 0;
    std::size_t size() const { return end - begin; }
  };

  explicit CellDivider(const CellCandidates<T, D>& candidates) : candidates_(candidates) {
    std::vector<VertexId> every(candidates.point_count());
    for (std::size_t i = 0; i < every.size(); ++i) every[i] = static_cast<VertexId>(i);
    std::vector<Cell> cells;
    std::vector<VertexId> ids;
    for (std::uint32_t face = 0; face < face_count<D>; ++face) {
      cells.push_back({.place = {.face = face}, .level = 0, .begin = ids.size()});
      keep_candidates(cells.back(), every, ids);
    }
    while (!cells.empty()) divide(cells, ids);
  }

  const std::vector<Cell>& leaves() const { return leaves_; }
  std::span<const VertexId> vertices(const Cell& leaf) const { return {&ids_[leaf.begin], leaf.size()}; }

 private:
  /// Turns the cells of one level into those of the next; what needs no dividing, or can not be divided, becomes a leaf.
  void divide(std::vector<Cell>& cells, std::vector<VertexId>& ids) {
    std::vector<Cell> next;
    std::vector<VertexId> next_ids;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell& cell = cells[i];
      const std::span<const VertexId> mine{ids.data() + cell.begin, cell.size()};
      const std::size_t total = leaves_.size() + (cells.size() - i) + next.size();
      const std::size_t names = ids_.size() + (ids.size() - cell.begin) + next_ids.size();
      const bool too_many = total > cells_per_vertex * candidates_.point_count() ||
                            names > names_per_vertex * candidates_.point_count() + names_of_small;
      if (mine.size() <= 4 || cell.level == finest_level || too_many) {
        leaves_.push_back({cell.place, cell.level, ids_.size(), ids_.size() + mine.size()});
        ids_.insert(ids_.end(), mine.begin(), mine.end());
        continue;
      }
      for (std::size_t child = 0; child < child_count<D>; ++child) {
        Cell c{.place = cell.place, .level = cell.level + 1, .begin = next_ids.size()};
        for (int k = 0; k + 1 < D; ++k) c.place.at[k] = 2 * c.place.at[k] + (child >> k & 1U);
        keep_candidates(c, mine, next_ids);
        next.push_back(c);
      }
    }
    cells.swap(next);
    ids.swap(next_ids);
  }

  void keep_candidates(Cell& cell, std::span<const VertexId> parent, std::vector<VertexId>& ids) {
    candidates_.append(range_of(cell.place, cell.level), parent, ids);
    cell.end = ids.size();
  }

  const CellCandidates<T, D>& candidates_;
  std::vector<Cell> leaves_;
  std::vector<VertexId> ids_;
};

/// Writes what a CellDivider found into a table.
template <int D>
class TableWriter {
 public:
  /// The root level is the finest that has no more cells than there are leaves; of small tables, twice as many. With more, leaves are
  /// reached in fewer steps, and are further apart in memory. Measured: one outweighs the other from about here on.
  template <Scalar T>
  TableWriter(VertexSearch<D>& search, const CellDivider<T, D>& cells) : search_(search) {
    const auto size = [](int level) { return face_count<D> << (level * (D - 1)); };
    const std::size_t leaves = cells.leaves().size(), most = leaves + std::min<std::size_t>(leaves, 1024);
    while (root_level() < finest_level && size(root_level() + 1) <= most) ++search_.layout.root_level;
    search_.entries.resize(size(root_level()));
    for (const auto& leaf : cells.leaves()) {
      const CellEntry entry = entry_for(cells.vertices(leaf));
      if (leaf.level > root_level()) {
        search_.entries[descend(leaf.place, leaf.level)] = entry;
      } else {
        copy_to_roots(leaf.place, leaf.level, entry);
      }
    }
  }

 private:
  int root_level() const { return search_.layout.root_level; }

  CellEntry entry_for(std::span<const VertexId> v) {
    const std::size_t n = v.size();
    if (n <= 4) {  // one of one: 0 0 0 0, of two: 0 0 1 1, of three: 0 1 2 2
      return {{v[0], v[n / 2], v[n > 2 ? 1 : 0], v[n - 1]}};
    }
    const auto offset = static_cast<VertexId>(search_.lists.size());
    search_.lists.insert(search_.lists.end(), v.begin(), v.end());
    return {{CellEntry::mark, offset, static_cast<VertexId>(n), 0}};
  }

  /// The index of the entry for a cell below the root level; makes those on the way.
  std::size_t descend(const GridPlace<D>& cell, int level) {
    GridPlace<D> place = cell;
    for (auto& at : place.at) at <<= finest_level - level;
    std::size_t index = cell_number(place, root_level());
    for (int l = root_level() + 1; l <= level; ++l) {
      if ((search_.entries[index].ids[0] & CellEntry::mark) == 0) {
        search_.entries[index] = {{CellEntry::mark, static_cast<VertexId>(search_.entries.size()), 0, 0}};
        search_.entries.resize(search_.entries.size() + child_count<D>);
      }
      index = search_.entries[index].ids[1] + child_number(place, l);
    }
    return index;
  }

  void copy_to_roots(const GridPlace<D>& cell, int level, const CellEntry& entry) {
    const int finer = root_level() - level;
    const std::size_t copies = std::size_t{1} << (finer * (D - 1));
    for (std::size_t copy = 0; copy < copies; ++copy) {
      GridPlace<D> place = cell;
      for (int k = 0; k + 1 < D; ++k) {
        const auto within = static_cast<std::uint32_t>(copy >> (k * finer) & ((std::size_t{1} << finer) - 1));
        place.at[k] = (place.at[k] << finer | within) << (finest_level - root_level());
      }
      search_.entries[cell_number(place, root_level())] = entry;
    }
  }

  VertexSearch<D>& search_;
};

/// The table for points, and for the center that find_furthest is going to be called with. Takes time and memory in proportion to the
/// number of points. For few of them a rough copy instead; empty for more than 33 million, where offsets might not fit their numbers.
template <Scalar T, int D>
VertexSearch<D> make_vertex_search(std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
  VertexSearch<D> search;
  if (points.size() <= scan_limit<D>) {
    if constexpr (D == 3) search.rough = make_rough_lists(points, center);  // in the plane slower: measured
    return search;
  }
  if (points.size() > most_vertices) return search;
  const ScaledVertices<D> scaled = scaled_vertices(points, center);
  if (!(scaled.extent > 0) || !is_finite(scaled.extent)) return search;
  search.layout.scale = scaled.scale;
  // Below, what is lost at the end of the range would count beside the slack; above, a height would overflow.
  search.layout.least = std::max(0x1p-960, 0x1p-960 / scaled.unit);
  search.layout.most = std::min(0x1p1000, 0x1p1000 / scaled.extent / scaled.unit);
  const CellCandidates<T, D> candidates(points, scaled);
  TableWriter<D>(search, CellDivider<T, D>(candidates));
  return search;
}

}  // namespace abut::detail
