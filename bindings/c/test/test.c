/* The C API from C: every verb in every space, every error, and what is written where. */
#include "check.h"

#include <float.h>
#include <math.h>
#include <string.h>

int failures = 0;

static const double half_turn = 3.14159265358979323846;
static const int32_t spaces[] = {ABUT_2F, ABUT_3F, ABUT_2D, ABUT_3D};

/* A box of halves 1 at the origin; another whose center is at x, placed. */
static abut_shape box_at(double x) {
  abut_shape box = {.kind = ABUT_BOX, .numbers = {1, 1, 1}, .placed = 1, .position = {x, 0, 0}};
  box.rotation[0] = 1;
  return box;
}

static double epsilon(int32_t space) { return space <= ABUT_3F ? FLT_EPSILON : DBL_EPSILON; }

/* From a corner of the box to its center. */
static double reach(int32_t space) { return sqrt(dimension(space)); }

/* What `converged` promises of polytopes and balls: 8 eps size in float, in double 32 with poses. */
static void check_bounds(int32_t space, const abut_answer* r, double truth, double size) {
  CHECK(r->status == ABUT_CONVERGED);
  CHECK(r->lower <= truth && truth <= r->upper);
  CHECK(r->upper - r->lower <= (space <= ABUT_3F ? 8 : 32) * epsilon(space) * size);
}

static void verbs_answer(int32_t space) {
  const abut_shape a = {.kind = ABUT_BOX, .numbers = {1, 1, 1}}, far = box_at(4), deep = box_at(1.5);
  abut_answer r;
  CHECK(abut_distance(space, &a, &far, NULL, NULL, &r) == ABUT_OK);
  check_bounds(space, &r, 2, 2 * reach(space) + 4);
  CHECK(r.distance == 2 && r.normal[0] == 1 && r.point_a[0] == 1 && r.point_b[0] == 3 && r.feature_count > 0);
  CHECK(abut_distance(space, &a, &deep, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.distance == 0 && r.upper < 1e-5 && r.depth == 0 && r.separation == 0 && r.overlap == 0);
  CHECK(abut_separation(space, &a, &deep, NULL, NULL, &r) == ABUT_OK);
  check_bounds(space, &r, -0.5, 2 * reach(space) + 1.5);
  CHECK(r.separation == -0.5 && r.unique_normal == 1 && r.normal[0] == 1);
  CHECK(abut_penetration(space, &a, &deep, NULL, NULL, &r) == ABUT_OK);
  check_bounds(space, &r, 0.5, 2 * reach(space) + 1.5);
  CHECK(r.depth == 0.5 && r.separation == 0);
  CHECK(abut_overlap(space, &a, &deep, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.overlap == 1 && r.apart == 0 && fabs(r.point[0]) <= 1 && r.point[0] >= 0.5);
  CHECK(abut_overlap(space, &a, &far, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.apart == 1 && r.overlap == 0 && r.axis[0] == 1 && r.lower > 0 && r.lower <= 2);
  const abut_options mpr = {.method = 1};
  CHECK(abut_overlap(space, &a, &deep, &mpr, NULL, &r) == ABUT_OK);
  CHECK(r.overlap == 1);
}

/* How far a time may be off: a cast stops within 2 (support and point error) + 64 u size of the contact, where the
 * errors are some 20 u size; the time itself is rounded to the scalar. */
static double time_width(int32_t space, double size, double speed) {
  return 104 * DBL_EPSILON * size / speed + epsilon(space);
}

static void check_time(int32_t space, const abut_answer* r, double truth, double size, double speed) {
  CHECK(r->status == ABUT_CONVERGED && r->hit == 1 && r->miss == 0);
  CHECK(r->t_safe <= truth && r->t_safe <= r->t);
  CHECK(fabs(r->t - truth) <= time_width(space, size, speed));
}

static void rays_hit(int32_t space) {
  const abut_shape box = {.kind = ABUT_BOX, .numbers = {1, 1, 1}};
  const double eye[3] = {-4, 0.25, 0}, inside[3] = {0, 0, 0}, look[3] = {2, 0, 0}, up[3] = {0, 1, 0};
  abut_answer r;
  for (int32_t method = 0; method < 3; ++method) {
    const abut_options by = {.method = method};
    CHECK(abut_ray_cast(space, eye, look, &box, &by, NULL, &r) == ABUT_OK);
    check_time(space, &r, 1.5, reach(space) + 4, 2);
    CHECK(fabs(r.normal[0] + 1) <= DBL_EPSILON); /* a direction times the inverse of its length: two roundings */
    CHECK(r.point[1] == 0.25 && r.start == ABUT_SEPARATED);
  }
  const abut_options near = {.max_t = 5}, miss = {.at_start = ABUT_INSIDE_IGNORE},
                     leave = {.at_start = ABUT_INSIDE_LEAVE};
  CHECK(abut_ray_cast(space, eye, up, &box, NULL, NULL, &r) == ABUT_OK && r.miss == 1 && r.t_safe == INFINITY);
  CHECK(abut_ray_cast(space, eye, up, &box, &near, NULL, &r) == ABUT_OK && r.miss == 1 && r.t_safe == 5);
  CHECK(abut_ray_cast(space, inside, look, &box, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.start == ABUT_OVERLAPPING && r.t == 0 && r.t_safe == 0);
  CHECK(abut_ray_cast(space, inside, look, &box, &miss, NULL, &r) == ABUT_OK && r.miss == 1 && r.hit == 0);
  CHECK(abut_ray_cast(space, inside, look, &box, &leave, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.normal[0] == 1 && fabs(r.t - 0.5) <= time_width(space, 4 * reach(space), 2));
  const abut_shape wall = {.kind = ABUT_HALF_SPACE, .numbers = {dimension(space) == 2 ? -1.0 : 0, 0, -1, 0}};
  const double down[3] = {dimension(space) == 2 ? 2 : 0, 0, 2}, high[3] = {-4, 0, -4};
  CHECK(abut_ray_cast(space, high, down, &wall, NULL, NULL, &r) == ABUT_OK && r.hit == 1);
}

static void shapes_are_cast(int32_t space) {
  const abut_shape a = {.kind = ABUT_BOX, .numbers = {1, 1, 1}}, b = box_at(4), deep = box_at(1.5);
  const double right[3] = {4, 0, 0}, left[3] = {-4, 0, 0}, none[3] = {0};
  const double size = 2 * reach(space) + 4;
  abut_answer r;
  for (int32_t method = 0; method < 3; ++method) {
    const abut_options by = {.method = method};
    CHECK(abut_shape_cast(space, &a, right, &b, NULL, &by, NULL, &r) == ABUT_OK);
    check_time(space, &r, 0.5, size, 4);
    CHECK(r.normal[0] == 1 && r.start == ABUT_SEPARATED &&
          fabs(r.point_a[0] - r.point_b[0]) <= 4 * time_width(space, size, 4));
  }
  CHECK(abut_shape_cast(space, &a, left, &b, NULL, NULL, NULL, &r) == ABUT_OK && r.miss == 1 && r.t_safe == 1);
  CHECK(abut_shape_cast(space, &a, none, &b, left, NULL, NULL, &r) == ABUT_OK); /* b moves towards a */
  check_time(space, &r, 0.5, size, 4);
  const abut_options near = {.target = 1}, early = {.max_t = 0.25}, how_deep = {.at_start = ABUT_START_PENETRATION};
  CHECK(abut_shape_cast(space, &a, right, &b, NULL, &near, NULL, &r) == ABUT_OK);
  check_time(space, &r, 0.25, size + 1, 4);
  CHECK(abut_shape_cast(space, &a, right, &b, NULL, &early, NULL, &r) == ABUT_OK && r.miss == 1 && r.hit == 0);
  CHECK(r.t_safe == 0.25);
  CHECK(abut_shape_cast(space, &a, right, &deep, NULL, &how_deep, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.start == ABUT_OVERLAPPING && r.t == 0 && r.depth == 0.5 && r.normal[0] == 1);
  const abut_shape ground = {.kind = ABUT_HALF_SPACE, .numbers = {1, 0, 0, 0}};
  CHECK(abut_shape_cast(space, &b, left, &ground, NULL, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.normal[0] == -1 && fabs(r.t - 0.75) <= time_width(space, size, 4));
  CHECK(abut_shape_cast(space, &ground, right, &b, NULL, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.normal[0] == 1 && fabs(r.t - 0.75) <= time_width(space, size, 4));
}

/* A rod that makes half a turn about its middle, and a point above it. */
static void impacts_are_found(int32_t space) {
  const int dim = dimension(space);
  abut_shape rod = {.kind = ABUT_SEGMENT, .numbers = {-1}};
  rod.numbers[dim] = 1;
  const abut_shape point = {.kind = ABUT_POINT, .numbers = {0, 0.5, 0}}, far = box_at(4);
  const abut_motion spin = {.rotation = {1}, .axis = {0, 0, 2}, .angle = half_turn};
  const double tolerance = 1e-4; /* a length: what the caller asks for, the rod being 2 long */
  abut_answer r;
  for (int32_t method = 0; method < 3; ++method) {
    const abut_options by = {.method = method, .target_tolerance = tolerance};
    CHECK(abut_time_of_impact(space, &rod, &spin, &point, NULL, &by, NULL, &r) == ABUT_OK);
    CHECK(r.hit == 1 && r.status == (method == 2 ? ABUT_INCONCLUSIVE : ABUT_CONVERGED));
    CHECK(r.t_safe <= 0.5 && r.start == ABUT_SEPARATED && r.hit_separation <= r.target_tolerance);
    CHECK(fabs(r.target_tolerance - tolerance) <= epsilon(space) * tolerance);
    /* Half a length from its middle the rod moves by half_turn / 2 for each unit of t; it is at most the tolerance
     * away. */
    CHECK(fabs(r.t - 0.5) <= tolerance / (half_turn / 2));
  }
  CHECK(abut_time_of_impact(space, &rod, NULL, &point, NULL, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.miss == 1 && r.t_safe == 1 && r.t == INFINITY);
  const abut_options wide = {.target = 1};
  CHECK(abut_time_of_impact(space, &rod, &spin, &point, NULL, &wide, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.start == ABUT_WITHIN_TARGET && r.t == 0);
  const abut_shape box = {.kind = ABUT_BOX, .numbers = {1, 1, 1}};
  CHECK(abut_time_of_impact(space, &box, &spin, &point, NULL, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.start == ABUT_OVERLAPPING);

  CHECK(abut_time_of_impact(space, &far, &spin, &point, NULL, NULL, NULL, &r) == ABUT_TWO_PLACES);
  CHECK(r.error_where == 'a');
  const abut_motion nowhere = {.angle = 1}, lost = {.rotation = {1}, .velocity = {NAN}};
  CHECK(abut_time_of_impact(space, &point, NULL, &rod, &nowhere, NULL, NULL, &r) == ABUT_ZERO_ROTATION);
  CHECK(r.error_where == 'b');
  CHECK(abut_time_of_impact(space, &rod, &lost, &point, NULL, NULL, NULL, &r) == ABUT_NOT_FINITE);
  const abut_options vast = {.target_tolerance = 1e300};
  CHECK(abut_time_of_impact(space, &rod, &spin, &point, NULL, &vast, NULL, &r) ==
        (space <= ABUT_3F ? ABUT_TOO_LARGE_FOR_FLOAT : ABUT_OK));
  const abut_options unknown = {.method = 3};
  CHECK(abut_time_of_impact(space, &rod, &spin, &point, NULL, &unknown, NULL, &r) == ABUT_BAD_OPTIONS);
}

static void poses_are_told(int32_t space) {
  const abut_motion roll = {
      .rotation = {1}, .center = {1, 0, 0}, .velocity = {0, 4, 0}, .axis = {0, 0, 1}, .angle = half_turn};
  double p[3], q[4];
  abut_answer r;
  CHECK(abut_pose_at(space, &roll, 0.5, p, q, &r) == ABUT_OK);
  /* A quarter turn about (1, 0), which is then at (1, 2): the origin is below it. Errors as motion.hpp states them. */
  const double width = (29 + half_turn) * DBL_EPSILON + 4 * DBL_EPSILON * 4;
  CHECK(fabs(p[0] - 1) <= width && fabs(p[1] - 1) <= width && p[2] == 0);
  const double half = dimension(space) == 2 ? half_turn / 2 : half_turn / 4;
  CHECK(fabs(q[0] - cos(half)) <= width && fabs(q[dimension(space) == 2 ? 1 : 3] - sin(half)) <= width);
  CHECK(abut_pose_at(space, &roll, NAN, p, q, &r) == ABUT_BAD_OPTIONS);
}

static void motions_are_traced(void) {
  const abut_shape a = {.kind = ABUT_TRIANGLE, .numbers = {0, 0, 2, 0, 0, 2}},
                   b = {.kind = ABUT_POINT, .numbers = {3, 3}};
  const double way[3] = {4, 4, 0};
  abut_step steps[64];
  abut_trace trace = {steps, 64, 0};
  abut_answer r;
  const double beside[] = {-1, 0, 1}; /* the event that comes beside those of the cast, by method */
  for (int32_t method = 0; method < 3; ++method) {
    const abut_options by = {.method = method};
    CHECK(abut_shape_cast(ABUT_2D, &a, way, &b, NULL, &by, &trace, &r) == ABUT_OK && r.hit == 1);
    CHECK(trace.count > 0 && trace.count <= 64 && steps[0].event == 3 && steps[0].iteration == 1);
    double time = 0;
    int casts = 0, others = 0;
    for (size_t i = 0; i < trace.count; ++i) {
      if (steps[i].event == 3) {
        CHECK(steps[i].proof == (steps[i].t > time ? 1 : 0));
        time = steps[i].t;
        ++casts;
      } else {
        CHECK(steps[i].event == beside[method]);
        ++others;
      }
    }
    CHECK(casts == r.iterations && (others > 0) == (method > 0) && time <= r.t && r.t_safe <= time);
  }
  const abut_motion fall = {.rotation = {1}, .velocity = {4, 4}, .angle = 0.5};
  CHECK(abut_time_of_impact(ABUT_2D, &a, &fall, &b, NULL, NULL, &trace, &r) == ABUT_OK && r.hit == 1);
  CHECK(trace.count > 0 && trace.count <= 64);
  const abut_step* last = &steps[trace.count - 1];
  CHECK(last->event == 4 && last->t == r.t && last->proof == 0 && last->count == 2);
  CHECK(last->corner[1][0] == 3 && last->upper <= r.hit_separation);
  for (size_t i = 1; i < trace.count; ++i) CHECK(steps[i].t >= steps[i - 1].t && steps[i - 1].advance > 0);
}

static void contact_writes_points(int32_t space) {
  const abut_shape a = {.kind = ABUT_BOX, .numbers = {1, 1, 1}}, b = box_at(2);
  abut_contact_point points[8];
  abut_answer r;
  CHECK(abut_contact(space, &a, &b, NULL, points, 8, &r) == ABUT_OK);
  CHECK(r.count == (dimension(space) == 2 ? 2 : 4) && r.separation == 0);
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
  check_bounds(space, &r, 3, 2 + 5);
  CHECK(r.inside == 0 && r.distance == 3 && r.point[0] == 2);
  CHECK(abut_closest_point(space, in, &ball, NULL, &r) == ABUT_OK);
  CHECK(r.inside == 1 && r.distance == 0 && r.point[0] == 1);
}

/* The points are the caller's own, in the scalar of the space. */
static void points_are_read_in_place(void) {
  const float square[] = {0, 0, 1, 0, 1, 1, 0, 1};
  const double tetrahedron[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const abut_shape flat = {.kind = ABUT_POINTS, .points = square, .count = 4, .radius = 0.25};
  const abut_shape solid = {.kind = ABUT_POINTS, .points = tetrahedron, .count = 4};
  const abut_shape p = {.kind = ABUT_POINT, .numbers = {3, 0.5}}, q = {.kind = ABUT_POINT, .numbers = {-2, 0, 0}};
  abut_answer r;
  CHECK(abut_separation(ABUT_2F, &flat, &p, NULL, NULL, &r) == ABUT_OK);
  check_bounds(ABUT_2F, &r, 1.75, sqrt(0.5) + 0.25 + 2.5);
  CHECK(abut_distance(ABUT_3D, &solid, &q, NULL, NULL, &r) == ABUT_OK);
  check_bounds(ABUT_3D, &r, 2, 1 + 2.5);
  CHECK(r.feature_a[0] == 0);
}

static void every_kind_is_answered(int32_t space) {
  const int dim = dimension(space);
  const double ends2[12] = {0, 0, 1, 0, 0, 1}, ends3[12] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const float few_f[] = {0, 0, 0, 1, 1, 1};
  const double few_d[] = {0, 0, 0, 1, 1, 1};
  const abut_shape far = {.kind = ABUT_POINT, .numbers = {-10, 0, 0}};
  for (int32_t kind = ABUT_POINT; kind <= ABUT_HALF_SPACE; ++kind) {
    abut_shape s = {.kind = kind, .count = 1, .points = space <= ABUT_3F ? (const void*)few_f : (const void*)few_d};
    memcpy(s.numbers, dim == 2 ? ends2 : ends3, sizeof s.numbers);
    if (kind == ABUT_BALL) s.numbers[dim] = 1;
    if (kind == ABUT_CAPSULE) s.numbers[2 * dim] = 1;
    if (kind == ABUT_HALF_SPACE) s.numbers[0] = 1;
    const int only_in_space = kind == ABUT_TETRAHEDRON || kind == ABUT_CYLINDER || kind == ABUT_CONE;
    abut_answer r;
    const int32_t error = abut_distance(space, &s, &far, NULL, NULL, &r);
    CHECK(error == (only_in_space && dim == 2 ? ABUT_NEEDS_SPACE : ABUT_OK));
    if (error == ABUT_OK && kind != ABUT_HALF_SPACE) CHECK(r.distance >= 8 && r.distance <= 10);
    if (kind == ABUT_HALF_SPACE) CHECK(r.distance == 0);
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
  CHECK(steps[2].lower <= r.distance && r.distance <= r.upper);

  memset(&steps[1], 0x55, sizeof steps[1]);
  const abut_step untouched = steps[1];
  abut_trace narrow = {steps, 1, 0};
  CHECK(abut_distance(ABUT_2D, &a, &b, NULL, &narrow, &r) == ABUT_OK);
  CHECK(narrow.count == 3 && memcmp(&steps[1], &untouched, sizeof untouched) == 0);

  const abut_shape box = {.kind = ABUT_BOX, .numbers = {1, 1}}, moved = box_at(1);
  abut_trace deep = {steps, 16, 0};
  CHECK(abut_separation(ABUT_2D, &box, &moved, NULL, &deep, &r) == ABUT_OK);
  CHECK(deep.count > 1 && deep.count <= 16 && steps[deep.count - 1].event == 2); /* EPA goes on where GJK ends */
  const abut_options mpr = {.method = 1};
  CHECK(abut_overlap(ABUT_2D, &box, &moved, &mpr, &deep, &r) == ABUT_OK);
  CHECK(deep.count > 1 && steps[0].event == 1);
}

static void supports_and_rotations(void) {
  const abut_shape ball = {
      .kind = ABUT_BALL, .numbers = {1, 0, 2}, .placed = 1, .position = {0, 5}, .rotation = {0, 1}};
  const double directions[] = {0, 7, 0, -1, 0, 0};
  double points[6];
  abut_answer r;
  CHECK(abut_support(ABUT_2D, &ball, directions, 2, points, NULL, &r) == ABUT_OK);
  CHECK(points[0] == 0 && points[1] == 8 && points[3] == -2 && points[4] == 6);
  /* The inverse of a subnormal length overflows, the square of a large one too: the points were infinite. */
  const double ends[] = {0, 5e-324, 0, -1e-310, 0, 0, 1e308, 1e308, 0};
  double far_points[9];
  CHECK(abut_support(ABUT_2D, &ball, ends, 3, far_points, NULL, &r) == ABUT_OK);
  CHECK(far_points[0] == 0 && far_points[1] == 8 && far_points[3] == -2 && far_points[4] == 6);
  CHECK(fabs(far_points[6] - sqrt(2)) <= 4 * DBL_EPSILON && fabs(far_points[7] - 6 - sqrt(2)) <= 8 * DBL_EPSILON);
  const double none[] = {0, 0, 0}, lost[] = {1, NAN, 0};
  CHECK(abut_support(ABUT_2D, &ball, none, 1, points, NULL, &r) == ABUT_ZERO_DIRECTION);
  CHECK(abut_support(ABUT_2D, &ball, lost, 1, points, NULL, &r) == ABUT_NOT_FINITE);

  double turn[4];
  const double up[3] = {0, 0, 2};
  CHECK(abut_rotation(ABUT_2D, NULL, 0, turn, &r) == ABUT_OK && turn[0] == 1 && turn[1] == 0);
  CHECK(abut_rotation(ABUT_3D, up, half_turn, turn, &r) == ABUT_OK);
  /* The cosine of half of it is what the number lacks of pi, 2^-54, and the error of the sine of the library, 2 eps. */
  CHECK(fabs(turn[0]) <= 3 * DBL_EPSILON && turn[1] == 0 && turn[2] == 0 && fabs(turn[3] - 1) <= 3 * DBL_EPSILON);
  CHECK(abut_rotation(ABUT_3D, NULL, 1, turn, &r) == ABUT_NULL_ARGUMENT);
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
  expect(ABUT_2F, s, point, ABUT_NEEDS_SPACE, "a: there is no such shape in 2D");
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
  expect(ABUT_2F, s, point, ABUT_TOO_LARGE_FOR_FLOAT, "a, number 1: too large for float; ask in a double space");
  s = (abut_shape){.kind = ABUT_POINT, .radius = -1};
  expect(ABUT_2D, s, point, ABUT_NEGATIVE_SIZE, "a: negative; a size is 0 or more");
  s = (abut_shape){.kind = ABUT_POINT, .placed = 1};
  expect(ABUT_3D, s, point, ABUT_ZERO_ROTATION, "a: the rotation is all zero, or not finite");
  s = (abut_shape){.kind = ABUT_HALF_SPACE};
  expect(ABUT_3D, s, point, ABUT_ZERO_NORMAL, "a: the normal is all zero");
  s.numbers[0] = 1;
  expect(ABUT_3D, s, s, ABUT_TAKES_NO_HALF_SPACE, "b: a half-space has no end; this takes a shape");
  s.radius = 1;
  expect(ABUT_3D, s, point, ABUT_HALF_SPACE_RADIUS, "a: a half-space has no radius; add it to the offset");
  s = (abut_shape){.kind = ABUT_BALL, .numbers = {0, 0, 0, 1.7e308}, .radius = 1.7e308};
  expect(ABUT_3D, s, point, ABUT_LENGTHS_OVERFLOW, "sums of lengths leave the range of numbers; scale the shapes down");
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
    rays_hit(spaces[i]);
    shapes_are_cast(spaces[i]);
    impacts_are_found(spaces[i]);
    poses_are_told(spaces[i]);
    test_properties(spaces[i]);
    test_half_spaces(spaces[i]);
    test_meshes(spaces[i]);
  }
  points_are_read_in_place();
  traces_are_written();
  motions_are_traced();
  supports_and_rotations();
  errors_name_the_place();
  CHECK(strcmp(abut_status_name(ABUT_STALLED), "stalled") == 0 && abut_version()[0] != 0);
  if (failures == 0) printf("the C API %s: all checks passed\n", abut_version());
  return failures == 0 ? 0 : 1;
}
