/* abut in C: proximity queries between convex shapes, with proven bounds.
 *
 *     abut_shape crate = {.kind = ABUT_BOX, .numbers = {1, 1, 1}};
 *     abut_shape ball = {.kind = ABUT_BALL, .numbers = {3, 0, 0, 0.5}};
 *     abut_answer gap;
 *     if (abut_distance(ABUT_3D, &crate, &ball, NULL, NULL, &gap) != ABUT_OK) ...;
 *     // gap.lower <= 1.5 <= gap.upper, gap.point_a, gap.point_b, gap.normal
 *
 * One set of structs serves 2D and 3D, float and double. Numbers are doubles, which hold every float: in a float space
 * they are first rounded to float, and the answer, its bounds included, is that of the rounded numbers. Vectors have
 * three components; in 2D the third is ignored in arguments and 0 in results. Lists of points belong to the caller, in
 * float or double as the space says; they are not copied.
 *
 * Only motions are in double in every space: the poses of a body that rotates are not floats.
 *
 * Shapes are plain values. All zero is a point at the origin without a pose, so only what differs needs to be set.
 * Queries allocate nothing (abut_hull does), share no state, and give the same bits as the C++ library that they call.
 */
#ifndef ABUT_H
#define ABUT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* The dimension and the scalar: F is float, D is double. */
typedef enum abut_space { ABUT_2F, ABUT_3F, ABUT_2D, ABUT_3D } abut_space;

/* What `numbers` holds. A vector has as many numbers as the space has dimensions. */
typedef enum abut_kind {
  ABUT_POINT,       /* p */
  ABUT_SEGMENT,     /* a, b */
  ABUT_TRIANGLE,    /* a, b, c */
  ABUT_TETRAHEDRON, /* a, b, c, d; only in 3D */
  ABUT_BOX,         /* half extents; centered at the origin */
  ABUT_BALL,        /* center, radius */
  ABUT_CAPSULE,     /* a, b, radius */
  ABUT_ELLIPSOID,   /* semi-axes */
  ABUT_CYLINDER,    /* radius, half height; along `axis`; only in 3D */
  ABUT_CONE,        /* radius, half height; the apex towards +`axis`; only in 3D */
  ABUT_POINTS,      /* nothing: the convex hull of `points` */
  /* normal, offset: all x with n.x <= offset, n the normalized normal. At most one of two operands may be one. */
  ABUT_HALF_SPACE
} abut_kind;

typedef struct abut_shape {
  int32_t kind;       /* abut_kind */
  int32_t axis;       /* cylinder, cone: 0 x, 1 y, 2 z */
  double numbers[12]; /* see abut_kind */
  const void* points; /* ABUT_POINTS: `count` points, each 2 or 3 numbers, float or double by the space */
  size_t count;
  double radius;      /* the shape is inflated by this: all points within `radius` of it */
  int32_t placed;     /* 0: no pose; position and rotation are ignored */
  double position[3]; /* world = position + rotation(local) */
  double rotation[4]; /* 2D: c, s. 3D: w, x, y, z. Need not be normalized */
} abut_shape;

/* The motion of a body while t goes from 0 to 1: its center moves along a line at constant velocity, and the body
 * rotates about the center at constant angular velocity. At t the point x of the shape is at
 * c + t velocity + Q(t) R (x - center), with R the rotation, c = position + R center, and Q(t) the rotation by
 * t turn. */
typedef struct abut_motion {
  double position[3], rotation[4]; /* at t = 0, as in abut_shape; the rotation must not be all zero */
  double center[3];                /* in the frame of the shape */
  double velocity[3];              /* the displacement of the center while t goes from 0 to 1 */
  double axis[3];                  /* 3D: in world coordinates, of any length; all zero: no rotation */
  double turn; /* radians, any number of turns: counter-clockwise, in 3D about the axis by the right-hand rule */
} abut_motion;

/* A field that is 0 takes its default. */
typedef struct abut_options {
  /* Relative, for curved shapes: 1e-6 in float, 1e-12 in double. time_of_impact: a length, 1e-4 of the bounding radius
   * of the smaller shape; one that is too small is raised to the least that rounding allows. */
  double tolerance;
  double cutoff;          /* distance, separation: may stop when proven farther apart; default: no limit */
  double margin;          /* contact: points farther apart are left out; default: no limit */
  double slope;           /* contact: a tangent; faces tilted by less touch along their whole common part; 0.1 */
  double target;          /* shape_cast, time_of_impact: the distance that counts as a hit; touching */
  double limit;           /* ray_cast, shape_cast: the greatest t; none for rays, 1 for shapes */
  int32_t max_iterations; /* distance and overlap 128, casts 512, time_of_impact 1000, the others 256 */
  int32_t max_points;     /* contact: 4 */
  /* overlap: 0 gjk, 1 mpr. Casts: 0 gjk, 1 advancement, 2 mpr. time_of_impact: 0 advancement, 1 bilateral, 2 substep
   * (for teaching: it can miss a hit). */
  int32_t method;
  /* What casts report for a start in contact: 0 a hit at 0. ray_cast: 1 a miss, 2 where the ray exits the shape.
   * shape_cast: 1 a miss if they get no deeper, 2 a hit at 0 with its depth; neither in WebAssembly. */
  int32_t start;
} abut_options;

typedef enum abut_status {
  ABUT_CONVERGED,
  ABUT_CUTOFF,
  ABUT_STALLED,
  ABUT_ITERATION_LIMIT,
  ABUT_INCONCLUSIVE,
  ABUT_INVALID_ARGUMENT
} abut_status;

/* What a verb returns. With anything but ABUT_OK nothing was computed. */
typedef enum abut_error {
  ABUT_OK,
  ABUT_NULL_ARGUMENT,
  ABUT_UNKNOWN_SPACE,
  ABUT_UNKNOWN_KIND,
  ABUT_NEEDS_SPACE,
  ABUT_EMPTY_POINTS,
  ABUT_TOO_MANY_POINTS,
  ABUT_NOT_FINITE,
  ABUT_TOO_LARGE_FOR_FLOAT,
  ABUT_NEGATIVE_SIZE,
  ABUT_UNKNOWN_AXIS,
  ABUT_ZERO_ROTATION,
  ABUT_ZERO_NORMAL,
  ABUT_HALF_SPACE_RADIUS,
  ABUT_TAKES_NO_HALF_SPACE,
  ABUT_BAD_OPTIONS,
  ABUT_LENGTHS_OVERFLOW,
  ABUT_TWO_PLACES
} abut_error;

#define ABUT_NO_VERTEX UINT32_MAX

/* The answer of every verb; the verbs say what its fields mean. */
typedef struct abut_answer {
  int32_t status; /* abut_status */
  int32_t iterations;
  int32_t meet;        /* 1: they meet, as far as rounding can tell. 0: they are apart. -1: undecided */
  int32_t count;       /* number of pairs of features; contact: of points */
  double value;        /* distance, depth, signed distance, or the t of a hit */
  double lower, upper; /* the true value lies between them, rounding included */
  double normal[3];    /* unit vector from a to b */
  double point_a[3], point_b[3];
  uint32_t feature_a[4], feature_b[4]; /* pairs of vertices; the points are combinations of them */

  /* Queries about motion: */
  double gap_lower, gap_upper; /* time_of_impact: at least gap_lower apart at lower, at most gap_upper at value */
  double tolerance;            /* time_of_impact: the tolerance used */
  double depth;                /* shape_cast with options.start 2: the depth at the start */
  int32_t start; /* at the start: 0 apart, 1 in contact, 2 overlapping, which only time_of_impact distinguishes */

  int32_t error;       /* abut_error, as returned */
  int32_t error_where; /* about: 'a', 'b', 'q' (query point, ray), 'm' (motion), 'o' (options), or 0 */
  int64_t error_index; /* which point or number, from 0; -1: none in particular */
} abut_answer;

/* One step of an algorithm, doubles throughout: an array of steps is an array of ABUT_STEP_NUMBERS each. All points are
 * points of b - a, except those of an impact. A field that does not apply to an event is 0. */
typedef struct abut_step {
  double event;      /* 0 gjk, 1 mpr, 2 epa, 3 cast, 4 impact */
  double iteration;  /* from 1; impact: 0 if only the bounding spheres were tested */
  double stop;       /* 0 continues, 1 repeated_vertex, 2 bounds_met, 3 origin_reached, 4 cutoff, 5 rounding */
  double id_a, id_b; /* the vertices whose difference `support` is; -1: none */
  double lower, upper;
  double time;    /* cast: proven free before it, after this step. impact: the time of this step */
  double advance; /* impact: how long from `time` on they are proven farther apart than the target */
  /* cast: 0 nothing new, 1 a later time is proven free, 2 all of it is: a miss. impact, what proves the advance: 0
   * nothing, 1 the extents of the bodies, 2 a plane of constant direction, 3 a plane that rotates, 4 the bounding
   * spheres. */
  double proof;
  double direction[3]; /* unit vector from a to b; `support` is that of b - a against it. impact: the normal */
  double support[3];   /* the support point; cast: of b - a at the start */
  double nearest[3];   /* gjk: the point of the simplex closest to the origin. mpr: where the ray begins */
  double count;        /* number of corners */
  double region;       /* gjk: bit i is set if corner i belongs to the closest feature */
  double weight[4];    /* gjk: nearest = sum of weight * corner */
  double corner[4][3]; /* gjk: the simplex. mpr: the portal. epa: the facet. impact: the closest points */
} abut_step;

#define ABUT_STEP_NUMBERS 37

/* Where steps are written. `count` is the number of all steps, also those beyond `capacity`. */
typedef struct abut_trace {
  abut_step* steps;
  size_t capacity, count;
} abut_trace;

typedef struct abut_contact_point {
  double point_a[3], point_b[3], separation;
  int32_t kind_a, kind_b; /* 0 vertex, 1 edge, 2 face */
  uint32_t vertices_a[3], vertices_b[3];
} abut_contact_point;

/* The verbs. `options` and `trace` may be null. Each returns an abut_error; `answer` says where the error is. */

/* How far apart? value, lower, upper: the distance, 0 if they meet. */
int32_t abut_distance(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                      abut_trace* trace, abut_answer* answer);

/* Do they meet? `meet` is the verdict. If they are apart, normal is a separating axis with a gap of `lower` along it;
 * if they meet, point_a = point_b is in both. */
int32_t abut_overlap(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                     abut_trace* trace, abut_answer* answer);

/* How deep? Moving b by value * normal ends the overlap. 0 if apart. */
int32_t abut_penetration(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                         abut_trace* trace, abut_answer* answer);

/* The signed distance: positive apart, minus the depth overlapping. */
int32_t abut_separation(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                        abut_trace* trace, abut_answer* answer);

/* Where do they touch? value: the separation. At most `capacity` points are written, the deepest first; room for 8 is
 * always enough. */
int32_t abut_contact(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                     abut_contact_point* points, size_t capacity, abut_answer* answer);

/* The point of the shape closest to q, as point_a. meet: q is in the shape. normal: from the shape to q. */
int32_t abut_closest_point(int32_t space, const double q[3], const abut_shape* shape, const abut_options* options,
                           abut_answer* answer);

/* Where does a ray enter a shape? The point at t is origin + t direction; the direction need not have length 1. meet: a
 * hit; value: its t; the ray is proven free before lower, which is the limit if it misses; upper = value. point_a: the
 * point of the hit; normal: out of the shape; start: 1 if the ray begins in the shape. */
int32_t abut_ray_cast(int32_t space, const double origin[3], const double direction[3], const abut_shape* shape,
                      const abut_options* options, abut_trace* trace, abut_answer* answer);

/* When does a, moving by t motion_a, hit b, which moves by t motion_b (null: it rests)? The answer is as for a ray;
 * points and normal (from a to b) are those at the time of the hit. By advancement the trace also has the steps of gjk,
 * each after that of the cast; by mpr those of mpr. */
int32_t abut_shape_cast(int32_t space, const abut_shape* a, const double motion_a[3], const abut_shape* b,
                        const double motion_b[3], const abut_options* options, abut_trace* trace, abut_answer* answer);

/* When do bodies that move and rotate first come within the target? meet: a hit; value: its time, 0 to 1; before lower
 * they are not within it, to the end if lower is 1; upper = value. A shape without a motion (null) rests at its pose;
 * one with a motion must not be placed as well. No half-spaces. */
int32_t abut_time_of_impact(int32_t space, const abut_shape* a, const abut_motion* motion_a, const abut_shape* b,
                            const abut_motion* motion_b, const abut_options* options, abut_trace* trace,
                            abut_answer* answer);

/* The pose of a body at t, for drawing. */
int32_t abut_pose_at(int32_t space, const abut_motion* motion, double t, double position[3], double rotation[4],
                     abut_answer* answer);

/* The support points along `count` directions (3 numbers each, as the points that are written), radius and pose
 * included. No half-spaces. `vertices` may be null; otherwise the vertex of each point is written there. For drawing:
 * without bounds. */
int32_t abut_support(int32_t space, const abut_shape* shape, const double* directions, size_t count, double* points,
                     uint32_t* vertices, abut_answer* answer);

/* The convex hull of points. Written are the indices of its vertices, and its faces (edges in 2D), each as a count and
 * as many indices of points, counter-clockwise seen from outside; no more numbers than there is room for. `sizes` gets
 * the number of vertices, the number of face numbers, and the rank: 0 point, 1 segment, 2 polygon, 3 solid. value: area
 * or volume. */
int32_t abut_hull(int32_t space, const void* points, size_t count, uint32_t* vertices, size_t vertex_room,
                  uint32_t* faces, size_t face_room, size_t sizes[3], abut_answer* answer);

/* The rotation by `angle` radians, counter-clockwise: c, s in 2D; w, x, y, z in 3D, about `axis`, which need not be
 * normalized. In 2D the axis is ignored and may be null. By the library's own sine: the same bits everywhere. */
int32_t abut_rotation(int32_t space, const double axis[3], double angle, double rotation[4], abut_answer* answer);

/* The error as text: "b, number 3: negative; a size is 0 or more". Written to the buffer, cut to its size, always
 * zero-terminated. Returns the length of the whole text. */
size_t abut_describe_error(const abut_answer* answer, char* text, size_t size);

const char* abut_status_name(int32_t status);
const char* abut_version(void);

#ifdef __cplusplus
}
#endif
#endif
