/// The entries of the queries about motion: ways out, rays, shapes in translation, bodies that rotate.
#include "arguments.hpp"
#include "operand/mesh_handle.hpp"
#include "queries/moving_table.hpp"

namespace abut::c_api {

namespace {

constexpr Tables<const MovingTable> tables{&moving_2f, &moving_3f, &moving_2d, &moving_3d};

constexpr std::int32_t methods = 3;

void clear(abut_trace* trace) {
  if (trace != nullptr) trace->count = 0;
}

}  // namespace
}  // namespace abut::c_api

using namespace abut::c_api;

extern "C" {

int32_t abut_ray_cast(int32_t space, const double origin[3], const double direction[3], const abut_shape* shape,
                      const abut_options* options, abut_trace* trace, abut_answer* answer) {
  clear(trace);
  const bool complete = origin != nullptr && direction != nullptr && shape != nullptr && has_room(trace);
  const Arguments given{.space = space, .options = options, .methods = methods, .complete = complete};
  return run_checked(tables, given, answer, [&](const MovingTable& table, const abut_options& chosen) -> Fault {
    const CastQuery query{nullptr, origin, direction, shape, nullptr, chosen, trace};
    if (!is_mesh(*shape)) return table.ray_cast(query, *answer);
    if (const Fault fault = mesh_fault(*shape, 'a', space)) return fault;
    return shape->mesh->queries->ray_cast(query, *answer);
  });
}

int32_t abut_depth_along(int32_t space, const abut_shape* a, const abut_shape* b, const double direction[3],
                         const abut_options* options, abut_trace* trace, abut_answer* answer) {
  clear(trace);
  const bool complete = a != nullptr && b != nullptr && direction != nullptr && has_room(trace);
  const Arguments given{.space = space, .options = options, .complete = complete};
  return run_checked(tables, given, answer, [&](const MovingTable& table, const abut_options& chosen) {
    const CastQuery query{a, nullptr, nullptr, b, direction, chosen, trace};
    if (!has_mesh(a, b)) return table.depth_along(query, *answer);
    return ask_mesh(query, space, &MeshQueries::depth_along, *answer);
  });
}

int32_t abut_shape_cast(int32_t space, const abut_shape* a, const double translation_a[3], const abut_shape* b,
                        const double translation_b[3], const abut_options* options, abut_trace* trace,
                        abut_answer* answer) {
  clear(trace);
  const bool complete = a != nullptr && translation_a != nullptr && b != nullptr && has_room(trace);
  const Arguments given{.space = space, .options = options, .methods = methods, .complete = complete};
  return run_checked(tables, given, answer, [&](const MovingTable& table, const abut_options& chosen) {
    const CastQuery query{a, nullptr, translation_a, b, translation_b, chosen, trace};
    if (!has_mesh(a, b)) return table.shape_cast(query, *answer);
    return ask_mesh(query, space, &MeshQueries::shape_cast, *answer);
  });
}

int32_t abut_time_of_impact(int32_t space, const abut_shape* a, const abut_motion* motion_a, const abut_shape* b,
                            const abut_motion* motion_b, const abut_options* options, abut_trace* trace,
                            abut_answer* answer) {
  clear(trace);
  const bool complete = a != nullptr && b != nullptr && has_room(trace);
  const Arguments given{.space = space, .options = options, .methods = methods, .complete = complete};
  return run_checked(tables, given, answer, [&](const MovingTable& table, const abut_options& chosen) {
    return table.time_of_impact({a, motion_a, b, motion_b, chosen, trace}, *answer);
  });
}

int32_t abut_pose_at(int32_t space, const abut_motion* motion, double t, double position[3], double rotation[4],
                     abut_answer* answer) {
  const bool complete = motion != nullptr && position != nullptr && rotation != nullptr;
  const Arguments given{.space = space, .options = nullptr, .complete = complete};
  return run_checked(tables, given, answer, [&](const MovingTable& table, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return table.pose_at(*motion, t, position, rotation);
  });
}

}  // extern "C"
