/* Meshes by handle: a cube and a chain, from float and double, in every space. */
#include "check.h"

#include <math.h>
#include <string.h>

enum { corners = 8, faces = 12 };

static const uint32_t triangles[faces][3] = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5}, {0, 4, 5}, {0, 5, 1},
                                             {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
static const uint32_t segments[4][2] = {{0, 1}, {1, 3}, {3, 2}, {2, 0}};

/* The surface of a cube of halves 1, in 2D the outline of a square. Corner i has the bits of i. */
static abut_mesh* make(int32_t space, abut_answer* r) {
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
  if (dim == 2) return abut_mesh_create(space, vertices, 4, segments[0], 4, r);
  return abut_mesh_create(space, vertices, corners, triangles[0], faces, r);
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

static void errors_of_operands(int32_t space, const abut_mesh* mesh) {
  abut_shape cube = shape_of(mesh);
  const abut_shape point = {.kind = ABUT_POINT}, nothing = {.kind = ABUT_MESH};
  const double direction[3] = {1, 0, 0};
  const int32_t other = space == ABUT_3D ? ABUT_3F : ABUT_3D;
  char said[128];
  abut_answer r;
  CHECK(abut_distance(other, &cube, &point, NULL, NULL, &r) == ABUT_WRONG_SPACE && r.error_where == 'a');
  CHECK(abut_overlap(other, &point, &cube, NULL, NULL, &r) == ABUT_WRONG_SPACE && r.error_where == 'b');
  CHECK(abut_closest_point(other, direction, &cube, NULL, &r) == ABUT_WRONG_SPACE);
  CHECK(abut_distance(space, &point, &nothing, NULL, NULL, &r) == ABUT_NULL_ARGUMENT && r.error_where == 'b');
  CHECK(abut_penetration(space, &cube, &point, NULL, NULL, &r) == ABUT_TAKES_NO_MESH && r.error_where == 'a');
  CHECK(abut_separation(space, &point, &cube, NULL, NULL, &r) == ABUT_TAKES_NO_MESH && r.error_where == 'b');
  CHECK(abut_contact(space, &cube, &point, NULL, NULL, 0, &r) == ABUT_TAKES_NO_MESH);
  CHECK(abut_ray_cast(space, direction, direction, &cube, NULL, NULL, &r) == ABUT_TAKES_NO_MESH);
  CHECK(abut_shape_cast(space, &cube, direction, &point, NULL, NULL, NULL, &r) == ABUT_TAKES_NO_MESH);
  abut_describe_error(&r, said, sizeof said);
  CHECK(strcmp(said, "a: only distance, overlap and closest_point take meshes") == 0);
  cube.radius = 1;
  CHECK(abut_distance(space, &cube, &point, NULL, NULL, &r) == ABUT_MESH_RADIUS);
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
  abut_mesh* flat = abut_mesh_create(ABUT_3D, vertices, 2, good, 1, &r); /* a segment */
  CHECK(flat != NULL && r.error == ABUT_OK);
  abut_mesh_destroy(flat);
  abut_mesh_destroy(NULL);
}

void test_meshes(int32_t space) {
  abut_answer r;
  abut_mesh* mesh = make(space, &r);
  CHECK(mesh != NULL && r.error == ABUT_OK && r.status == ABUT_CONVERGED);
  if (mesh == NULL) return;
  verbs_take_meshes(space, mesh);
  errors_of_operands(space, mesh);
  errors_of_making();
  abut_mesh_destroy(mesh);
}
