/// A tree of bounding boxes over the parts of a body, four children to a node, up to four parts to a leaf.
///
/// Boxes are stored in float, in the frame of the body, as (x - c) 2^-e, rounded outward: c is the center of the body's
/// box and 2^e about its half extent, both kept by the owner of the tree. So a body far from its origin loses nothing,
/// and scaling a body by 2^k leaves its nodes alike, bit for bit. The lower sides of four boxes stand side by side, as
/// do the upper ones, so that one SIMD register holds a coordinate of all four.
///
/// The tree knows the index of a leaf, not what is in it. That is kept beside the tree, as suits the parts: their
/// numbers, and what the search in float needs of them, in the same frame, rounded to the nearest float.
#pragma once

#include <abut/vec.hpp>

#include <cstddef>
#include <cstdint>
#include <span>

namespace abut::detail {

/// Where a child leads: to a node, to a leaf, or nowhere.
class BvhChild {
 public:
  static constexpr std::uint32_t most_parts = std::uint32_t{1} << 31;

  constexpr BvhChild() = default;
  static constexpr BvhChild node(std::uint32_t index) { return BvhChild(index); }
  static constexpr BvhChild leaf(std::uint32_t index) { return BvhChild(leaf_bit | index); }

  constexpr bool is_none() const { return bits_ == no_child; }
  constexpr bool is_leaf() const { return (bits_ & leaf_bit) != 0; }
  constexpr std::uint32_t index() const { return bits_ & ~leaf_bit; }

 private:
  static constexpr std::uint32_t leaf_bit = std::uint32_t{1} << 31;
  static constexpr std::uint32_t no_child = leaf_bit - 1;  // the index of no node: there are fewer nodes than parts

  constexpr explicit BvhChild(std::uint32_t bits) : bits_(bits) {}

  std::uint32_t bits_ = no_child;
};

/// The numbers of up to four parts. Places without a part come last.
struct LeafParts {
  static constexpr int width = 4;
  static constexpr std::uint32_t no_part = 0xffffffff;

  std::uint32_t part[width] = {no_part, no_part, no_part, no_part};

  int count() const {
    int n = 0;
    while (n < width && part[n] != no_part) ++n;
    return n;
  }
};

/// The parts of a leaf of a mesh: segments in 2D, triangles in 3D. Places without a part repeat the first vertices.
template <int D>
struct BvhLeaf : LeafParts {
  float vertex[D][D][width];  ///< of each vertex, each coordinate, each part
};

static_assert(sizeof(BvhLeaf<3>) == 160 && sizeof(BvhLeaf<2>) == 80);

/// The boxes of up to four children. Children that are none come last; their boxes are empty: lower > upper.
template <int D>
struct BvhNode {
  static constexpr int width = 4;

  float lower[D][width];
  float upper[D][width];
  BvhChild child[width];

  int count() const {
    int n = 0;
    while (n < width && !child[n].is_none()) ++n;
    return n;
  }
};

static_assert(sizeof(BvhNode<3>) == 112 && sizeof(BvhNode<2>) == 80);

/// No path from the root passes more nodes than this: below level 20 the builder quarters the parts of every node, and
/// 16 levels of that part 2^31 of them. So the stack of a traversal has a fixed size.
inline constexpr int most_bvh_levels = 36;

/// A tree without ownership. Node 0 is the root.
template <int D>
struct BvhView {
  std::span<const BvhNode<D>> nodes;
  Vec<double, D> center{};  ///< c
  double unit = 1;          ///< 2^e, a power of two
  double reach = 0;         ///< no coordinate of a box in the nodes is larger; at most 4
};

}  // namespace abut::detail
