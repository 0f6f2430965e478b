/// How the parts of a mesh hang together: which vertices are one, which parts are connected, what the edges are like.
///
///     const auto topology = find_topology(bracket);                // of a Mesh3d
///     if (!topology.is_closed) report(topology.unmatched);         // an edge that no other triangle continues
///     topology.edges[triangle][0];                                 // EdgeKind::convex, flat, concave ...
///
/// All of it is exact: vertices are one if their coordinates are equal, and an edge is flat if the triangles beside it
/// lie in one plane as real numbers. In 2D the parts are segments, and their vertices take the place of edges.
///
/// The time is linear in the number of parts: about a thousand instructions each.
#pragma once

#include <abut/mesh.hpp>

#include <array>
#include <cstdint>
#include <vector>

namespace abut {

/// What an edge of a triangle is; in 2D, what a vertex of a segment is. `convex` is seen from outside, where the
/// triangle is counter-clockwise; in 2D outlines are counter-clockwise, and the inside is to the left.
enum class EdgeKind : std::uint8_t {
  open,       ///< no other part ends there
  convex,     ///< the surface bends away from the outside
  flat,       ///< both parts continue each other exactly
  concave,    ///< the surface bends towards the outside
  folded,     ///< both parts lie exactly on the same side of the edge, in one plane
  irregular,  ///< more than two parts, two that do not agree on the outside, or one without area
};

/// The enumerator as text.
constexpr const char* to_string(EdgeKind kind) {
  switch (kind) {
    case EdgeKind::open: return "open";
    case EdgeKind::convex: return "convex";
    case EdgeKind::flat: return "flat";
    case EdgeKind::concave: return "concave";
    case EdgeKind::folded: return "folded";
    case EdgeKind::irregular: return "irregular";
  }
  return "unknown";
}

/// A directed edge without its reverse: from vertex `from` to vertex `to` of the part. In 2D an end of a segment, where
/// as many segments must begin as end: `from` and `to` are both that vertex.
struct UnmatchedEdge {
  PartId part = 0;                 ///< the part that it belongs to
  std::uint32_t from = 0, to = 0;  ///< its vertices

  /// Number by number.
  bool operator==(const UnmatchedEdge&) const = default;
};

/// What find_topology() returns.
template <int D>
struct MeshTopology {
  /// For each vertex the first one with equal coordinates.
  std::vector<std::uint32_t> welded;

  /// The component that each part belongs to: parts that share a vertex, welded, are connected. Components are numbered
  /// in the order of their first parts.
  std::vector<std::uint32_t> component;
  std::uint32_t component_count = 0;  ///< the number of components

  /// In 3D edge i of a triangle runs from its vertex i to the next one; in 2D it is vertex i of the segment.
  std::vector<std::array<EdgeKind, D>> edges;

  /// Whether every directed edge has its reverse, as often as it occurs: the surface encloses a Solid (solid.hpp).
  bool is_closed = false;
  UnmatchedEdge unmatched;  ///< if not: the first one, in the order of parts
};

namespace detail {

// See detail/mesh/topology.hpp.
template <class T, int D>
MeshTopology<D> topology_of(const MeshView<T, D>& mesh);

/// Returns false if every edge is matched.
template <class T, int D>
bool find_unmatched_edge(const MeshView<T, D>& mesh, UnmatchedEdge& unmatched);

// NOLINTBEGIN(bugprone-macro-parentheses): types can not be enclosed in them.
#define ABUT_MESH_TOPOLOGIES(WORDS, T, D)                   \
  WORDS MeshTopology<D> topology_of(const MeshView<T, D>&); \
  WORDS bool find_unmatched_edge(const MeshView<T, D>&, UnmatchedEdge&);
// NOLINTEND(bugprone-macro-parentheses)
ABUT_DECLARE_FOR_SPACES(ABUT_MESH_TOPOLOGIES)

}  // namespace detail

/// The topology of a mesh. Allocates what it returns.
template <Scalar T, int D>
[[nodiscard]] MeshTopology<D> find_topology(const MeshView<T, D>& mesh) {
  return detail::topology_of(mesh);
}
template <Scalar T, int D>
[[nodiscard]] MeshTopology<D> find_topology(const Mesh<T, D>& mesh) {
  return find_topology(mesh.view());
}

}  // namespace abut

#if defined(ABUT_HEADER_ONLY) || defined(ABUT_SMALL)
#include <abut/detail/mesh/topology.hpp>
#endif
