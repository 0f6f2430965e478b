/// Makes the lists of support/orthant_scan.hpp.
///
/// The directions of an orthant are those of three quarters of the cube's faces (in the plane, two halves of the square's sides), where the other
/// components have the orthant's signs. A vertex is on the list if it may be the furthest in one of them. (They are quarters of the cube of
/// directions scaled along the axes, which changes no sign.)
#pragma once

#include <abut/detail/support/orthant_scan.hpp>
#include "support/cell_candidates.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace abut::detail {

/// The numbers of the vertices that may be the furthest for a direction of the range. One that has too many to be cut down is divided.
template <Scalar T, int D>
void append_candidates(const CellCandidates<T, D>& candidates, const CellRange<D>& range,
                       std::span<const VertexId> parent, std::vector<VertexId>& found) {
  std::vector<VertexId> here;
  candidates.append(range, parent, here);
  const bool is_large = max_abs(range.half) > 0x1p-3;  // else many are furthest in one direction
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

/// The same for the directions of an orthant, in ascending order.
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

/// Up to so many vertices one list of all of them, for it fits into two fours: looking for the right one would take longer.
inline constexpr std::size_t one_list_limit = 8;

/// The vertices of one list, or of one for each orthant.
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

/// Where points are seen from, and how far away they are: from their mean, and from the center that they are ranked about.
template <int D>
struct RoughFrame {
  Vec<double, D> mean;
  double extent = 0;

  template <Scalar T>
  RoughFrame(std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
    for (const auto& p : points) mean += widen(p) * (1.0 / double(points.size()));
    for (const auto& p : points) {
      const Vec<double, D> q = widen(p);
      // find_furthest ranks those of float from the origin, and rounds by 3 u of that distance.
      const double arm = std::same_as<T, float> ? max_abs(q) * unit_roundoff_of<float> : 0;
      extent = std::max({extent, max_abs(q - mean), max_abs(q - center), arm});
    }
  }

  /// No height vanishes or overflows.
  bool needs_no_scaling() const { return extent > 0x1p-800 && extent < 0x1p800; }
};

template <Scalar T, int D>
OrthantStore<D> rough_lists_in(const RoughFrame<D>& frame, std::span<const Vec<T, D>> points,
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

/// At the ends of the range: those of the same points, brought by a power of two to where heights can be told, for guesses alone. None if coordinates would not
/// stay within the range, or if all points are the same.
template <Scalar T, int D>
OrthantStore<D> rough_guesses(double extent, std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
  std::vector<Vec<double, D>> vertices, scaled;
  double most = 0;
  for (const auto& p : points) {
    vertices.push_back(widen(p));
    most = std::max(most, max_abs(vertices.back()));
  }
  const double unit = std::min(inverse_power_of_two(extent), 0x1p700 * inverse_power_of_two(most));
  for (const auto& p : vertices) scaled.push_back(p * unit);
  const std::span<const Vec<double, D>> brought(scaled);
  const RoughFrame<D> frame(brought, center * unit);
  if (!frame.needs_no_scaling()) return {};
  OrthantStore<D> store = rough_lists_in(frame, brought, center * unit);
  store.vertices = std::move(vertices);
  return store;
}

/// Of at most 64 points. Empty for more; not to be relied on at the ends of the range. `center`: the one that find_furthest is going to be
/// called with.
template <Scalar T, int D>
OrthantStore<D> make_rough_lists(std::span<const Vec<T, D>> points, const Vec<double, D>& center) {
  if (points.size() > most_rough) return {};
  const RoughFrame<D> frame(points, center);
  if (!frame.needs_no_scaling()) return rough_guesses(frame.extent, points, center);
  OrthantStore<D> store = rough_lists_in(frame, points, center);
  store.is_reliable = true;
  return store;
}

}  // namespace abut::detail
