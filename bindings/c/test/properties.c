/* Hulls that are built once, boxes, mass properties, and depths along a direction. */
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

/* The corners of a cube (a square in 2D) of side 2 about the origin, and its center, in the scalar of the space. */
typedef struct {
  float narrow[27];
  double wide[27]; /* nine points in 3D */
  size_t count;
} corners;

static const void* points_of(int32_t space, corners* c) {
  const int dim = dimension(space);
  const int all = 1 << dim;
  memset(c, 0, sizeof *c);
  for (int i = 0; i <= all; ++i) {
    for (int k = 0; k < dim; ++k) c->wide[dim * i + k] = i == all ? 0 : (i >> k & 1) != 0 ? 1 : -1;
  }
  for (int i = 0; i < 27; ++i) c->narrow[i] = (float)c->wide[i];
  c->count = (size_t)all + 1;
  return space <= ABUT_3F ? (const void*)c->narrow : (const void*)c->wide;
}

static abut_hull* cube(int32_t space) {
  corners c;
  abut_answer r;
  const void* points = points_of(space, &c);
  abut_hull* hull = abut_hull_create(space, points, c.count, &r);
  CHECK(hull != NULL && r.error == ABUT_OK && r.measure == pow(2, dimension(space)));
  memset(&c, 0x55, sizeof c); /* the hull has copied what it needs */
  return hull;
}

static void a_hull_is_a_shape(int32_t space) {
  abut_hull* hull = cube(space);
  const abut_shape solid = {.kind = ABUT_HULL, .hull = hull, .radius = 0.25},
                   far = {.kind = ABUT_HULL, .hull = hull, .placed = 1, .position = {4}, .rotation = {1}};
  const abut_shape point = {.kind = ABUT_POINT, .numbers = {4, 0.5, 0}};
  const double eye[3] = {-4, 0.25, 0}, look[3] = {1, 0, 0}, way[3] = {4, 0, 0};
  abut_answer r;
  abut_contact_point points[8];
  CHECK(abut_distance(space, &solid, &point, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.lower <= 2.75 && 2.75 <= r.upper && r.point_a[0] == 1.25 && r.normal[0] == 1);
  CHECK(abut_separation(space, &solid, &far, NULL, NULL, &r) == ABUT_OK && r.lower <= 1.75 && 1.75 <= r.upper);
  CHECK(abut_contact(space, &solid, &far, NULL, points, 8, &r) == ABUT_OK);
  CHECK(r.count == (dimension(space) == 2 ? 2 : 4));
  CHECK(abut_ray_cast(space, eye, look, &solid, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.t_safe <= 2.75 && fabs(r.t - 2.75) <= 1e-5);
  CHECK(abut_shape_cast(space, &solid, way, &far, NULL, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.t_safe <= 0.4375 && fabs(r.t - 0.4375) <= 1e-5);
  abut_hull_destroy(hull);
  abut_hull_destroy(NULL);
}

static void a_hull_tells_its_faces(int32_t space) {
  const size_t dim = (size_t)dimension(space), all = (size_t)1 << dim;
  abut_hull* hull = cube(space);
  uint32_t vertices[9], faces[64];
  size_t sizes[3];
  abut_answer r;
  CHECK(abut_hull_faces(hull, vertices, 9, faces, 64, sizes, &r) == ABUT_OK && r.measure == pow(2, dimension(space)));
  CHECK(sizes[0] == all && sizes[1] == (dim == 2 ? 4 * 3 : 6 * 5) && sizes[2] == dim);
  for (size_t i = 0; i < sizes[1]; i += 1 + faces[i]) CHECK(faces[i] == (dim == 2 ? 2 : 4));
  faces[1] = 42;
  CHECK(abut_hull_faces(hull, NULL, 0, faces, 1, sizes, &r) == ABUT_OK && faces[1] == 42);
  CHECK(abut_hull_faces(hull, NULL, 9, faces, 64, sizes, &r) == ABUT_NULL_ARGUMENT);
  CHECK(abut_hull_faces(NULL, vertices, 9, faces, 64, sizes, &r) == ABUT_NULL_ARGUMENT);
  abut_hull_destroy(hull);
}

static void a_wrong_hull_is_refused(int32_t space) {
  corners c;
  abut_answer r;
  const abut_shape point = {.kind = ABUT_POINT}, none = {.kind = ABUT_HULL};
  const void* points = points_of(space, &c);
  CHECK(abut_hull_create(space, points, 0, &r) == NULL && r.error == ABUT_EMPTY_POINTS);
  CHECK(abut_hull_create(space, NULL, 3, &r) == NULL && r.error == ABUT_NULL_ARGUMENT);
  CHECK(abut_hull_create(7, points, 3, &r) == NULL && r.error == ABUT_UNKNOWN_SPACE);
  CHECK(abut_hull_create(space, points, 3, NULL) == NULL);
  c.narrow[dimension(space)] = (float)(c.wide[dimension(space)] = NAN);
  CHECK(abut_hull_create(space, points, c.count, &r) == NULL && r.error == ABUT_NOT_FINITE && r.error_index == 1);
  CHECK(abut_distance(space, &point, &none, NULL, NULL, &r) == ABUT_NULL_ARGUMENT && r.error_where == 'b');
  abut_hull* hull = cube((space + 1) % 4);
  const abut_shape foreign = {.kind = ABUT_HULL, .hull = hull};
  CHECK(abut_distance(space, &foreign, &point, NULL, NULL, &r) == ABUT_WRONG_SPACE && r.error_where == 'a');
  char said[64];
  abut_describe_error(&r, said, sizeof said);
  CHECK(strcmp(said, "a: the hull or mesh was built in another space") == 0);
  abut_hull_destroy(hull);
}

static void boxes_enclose(int32_t space) {
  const int dim = dimension(space);
  abut_shape ball = {.kind = ABUT_BALL, .numbers = {1, 2, 3, 3}, .radius = 0.5};
  ball.numbers[dim] = 3;
  double min[3], max[3];
  abut_answer r;
  CHECK(abut_aabb(space, &ball, min, max, &r) == ABUT_OK && r.status == ABUT_CONVERGED);
  for (int i = 0; i < 3; ++i) {
    CHECK(min[i] == (i < dim ? i + 1 - 3.5 : 0) && max[i] == (i < dim ? i + 1 + 3.5 : 0));
  }
  const abut_shape turned = {
      .kind = ABUT_BOX, .numbers = {1, 2, 3}, .placed = 1, .position = {10}, .rotation = {0, 1, 0, 0}};
  CHECK(abut_aabb(space, &turned, min, max, &r) == ABUT_OK); /* 2D: a quarter turn; 3D: half a turn about x */
  const double half = dim == 2 ? 2 : 1;
  CHECK(min[0] <= 10 - half && max[0] >= 10 + half && max[0] - min[0] <= 2 * half + 1e-5);
  abut_shape ground = {.kind = ABUT_HALF_SPACE, .numbers = {0, 2, 0, 0}};
  ground.numbers[dim] = 5;
  CHECK(abut_aabb(space, &ground, min, max, &r) == ABUT_OK);
  CHECK(max[1] == 5 && min[1] == -INFINITY && max[0] == INFINITY && min[0] == -INFINITY);
  CHECK(abut_aabb(space, &ground, min, NULL, &r) == ABUT_NULL_ARGUMENT);
  const abut_shape unknown = {.kind = 99}, flat = {.kind = ABUT_CONE};
  CHECK(abut_aabb(space, &unknown, min, max, &r) == ABUT_UNKNOWN_KIND && r.error_where == 'a');
  CHECK(abut_aabb(space, &flat, min, max, &r) == (dim == 2 ? ABUT_NEEDS_SPACE : ABUT_OK));
}

static void masses_are_told(int32_t space) {
  const int dim = dimension(space);
  abut_hull* hull = cube(space);
  const abut_shape shapes[] = {
      {.kind = ABUT_BOX, .numbers = {1, 1, 1}, .placed = 1, .position = {3, 4, 5}, .rotation = {1}},
      {.kind = ABUT_HULL, .hull = hull, .placed = 1, .position = {3, 4, 5}, .rotation = {1}}};
  for (int i = 0; i < 2; ++i) {
    abut_mass m;
    abut_answer r;
    CHECK(abut_mass_properties(space, &shapes[i], &m, &r) == ABUT_OK && r.status == ABUT_CONVERGED);
    const double volume = pow(2, dim), moment = volume / 3; /* the integral of x^2 over the cube */
    const double width = 64 * (space <= ABUT_3F ? FLT_EPSILON : DBL_EPSILON) * volume;
    CHECK(fabs(m.volume - volume) <= width);
    for (int k = 0; k < 3; ++k) CHECK(fabs(m.centroid[k] - (k < dim ? 3 + k : 0)) <= width);
    for (int k = 0; k < 6; ++k) {
      const int on_diagonal = dim == 2 ? k == 2 : k < 3;
      CHECK(fabs(m.inertia[k] - (on_diagonal ? 2 * moment : 0)) <= width);
    }
  }
  abut_mass m;
  abut_answer r;
  const abut_shape round = {.kind = ABUT_BOX, .numbers = {1, 1, 1}, .radius = 1},
                   ground = {.kind = ABUT_HALF_SPACE, .numbers = {1, 1, 1}};
  CHECK(abut_mass_properties(space, &round, &m, &r) == ABUT_NO_MASS && r.error_where == 'a' && m.volume == 0);
  CHECK(abut_mass_properties(space, &ground, &m, &r) == ABUT_NO_MASS);
  CHECK(abut_mass_properties(space, &round, NULL, &r) == ABUT_NULL_ARGUMENT);
  abut_hull_destroy(hull);
}

static void depths_along_are_told(int32_t space) {
  const abut_shape a = {.kind = ABUT_BOX, .numbers = {1, 1, 1}},
                   b = {.kind = ABUT_BOX, .numbers = {1, 1, 1}, .placed = 1, .position = {1.5}, .rotation = {1}},
                   far = {.kind = ABUT_BOX, .numbers = {1, 1, 1}, .placed = 1, .position = {4}, .rotation = {1}},
                   ground = {.kind = ABUT_HALF_SPACE, .numbers = {1, 0, 0, 0}};
  const double ways[3][3] = {{2, 0, 0}, {0, 3, 0}, {-0.25, 0, 0}}, depths[3] = {0.5, 2, 3.5};
  /* The default tolerance, a part of the depth, and 32 units in the last place of the size: the boxes reach 1.8 each,
   * and their centers are 1.5 apart. */
  const double tolerance = space <= ABUT_3F ? 1e-6 : 1e-12,
               rounding = 32 * (space <= ABUT_3F ? 0x1p-23 : 0x1p-52) * (1.8 + 1.8 + 1.5);
  abut_step steps[64];
  abut_trace trace = {steps, 64, 0};
  abut_answer r;
  for (int i = 0; i < 3; ++i) {
    CHECK(abut_depth_along(space, &a, &b, ways[i], NULL, &trace, &r) == ABUT_OK && r.depth > 0);
    CHECK(r.lower <= depths[i] && depths[i] <= r.upper && r.lower <= r.depth && r.depth <= r.upper);
    CHECK(r.upper - r.lower <= tolerance * depths[i] + rounding);
    CHECK(r.normal[i == 1 ? 1 : 0] == (i == 2 ? -1 : 1));
    CHECK(trace.count > 0 && trace.count <= 64 && steps[0].event == 1); /* MPR */
  }
  CHECK(abut_depth_along(space, &a, &far, ways[0], NULL, NULL, &r) == ABUT_OK && r.depth == 0 && r.upper == 0);
  CHECK(abut_depth_along(space, &ground, &b, ways[0], NULL, NULL, &r) == ABUT_OK && r.depth == 0);
  CHECK(abut_depth_along(space, &ground, &a, ways[0], NULL, NULL, &r) == ABUT_OK);
  CHECK(r.lower <= 1 && 1 <= r.upper && r.normal[0] == 1);
  CHECK(abut_depth_along(space, &ground, &a, ways[2], NULL, NULL, &r) == ABUT_OK && r.depth == INFINITY);

  const double none[3] = {0}, lost[3] = {0, NAN, 0}, vast[3] = {1e300, 0, 0};
  const abut_options one = {.max_iterations = 1}, wrong = {.tolerance = -1};
  char said[60];
  CHECK(abut_depth_along(space, &a, &b, ways[0], &one, NULL, &r) == ABUT_OK && r.status != ABUT_CONVERGED);
  CHECK(abut_depth_along(space, &a, &b, ways[0], &wrong, NULL, &r) == ABUT_BAD_OPTIONS);
  CHECK(abut_depth_along(space, &a, &b, NULL, NULL, NULL, &r) == ABUT_NULL_ARGUMENT);
  CHECK(abut_depth_along(space, &a, &b, lost, NULL, NULL, &r) == ABUT_NOT_FINITE && r.error_index == 1);
  CHECK(abut_depth_along(space, &a, &b, vast, NULL, NULL, &r) ==
        (space <= ABUT_3F ? ABUT_TOO_LARGE_FOR_FLOAT : ABUT_OK));
  CHECK(abut_depth_along(space, &ground, &ground, ways[0], NULL, NULL, &r) == ABUT_TAKES_NO_HALF_SPACE);
  CHECK(abut_depth_along(space, &a, &b, none, NULL, NULL, &r) == ABUT_ZERO_DIRECTION && r.error_where == 'm');
  abut_describe_error(&r, said, sizeof said);
  CHECK(strcmp(said, "the motion: the direction is all zero") == 0);
}

void test_properties(int32_t space) {
  a_hull_is_a_shape(space);
  a_hull_tells_its_faces(space);
  a_wrong_hull_is_refused(space);
  boxes_enclose(space);
  masses_are_told(space);
  depths_along_are_told(space);
}
