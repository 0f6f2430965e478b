/// What an abut_mesh is: a mesh of one space, and the queries about it, which no program links that makes no mesh.
#pragma once

#include "reader.hpp"

#include <abut.h>

namespace abut::c_api {

struct StaticQuery;

/// The verbs that take meshes. At least one operand is a mesh, and every mesh is of the same space.
struct MeshQueries {
  Fault (*distance)(const StaticQuery&, abut_answer&);
  Fault (*overlap)(const StaticQuery&, abut_answer&);
  Fault (*closest_point)(const double*, const StaticQuery&, abut_answer&);
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
