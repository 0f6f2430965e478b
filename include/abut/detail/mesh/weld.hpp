/// Vertices with equal coordinates are one: the first of them stands for all. Exact: -0 equals 0, and nothing else is
/// taken for equal.
///
/// A hash table finds the first one; its order and that of the memory do not enter the result.
#pragma once

#include <abut/vec.hpp>

#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace abut::detail {

/// Every bit of the coordinates changes about half of the bits: rows of a lattice do not fall onto each other.
template <Scalar T, int D>
std::uint64_t hash_of(const Vec<T, D>& v) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;  // 2^64 divided by the golden ratio
  std::uint64_t h = 0;
  for (int i = 0; i < D; ++i) {
    h = (h ^ std::bit_cast<std::uint64_t>(double(v[i]) + 0.0)) * odd;  // -0 + 0 = 0
    h ^= h >> 32;
  }
  return h * odd;
}

/// For each vertex the first one that equals it.
template <Scalar T, int D>
std::vector<std::uint32_t> weld(std::span<const Vec<T, D>> vertices) {
  constexpr std::uint32_t none = 0xffffffffU;
  const auto bits = static_cast<int>(std::bit_width(2 * vertices.size()));  // at most half of the table is full
  std::vector<std::uint32_t> table(std::size_t{1} << bits, none);
  const std::size_t mask = table.size() - 1;
  std::vector<std::uint32_t> first(vertices.size());
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    std::size_t at = static_cast<std::size_t>(hash_of(vertices[i]) >> (64 - bits));
    while (table[at] != none && !(vertices[table[at]] == vertices[i])) at = (at + 1) & mask;
    if (table[at] == none) table[at] = static_cast<std::uint32_t>(i);
    first[i] = table[at];
  }
  return first;
}

}  // namespace abut::detail
