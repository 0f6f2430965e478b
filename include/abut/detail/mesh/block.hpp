/// The layout of a mesh block: see mesh_block.hpp.
///
/// A header of five lines of 64 bytes, then six arrays, each of whole lines. What begins at a line stays in as few
/// cache lines as it can, and the hash has no remainder to look after. The numbers of the header have the same places
/// for all spaces, so that a reader can tell which space a block is of; what a space does not have is zero.
#pragma once

#include <abut/aabb.hpp>
#include <abut/detail/bvh/node.hpp>

#include <array>
#include <bit>
#include <cstring>
#include <memory>

namespace abut::detail {

/// An array in a block.
struct MeshArray {
  std::uint64_t count, at;  ///< elements; bytes from the beginning of the block
};

enum class MeshKind : std::uint32_t { mesh, solid };

struct MeshHeader {
  static constexpr std::array<char, 8> own_magic = {'a', 'b', 'u', 't', 'm', 'e', 's', 'h'};
  static constexpr std::uint32_t own_version = 1, own_byte_order = 0x01020304;

  std::array<char, 8> magic;
  std::uint32_t version, byte_order;
  std::uint32_t scalar_size, dimension;  ///< 4: float, 8: double
  std::uint64_t size;                    ///< of the block
  std::uint64_t zero_before[3];
  std::uint64_t hash;  ///< of all that follows

  MeshKind kind;
  std::uint32_t zero_beside;
  MeshArray vertices, parts, nodes, leaves;
  MeshArray components;  ///< the first part of each connected component
  MeshArray welded;  ///< for each vertex the first one that equaled it when the mesh was built; empty if all differed
  double center[3], unit, reach;  ///< of the tree: see BvhView
  double lower[3], upper[3];      ///< the box of the vertices in use
  double cost;                    ///< of the tree when it was built: see mesh/fit.hpp
  std::uint64_t zero_after[7];
};

inline constexpr std::size_t block_line = 64;
static_assert(sizeof(MeshHeader) == 5 * block_line && offsetof(MeshHeader, hash) + 8 == block_line);

/// The memory of a block.
struct alignas(block_line) BlockLine {
  std::byte bytes[block_line];
};
using BlockMemory = std::unique_ptr<BlockLine[]>;  // NOLINT(modernize-avoid-c-arrays): it is one

/// Memory for so many bytes, not set to anything.
inline BlockMemory block_memory(std::size_t bytes) {
  return std::make_unique_for_overwrite<BlockLine[]>((bytes + block_line - 1) / block_line);  // NOLINT: as above
}

constexpr std::uint64_t whole_lines(std::uint64_t bytes) { return (bytes + block_line - 1) / block_line * block_line; }

/// The bytes of a block as what they are. Byte is std::byte or const std::byte. Requires a block that was checked, or
/// that is being built.
template <class T, int D, class Byte = const std::byte>
class MeshBlock {
  template <class E>
  using As = std::conditional_t<std::is_const_v<Byte>, const E, E>;

 public:
  using Indices = std::array<std::uint32_t, D>;

  explicit MeshBlock(Byte* bytes) : bytes_(bytes) {}

  Byte* bytes() const { return bytes_; }
  As<MeshHeader>& header() const { return *reinterpret_cast<As<MeshHeader>*>(bytes_); }
  auto vertices() const { return array<Vec<T, D>>(header().vertices); }
  auto parts() const { return array<Indices>(header().parts); }
  auto nodes() const { return array<BvhNode<D>>(header().nodes); }
  auto leaves() const { return array<BvhLeaf<D>>(header().leaves); }
  auto components() const { return array<std::uint32_t>(header().components); }
  auto welded() const { return array<std::uint32_t>(header().welded); }

  Vec<double, D> center() const { return vector(header().center); }
  Aabb<T, D> aabb() const { return {vec_cast<T>(vector(header().lower)), vec_cast<T>(vector(header().upper))}; }

 private:
  template <class E>
  std::span<As<E>> array(const MeshArray& a) const {
    return {reinterpret_cast<As<E>*>(bytes_ + a.at), static_cast<std::size_t>(a.count)};
  }
  static Vec<double, D> vector(const double (&x)[3]) {
    Vec<double, D> v;
    for (int i = 0; i < D; ++i) v[i] = x[i];
    return v;
  }

  Byte* bytes_;
};

/// Lays the arrays out one after another, from their counts, and sets the size.
template <class T, int D>
void lay_out(MeshHeader& h) {
  h.size = sizeof(MeshHeader);
  const auto place = [&](MeshArray& array, std::size_t bytes) {
    array.at = h.size;
    h.size += whole_lines(array.count * bytes);
  };
  place(h.vertices, sizeof(Vec<T, D>));
  place(h.parts, sizeof(std::array<std::uint32_t, D>));
  place(h.nodes, sizeof(BvhNode<D>));
  place(h.leaves, sizeof(BvhLeaf<D>));
  place(h.components, sizeof(std::uint32_t));
  place(h.welded, sizeof(std::uint32_t));
}

/// The hash of whole lines: each of the eight words of a line goes into a hash of its own, and these into one.
///
/// A step, (h ^ word) * odd, turned by 29 bits, takes different words to different hashes, and different hashes too: so
/// a change within one word never goes unnoticed, and any other with a chance of 2^-64. It is no defense against who
/// knows that. Eight multiplications beside each other take about as long as reading the line.
inline std::uint64_t hash_of_lines(const std::byte* lines, std::size_t bytes) {
  constexpr std::uint64_t odd = 0x9e3779b97f4a7c15ULL;  // 2^64 divided by the golden ratio
  const auto step = [](std::uint64_t h, std::uint64_t word) { return std::rotl((h ^ word) * odd, 29); };
  std::uint64_t lane[8];
  for (std::uint64_t k = 0; k < 8; ++k) lane[k] = odd * (k + 1);
  for (std::size_t at = 0; at < bytes; at += block_line) {
    std::uint64_t word[8];
    std::memcpy(word, lines + at, block_line);
    for (int k = 0; k < 8; ++k) lane[k] = step(lane[k], word[k]);
  }
  std::uint64_t h = bytes;
  for (const std::uint64_t x : lane) h = step(h, x);
  return h;
}

/// The hash of a block whose header is complete.
inline std::uint64_t hash_of_block(const std::byte* block) {
  return hash_of_lines(block + block_line, reinterpret_cast<const MeshHeader*>(block)->size - block_line);
}

}  // namespace abut::detail
