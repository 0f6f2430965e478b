/// The entries of the static queries.
#include "arguments.hpp"
#include "operand/mesh_handle.hpp"
#include "queries/static_table.hpp"

#include <abut.h>

namespace abut::c_api {

namespace {

static_assert(sizeof(abut_step) == ABUT_STEP_NUMBERS * sizeof(double));

constexpr Tables<const StaticTable> tables{&static_2f, &static_3f, &static_2d, &static_3d};

using Verb = Fault (*StaticTable::*)(const StaticQuery&, abut_answer&);

/// Two operands, and the trace of their query.
struct TracedPair {
  const abut_shape *a, *b;
  abut_trace* trace;
};

std::int32_t run_pair(const TracedPair& pair, Arguments given, abut_answer* answer, Verb verb) {
  if (pair.trace != nullptr) pair.trace->count = 0;
  given.complete = pair.a != nullptr && pair.b != nullptr && has_room(pair.trace);
  return run_checked(tables, given, answer, [&](const StaticTable& table, const abut_options& options) {
    return (table.*verb)({pair.a, pair.b, options, pair.trace, nullptr, 0}, *answer);
  });
}

using MeshVerb = Fault (*MeshQueries::*)(const StaticQuery&, abut_answer&);

/// The same of a verb that takes meshes, which bring their queries.
std::int32_t run_body_pair(const TracedPair& pair, Arguments given, abut_answer* answer, Verb verb, MeshVerb of_mesh) {
  if (!has_mesh(pair.a, pair.b)) return run_pair(pair, given, answer, verb);
  if (pair.trace != nullptr) pair.trace->count = 0;
  return run_checked(tables, given, answer, [&](const StaticTable&, const abut_options& options) {
    return ask_mesh({pair.a, pair.b, options, nullptr, nullptr, 0}, given.space, of_mesh, *answer);
  });
}

}  // namespace
}  // namespace abut::c_api

using namespace abut::c_api;

extern "C" {

int32_t abut_distance(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                      abut_trace* trace, abut_answer* answer) {
  return run_body_pair({a, b, trace}, {.space = space, .options = options, .complete = true}, answer,
                       &StaticTable::distance, &MeshQueries::distance);
}

int32_t abut_overlap(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                     abut_trace* trace, abut_answer* answer) {
  return run_body_pair({a, b, trace}, {.space = space, .options = options, .methods = 2, .complete = true}, answer,
                       &StaticTable::overlap, &MeshQueries::overlap);
}

int32_t abut_penetration(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                         abut_trace* trace, abut_answer* answer) {
  return run_body_pair({a, b, trace}, {.space = space, .options = options, .complete = true}, answer,
                       &StaticTable::penetration, &MeshQueries::penetration);
}

int32_t abut_separation(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                        abut_trace* trace, abut_answer* answer) {
  return run_body_pair({a, b, trace}, {.space = space, .options = options, .complete = true}, answer,
                       &StaticTable::separation, &MeshQueries::separation);
}

int32_t abut_contact(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                     abut_contact_point* points, size_t capacity, abut_answer* answer) {
  const bool complete = a != nullptr && b != nullptr && (points != nullptr || capacity == 0);
  const Arguments given{.space = space, .options = options, .complete = complete};
  return run_checked(tables, given, answer, [&](const StaticTable& table, const abut_options& chosen) {
    return table.contact({a, b, chosen, nullptr, points, capacity}, *answer);
  });
}

int32_t abut_closest_point(int32_t space, const double q[3], const abut_shape* shape, const abut_options* options,
                           abut_answer* answer) {
  const bool complete = q != nullptr && shape != nullptr;
  const Arguments given{.space = space, .options = options, .complete = complete};
  return run_checked(tables, given, answer, [&](const StaticTable& table, const abut_options& chosen) -> Fault {
    const StaticQuery query{shape, nullptr, chosen, nullptr, nullptr, 0};
    if (!is_mesh(*shape)) return table.closest_point(q, query, *answer);
    if (const Fault fault = mesh_fault(*shape, 'a', space)) return fault;
    return shape->mesh->queries->closest_point(q, query, *answer);
  });
}

int32_t abut_separation_gradient(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                                 abut_pose_gradient* gradient_a, abut_pose_gradient* gradient_b, abut_answer* answer) {
  const bool complete = a != nullptr && b != nullptr && gradient_a != nullptr && gradient_b != nullptr;
  const Arguments given{.space = space, .options = options, .complete = complete};
  return run_checked(tables, given, answer, [&](const StaticTable& table, const abut_options& chosen) {
    const StaticQuery query{a, b, chosen, nullptr, nullptr, 0};
    const GradientRoom room{gradient_a, gradient_b};
    if (!has_mesh(a, b)) return table.separation_gradient(query, room, *answer);
    return ask_mesh(query, space, &MeshQueries::separation_gradient, room, *answer);
  });
}

int32_t abut_aabb(int32_t space, const abut_shape* shape, double min[3], double max[3], abut_answer* answer) {
  const bool complete = shape != nullptr && min != nullptr && max != nullptr;
  const Arguments given{.space = space, .options = nullptr, .complete = complete};
  return run_checked(tables, given, answer, [&](const StaticTable& table, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return table.aabb(*shape, {min, max});
  });
}

int32_t abut_support(int32_t space, const abut_shape* shape, const double* directions, size_t count, double* points,
                     uint32_t* vertices, abut_answer* answer) {
  const bool complete = shape != nullptr && (count == 0 || (directions != nullptr && points != nullptr));
  const Arguments given{.space = space, .options = nullptr, .complete = complete};
  return run_checked(tables, given, answer, [&](const StaticTable& table, const abut_options&) {
    answer->status = ABUT_CONVERGED;
    return table.support(*shape, {directions, count, points, vertices});
  });
}

}  // extern "C"
