/// Meshes and solids, in their own object files: programs that make none do not link them and the queries about them.
#include "arguments.hpp"
#include "queries/mesh_table.hpp"

#include <abut.h>

namespace abut::c_api {

namespace {

constexpr Tables<const MeshTable> tables{&mesh_2f, &mesh_3f, &mesh_2d, &mesh_3d};

using Create = Fault (*MeshTable::*)(const MeshGiven&, abut_mesh*&);

abut_mesh* create(std::int32_t space, const MeshGiven& given, abut_answer* answer, Create entry) {
  abut_mesh* made = nullptr;
  const bool complete =
      (given.vertices != nullptr || given.vertex_count == 0) && (given.parts != nullptr || given.part_count == 0);
  const Arguments arguments{.space = space, .options = nullptr, .complete = complete};
  run_checked(tables, arguments, answer, [&](const MeshTable& table, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return (table.*entry)(given, made);
  });
  return made;
}

}  // namespace
}  // namespace abut::c_api

using namespace abut::c_api;

extern "C" {

abut_mesh* abut_mesh_create(int32_t space, const void* vertices, size_t vertex_count, const uint32_t* parts,
                            size_t part_count, abut_answer* answer) {
  return create(space, {vertices, vertex_count, parts, part_count}, answer, &MeshTable::create);
}

abut_mesh* abut_solid_create(int32_t space, const void* vertices, size_t vertex_count, const uint32_t* parts,
                             size_t part_count, abut_answer* answer) {
  return create(space, {vertices, vertex_count, parts, part_count}, answer, &MeshTable::create_solid);
}

int32_t abut_inside(int32_t space, const double q[3], const abut_shape* solid, abut_answer* answer) {
  const bool complete = q != nullptr && solid != nullptr;
  const Arguments given{.space = space, .options = nullptr, .complete = complete};
  return run_checked(tables, given, answer, [&](const MeshTable& table, const abut_options&) -> Fault {
    if (!is_mesh(*solid)) return {ABUT_NOT_A_SOLID, 'a'};
    if (const Fault fault = mesh_fault(*solid, 'a', space)) return fault;
    return table.inside(q, *solid, *answer);
  });
}

void abut_mesh_destroy(abut_mesh* mesh) {
  if (mesh != nullptr) tables.of(mesh->space)->destroy(mesh);
}

}  // extern "C"
