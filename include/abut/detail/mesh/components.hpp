/// The connected components of a mesh: parts that share a vertex, welded, belong to the same one.
///
/// Reference: R. E. Tarjan, "Efficiency of a Good But Not Linear Set Union Algorithm" (1975). Departure: the root of a
/// set is its lowest vertex, so that the result depends on the parts only.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace abut::detail {

/// Disjoint sets of vertices.
class VertexSets {
 public:
  explicit VertexSets(std::size_t count) : parent_(count) {
    for (std::size_t i = 0; i < count; ++i) parent_[i] = static_cast<std::uint32_t>(i);
  }
  /// The lowest vertex of the set. Halves the paths on the way.
  std::uint32_t root(std::uint32_t v) {
    while (parent_[v] != v) v = parent_[v] = parent_[parent_[v]];
    return v;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = root(a);
    b = root(b);
    parent_[a < b ? b : a] = a < b ? a : b;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

struct Components {
  std::vector<std::uint32_t> of_part;  ///< the component of each part
  std::vector<std::uint32_t> first;    ///< the first part of each component; ascending
};

/// `welded` is what weld() returns. Components are numbered in the order of their first parts.
template <std::size_t N>
Components components_of(const std::vector<std::uint32_t>& welded,
                         std::span<const std::array<std::uint32_t, N>> parts) {
  constexpr std::uint32_t none = 0xffffffffU;
  VertexSets sets(welded.size());
  for (const auto& part : parts) {
    for (std::size_t i = 1; i < N; ++i) sets.unite(welded[part[0]], welded[part[i]]);
  }
  std::vector<std::uint32_t> component_of_root(welded.size(), none);
  Components r;
  r.of_part.reserve(parts.size());
  for (std::size_t i = 0; i < parts.size(); ++i) {
    std::uint32_t& component = component_of_root[sets.root(welded[parts[i][0]])];
    if (component == none) {
      component = static_cast<std::uint32_t>(r.first.size());
      r.first.push_back(static_cast<std::uint32_t>(i));
    }
    r.of_part.push_back(component);
  }
  return r;
}

}  // namespace abut::detail
