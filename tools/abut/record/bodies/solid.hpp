/// Whether a mesh is a solid, and what to say if it is not.
#pragma once

#include <abut/mesh_topology.hpp>

#include <fmt/format.h>
#include <string>

namespace abut::tool {

/// Empty if the mesh is closed and consistently oriented.
template <Scalar T, int D>
std::string why_no_solid(const Mesh<T, D>& mesh) {
  UnmatchedEdge edge;
  if (!detail::find_unmatched_edge(mesh.view(), edge)) return {};
  const std::string what =
      D == 2
          ? fmt::format("at vertex {} of segment {} not as many segments begin as end", edge.from, edge.part)
          : fmt::format("the edge from vertex {} to {} of triangle {} has no reverse", edge.from, edge.to, edge.part);
  return "no solid: " + what + "; without solid it is asked as a surface";
}

}  // namespace abut::tool
