/// Meshes and solids as bytes: one flat block without pointers, the same in memory, in a file, in a memory map and in a
/// message.
///
///     const auto bytes = bracket.bytes();              // of a Mesh or a Solid; valid as long as it is not changed
///     const auto copy = Mesh3d::from_bytes(bytes);     // checks them, and copies
///     const auto view = MeshView3d::from_bytes(map);   // checks them, and refers to them: nothing is built, or copied
///     if (!view) return report(to_string(view.error().kind), view.error().byte);
///
/// The block is a header of 320 bytes (detail/mesh/block.hpp) and six arrays: vertices, parts, nodes and leaves of the
/// tree, first parts of components, welded vertices. Each begins at a multiple of 64 bytes, with zeros before it.
/// Numbers are little-endian; where a machine has the other order, its blocks have it too, and either refuses those of
/// the other by name. The bytes depend on vertices, parts and kind only, not on compiler, memory or threads.
///
/// Guarantee: bytes that from_bytes() accepts can be asked anything, and what is then proven is true of the vertices
/// and parts that are in them. For every number is checked against those: the tree must be one, of bounded depth, with
/// every part in one leaf and every box the smallest around what is below. The hash is against accidents, not against
/// attacks: it is checked first, to tell a damaged file from one that was written wrongly, and nothing depends on it.
#pragma once

#include <cstddef>
#include <cstdint>

namespace abut {

/// Why bytes are not the block of a mesh, or of a solid.
struct MeshBlockError {
  /// What is wrong.
  enum class Kind {
    not_a_block,         ///< they begin otherwise
    truncated,           ///< they end before the block does
    misaligned,          ///< they do not begin at a multiple of 8; only views ask for that
    version,             ///< of the format: another one than 1
    byte_order,          ///< big-endian numbers where this machine's are little-endian, or the reverse
    scalar,              ///< float where double is asked for, or the reverse
    dimension,           ///< 2D where 3D is asked for, or the reverse
    size,                ///< not what the counts add up to, or the bytes go on after it
    not_zero,            ///< a byte without meaning is not zero
    hash,                ///< a byte has changed since the block was written
    kind,                ///< neither that of a mesh nor that of a solid
    count,               ///< of vertices, parts, nodes, leaves, components or welded vertices: impossible
    offset,              ///< of an array: not behind the one before it
    not_finite,          ///< vertex `index` has a coordinate that is NaN or infinite
    index_out_of_range,  ///< part `index` refers to a vertex that is not there
    child,               ///< node `index` has a child that is not there, comes before it, or has another parent
    depth,               ///< node `index` is deeper than a tree may be
    leaf,                ///< leaf `index` has no part, one that is not there, or one that is in another leaf
    leaf_vertex,         ///< leaf `index` holds other vertices than its parts have
    box,                 ///< node `index` has a box that is not the smallest around what is below
    frame,               ///< box, center, unit or reach of the mesh are not those of its vertices
    welded,              ///< vertex `index` is said to equal an earlier one, and does not
    component,           ///< component `index` does not begin with the part that it should
    cost,                ///< that of the tree when it was built is no positive number
    not_a_solid,         ///< the block is that of a mesh
    unmatched_edge,      ///< of a solid: an edge of part `index` has no reverse
  };
  Kind kind;                ///< what is wrong
  std::uint64_t index = 0;  ///< which vertex, part, node, leaf or component, if it is about one
  std::uint64_t byte = 0;   ///< where in the block
};

/// The error as text.
constexpr const char* to_string(MeshBlockError::Kind kind) {
  using Kind = MeshBlockError::Kind;
  switch (kind) {
    case Kind::not_a_block: return "the bytes do not begin as a mesh block does";
    case Kind::truncated: return "the bytes end before the mesh block does";
    case Kind::misaligned: return "a view needs bytes that begin at a multiple of 8";
    case Kind::version: return "the version of the mesh block is another one";
    case Kind::byte_order: return "the numbers of the mesh block have the other byte order";
    case Kind::scalar: return "the mesh block has the other scalar, float or double";
    case Kind::dimension: return "the mesh block has the other dimension, 2 or 3";
    case Kind::size: return "the size of the mesh block is not what its counts add up to, or not that of the bytes";
    case Kind::not_zero: return "a byte without meaning is not zero";
    case Kind::hash: return "the hash differs: the mesh block is damaged";
    case Kind::kind: return "the kind is neither mesh nor solid";
    case Kind::count: return "the count is impossible";
    case Kind::offset: return "the array does not begin behind the one before it";
    case Kind::not_finite: return "a coordinate of the vertex is not a finite number";
    case Kind::index_out_of_range: return "the part refers to a vertex that is not there";
    case Kind::child: return "the node has a child that is not there, comes before it, or has another parent";
    case Kind::depth: return "the node is deeper than a tree may be";
    case Kind::leaf: return "the leaf has no part, one that is not there, or one that is in another leaf";
    case Kind::leaf_vertex: return "the leaf holds other vertices than its parts have";
    case Kind::box: return "the node has a box that is not the smallest around what is below";
    case Kind::frame: return "box, center, unit or reach are not those of the vertices";
    case Kind::welded: return "the vertex does not equal the one that it is welded to";
    case Kind::component: return "the component does not begin with the part that it should";
    case Kind::cost: return "the cost of the tree is no positive number";
    case Kind::not_a_solid: return "the mesh block is that of a mesh, not of a solid";
    case Kind::unmatched_edge: return "the surface is not closed: an edge of the part has no reverse";
  }
  return "unknown";
}

}  // namespace abut
