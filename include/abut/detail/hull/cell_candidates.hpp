/// The vertices that may be support points for some direction in a cell (support/direction_grid.hpp).
///
/// First, those are dropped that the support vertex along the cell's middle surpasses in all of the cell: a linear
/// function takes its greatest value in a corner. Each of the few that are left is kept if there is a direction in the
/// cell where none of the others surpasses it, which is found by clipping the cell. All of this is done in double, and
/// "surpasses" means: by more than all roundings together, those made here and those of ranking vertices in a query.
#pragma once

#include <abut/detail/support/curved.hpp>
#include <abut/detail/support/direction_grid.hpp>
#include <abut/detail/support/point_scan.hpp>

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace abut::detail {

/// Cells with more vertices than this are not clipped: they will be divided anyway.
inline constexpr std::size_t cut_limit = 16;

/// The vertices, each axis scaled such that the cells suit them.
template <int D>
struct ScaledVertices {
  std::vector<Vec<double, D>> points;
  Vec<double, D> scale;  ///< d.p = dot(times(scale, d), scaled p) * unit
  double unit = 1;       ///< a power of two
  double extent = 0;     ///< the largest coordinate in absolute value
};

/// Scales each axis by a power of two such that the vertices extend by 1 to 2 from their center. But no axis is
/// stretched by more than 2^20 relative to the others (nothing is gained by it), nor by so much that distances from the
/// origin, from which float points are ranked, exceed 2^25: distinct points differ by float roundings.
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

/// A convex piece of a cell, clipped by half-planes: of the square |u|, |v| <= 1, or in 2D of the line |u| <= 1, v = 0.
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

  /// Keeps the part where a + b u + c v >= 0; false if it is empty. Each cut adds at most one corner, but rounding may
  /// add more: if there is no room for them, nothing is cut, which keeps too much and never too little.
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

  /// Not initialized: most of it is never used.
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

/// Finds the candidates of a cell. The points must outlive it.
template <Scalar T, int D>
class CellCandidates {
 public:
  CellCandidates(std::span<const Vec<T, D>> points, const ScaledVertices<D>& scaled)
      : points_(points), scaled_(scaled.points), slack_(slack_roundings * unit_roundoff * scaled.extent) {}

  std::size_t point_count() const { return points_.size(); }

  /// Appends, in order, the vertices of `parent` that may be support points for a direction in the range. `parent` must
  /// contain all such vertices.
  void append(const CellRange<D>& range, std::span<const VertexId> parent, std::vector<VertexId>& ids) const {
    const std::size_t begin = ids.size();
    VertexId first = parent[0];
    double most = -infinity<double>;
    for (const VertexId v : parent) {
      const double h = dot(range.middle, scaled_[v]);
      first = h > most ? v : first;
      most = h > most ? h : most;
    }
    ids.resize(begin + parent.size());
    VertexId* end = ids.data() + begin;
    for (const VertexId v : parent) {
      const Vec<double, D> ahead = scaled_[v] - scaled_[first];
      double greatest = dot(range.middle, ahead) + slack_;
      for (int k = 0; k < D; ++k) greatest += range.half[k] * absolute(ahead[k]);
      *end = v;  // overwritten by the next unless it is kept: a branch would be unpredictable
      const bool again = v != first && points_[v] == points_[first];  // of equal points the first is named
      end += greatest >= 0 && !again ? 1 : 0;
    }
    ids.resize(static_cast<std::size_t>(end - ids.data()));
    const std::size_t count = ids.size() - begin;
    if (count > 4 && count <= cut_limit) drop_surpassed({ids.data() + begin, count}, range, ids);
  }

 private:
  /// In units of u times the extent, for directions whose largest component is 1. When a query ranks vertices: two
  /// heights, of D products and their sum, 18 in 3D; directions 2^-48 outside of the range of their cell, 256. Here:
  /// differences and their heights, of 1 + D roundings of up to 6 extents, 24, and as much for what the range adds; the
  /// corners of a piece, which up to cut_limit cuts move by 4 u each, where heights change by up to 4 extents, 256. A
  /// power of two above the sum costs nothing, because vertices that close to being support points are rare.
  static constexpr double slack_roundings = 1024;

  /// Drops each of the last vertices in `ids` that is a support point nowhere in the cell.
  void drop_surpassed(std::span<const VertexId> last, const CellRange<D>& range, std::vector<VertexId>& ids) const {
    VertexId all[cut_limit], rivals[cut_limit];
    const std::size_t count = last.size();
    std::copy(last.begin(), last.end(), all);
    sort_by_height(last, range.middle, rivals);
    bool kept[cut_limit] = {};
    for (std::size_t i = 0; i < count; ++i) kept[i] = all[i] == rivals[0];
    for (std::size_t corner = 0; corner < child_count<D>; ++corner) {
      kept[support_in_corner({all, count}, range, corner)] = true;
    }
    ids.resize(ids.size() - count);
    for (std::size_t i = 0; i < count; ++i) {
      if (kept[i] || is_support_somewhere(all[i], {rivals, count}, range)) ids.push_back(all[i]);
    }
  }

  /// The highest first, because they cut off most.
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

  /// The index among `vertices` of the support vertex along a corner of the cell.
  std::size_t support_in_corner(std::span<const VertexId> vertices, const CellRange<D>& range,
                                std::size_t corner) const {
    Vec<double, D> d = range.middle;
    int bit = 0;
    for (int k = 0; k < D; ++k) {
      if (range.half[k] > 0) d[k] += (corner >> bit++ & 1U) != 0 ? range.half[k] : -range.half[k];
    }
    return scan_one_by_one(vertices.size(), Vec<double, D>{}, d,
                           [&](std::size_t i) -> const Vec<double, D>& { return scaled_[vertices[i]]; });
  }

  bool is_support_somewhere(VertexId v, std::span<const VertexId> rivals, const CellRange<D>& range) const {
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
};

}  // namespace abut::detail
