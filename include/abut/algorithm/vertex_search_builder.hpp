/// Makes the tables of vertex_search.hpp.
///
/// The cells of directions are divided level by level, and each keeps of its parent's vertices those that may be the furthest somewhere
/// in it. First those are dropped that the furthest one along the cell's middle surpasses in all of it: a linear function
/// takes its greatest value in a corner. Of the few that are left, each is asked whether there is a direction in the cell where none of
/// the others surpasses it, by cutting the cell down. All of this is done in double, and "surpasses" means: by more than all
/// roundings together, those made here and those of ranking vertices later.
#pragma once

#include <abut/algorithm/vertex_search.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace abut::detail {

/// Up to so many vertices a scan, in space a rough one, is as fast as the table: measured, in distance queries of float and double shapes.
template <int D>
inline constexpr std::size_t scan_limit = D == 3 ? 48 : 16;

/// A cell is cut down if it has no more vertices than this; with more it will be divided anyway.
inline constexpr std::size_t cut_limit = 16;

/// Cells are divided until they are more than this, or name more vertices than that: so many for each vertex, and some more in small tables.
/// Points of a sphere need 3 and 9. A prism of many sides, whose normal cones are long and thin, would need the more of them the more
/// vertices it has.
inline constexpr std::size_t cells_per_vertex = 8, names_per_vertex = 32, names_of_small = 4096;

/// So many names, and fewer cells, are below CellEntry::mark.
inline constexpr std::size_t most_vertices = CellEntry::mark / (2 * names_per_vertex);

/// The vertices in units such that the cells suit them.
template <int D>
struct ScaledVertices {
  std::vector<Vec<double, D>> points;
  Vec<double, D> scale;  ///< d.p = dot(times(scale, d), scaled p) * unit
  double unit = 1;       ///< a power of two
  double extent = 0;     ///< the greatest of all coordinates
};

/// Each axis by a power of two such that the vertices extend by 1 to 2 from their center; but no axis is stretched by more than 2^20
/// beside the others (nothing is gained by it), nor by so much that distances from the origin, where float points are
/// ranked from, exceed 2^25: points that are not all the same are apart by float roundings.
template <Scalar T, int D>
ScaledVertices<D> scaled_vertices(std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
  Vec<double, D> around, from_origin;
  for (const auto& p : points) {
    const Vec<double, D> q = widen(p), r = q - center;
    for (int k = 0; k < D; ++k) {
      around[k] = std::max(around[k], absolute(r[k]));
      from_origin[k] = std::max(from_origin[k], absolute(q[k]));
    }
  }
  ScaledVertices<D> s;
  Vec<double, D> inverse;
  double least = infinity<double>;
  for (int k = 0; k < D; ++k) {
    const double arm = std::same_as<T, float> ? from_origin[k] * 0x1p-24 : 0;
    inverse[k] = inverse_power_of_two(std::max({around[k], max_abs(around) * 0x1p-20, arm}));
    least = std::min(least, inverse[k]);
  }
  s.unit = 1 / least;
  for (int k = 0; k < D; ++k) s.scale[k] = least / inverse[k];
  s.points.reserve(points.size());
  for (const auto& p : points) {
    const Vec<double, D> q = std::same_as<T, float> ? widen(p) : widen(p) - center;
    s.points.push_back(times(q, inverse));
    s.extent = std::max(s.extent, max_abs(s.points.back()));
  }
  return s;
}

/// A convex piece of the square |u|, |v| <= 1, or of the line |u| <= 1, v = 0, that is cut down.
template <int D>
class CellPiece {
 public:
  CellPiece() {
    if constexpr (D == 2) {
      corners_ = {.count = 2, .u = {-1, 1}, .v = {0, 0}};
    } else {
      corners_ = {.count = 4, .u = {-1, 1, 1, -1}, .v = {-1, -1, 1, 1}};
    }
  }

  /// Keeps what has a + b u + c v >= 0; false if that is nothing. Each cut adds one corner at most, or what rounding makes of it: where there
  /// is no room, nothing is cut.
  bool cut(double a, double b, double c) {
    double values[capacity];
    std::size_t inside = 0;
    for (std::size_t i = 0; i < corners_.count; ++i) {
      values[i] = a + b * corners_.u[i] + c * corners_.v[i];
      inside += values[i] >= 0 ? 1 : 0;
    }
    if (inside == 0 || inside == corners_.count) return inside > 0;
    Corners<2 * capacity> kept;
    kept.count = 0;
    for (std::size_t i = 0; i < corners_.count; ++i) {
      const std::size_t j = i + 1 < corners_.count ? i + 1 : 0;
      if (values[i] >= 0) kept.add(corners_.u[i], corners_.v[i]);
      if ((values[i] >= 0) != (values[j] >= 0)) {
        const double t = values[i] / (values[i] - values[j]);
        kept.add(corners_.u[i] + (corners_.u[j] - corners_.u[i]) * t,
                 corners_.v[i] + (corners_.v[j] - corners_.v[i]) * t);
      }
    }
    if (kept.count > capacity) return true;
    std::copy_n(kept.u, kept.count, corners_.u);
    std::copy_n(kept.v, kept.count, corners_.v);
    corners_.count = kept.count;
    return true;
  }

 private:
  static constexpr std::size_t capacity = cut_limit + 4;

  /// Without a first value: most of it is never used.
  template <std::size_t N>
  struct Corners {
    std::size_t count;
    double u[N], v[N];

    void add(double new_u, double new_v) {
      u[count] = new_u;
      v[count++] = new_v;
    }
  };

  Corners<capacity> corners_;
};

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

  CellDivider(std::span<const Vec<T, D>> points, const ScaledVertices<D>& scaled)
      : points_(points), scaled_(scaled.points), slack_(slack_roundings * unit_roundoff * scaled.extent) {
    std::vector<VertexId> every(points.size());
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
  /// In units of u times the extent, for directions whose largest component is 1. When vertices are ranked: two heights, of D products and
  /// their sum, 18 in space; directions 2^-48 outside of the range of their cell, 256. Here: differences and their heights,
  /// of 1 + D roundings of up to 6 extents, 24, and as much for what the range adds; corners of a piece that is cut up to
  /// cut_limit times and moves them by 4 u each time, where heights change by up to 4 extents, 256. A power of two above
  /// their sum costs nothing, because vertices so close to being furthest are rare.
  static constexpr double slack_roundings = 1024;

  /// Turns the cells of one level into those of the next; what needs no dividing, or can not be divided, becomes a leaf.
  void divide(std::vector<Cell>& cells, std::vector<VertexId>& ids) {
    std::vector<Cell> next;
    std::vector<VertexId> next_ids;
    for (std::size_t i = 0; i < cells.size(); ++i) {
      const Cell& cell = cells[i];
      const std::span<const VertexId> mine{ids.data() + cell.begin, cell.size()};
      const std::size_t total = leaves_.size() + (cells.size() - i) + next.size();
      const std::size_t names = ids_.size() + (ids.size() - cell.begin) + next_ids.size();
      const bool too_many = total > cells_per_vertex * points_.size() ||
                            names > names_per_vertex * points_.size() + names_of_small;
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

  /// Appends those vertices of a cell's parent that may be the furthest in the cell.
  void keep_candidates(Cell& cell, std::span<const VertexId> parent, std::vector<VertexId>& ids) {
    const CellRange<D> range = range_of(cell.place, cell.level);
    VertexId first = parent[0];
    double most = -infinity<double>;
    for (const VertexId v : parent) {
      const double h = dot(range.middle, scaled_[v]);
      first = h > most ? v : first;
      most = h > most ? h : most;
    }
    ids.resize(cell.begin + parent.size());
    VertexId* end = ids.data() + cell.begin;
    for (const VertexId v : parent) {
      const Vec<double, D> ahead = scaled_[v] - scaled_[first];
      double greatest = dot(range.middle, ahead) + slack_;
      for (int k = 0; k < D; ++k) greatest += range.half[k] * absolute(ahead[k]);
      *end = v;  // kept by going on, or written over: whether it is kept can not be predicted
      const bool again =
          v != first && points_[v] == points_[first];  // of the same point twice, the first is named
      end += greatest >= 0 && !again ? 1 : 0;
    }
    ids.resize(static_cast<std::size_t>(end - ids.data()));
    const std::size_t count = ids.size() - cell.begin;
    if (count > 4 && count <= cut_limit) drop_surpassed({ids.data() + cell.begin, count}, range, ids);
    cell.end = ids.size();
  }

  /// Of the last vertices in `ids`, drops each that is nowhere in the cell the furthest of them.
  void drop_surpassed(std::span<const VertexId> last, const CellRange<D>& range, std::vector<VertexId>& ids) {
    VertexId all[cut_limit], rivals[cut_limit];
    const std::size_t count = last.size();
    std::copy(last.begin(), last.end(), all);
    sort_by_height(last, range.middle, rivals);
    bool kept[cut_limit] = {};
    for (std::size_t i = 0; i < count; ++i) kept[i] = all[i] == rivals[0];
    for (std::size_t corner = 0; corner < child_count<D>; ++corner) {
      kept[furthest_in_corner({all, count}, range, corner)] = true;
    }
    ids.resize(ids.size() - count);
    for (std::size_t i = 0; i < count; ++i) {
      if (kept[i] || is_somewhere_furthest(all[i], {rivals, count}, range)) ids.push_back(all[i]);
    }
  }

  /// The highest first: they cut off most.
  void sort_by_height(std::span<const VertexId> vertices, const Vec<double, D>& d, VertexId* sorted) const {
    double heights[cut_limit];
    for (std::size_t i = 0; i < vertices.size(); ++i) {
      const double h = dot(d, scaled_[vertices[i]]);
      std::size_t k = i;
      for (; k > 0 && heights[k - 1] < h; --k) {
        heights[k] = heights[k - 1];
        sorted[k] = sorted[k - 1];
      }
      heights[k] = h;
      sorted[k] = vertices[i];
    }
  }

  /// Its index among the vertices.
  std::size_t furthest_in_corner(std::span<const VertexId> vertices, const CellRange<D>& range,
                                 std::size_t corner) const {
    Vec<double, D> d = range.middle;
    int bit = 0;
    for (int k = 0; k < D; ++k) {
      if (range.half[k] > 0) d[k] += (corner >> bit++ & 1U) != 0 ? range.half[k] : -range.half[k];
    }
    return first_furthest_by_ones(
        vertices.size(), Vec<double, D>{}, d,
        [&](std::size_t i) -> const Vec<double, D>& { return scaled_[vertices[i]]; });
  }

  bool is_somewhere_furthest(VertexId v, std::span<const VertexId> rivals, const CellRange<D>& range) const {
    CellPiece<D> piece;
    for (const VertexId rival : rivals) {
      if (rival == v) continue;
      const Vec<double, D> ahead = scaled_[v] - scaled_[rival];
      double slopes[2] = {};
      int n = 0;
      for (int k = 0; k < D; ++k) {
        if (range.half[k] > 0) slopes[n++] = range.half[k] * ahead[k];
      }
      if (!piece.cut(dot(range.middle, ahead) + slack_, slopes[0], slopes[1])) return false;
    }
    return true;
  }

  std::span<const Vec<T, D>> points_;
  const std::vector<Vec<double, D>>& scaled_;
  double slack_;
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
    if constexpr (D == 3) search.rough = rough_copy(points, center);  // in the plane slower: measured
    return search;
  }
  if (points.size() > most_vertices) return search;
  const ScaledVertices<D> scaled = scaled_vertices(points, center);
  if (!(scaled.extent > 0) || !is_finite(scaled.extent)) return search;
  search.layout.scale = scaled.scale;
  // Below, what is lost at the end of the range would count beside the slack; above, a height would overflow.
  search.layout.least = std::max(0x1p-960, 0x1p-960 / scaled.unit);
  search.layout.most = std::min(0x1p1000, 0x1p1000 / scaled.extent / scaled.unit);
  TableWriter<D>(search, CellDivider<T, D>(points, scaled));
  return search;
}

}  // namespace abut::detail
