/// What an abut_mesh is: a mesh or solid of one space, and the queries about it, which no program links that makes
/// none.
#pragma once

#include "reader.hpp"

#include <abut.h>

#include <type_traits>

namespace abut::c_api {

struct StaticQuery;
struct CastQuery;
struct GradientRoom;

/// The verbs that take meshes. At least one operand is a mesh, and every mesh is of the same space.
struct MeshQueries {
  Fault (*distance)(const StaticQuery&, abut_answer&);
  Fault (*overlap)(const StaticQuery&, abut_answer&);
  Fault (*penetration)(const StaticQuery&, abut_answer&);
  Fault (*separation)(const StaticQuery&, abut_answer&);
  Fault (*separation_gradient)(const StaticQuery&, const GradientRoom&, abut_answer&);
  Fault (*closest_point)(const double*, const StaticQuery&, abut_answer&);
  Fault (*ray_cast)(const CastQuery&, abut_answer&);
  Fault (*shape_cast)(const CastQuery&, abut_answer&);
  Fault (*depth_along)(const CastQuery&, abut_answer&);
};

/// WebAssembly makes no meshes, and is spared the code that asks for their queries.
#if defined(ABUT_SMALL)
inline constexpr bool has_meshes = false;
#else
inline constexpr bool has_meshes = true;
#endif

inline bool is_mesh(const abut_shape& shape) { return has_meshes && shape.kind == ABUT_MESH; }

}  // namespace abut::c_api

struct abut_mesh {
  std::int32_t space;
  const abut::c_api::MeshQueries* queries;
};

namespace abut::c_api {

/// What is wrong with a mesh as an operand; nothing if it is another shape.
inline Fault mesh_fault(const abut_shape& shape, std::int32_t where, std::int32_t space) {
  if (!is_mesh(shape)) return {};
  if (shape.mesh == nullptr) return {ABUT_NULL_ARGUMENT, where};
  if (shape.mesh->space != space) return {ABUT_WRONG_SPACE, where};
  return {};
}

inline bool has_mesh(const abut_shape* a, const abut_shape* b) {
  return a != nullptr && b != nullptr && (is_mesh(*a) || is_mesh(*b));
}

/// Asks the verb of the mesh, which is an operand of the query. `Query` has the operands a and b; what else the verb
/// takes follows it.
template <class Query, class... Rest>
Fault ask_mesh(const Query& q, std::int32_t space, Fault (*MeshQueries::*verb)(const Query&, Rest...),
               std::type_identity_t<Rest>... rest) {
  if (const Fault fault = mesh_fault(*q.a, 'a', space)) return fault;
  if (const Fault fault = mesh_fault(*q.b, 'b', space)) return fault;
  const abut_mesh& mesh = is_mesh(*q.a) ? *q.a->mesh : *q.b->mesh;
  return (mesh.queries->*verb)(q, rest...);
}

}  // namespace abut::c_api
