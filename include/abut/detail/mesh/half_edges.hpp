/// The directed edges of triangles, and in 2D the ends of segments, those at the same place side by side.
///
/// An edge runs between two welded vertices; whether it runs from the lower to the higher one is its direction, and its
/// reverse is an edge of the other direction. An end of a segment has a direction too: the segment ends there, or
/// begins. Edges without length, and segments without length, have no part in this: they are their own reverse.
///
/// Edges are sorted by counting along their lower vertex, and by comparison among the few of one vertex.
#pragma once

#include <abut/mesh_topology.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace abut::detail {

struct HalfEdge {
  std::uint32_t to;    ///< the higher vertex, welded; 0 in 2D
  std::uint32_t part;  ///< and which of its edges it is:
  std::uint8_t slot;
  bool is_forward;

  bool operator<(const HalfEdge& other) const {
    if (to != other.to) return to < other.to;
    return part != other.part ? part < other.part : slot < other.slot;
  }
};

template <int D>
class HalfEdges {
 public:
  using Parts = std::span<const std::array<std::uint32_t, D>>;

  HalfEdges(std::span<const std::uint32_t> welded, Parts parts) : begin_(welded.size() + 1) {
    for_each(welded, parts, [&](std::uint32_t low, const HalfEdge&) { ++begin_[low + 1]; });
    for (std::size_t v = 1; v < begin_.size(); ++v) begin_[v] += begin_[v - 1];
    edges_.resize(begin_.back());
    std::vector<std::size_t> end(begin_.begin(), begin_.end() - 1);
    for_each(welded, parts, [&](std::uint32_t low, const HalfEdge& edge) { edges_[end[low]++] = edge; });
    for (std::size_t v = 0; v + 1 < begin_.size(); ++v) std::sort(at(begin_[v]), at(begin_[v + 1]));
  }

  /// Calls f with the edges at each place, in the order of their parts.
  template <class F>
  void for_each_place(const F& f) const {
    for (std::size_t v = 0; v + 1 < begin_.size(); ++v) {
      std::size_t i = begin_[v];
      while (i < begin_[v + 1]) {
        std::size_t k = i + 1;
        while (k < begin_[v + 1] && edges_[k].to == edges_[i].to) ++k;
        f(std::span<const HalfEdge>(&edges_[i], k - i));
        i = k;
      }
    }
  }

 private:
  /// Calls f(lower vertex, edge).
  template <class F>
  static void for_each(std::span<const std::uint32_t> welded, Parts parts, const F& f) {
    for (std::uint32_t part = 0; part < parts.size(); ++part) {
      for (unsigned i = 0; i < D; ++i) {
        const std::uint32_t from = welded[parts[part][i]], to = welded[parts[part][(i + 1) % D]];
        const auto slot = static_cast<std::uint8_t>(i);
        if (from == to) continue;
        if constexpr (D == 2) {
          f(from, HalfEdge{0, part, slot, i == 1});
        } else {
          f(from < to ? from : to, HalfEdge{from < to ? to : from, part, slot, from < to});
        }
      }
    }
  }
  auto at(std::size_t i) { return edges_.begin() + static_cast<std::ptrdiff_t>(i); }

  std::vector<std::size_t> begin_;  ///< of the edges whose lower vertex is v
  std::vector<HalfEdge> edges_;
};

/// The first of the edges at a place that is left over when each is paired with one of the other direction; null if
/// there is none.
inline const HalfEdge* first_unmatched(std::span<const HalfEdge> place) {
  std::size_t forward = 0;
  for (const HalfEdge& edge : place) forward += edge.is_forward ? 1 : 0;
  const std::size_t backward = place.size() - forward;
  if (forward == backward) return nullptr;
  std::size_t matched = forward < backward ? forward : backward;
  for (const HalfEdge& edge : place) {
    if (edge.is_forward == (forward > backward) && matched-- == 0) return &edge;
  }
  return nullptr;
}

/// The first edge, in the order of parts, that is left over anywhere.
template <int D>
class FirstUnmatched {
 public:
  void take(std::span<const HalfEdge> place) {
    const HalfEdge* const edge = first_unmatched(place);
    if (edge == nullptr) return;
    const bool is_first =
        !found_ || edge->part < first_.part || (edge->part == first_.part && edge->slot < first_.slot);
    if (is_first) first_ = *edge;
    found_ = true;
  }
  bool is_found() const { return found_; }
  UnmatchedEdge edge(std::span<const std::array<std::uint32_t, D>> parts) const {
    const auto& part = parts[first_.part];
    return {first_.part, part[first_.slot], D == 2 ? part[first_.slot] : part[(first_.slot + 1U) % D]};
  }

 private:
  HalfEdge first_{};
  bool found_ = false;
};

}  // namespace abut::detail
