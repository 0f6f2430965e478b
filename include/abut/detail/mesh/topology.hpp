/// The topology of a mesh: see mesh_topology.hpp.
#pragma once

#include <abut/detail/mesh/components.hpp>
#include <abut/detail/mesh/edge_kinds.hpp>
#include <abut/detail/mesh/half_edges.hpp>
#include <abut/detail/mesh/weld.hpp>
#include <abut/mesh_topology.hpp>

namespace abut::detail {

template <Scalar T, int D>
class EdgeClassifier {
 public:
  using Parts = std::span<const std::array<std::uint32_t, D>>;

  explicit EdgeClassifier(const MeshView<T, D>& mesh) : vertices_(mesh.vertices()), parts_(mesh.parts()) {}

  EdgeKind kind(std::span<const HalfEdge> place) const {
    if (place.size() == 1) return EdgeKind::open;
    if (place.size() > 2 || place[0].is_forward == place[1].is_forward) return EdgeKind::irregular;
    if constexpr (D == 2) {
      const HalfEdge& end = place[0].is_forward ? place[0] : place[1];
      const HalfEdge& begin = place[0].is_forward ? place[1] : place[0];
      return edge_kind(vertex(end, 1), vertex(end, 0), vertex(begin, 1));
    } else {
      return edge_kind(vertex(place[0], 0), vertex(place[0], 1), vertex(place[0], 2), vertex(place[1], 2));
    }
  }

 private:
  /// The vertex that comes `after` so many others behind the one where the edge begins.
  Vec<double, D> vertex(const HalfEdge& edge, std::uint32_t after) const {
    return widen(vertices_[parts_[edge.part][(edge.slot + after) % D]]);
  }

  std::span<const Vec<T, D>> vertices_;
  Parts parts_;
};

template <class T, int D>
MeshTopology<D> topology_of(const MeshView<T, D>& mesh) {
  MeshTopology<D> r;
  r.welded = weld(mesh.vertices());
  Components components = components_of(r.welded, mesh.parts());
  r.component_count = static_cast<std::uint32_t>(components.first.size());
  r.component = std::move(components.of_part);
  r.edges.resize(mesh.part_count());
  for (auto& edges : r.edges) edges.fill(EdgeKind::irregular);  // those without length stay so
  const EdgeClassifier<T, D> classifier(mesh);
  FirstUnmatched<D> unmatched;
  HalfEdges<D>(r.welded, mesh.parts()).for_each_place([&](std::span<const HalfEdge> place) {
    unmatched.take(place);
    const EdgeKind kind = classifier.kind(place);
    for (const HalfEdge& edge : place) r.edges[edge.part][edge.slot] = kind;
  });
  r.is_closed = !unmatched.is_found();
  if (!r.is_closed) r.unmatched = unmatched.edge(mesh.parts());
  return r;
}

template <class T, int D>
bool find_unmatched_edge(const MeshView<T, D>& mesh, UnmatchedEdge& unmatched) {
  FirstUnmatched<D> first;
  HalfEdges<D>(weld(mesh.vertices()), mesh.parts()).for_each_place([&](std::span<const HalfEdge> place) {
    first.take(place);
  });
  if (first.is_found()) unmatched = first.edge(mesh.parts());
  return first.is_found();
}

}  // namespace abut::detail
