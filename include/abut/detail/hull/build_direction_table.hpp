/// Builds the tables of abut/detail/support/direction_table.hpp.
///
/// The cells of directions are divided level by level, and each keeps those of its parent's vertices that may be
/// support points somewhere in it, see hull/cell_candidates.hpp.
#pragma once

#include <abut/detail/hull/build_orthant_lists.hpp>
#include <abut/detail/hull/cell_candidates.hpp>
#include <abut/detail/support/direction_table.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace abut::detail {

/// Up to so many vertices a scan, in 3D of orthant lists, is as fast as the table. Measured in distance queries of
/// float and double shapes.
template <int D>
inline constexpr std::size_t scan_limit = D == 3 ? 48 : 16;

/// The division ends at this many cells for each vertex, or at this many names for each vertex and some more for small
/// tables. Points of a sphere need 3 and 9. A prism of many sides, whose normal cones are long and thin, would need
/// more of them for each vertex the more vertices it has.
inline constexpr std::size_t cells_per_vertex = 8, names_per_vertex = 32, names_of_small = 4096;

/// With so many vertices the numbers of names and of cells are below WideEntry::mark.
inline constexpr std::size_t most_vertices = WideEntry::mark / (2 * names_per_vertex);

/// Divides cells. The vertices of a cell are the range [begin, end) of one list of ids, in ascending order.
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
  /// Replaces the cells of one level by those of the next. Cells that need not or can not be divided become leaves.
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
  /// The root level is the finest that has no more cells than there are leaves, or in small tables than twice as many.
  /// With more cells, leaves are reached in fewer steps but are further apart in memory: this balance was measured.
  template <Scalar T>
  TableWriter(DirectionTableStore<D>& store, const CellDivider<T, D>& cells) : store_(store) {
    const auto size = [](int level) { return face_count<D> << (level * (D - 1)); };
    const std::size_t leaves = cells.leaves().size(), most = leaves + std::min<std::size_t>(leaves, 1024);
    while (root_level() < finest_level && size(root_level() + 1) <= most) ++store_.layout.root_level;
    store_.wide.resize(size(root_level()));
    for (const auto& leaf : cells.leaves()) {
      const WideEntry entry = entry_for(cells.vertices(leaf));
      if (leaf.level > root_level()) {
        store_.wide[descend(leaf.place, leaf.level)] = entry;
      } else {
        copy_to_roots(leaf.place, leaf.level, entry);
      }
    }
  }

 private:
  int root_level() const { return store_.layout.root_level; }

  WideEntry entry_for(std::span<const VertexId> v) {
    const std::size_t n = v.size();
    if (n <= 4) {  // repeated, in ascending order: 0 0 0 0 for one, 0 0 1 1 for two, 0 1 2 2 for three
      return {{v[0], v[n / 2], v[n > 2 ? 1 : 0], v[n - 1]}};
    }
    const auto offset = static_cast<VertexId>(store_.lists.size());
    store_.lists.insert(store_.lists.end(), v.begin(), v.end());
    return {{WideEntry::mark, offset, static_cast<VertexId>(n), 0}};
  }

  /// The index of the entry for a cell below the root level. Creates the entries above it.
  std::size_t descend(const GridPlace<D>& cell, int level) {
    GridPlace<D> place = cell;
    for (auto& at : place.at) at <<= finest_level - level;
    std::size_t index = cell_number(place, root_level());
    for (int l = root_level() + 1; l <= level; ++l) {
      if ((store_.wide[index].ids[0] & WideEntry::mark) == 0) {
        store_.wide[index] = {{WideEntry::mark, static_cast<VertexId>(store_.wide.size()), 0, 0}};
        store_.wide.resize(store_.wide.size() + child_count<D>);
      }
      index = store_.wide[index].ids[1] + child_number(place, l);
    }
    return index;
  }

  void copy_to_roots(const GridPlace<D>& cell, int level, const WideEntry& entry) {
    const int finer = root_level() - level;
    const std::size_t copies = std::size_t{1} << (finer * (D - 1));
    for (std::size_t copy = 0; copy < copies; ++copy) {
      GridPlace<D> place = cell;
      for (int k = 0; k + 1 < D; ++k) {
        const auto within = static_cast<std::uint32_t>(copy >> (k * finer) & ((std::size_t{1} << finer) - 1));
        place.at[k] = (place.at[k] << finer | within) << (finest_level - root_level());
      }
      store_.wide[cell_number(place, root_level())] = entry;
    }
  }

  DirectionTableStore<D>& store_;
};

/// Stores the entries in 16 bits, if all numbers of `count` vertices and all offsets fit. Else they stay as they are,
/// without spare memory.
template <int D>
void pack(DirectionTableStore<D>& store, std::size_t count) {
  constexpr std::size_t most_ids = NarrowEntry::mark, most_offsets = std::size_t{1} << 16;
  store.lists.shrink_to_fit();
  if (is_small || count > most_ids || store.wide.size() > most_offsets || store.lists.size() > most_offsets) {
    store.wide.shrink_to_fit();
    return;
  }
  store.narrow.reserve(store.wide.size());
  for (const WideEntry& entry : store.wide) {
    NarrowEntry& packed = store.narrow.emplace_back();
    for (int i = 0; i < 4; ++i) packed.ids[i] = static_cast<std::uint16_t>(entry.ids[i]);
    if ((entry.ids[0] & WideEntry::mark) != 0) packed.ids[0] = NarrowEntry::mark;
  }
  store.wide = std::vector<WideEntry>();  // {} would keep the memory
}

/// The table for points, and for the center with which find_support will be called. Takes time and memory in proportion
/// to the number of points. Few points in 3D get orthant lists instead; more than 33 million, whose offsets might not
/// fit into an entry, get nothing.
template <Scalar T, int D>
DirectionTableStore<D> make_direction_table(std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
  DirectionTableStore<D> store;
  if (points.size() <= scan_limit<D>) {
    if constexpr (D == 3) store.orthants = make_orthant_lists(points, center);  // measured: slower in 2D
    return store;
  }
  if (points.size() > most_vertices) return store;
  const ScaledVertices<D> scaled = scaled_vertices(points, center);
  if (!(scaled.extent > 0) || !is_finite(scaled.extent)) return store;
  store.layout.scale = scaled.scale;
  // Below, underflow would count beside the slack; above, a height would overflow.
  store.layout.least = std::max(0x1p-960, 0x1p-960 / scaled.unit);
  store.layout.most = std::min(0x1p1000, 0x1p1000 / scaled.extent / scaled.unit);
  const CellCandidates<T, D> candidates(points, scaled);
  TableWriter<D>(store, CellDivider<T, D>(candidates));
  pack(store, points.size());
  return store;
}

}  // namespace abut::detail
