/* Half-spaces in the verbs about motion, gradients, and caches. */
#include "check.h"

#include <math.h>
#include <string.h>

static const double half_turn = 3.14159265358979323846;

/* All x <= 0. */
static abut_shape wall(void) { return (abut_shape){.kind = ABUT_HALF_SPACE, .numbers = {1, 0, 0, 0}}; }

/* The closest points of the steps are swapped with the operands. */
static void steps_are_swapped(const abut_trace* one, const abut_trace* other) {
  CHECK(one->count == other->count && one->count > 0 && one->count <= one->capacity);
  for (size_t i = 0; i < one->count; ++i) {
    const abut_step *p = &one->steps[i], *q = &other->steps[i];
    CHECK(p->t == q->t && p->count == q->count && p->advance == q->advance);
    if (p->count == 0) continue;
    CHECK(memcmp(p->corner[0], q->corner[1], sizeof p->corner[0]) == 0);
    CHECK(memcmp(p->corner[1], q->corner[0], sizeof p->corner[1]) == 0);
    for (int k = 0; k < 3; ++k) CHECK(p->direction[k] == -q->direction[k]);
  }
}

/* At the hit they are at most the tolerance apart, and come nearer by `speed`, a length per unit of t. */
static int is_near_hit(const abut_answer* r, double t, double speed) {
  return fabs(r->t - t) * speed <= r->target_tolerance;
}

/* A rod from (1, 0) to (3, 0) that turns about the origin: it reaches x = 0 after a quarter turn, its near end
 * at a speed of half_turn. */
static void a_rod_turns_to_a_wall(int32_t space) {
  abut_shape rod = {.kind = ABUT_SEGMENT, .numbers = {1}};
  rod.numbers[dimension(space)] = 3;
  const abut_shape rest = wall();
  const abut_motion swing = {.rotation = {1}, .axis = {0, 0, 1}, .angle = half_turn};
  const double tolerance = 1e-4; /* a length: what the caller asks for, the rod being 2 long */
  const abut_options fine = {.target_tolerance = tolerance};
  abut_step steps[64], others[64];
  abut_trace trace = {steps, 64, 0}, other = {others, 64, 0};
  abut_answer r, s;
  CHECK(abut_time_of_impact(space, &rod, &swing, &rest, NULL, &fine, &trace, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.status == ABUT_CONVERGED && r.start == ABUT_SEPARATED && r.t_safe <= 0.5);
  CHECK(fabs(r.t - 0.5) * half_turn <= tolerance && r.normal[0] == -1 && r.hit_separation <= r.target_tolerance);
  CHECK(abut_time_of_impact(space, &rest, NULL, &rod, &swing, &fine, &other, &s) == ABUT_OK);
  CHECK(s.t == r.t && s.t_safe == r.t_safe && s.normal[0] == 1 && s.point_a[1] == r.point_b[1]);
  steps_are_swapped(&trace, &other);
}

/* A wall that moves, one that turns, one that stays at its pose, and one that never comes. */
static void a_wall_moves(int32_t space) {
  const abut_shape ground = wall(), point = {.kind = ABUT_POINT, .numbers = {4, 0, 0}};
  abut_shape placed = wall();
  placed.placed = 1;
  placed.position[0] = 2;
  placed.rotation[0] = 1;
  const abut_motion push = {.rotation = {1}, .velocity = {8, 0, 0}}, leave = {.rotation = {1}, .velocity = {-8, 0, 0}},
                    turn = {.rotation = {1}, .axis = {0, 0, 1}, .angle = half_turn};
  abut_answer r;
  CHECK(abut_time_of_impact(space, &ground, &push, &point, NULL, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.t_safe <= 0.5 && is_near_hit(&r, 0.5, 8));
  CHECK(abut_time_of_impact(space, &ground, &leave, &point, NULL, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.miss == 1 && r.hit == 0 && r.t_safe == 1 && r.t == INFINITY);
  const abut_options early = {.max_t = 0.25}, late = {.max_t = 2};
  CHECK(abut_time_of_impact(space, &ground, &push, &point, NULL, &early, NULL, &r) == ABUT_OK);
  CHECK(r.miss == 1 && r.t_safe == 0.25);
  CHECK(abut_time_of_impact(space, &ground, &push, &point, NULL, &late, NULL, &r) == ABUT_BAD_OPTIONS);
  CHECK(abut_time_of_impact(space, &ground, &turn, &point, NULL, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.t_safe <= 0.5 && is_near_hit(&r, 0.5, 4 * half_turn));
  CHECK(abut_time_of_impact(space, &point, &leave, &placed, NULL, NULL, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.t_safe <= 0.25 && is_near_hit(&r, 0.25, 8));
  CHECK(abut_time_of_impact(space, &placed, &push, &point, NULL, NULL, NULL, &r) == ABUT_TWO_PLACES);
  CHECK(r.error_where == 'a');
  CHECK(abut_time_of_impact(space, &ground, &push, &ground, NULL, NULL, NULL, &r) == ABUT_TAKES_NO_HALF_SPACE);
}

static void casts_have_start_policies(int32_t space) {
  const abut_shape ground = wall(), box = {.kind = ABUT_BOX, .numbers = {1, 1, 1}};
  const double out[3] = {4, 0, 0}, in[3] = {-4, 0, 0};
  const abut_options ignore = {.at_start = ABUT_START_IGNORE_SEPARATING}, deep = {.at_start = ABUT_START_PENETRATION},
                     near = {.target = 0.5};
  const abut_shape beside = {.kind = ABUT_POINT, .numbers = {0.25, 0, 0}};
  abut_answer r;
  CHECK(abut_shape_cast(space, &box, out, &ground, NULL, &ignore, NULL, &r) == ABUT_OK && r.miss == 1);
  CHECK(abut_shape_cast(space, &box, in, &ground, NULL, &ignore, NULL, &r) == ABUT_OK && r.hit == 1 && r.t == 0);
  CHECK(abut_shape_cast(space, &ground, in, &box, NULL, &ignore, NULL, &r) == ABUT_OK && r.miss == 1);
  CHECK(abut_shape_cast(space, &box, in, &ground, NULL, &deep, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.start == ABUT_OVERLAPPING && r.depth == 1 && r.normal[0] == -1);
  CHECK(abut_shape_cast(space, &beside, in, &ground, NULL, &near, NULL, &r) == ABUT_OK);
  CHECK(r.hit == 1 && r.t == 0 && r.start == ABUT_WITHIN_TARGET);
}

static void gradients_are_told(int32_t space) {
  abut_shape a = {.kind = ABUT_BALL}, b = {.kind = ABUT_BALL, .numbers = {0, 1, 0}, .placed = 1, .position = {4, 0, 0}};
  a.numbers[dimension(space)] = b.numbers[dimension(space)] = 1;
  b.rotation[0] = 1;
  abut_pose_gradient of_a, of_b;
  abut_answer r;
  CHECK(abut_separation_gradient(space, &a, &b, NULL, &of_a, &of_b, &r) == ABUT_OK && r.unique == 1);
  const double length = sqrt(17), n[3] = {4 / length, 1 / length, 0};
  CHECK(r.lower <= length - 2 && length - 2 <= r.upper);
  for (int k = 0; k < 3; ++k) {
    CHECK(fabs(of_b.translation[k] - n[k]) <= 1e-6 && of_a.translation[k] == -of_b.translation[k]);
  }
  /* The center of b is 1 above the origin of its frame: turning it left moves the ball to a, by 4 / length. */
  CHECK(fabs(of_b.rotation[2] + n[0]) <= 1e-5 && of_b.rotation[0] == 0 && of_b.rotation[1] == 0);
  CHECK(fabs(of_a.rotation[2]) <= 1e-6);
  CHECK(abut_separation_gradient(space, &a, &b, NULL, &of_a, NULL, &r) == ABUT_NULL_ARGUMENT);
  const abut_shape ground = wall();
  CHECK(abut_separation_gradient(space, &b, &ground, NULL, &of_b, &of_a, &r) == ABUT_OK && r.unique == 1);
  CHECK(of_b.translation[0] == 1 && of_a.translation[0] == -1 && r.separation == 3);
}

/* A cached query of the same pair takes fewer steps; a cache of any bytes leaves the answer within its bounds. */
static void caches_are_used(int32_t space) {
  const size_t dim = (size_t)dimension(space);
  float narrow[96];
  double wide[96]; /* 32 points about the origin */
  for (size_t i = 0; i < 32; ++i) {
    const double angle = 0.61803 * 2 * half_turn * (double)i;
    wide[dim * i] = cos(angle);
    wide[dim * i + 1] = sin(angle);
    if (dim == 3) wide[dim * i + 2] = sin(3 * angle);
  }
  for (size_t i = 0; i < 32 * dim; ++i) narrow[i] = (float)wide[i];
  const void* points = space <= ABUT_3F ? (const void*)narrow : (const void*)wide;
  const abut_shape a = {.kind = ABUT_POINTS, .points = points, .count = 32};
  abut_shape b = a;
  b.placed = 1;
  b.position[0] = 2.2;
  b.position[1] = 1.2;
  b.rotation[0] = b.rotation[1] = 1;
  abut_cache cache;
  memset(&cache, 0, sizeof cache);
  const abut_options warm = {.cache = &cache};
  abut_answer cold, r;
  CHECK(abut_distance(space, &a, &b, NULL, NULL, &cold) == ABUT_OK && cold.lower > 0);
  CHECK(abut_distance(space, &a, &b, &warm, NULL, &r) == ABUT_OK && r.iterations == cold.iterations);
  CHECK(abut_distance(space, &a, &b, &warm, NULL, &r) == ABUT_OK && r.iterations < cold.iterations);
  CHECK(r.lower <= cold.upper && cold.lower <= r.upper);
  abut_answer apart;
  memset(&cache, 0, sizeof cache);
  CHECK(abut_overlap(space, &a, &b, &warm, NULL, &apart) == ABUT_OK && apart.apart == 1);
  CHECK(abut_overlap(space, &a, &b, &warm, NULL, &r) == ABUT_OK && r.apart == 1 && r.iterations <= apart.iterations);
  for (int byte = 1; byte < 256; byte += 6) {
    memset(&cache, byte, sizeof cache);
    CHECK(abut_distance(space, &a, &b, &warm, NULL, &r) == ABUT_OK && r.lower <= cold.upper && cold.lower <= r.upper);
    memset(&cache, byte, sizeof cache);
    CHECK(abut_overlap(space, &a, &b, &warm, NULL, &r) == ABUT_OK && r.apart == 1);
  }
}

void test_half_spaces(int32_t space) {
  a_rod_turns_to_a_wall(space);
  a_wall_moves(space);
  casts_have_start_policies(space);
  gradients_are_told(space);
  caches_are_used(space);
}
