/// What makes the meshes and solids of one space, and what only solids are asked, as a table: the third beside
/// static_table.hpp and moving_table.hpp. The other queries come with each mesh (operand/mesh_handle.hpp).
#pragma once

#include "operand/mesh_handle.hpp"

#include <abut.h>

#include <cstddef>
#include <cstdint>

namespace abut::c_api {

/// What a mesh is made of, as the user has it.
struct MeshGiven {
  const void* vertices;
  std::size_t vertex_count;
  const std::uint32_t* parts;
  std::size_t part_count;
};

struct MeshTable {
  Fault (*create)(const MeshGiven&, abut_mesh*&);
  Fault (*create_solid)(const MeshGiven&, abut_mesh*&);
  void (*destroy)(abut_mesh*);
  Fault (*inside)(const double*, const abut_shape&, abut_answer&);
};

extern const MeshTable mesh_2f, mesh_3f, mesh_2d, mesh_3d;

}  // namespace abut::c_api
