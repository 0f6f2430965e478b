/* Meshes by handle: a cube and a chain, from float and double, in every space. */
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

enum { corners = 8, faces = 12 };

static const uint32_t triangles[faces][3] = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5}, {0, 4, 5}, {0, 5, 1},
                                             {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
static const uint32_t segments[4][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}};

/* Makes a mesh or a solid. */
typedef abut_mesh* maker(int32_t, const void*, size_t, const uint32_t*, size_t, abut_answer*);

/* The surface of a cube of halves 1, in 2D the outline of a square, without some of the parts. Corner i has the bits of
 * i. */
static abut_mesh* make(maker* create, int32_t space, size_t missing, abut_answer* r) {
  float narrow[3 * corners];
  double wide[3 * corners];
  const int dim = dimension(space);
  for (int i = 0; i < corners; ++i) {
    for (int k = 0; k < dim; ++k) {
      wide[dim * i + k] = (i >> (dim - 1 - k)) % 2 == 0 ? -1 : 1;
      narrow[dim * i + k] = (float)wide[dim * i + k];
    }
  }
  const void* vertices = space == ABUT_2F || space == ABUT_3F ? (const void*)narrow : (const void*)wide;
  if (dim == 2) return create(space, vertices, 4, segments[0], 4 - missing, r);
  return create(space, vertices, corners, triangles[0], faces - missing, r);
}

static abut_shape shape_of(const abut_mesh* mesh) {
  abut_shape shape = {.kind = ABUT_MESH, .mesh = mesh};
  return shape;
}

static abut_shape moved(abut_shape shape, double x) {
  shape.placed = 1;
  shape.position[0] = x;
  shape.rotation[0] = 1;
  return shape;
}

static int is_between(const abut_answer* r, double truth) { return r->lower <= truth && truth <= r->upper; }

static void verbs_take_meshes(int32_t space, const abut_mesh* mesh) {
  const abut_shape cube = shape_of(mesh), away = moved(cube, 5), ball = {.kind = ABUT_BALL, .radius = 0.5};
  const abut_shape near = moved(ball, 4), inside = moved(ball, 0.25);
  const abut_shape ground = {.kind = ABUT_HALF_SPACE, .numbers = {1, 0, dimension(space) == 2 ? -3 : 0, -3}};
  const double q[3] = {5, 0.25, 0.5};
  abut_answer r;
  CHECK(abut_distance(space, &cube, &away, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.status == ABUT_CONVERGED && is_between(&r, 3) && r.normal[0] == 1);
  CHECK(abut_distance(space, &cube, &near, NULL, NULL, &r) == ABUT_OK);
  CHECK(is_between(&r, 2.5) && r.point_a[0] == 1 && r.part_b == 0);
  const uint32_t part = r.part_a;
  CHECK(dimension(space) == 2 ? part == 2 : part == 2 || part == 3); /* on the side x = 1 */
  CHECK(abut_distance(space, &near, &cube, NULL, NULL, &r) == ABUT_OK);
  CHECK(is_between(&r, 2.5) && r.normal[0] == -1 && r.part_a == 0);
  CHECK(abut_distance(space, &cube, &ground, NULL, NULL, &r) == ABUT_OK);
  CHECK(is_between(&r, 2));
  CHECK(abut_overlap(space, &cube, &inside, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.apart == 1 && r.lower > 0); /* a surface */
  CHECK(abut_overlap(space, &ball, &cube, NULL, NULL, &r) == ABUT_OK && r.apart == 1);
  const abut_shape touching = moved(cube, 2);
  const abut_options mpr = {.method = ABUT_OVERLAP_MPR};
  CHECK(abut_overlap(space, &cube, &touching, NULL, NULL, &r) == ABUT_OK && r.overlap == 1);
  CHECK(abut_overlap(space, &cube, &away, &mpr, NULL, &r) == ABUT_OK && r.apart == 1);
  CHECK(abut_closest_point(space, q, &cube, NULL, &r) == ABUT_OK);
  CHECK(is_between(&r, 4) && r.point[0] == 1 && r.point[1] == 0.25 && r.inside == 0);
  const abut_options cutoff = {.cutoff = 1};
  CHECK(abut_distance(space, &cube, &away, &cutoff, NULL, &r) == ABUT_OK);
  CHECK(r.status == ABUT_CUTOFF && r.lower > 1 && r.lower <= 3);
  abut_step step;
  abut_trace trace = {.steps = &step, .capacity = 1, .count = 7};
  CHECK(abut_distance(space, &cube, &away, NULL, &trace, &r) == ABUT_OK && trace.count == 0);
}

static double sum(const double v[3]) { return v[0] + v[1] + v[2]; }

/* What a number about 1 may be off by: a few roundings of the scalar. */
static double rounding(int32_t space) {
  return 16 * (space == ABUT_2F || space == ABUT_3F ? FLT_EPSILON : DBL_EPSILON);
}

/* A hit at t, and nothing before it, up to rounding. Without a dimension: t counts in units of the translation. */
static int hits_at(const abut_answer* r, double t, int32_t space) {
  return r->hit == 1 && fabs(r->t - t) <= t * rounding(space) && r->t_safe <= t;
}

static void casts_take_meshes(int32_t space, const abut_mesh* mesh) {
  const abut_shape cube = shape_of(mesh), away = moved(cube, 5), ball = {.kind = ABUT_BALL, .radius = 0.5};
  const double origin[3] = {5, 0.25, 0.5}, left[3] = {-1, 0, 0}, up[3] = {0, 1, 0}, right[3] = {3, 0, 0};
  abut_step step;
  abut_trace trace = {.steps = &step, .capacity = 1, .count = 7};
  abut_answer r;
  CHECK(abut_ray_cast(space, origin, left, &cube, NULL, &trace, &r) == ABUT_OK && trace.count == 0);
  CHECK(hits_at(&r, 4, space) && r.normal[0] == 1 && r.part_b == 0);
  CHECK(dimension(space) == 2 ? r.part_a == 2 : r.part_a == 2 || r.part_a == 3 || r.part_a > 9);
  CHECK(fabs(sum(r.barycentric) - 1) <= rounding(space) && r.barycentric[0] >= 0 && r.barycentric[1] > 0);
  CHECK(abut_ray_cast(space, origin, up, &cube, NULL, NULL, &r) == ABUT_OK && r.miss == 1);
  const abut_options far = {.max_t = 10};
  CHECK(abut_shape_cast(space, &away, left, &cube, NULL, &far, NULL, &r) == ABUT_OK);
  CHECK(hits_at(&r, 3, space) && r.t_safe <= r.t && r.normal[0] < -0.5);
  CHECK(abut_shape_cast(space, &cube, right, &away, left, NULL, NULL, &r) == ABUT_OK);
  CHECK(hits_at(&r, 0.75, space));
  CHECK(abut_shape_cast(space, &ball, right, &away, NULL, NULL, &trace, &r) == ABUT_OK && r.miss == 1);
}

static void depths_take_meshes(int32_t space, const abut_mesh* mesh) {
  const abut_shape cube = shape_of(mesh), deep = moved(cube, 1.5), away = moved(cube, 5);
  abut_answer r;
  CHECK(abut_penetration(space, &cube, &deep, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.depth >= 0.5 && r.depth < 0.51 && r.lower >= 0 && r.lower <= 0.5 && r.upper >= 0.5 && r.normal[0] > 0.99);
  CHECK(abut_separation(space, &deep, &cube, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.separation <= -0.5 && r.separation > -0.51 && r.lower <= -0.5 && r.normal[0] < -0.99);
  CHECK(abut_separation(space, &cube, &away, NULL, NULL, &r) == ABUT_OK && is_between(&r, 3));
  CHECK(abut_penetration(space, &cube, &away, NULL, NULL, &r) == ABUT_OK && r.depth == 0);
}

static void radii_inflate_meshes(int32_t space, const abut_mesh* mesh) {
  abut_shape cube = shape_of(mesh);
  const abut_shape point = {.kind = ABUT_POINT}, away = moved(point, 4);
  abut_answer r;
  cube.radius = 0.75;
  CHECK(abut_distance(space, &cube, &away, NULL, NULL, &r) == ABUT_OK && is_between(&r, 2.25));
  CHECK(abut_distance(space, &cube, &point, NULL, NULL, &r) == ABUT_OK && is_between(&r, 0.25));
  cube.radius = -1;
  CHECK(abut_distance(space, &cube, &point, NULL, NULL, &r) == ABUT_NEGATIVE_SIZE && r.error_where == 'a');
  cube.radius = NAN;
  CHECK(abut_separation(space, &point, &cube, NULL, NULL, &r) == ABUT_NOT_FINITE && r.error_where == 'b');
}

static void solids_have_an_inside(int32_t space) {
  abut_answer r;
  abut_mesh* made = make(abut_solid_create, space, 0, &r);
  CHECK(made != NULL && r.error == ABUT_OK && r.status == ABUT_CONVERGED);
  if (made == NULL) return;
  const abut_shape cube = shape_of(made), away = moved(cube, 5), ball = {.kind = ABUT_BALL, .radius = 0.25};
  const double origin[3] = {0, 0, 0}, q[3] = {0.5, 0, 0}, right[3] = {1, 0, 0};
  CHECK(abut_distance(space, &cube, &ball, NULL, NULL, &r) == ABUT_OK && is_between(&r, 0));
  CHECK(abut_overlap(space, &ball, &cube, NULL, NULL, &r) == ABUT_OK && r.overlap == 1);
  CHECK(abut_distance(space, &cube, &away, NULL, NULL, &r) == ABUT_OK && is_between(&r, 3));
  CHECK(abut_closest_point(space, q, &cube, NULL, &r) == ABUT_OK && r.inside == 1);
  CHECK(abut_ray_cast(space, origin, right, &cube, NULL, NULL, &r) == ABUT_OK && r.hit == 1 && r.t == 0);
  CHECK(abut_shape_cast(space, &ball, right, &cube, NULL, NULL, NULL, &r) == ABUT_OK && r.hit == 1 && r.t == 0);
  CHECK(abut_penetration(space, &cube, &ball, NULL, NULL, &r) == ABUT_OK && r.depth >= 1.25 && r.lower > 0.25);
  abut_mesh_destroy(made);
}

static void points_are_inside(int32_t space) {
  abut_answer r;
  abut_mesh *made = make(abut_solid_create, space, 0, &r), *surface = make(abut_mesh_create, space, 0, &r);
  abut_shape cube = shape_of(made);
  const abut_shape ball = {.kind = ABUT_BALL}, mesh = shape_of(surface);
  const double in[3] = {1 - 0x1p-20, 0, 0}, on[3] = {1, 0.25, 0}, out[3] = {1 + 0x1p-20, 0, 0}, wrong[3] = {NAN, 0, 0};
  CHECK(abut_inside(space, in, &cube, &r) == ABUT_OK && r.status == ABUT_CONVERGED);
  CHECK(r.inside == 1 && r.outside == 0 && r.on_surface == 0 && (r.winding == 1 || r.winding == -1));
  CHECK(abut_inside(space, on, &cube, &r) == ABUT_OK && r.inside == 0 && r.outside == 0 && r.on_surface == 1);
  CHECK(abut_inside(space, out, &cube, &r) == ABUT_OK && r.inside == 0 && r.outside == 1 && r.winding == 0);
  cube = moved(cube, 1.5);
  CHECK(abut_inside(space, out, &cube, &r) == ABUT_OK && r.inside == 1);
  CHECK(abut_inside(space, wrong, &cube, &r) == ABUT_NOT_FINITE && r.error_where == 'q');
  CHECK(abut_inside(space, NULL, &cube, &r) == ABUT_NULL_ARGUMENT);
  CHECK(abut_inside(space == ABUT_3D ? ABUT_3F : ABUT_3D, in, &cube, &r) == ABUT_WRONG_SPACE && r.error_where == 'a');
  CHECK(abut_inside(space, in, &ball, &r) == ABUT_NOT_A_SOLID && r.error_where == 'a');
  CHECK(abut_inside(space, in, &mesh, &r) == ABUT_NOT_A_SOLID);
  cube.radius = 0.5;
  CHECK(abut_inside(space, in, &cube, &r) == ABUT_NOT_A_SOLID);
  abut_mesh_destroy(made);
  abut_mesh_destroy(surface);
}

static void solids_are_closed(int32_t space) {
  char said[128];
  abut_answer r;
  CHECK(make(abut_solid_create, space, 1, &r) == NULL && r.error == ABUT_UNMATCHED_EDGE && r.error_index == 0);
  abut_describe_error(&r, said, sizeof said);
  CHECK(strcmp(said, "a, number 0: an edge of the part has no reverse: no solid") == 0);
  abut_mesh* surface = make(abut_mesh_create, space, 1, &r);
  CHECK(surface != NULL && r.error == ABUT_OK);
  abut_mesh_destroy(surface);
}

static void errors_of_operands(int32_t space, const abut_mesh* mesh) {
  abut_shape cube = shape_of(mesh);
  const abut_shape point = {.kind = ABUT_POINT}, nothing = {.kind = ABUT_MESH};
  const double direction[3] = {1, 0, 0}, wrong[3] = {1, NAN, 0}, nowhere[3] = {0};
  abut_pose_gradient gradient_a, gradient_b;
  const int32_t other = space == ABUT_3D ? ABUT_3F : ABUT_3D;
  char said[128];
  abut_answer r;
  CHECK(abut_distance(other, &cube, &point, NULL, NULL, &r) == ABUT_WRONG_SPACE && r.error_where == 'a');
  CHECK(abut_overlap(other, &point, &cube, NULL, NULL, &r) == ABUT_WRONG_SPACE && r.error_where == 'b');
  CHECK(abut_closest_point(other, direction, &cube, NULL, &r) == ABUT_WRONG_SPACE);
  CHECK(abut_distance(space, &point, &nothing, NULL, NULL, &r) == ABUT_NULL_ARGUMENT && r.error_where == 'b');
  CHECK(abut_penetration(other, &cube, &point, NULL, NULL, &r) == ABUT_WRONG_SPACE && r.error_where == 'a');
  CHECK(abut_separation(space, &nothing, &cube, NULL, NULL, &r) == ABUT_NULL_ARGUMENT && r.error_where == 'a');
  CHECK(abut_ray_cast(other, direction, direction, &cube, NULL, NULL, &r) == ABUT_WRONG_SPACE);
  CHECK(abut_ray_cast(space, direction, wrong, &cube, NULL, NULL, &r) == ABUT_NOT_FINITE && r.error_where == 'q');
  CHECK(abut_shape_cast(other, &point, direction, &cube, NULL, NULL, NULL, &r) == ABUT_WRONG_SPACE);
  CHECK(r.error_where == 'b');
  CHECK(abut_shape_cast(space, &point, wrong, &cube, NULL, NULL, NULL, &r) == ABUT_NOT_FINITE && r.error_where == 'm');
  CHECK(abut_shape_cast(space, &cube, NULL, &point, NULL, NULL, NULL, &r) == ABUT_NULL_ARGUMENT);
  CHECK(abut_depth_along(other, &point, &cube, direction, NULL, NULL, &r) == ABUT_WRONG_SPACE && r.error_where == 'b');
  CHECK(abut_depth_along(space, &cube, &point, nowhere, NULL, NULL, &r) == ABUT_ZERO_DIRECTION);
  CHECK(abut_separation_gradient(other, &cube, &point, NULL, &gradient_a, &gradient_b, &r) == ABUT_WRONG_SPACE);
  CHECK(abut_contact(space, &cube, &point, NULL, NULL, 0, &r) == ABUT_TAKES_NO_MESH && r.error_where == 'a');
  abut_describe_error(&r, said, sizeof said);
  CHECK(strcmp(said, "a: this takes no mesh; see ABUT_MESH for what does") == 0);
  cube = moved(shape_of(mesh), NAN);
  CHECK(abut_distance(space, &cube, &point, NULL, NULL, &r) == ABUT_NOT_FINITE);
  cube = moved(shape_of(mesh), 0);
  cube.rotation[0] = 0;
  CHECK(abut_overlap(space, &point, &cube, NULL, NULL, &r) == ABUT_ZERO_ROTATION && r.error_where == 'b');
  const abut_shape bad = {.kind = 99};
  cube = shape_of(mesh);
  CHECK(abut_distance(space, &cube, &bad, NULL, NULL, &r) == ABUT_UNKNOWN_KIND && r.error_where == 'b');
}

static void errors_of_making(void) {
  const double vertices[] = {0, 0, 0, 1, 0, 0, 0, INFINITY, 0};
  const uint32_t beyond[] = {0, 1, 1, 0, 1, 3}, good[] = {0, 1, 1};
  abut_answer r;
  CHECK(abut_mesh_create(ABUT_3D, vertices, 2, beyond, 2, &r) == NULL);
  CHECK(r.error == ABUT_INDEX_OUT_OF_RANGE && r.error_index == 1);
  CHECK(abut_mesh_create(ABUT_3D, vertices, 3, good, 1, &r) == NULL && r.error == ABUT_NOT_FINITE &&
        r.error_index == 2);
  CHECK(abut_mesh_create(ABUT_3D, vertices, 2, good, 0, &r) == NULL && r.error == ABUT_EMPTY_MESH);
  CHECK(abut_mesh_create(ABUT_3D, NULL, 2, good, 1, &r) == NULL && r.error == ABUT_NULL_ARGUMENT);
  CHECK(abut_mesh_create(ABUT_3D, vertices, 2, NULL, 1, &r) == NULL && r.error == ABUT_NULL_ARGUMENT);
  CHECK(abut_mesh_create(9, vertices, 2, good, 1, &r) == NULL && r.error == ABUT_UNKNOWN_SPACE);
  CHECK(abut_solid_create(ABUT_3D, vertices, 2, beyond, 2, &r) == NULL && r.error == ABUT_INDEX_OUT_OF_RANGE);
  CHECK(abut_solid_create(ABUT_3D, vertices, 2, good, 0, &r) == NULL && r.error == ABUT_EMPTY_MESH);
  CHECK(abut_solid_create(ABUT_3D, vertices, 2, NULL, 1, &r) == NULL && r.error == ABUT_NULL_ARGUMENT);
  CHECK(abut_solid_create(ABUT_3D, vertices, 3, good, 1, &r) == NULL && r.error == ABUT_NOT_FINITE);
  abut_mesh* flat = abut_mesh_create(ABUT_3D, vertices, 2, good, 1, &r); /* a segment */
  CHECK(flat != NULL && r.error == ABUT_OK);
  abut_mesh_destroy(flat);
  abut_mesh_destroy(NULL);
}

void test_meshes(int32_t space) {
  abut_answer r;
  abut_mesh* mesh = make(abut_mesh_create, space, 0, &r);
  CHECK(mesh != NULL && r.error == ABUT_OK && r.status == ABUT_CONVERGED);
  if (mesh == NULL) return;
  verbs_take_meshes(space, mesh);
  casts_take_meshes(space, mesh);
  depths_take_meshes(space, mesh);
  radii_inflate_meshes(space, mesh);
  solids_have_an_inside(space);
  points_are_inside(space);
  solids_are_closed(space);
  errors_of_operands(space, mesh);
  errors_of_making();
  abut_mesh_destroy(mesh);
}
