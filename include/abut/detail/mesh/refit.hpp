/// Moves the vertices of a mesh, and keeps which parts are together in its tree.
///
/// Which vertices are connected does not change: parts keep their vertices, and those that were welded must stay equal.
/// So connected components stay connected, and a closed surface stays closed, whatever else falls together.
#pragma once

#include <abut/detail/mesh/fit.hpp>
#include <abut/mesh.hpp>

namespace abut::detail {

template <class T, int D>
bool find_vertex_error(const MeshBlock<T, D, std::byte>& mesh, std::span<const Vec<T, D>> vertices, RefitError& error) {
  using Kind = RefitError::Kind;
  if (vertices.size() != mesh.vertices().size()) {
    error = {Kind::other_count, vertices.size()};
    return true;
  }
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (is_finite(vertices[i])) continue;
    error = {Kind::not_finite, i};
    return true;
  }
  const auto first = mesh.welded();
  for (std::size_t i = 0; i < first.size(); ++i) {
    if (vertices[i] == vertices[first[i]]) continue;
    error = {Kind::parted, i};
    return true;
  }
  return false;
}

template <class T, int D>
bool find_refit_error(std::byte* block, std::span<const Vec<T, D>> vertices, double& cost, RefitError& error) {
  const MeshBlock<T, D, std::byte> mesh(block);
  if (find_vertex_error<T, D>(mesh, vertices, error)) return true;
  std::memmove(mesh.vertices().data(), vertices.data(), vertices.size_bytes());  // they may be those of the mesh
  fit_tree(mesh);
  cost = cost_of(std::span<const BvhNode<D>>(mesh.nodes())) / mesh.header().cost;
  mesh.header().hash = hash_of_block(block);
  return false;
}

}  // namespace abut::detail
