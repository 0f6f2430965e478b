/* The C API, from C: every verb in every space, every error, and what is written where. */
#include "abut.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static int failures = 0;

#define CHECK(what)                                               \
  do {                                                            \
    if (!(what)) {                                                \
      printf("%s:%d: not true: %s\n", __FILE__, __LINE__, #what); \
      ++failures;                                                 \
    }                                                             \
  } while (0)

static const int32_t spaces[] = {ABUT_2F, ABUT_3F, ABUT_2D, ABUT_3D};

static int dimension(int32_t space) { return space == ABUT_2F || space == ABUT_2D ? 2 : 3; }

/* A box of halves 1 at the origin; another whose center is at x, placed. */
static abut_shape box_at(double x) {
  abut_shape box = {.kind = ABUT_BOX, .numbers = {1, 1, 1}, .placed = 1, .position = {x, 0, 0}};
  box.rotation[0] = 1;
  return box;
}

static void check_bounds(const abut_answer* r, double truth) {
  CHECK(r->status == ABUT_CONVERGED);
  CHECK(r->lower <= truth && truth <= r->upper);
  CHECK(r->upper - r->lower < 1e-5);
}

static void verbs_answer(int32_t space) {
  const abut_shape a = {.kind = ABUT_BOX, .numbers = {1, 1, 1}}, far = box_at(4), deep = box_at(1.5);
  abut_answer r;
  CHECK(abut_distance(space, &a, &far, NULL, NULL, &r) == ABUT_OK);
  check_bounds(&r, 2);
  CHECK(r.meet == 0 && r.normal[0] == 1 && r.point_a[0] == 1 && r.point_b[0] == 3 && r.count > 0);
  CHECK(abut_distance(space, &a, &deep, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.meet == 1 && r.value == 0);
  CHECK(abut_separation(space, &a, &deep, NULL, NULL, &r) == ABUT_OK);
  check_bounds(&r, -0.5);
  CHECK(r.meet == 1 && r.normal[0] == 1);
  CHECK(abut_penetration(space, &a, &deep, NULL, NULL, &r) == ABUT_OK);
  check_bounds(&r, 0.5);
  CHECK(abut_overlap(space, &a, &deep, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.meet == 1 && fabs(r.point_a[0]) <= 1 && r.point_a[0] >= 0.5);
  CHECK(abut_overlap(space, &a, &far, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.meet == 0 && r.lower > 0 && r.lower <= 2);
  const abut_options mpr = {.method = 1};
  CHECK(abut_overlap(space, &a, &deep, &mpr, NULL, &r) == ABUT_OK);
  CHECK(r.meet == 1);
}

static void contact_writes_points(int32_t space) {
  const abut_shape a = {.kind = ABUT_BOX, .numbers = {1, 1, 1}}, b = box_at(2);
  abut_contact_point points[8];
  abut_answer r;
  CHECK(abut_contact(space, &a, &b, NULL, points, 8, &r) == ABUT_OK);
  CHECK(r.count == (dimension(space) == 2 ? 2 : 4));
  for (int i = 0; i < r.count; ++i) CHECK(points[i].point_a[0] == 1 && points[i].point_b[0] == 1);
  points[1].separation = 42;
  CHECK(abut_contact(space, &a, &b, NULL, points, 1, &r) == ABUT_OK);
  CHECK(points[1].separation == 42); /* beyond the capacity nothing is written */
}

static void closest_point_answers(int32_t space) {
  const abut_shape ball = {.kind = ABUT_BALL, .numbers = {0, 0, dimension(space) == 2 ? 2 : 0, 2}};
  const double out[3] = {5, 0, 0}, in[3] = {1, 0, 0};
  abut_answer r;
  CHECK(abut_closest_point(space, out, &ball, NULL, &r) == ABUT_OK);
  check_bounds(&r, 3);
  CHECK(r.meet == 0 && r.point_a[0] == 2);
  CHECK(abut_closest_point(space, in, &ball, NULL, &r) == ABUT_OK);
  CHECK(r.meet == 1);
}

/* The points are the caller's own, in the scalar of the space. */
static void points_are_read_in_place(void) {
  const float square[] = {0, 0, 1, 0, 1, 1, 0, 1};
  const double tetrahedron[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const abut_shape flat = {.kind = ABUT_POINTS, .points = square, .count = 4, .radius = 0.25};
  const abut_shape solid = {.kind = ABUT_POINTS, .points = tetrahedron, .count = 4};
  const abut_shape p = {.kind = ABUT_POINT, .numbers = {3, 0.5}},
                   q = {.kind = ABUT_POINT, .numbers = {-2, 0, 0}};
  abut_answer r;
  CHECK(abut_separation(ABUT_2F, &flat, &p, NULL, NULL, &r) == ABUT_OK);
  check_bounds(&r, 1.75);
  CHECK(abut_distance(ABUT_3D, &solid, &q, NULL, NULL, &r) == ABUT_OK);
  check_bounds(&r, 2);
  CHECK(r.feature_a[0] == 0);
}

static void every_kind_is_answered(int32_t space) {
  const int dim = dimension(space);
  const double ends2[12] = {0, 0, 1, 0, 0, 1}, ends3[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const float few_f[] = {0, 0, 0, 1, 1, 1};
  const double few_d[] = {0, 0, 0, 1, 1, 1};
  const abut_shape far = {.kind = ABUT_POINT, .numbers = {-10, 0, 0}};
  for (int32_t kind = ABUT_POINT; kind <= ABUT_HALF_SPACE; ++kind) {
    abut_shape s = {
        .kind = kind, .count = 1, .points = space <= ABUT_3F ? (const void*)few_f : (const void*)few_d};
    memcpy(s.numbers, dim == 2 ? ends2 : ends3, sizeof s.numbers);
    if (kind == ABUT_BALL) s.numbers[dim] = 1;
    if (kind == ABUT_CAPSULE) s.numbers[2 * dim] = 1;
    if (kind == ABUT_HALF_SPACE) s.numbers[0] = 1;
    const int only_in_space = kind == ABUT_TETRAHEDRON || kind == ABUT_CYLINDER || kind == ABUT_CONE;
    abut_answer r;
    const int32_t error = abut_distance(space, &s, &far, NULL, NULL, &r);
    CHECK(error == (only_in_space && dim == 2 ? ABUT_NEEDS_SPACE : ABUT_OK));
    if (error == ABUT_OK && kind != ABUT_HALF_SPACE) CHECK(r.value >= 8 && r.value <= 10);
    if (kind == ABUT_HALF_SPACE) CHECK(r.meet == 1);
  }
}

static void traces_are_written(void) {
  const abut_shape a = {.kind = ABUT_TRIANGLE, .numbers = {0, 0, 2, 0, 0, 2}},
                   b = {.kind = ABUT_POINT, .numbers = {3, 2}};
  abut_step steps[16];
  abut_trace trace = {steps, 16, 0};
  abut_answer r;
  CHECK(abut_distance(ABUT_2D, &a, &b, NULL, &trace, &r) == ABUT_OK);
  CHECK(trace.count == 3 && r.iterations == 3);
  CHECK(steps[0].event == 0 && steps[0].iteration == 1 && steps[0].stop == 0);
  CHECK(steps[0].support[0] == 1 && steps[0].support[1] == 2 && steps[0].id_a == 1 && steps[0].id_b == 0);
  CHECK(steps[1].count == 2 && steps[1].weight[0] == 0.75 && steps[1].region == 3);
  CHECK(steps[2].stop == 1 && steps[2].nearest[0] == 1.5);
  CHECK(steps[2].lower <= r.value && r.value <= r.upper);

  memset(&steps[1], 0x55, sizeof steps[1]);
  const abut_step untouched = steps[1];
  abut_trace narrow = {steps, 1, 0};
  CHECK(abut_distance(ABUT_2D, &a, &b, NULL, &narrow, &r) == ABUT_OK);
  CHECK(narrow.count == 3 && memcmp(&steps[1], &untouched, sizeof untouched) == 0);

  const abut_shape box = {.kind = ABUT_BOX, .numbers = {1, 1}}, moved = box_at(1);
  abut_trace deep = {steps, 16, 0};
  CHECK(abut_separation(ABUT_2D, &box, &moved, NULL, &deep, &r) == ABUT_OK);
  CHECK(deep.count > 1 && deep.count <= 16 &&
        steps[deep.count - 1].event == 2); /* EPA goes on where GJK ends */
  const abut_options mpr = {.method = 1};
  CHECK(abut_overlap(ABUT_2D, &box, &moved, &mpr, &deep, &r) == ABUT_OK);
  CHECK(deep.count > 1 && steps[0].event == 1);
}

static void supports_and_hulls(void) {
  const abut_shape ball = {
      .kind = ABUT_BALL, .numbers = {1, 0, 2}, .placed = 1, .position = {0, 5}, .rotation = {0, 1}};
  const double directions[] = {0, 7, 0, -1, 0, 0};
  double points[6];
  abut_answer r;
  CHECK(abut_support(ABUT_2D, &ball, directions, 2, points, NULL, &r) == ABUT_OK);
  CHECK(points[0] == 0 && points[1] == 8 && points[3] == -2 && points[4] == 6);

  double turn[4];
  const double up[3] = {0, 0, 2};
  CHECK(abut_rotation(ABUT_2D, NULL, 0, turn, &r) == ABUT_OK && turn[0] == 1 && turn[1] == 0);
  CHECK(abut_rotation(ABUT_3D, up, 3.14159265358979, turn, &r) == ABUT_OK);
  CHECK(fabs(turn[0]) < 1e-12 && turn[1] == 0 && turn[2] == 0 && fabs(turn[3] - 1) < 1e-12);
  CHECK(abut_rotation(ABUT_3D, NULL, 1, turn, &r) == ABUT_NULL_ARGUMENT);

  const double cube[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1,   0,   0,  0,
                         1, 1, 0, 1, 0, 1, 1, 1, 1, 1, 0.5, 0.5, 0.5};
  uint32_t vertices[9], faces[64];
  size_t sizes[3];
  CHECK(abut_hull(ABUT_3D, cube, 9, vertices, 9, faces, 64, sizes, &r) == ABUT_OK);
  CHECK(sizes[0] == 8 && sizes[1] == 6 * 5 && sizes[2] == 3 && r.value == 1);
  for (size_t i = 0; i < 30; i += 5) CHECK(faces[i] == 4);
  CHECK(abut_hull(ABUT_3D, cube, 0, vertices, 9, faces, 64, sizes, &r) == ABUT_EMPTY_POINTS);
}

static void expect(int32_t space, abut_shape a, abut_shape b, int32_t error, const char* text) {
  abut_answer r;
  char said[120];
  CHECK(abut_distance(space, &a, &b, NULL, NULL, &r) == error);
  CHECK(r.error == error && r.status == (error == ABUT_OK ? r.status : ABUT_INVALID_ARGUMENT));
  const size_t length = abut_describe_error(&r, said, sizeof said);
  CHECK(length < sizeof said && strcmp(said, text) == 0);
  if (strcmp(said, text) != 0) printf("  said: %s\n", said);
}

static void errors_name_the_place(void) {
  const abut_shape point = {.kind = ABUT_POINT};
  const double bad[] = {0, 0, 1, NAN};
  abut_shape s = {.kind = 99};
  expect(ABUT_2D, point, s, ABUT_UNKNOWN_KIND, "b: unknown kind of shape; expected one of abut_kind");
  s = (abut_shape){.kind = ABUT_CONE, .numbers = {1, 1}};
  expect(ABUT_2F, s, point, ABUT_NEEDS_SPACE, "a: there is no such shape in the plane");
  s.axis = 3;
  expect(ABUT_3F, s, point, ABUT_UNKNOWN_AXIS, "a: unknown axis; expected 0, 1 or 2");
  s = (abut_shape){.kind = ABUT_POINTS, .points = bad, .count = 2};
  expect(ABUT_2D, point, s, ABUT_NOT_FINITE, "b, number 1: not a finite number");
  s.count = 0;
  expect(ABUT_2D, point, s, ABUT_EMPTY_POINTS, "b: the point set is empty; it needs a point");
  s = (abut_shape){.kind = ABUT_POINTS, .count = 3};
  expect(ABUT_2D, point, s, ABUT_NULL_ARGUMENT, "b: a pointer is null that must not be");
  s = (abut_shape){.kind = ABUT_BOX, .numbers = {1, -1}};
  expect(ABUT_2D, s, point, ABUT_NEGATIVE_SIZE, "a, number 1: negative; a size is 0 or more");
  s = (abut_shape){.kind = ABUT_BOX, .numbers = {1, 1e300}};
  expect(ABUT_2F, s, point, ABUT_TOO_LARGE_FOR_FLOAT,
         "a, number 1: too large for float; ask in a double space");
  s = (abut_shape){.kind = ABUT_POINT, .radius = -1};
  expect(ABUT_2D, s, point, ABUT_NEGATIVE_SIZE, "a: negative; a size is 0 or more");
  s = (abut_shape){.kind = ABUT_POINT, .placed = 1};
  expect(ABUT_3D, s, point, ABUT_ZERO_ROTATION, "a: the rotation is all zero, or not finite");
  s = (abut_shape){.kind = ABUT_HALF_SPACE};
  expect(ABUT_3D, s, point, ABUT_ZERO_NORMAL, "a: the normal is all zero");
  s.numbers[0] = 1;
  expect(ABUT_3D, s, s, ABUT_TWO_HALF_SPACES, "b: a half-space has no end; this takes a shape");
  s.radius = 1;
  expect(ABUT_3D, s, point, ABUT_HALF_SPACE_RADIUS, "a: a half-space has no radius; add it to the offset");
  s = (abut_shape){.kind = ABUT_BALL, .numbers = {0, 0, 0, 1.7e308}, .radius = 1.7e308};
  expect(ABUT_3D, s, point, ABUT_LENGTHS_OVERFLOW,
         "sums of lengths leave the range of numbers; scale the shapes down");
  expect(7, point, point, ABUT_UNKNOWN_SPACE, "unknown space; expected ABUT_2F, ABUT_3F, ABUT_2D or ABUT_3D");

  abut_answer r;
  char said[8];
  const abut_options wrong = {.tolerance = NAN};
  CHECK(abut_distance(ABUT_2D, &point, NULL, NULL, NULL, &r) == ABUT_NULL_ARGUMENT);
  CHECK(abut_distance(ABUT_2D, &point, &point, NULL, NULL, NULL) == ABUT_NULL_ARGUMENT);
  CHECK(abut_distance(ABUT_2D, &point, &point, &wrong, NULL, &r) == ABUT_BAD_OPTIONS && r.error_where == 'o');
  CHECK(abut_describe_error(&r, said, sizeof said) > sizeof said && strlen(said) == sizeof said - 1);
}

int main(void) {
  for (size_t i = 0; i < sizeof spaces / sizeof *spaces; ++i) {
    verbs_answer(spaces[i]);
    contact_writes_points(spaces[i]);
    closest_point_answers(spaces[i]);
    every_kind_is_answered(spaces[i]);
  }
  points_are_read_in_place();
  traces_are_written();
  supports_and_hulls();
  errors_name_the_place();
  CHECK(strcmp(abut_status_name(ABUT_STALLED), "stalled") == 0 && abut_version()[0] != 0);
  if (failures == 0) printf("the C API %s: all checks passed\n", abut_version());
  return failures == 0 ? 0 : 1;
}
