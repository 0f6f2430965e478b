/// Builds the lists of abut/detail/support/orthant_scan.hpp.
///
/// The directions of an orthant are a quarter of each of three faces of the cube of directions (in 2D, half of each of
/// two sides of the square): the part where the other components have the orthant's signs. A vertex is listed if it may
/// be a support point in one of them. (The cube is that of directions scaled along the axes, which changes no sign.)
#pragma once

#include <abut/detail/hull/cell_candidates.hpp>
#include <abut/detail/support/orthant_scan.hpp>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace abut::detail {

/// Appends the vertices that may be support points for a direction of the range. A range with too many of them to be
/// clipped is divided.
template <Scalar T, int D>
void append_candidates(const CellCandidates<T, D>& candidates, const CellRange<D>& range,
                       std::span<const VertexId> parent, std::vector<VertexId>& found) {
  std::vector<VertexId> here;
  candidates.append(range, parent, here);
  const bool is_large = max_abs(range.half) > 0x1p-3;  // in a small range many are support points of one direction
  if (here.size() <= cut_limit || !is_large) {
    found.insert(found.end(), here.begin(), here.end());
    return;
  }
  for (std::size_t child = 0; child < child_count<D>; ++child) {
    CellRange<D> part = range;
    int bit = 0;
    for (int k = 0; k < D; ++k) {
      if (range.half[k] == 0) continue;
      part.half[k] = 0.5 * range.half[k];
      part.middle[k] += (child >> bit++ & 1U) != 0 ? part.half[k] : -part.half[k];
    }
    append_candidates(candidates, part, here, found);
  }
}

/// The vertices that may be support points for a direction of an orthant, in ascending order.
template <Scalar T, int D>
std::vector<VertexId> orthant_candidates(const CellCandidates<T, D>& candidates, std::size_t orthant) {
  std::vector<VertexId> every(candidates.point_count()), found;
  for (std::size_t i = 0; i < every.size(); ++i) every[i] = static_cast<VertexId>(i);
  for (int axis = 0; axis < D; ++axis) {
    CellRange<D> range;
    for (int k = 0; k < D; ++k) {
      const double sign = (orthant >> k & 1U) != 0 ? -1 : 1;
      range.middle[k] = k == axis ? sign : 0.5 * sign;
      range.half[k] = k == axis ? 0 : 0.5;
    }
    append_candidates(candidates, range, every, found);
  }
  std::sort(found.begin(), found.end());
  found.erase(std::unique(found.begin(), found.end()), found.end());
  return found;
}

/// Up to so many vertices are in one list: they fit into two fours, and finding the orthant's list would take longer.
inline constexpr std::size_t one_list_limit = 8;

/// The vertices of one list for all orthants, or of one for each orthant.
template <Scalar T, int D>
std::vector<std::vector<VertexId>> named_in_lists(std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
  std::vector<std::vector<VertexId>> named;
  if (points.size() <= one_list_limit) {
    named.emplace_back();
    for (std::size_t i = 0; i < points.size(); ++i) named[0].push_back(static_cast<VertexId>(i));
    return named;
  }
  const ScaledVertices<D> scaled = scaled_vertices(points, center);
  const CellCandidates<T, D> candidates(points, scaled);
  for (std::size_t o = 0; o < orthant_count<D>; ++o) named.push_back(orthant_candidates(candidates, o));
  return named;
}

/// The origin and the size of the lists' coordinates: the mean of the points, and their greatest distance along an axis
/// from the mean and from the center about which they are ranked.
template <int D>
struct OrthantFrame {
  Vec<double, D> mean;
  double extent = 0;

  template <Scalar T>
  OrthantFrame(std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
    for (const auto& p : points) mean += widen(p) * (1.0 / double(points.size()));
    for (const auto& p : points) {
      const Vec<double, D> q = widen(p);
      // find_support ranks float points from the origin, and rounds by 3 u of their distance from it.
      const double arm = std::same_as<T, float> ? max_abs(q) * unit_roundoff_of<float> : 0;
      extent = std::max({extent, max_abs(q - mean), max_abs(q - center), arm});
    }
  }

  /// No height underflows or overflows.
  bool needs_no_scaling() const { return extent > 0x1p-800 && extent < 0x1p800; }
};

/// The lists in the coordinates of a frame.
template <Scalar T, int D>
OrthantStore<D> orthant_lists_in(const OrthantFrame<D>& frame, std::span<const Vec<T, D>> points,
                                 const Vec<double, D>& center) {
  OrthantStore<D> store;
  const std::vector<std::vector<VertexId>> named = named_in_lists(points, center);
  std::size_t most = 0;
  for (const auto& list : named) most = std::max(most, list.size());
  store.length = most <= 8 ? 2 : static_cast<std::uint32_t>((most + 15) / 16 * 4);
  const double scale = 0.5 * inverse_power_of_two(frame.extent);
  for (const auto& list : named) {
    for (std::size_t place = 0; place < 4 * store.length; ++place) {
      if (place % 4 == 0) store.fours.emplace_back();
      const VertexId id = list[std::min(place, list.size() - 1)];
      const Vec<double, D> x = (widen(points[id]) - frame.mean) * (place < list.size() ? scale : 0);
      store.fours.back().id[place % 4] = id;
      for (int k = 0; k < D; ++k) store.fours.back().x[k][place % 4] = narrow<float>(x[k]);
    }
  }
  for (const auto& p : points) store.vertices.push_back(widen(p));
  return store;
}

/// Near overflow or underflow: the lists of the same points, scaled by a power of two to where heights are accurate,
/// for guesses alone. None if scaled coordinates would leave the range, or if all points are equal.
template <Scalar T, int D>
OrthantStore<D> orthant_guesses(double extent, std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
  std::vector<Vec<double, D>> vertices, scaled;
  double most = 0;
  for (const auto& p : points) {
    vertices.push_back(widen(p));
    most = std::max(most, max_abs(vertices.back()));
  }
  const double unit = std::min(inverse_power_of_two(extent), 0x1p700 * inverse_power_of_two(most));
  for (const auto& p : vertices) scaled.push_back(p * unit);
  const std::span<const Vec<double, D>> scaled_points(scaled);
  const OrthantFrame<D> frame(scaled_points, center * unit);
  if (!frame.needs_no_scaling()) return {};
  OrthantStore<D> store = orthant_lists_in(frame, scaled_points, center * unit);
  store.vertices = std::move(vertices);
  return store;
}

/// The lists of at most 64 points; none for more. Not reliable near overflow or underflow. `center` is the one with
/// which find_support will be called.
template <Scalar T, int D>
OrthantStore<D> make_orthant_lists(std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
  if (points.size() > most_listed) return {};
  const OrthantFrame<D> frame(points, center);
  if (!frame.needs_no_scaling()) return orthant_guesses(frame.extent, points, center);
  OrthantStore<D> store = orthant_lists_in(frame, points, center);
  store.is_reliable = true;
  return store;
}

}  // namespace abut::detail
