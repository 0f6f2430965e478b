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
 * float or double as the space says; they are not copied. Queries about the same points are much faster with a hull
 * that is built once: see abut_hull_create.
 *
 * Only motions are in double in every space: the poses of a body that rotates are not floats. If one of two shapes has
 * a pose, both are answered as placed ones, as with place() in C++.
 *
 * Shapes are plain values. All zero is a point at the origin without a pose, so only what differs needs to be set.
 * Queries allocate nothing (abut_hull_create does), share no state, and give the same bits as the C++ library that they
 * call. The names are those of C++, and so are the options and their defaults.
 */
#ifndef ABUT_H
#define ABUT_H

#include <stddef.h>
#include <stdint.h>

/* What the shared library exports; all else in it is hidden. */
#if defined(__GNUC__)
#define ABUT_API __attribute__((visibility("default")))
#else
#define ABUT_API
#endif

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
  ABUT_HALF_SPACE,
  ABUT_HULL, /* nothing: `hull` */
  /* Nothing: `mesh`. An operand of all queries but contact, time_of_impact, aabb and support. */
  ABUT_MESH
} abut_kind;

/* The convex hull of points, built once for many queries: see abut_hull_create. */
typedef struct abut_hull abut_hull;

/* Triangles in 3D, segments in 2D, as many as you like: see abut_mesh_create and abut_solid_create. */
typedef struct abut_mesh abut_mesh;

typedef struct abut_shape {
  int32_t kind;       /* abut_kind */
  int32_t axis;       /* cylinder, cone: 0 x, 1 y, 2 z */
  double numbers[12]; /* see abut_kind */
  const void* points; /* ABUT_POINTS: `count` points, each 2 or 3 numbers, float or double by the space */
  size_t count;
  const abut_hull* hull; /* ABUT_HULL: of the same space as the query; neither copied nor checked again */
  const abut_mesh* mesh; /* ABUT_MESH: the same of a mesh */
  double radius;         /* the shape is inflated by this: all points within `radius` of it */
  int32_t placed;        /* 0: no pose; position and rotation are ignored */
  double position[3];    /* world = position + rotation(local) */
  double rotation[4];    /* 2D: c, s. 3D: w, x, y, z. Need not be normalized */
} abut_shape;

/* The motion of a body while t goes from 0 to 1: its center moves along a line at constant velocity, and the body
 * rotates about the center at constant angular velocity. At t the point x of the shape is at
 * c + t velocity + Q(t) R (x - center), with R the rotation, c = position + R center, and Q(t) the rotation by
 * t angle. */
typedef struct abut_motion {
  double position[3], rotation[4]; /* at t = 0, as in abut_shape; the rotation must not be all zero */
  double center[3];                /* in the frame of the shape */
  double velocity[3];              /* the displacement of the center while t goes from 0 to 1 */
  double axis[3];                  /* 3D: in world coordinates, of any length; all zero: no rotation */
  double angle; /* radians, any number of turns: counter-clockwise, in 3D about the axis by the right-hand rule */
} abut_motion;

/* What a query stores for the next one of the same pair of shapes, after a small motion. All zero is an empty cache. It
 * is a hint: however stale it is, whatever pair it came from and whatever bytes it holds, it never changes an answer by
 * more than the tolerance. One thread at a time may use it. */
typedef struct abut_cache {
  uint64_t opaque[8];
} abut_cache;

/* The methods and policies of abut_options; the first of each is the default. */
typedef enum abut_overlap_method { ABUT_OVERLAP_GJK, ABUT_OVERLAP_MPR } abut_overlap_method;
typedef enum abut_cast_method { ABUT_CAST_GJK, ABUT_CAST_ADVANCEMENT, ABUT_CAST_MPR } abut_cast_method;
typedef enum abut_time_of_impact_method {
  ABUT_TIME_OF_IMPACT_ADVANCEMENT,
  ABUT_TIME_OF_IMPACT_BILATERAL,
  ABUT_TIME_OF_IMPACT_SUBSTEP /* for teaching: it can miss a hit */
} abut_time_of_impact_method;

/* ray_cast: what is reported for a ray that begins in the shape, or on it. */
typedef enum abut_inside_policy {
  ABUT_INSIDE_HIT,    /* a hit at 0, without a normal */
  ABUT_INSIDE_IGNORE, /* a miss */
  ABUT_INSIDE_LEAVE   /* where the ray exits the shape */
} abut_inside_policy;

/* shape_cast: what is reported for shapes that meet, or are as near as the target, at the start. */
typedef enum abut_start_policy {
  ABUT_START_HIT,               /* a hit at 0; its normal and points are meaningful only if the shapes just touch */
  ABUT_START_IGNORE_SEPARATING, /* a miss if the translation does not bring the shapes deeper, otherwise a hit at 0 */
  ABUT_START_PENETRATION        /* a hit at 0 with the depth, and its points and normal */
} abut_start_policy;

/* A field that is 0 takes its default. */
typedef struct abut_options {
  double tolerance; /* relative, for curved shapes: 1e-6 in float, 1e-12 in double */
  /* time_of_impact: a length, how far beyond the target the distance at a hit may be: 1e-4 of the bounding radius of
   * the smaller shape. One that is too small is raised to the least that rounding allows. */
  double target_tolerance;
  double cutoff; /* distance, separation: may stop when proven farther apart; default: no limit */
  double margin; /* contact: points farther apart are left out; default: no limit */
  double slope;  /* contact: a tangent; faces tilted by less touch along their whole common part; 0.1 */
  double target; /* shape_cast, time_of_impact: the distance that counts as a hit; touching */
  double max_t;  /* casts, time_of_impact: the greatest t; none for rays, else 1; 1 at most for time_of_impact */
  int32_t max_iterations; /* distance and overlap 128, casts 512, time_of_impact 1000, the others 256 */
  int32_t max_points;     /* contact: 4 */
  int32_t method;         /* abut_overlap_method, abut_cast_method or abut_time_of_impact_method */
  int32_t at_start;       /* casts, for a start in contact: abut_inside_policy or abut_start_policy */
  abut_cache* cache;      /* all but depth_along, ray_cast and time_of_impact: read and written; null: none */
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
  ABUT_TWO_PLACES,
  ABUT_WRONG_SPACE,
  ABUT_NO_MASS,
  ABUT_ZERO_DIRECTION,
  ABUT_EMPTY_MESH,
  ABUT_TOO_MANY_PARTS,
  ABUT_INDEX_OUT_OF_RANGE,
  ABUT_UNMATCHED_EDGE,
  ABUT_TAKES_NO_MESH,
  ABUT_NOT_A_SOLID
} abut_error;

/* How the shapes are at the start of a motion. */
typedef enum abut_start_state {
  ABUT_SEPARATED,     /* farther apart than the target */
  ABUT_WITHIN_TARGET, /* apart, and as near as the target */
  ABUT_OVERLAPPING    /* they meet, or touch up to rounding */
} abut_start_state;

#define ABUT_NO_VERTEX UINT32_MAX

/* The answer of every verb. A field is called as in the result of C++; one that the result does not have is 0. */
typedef struct abut_answer {
  int32_t status; /* abut_status */
  int32_t iterations;

  double distance;     /* distance, closest_point: 0 if they meet */
  double depth;        /* penetration, depth_along; shape_cast with ABUT_START_PENETRATION: at the start */
  double separation;   /* separation, separation_gradient, contact: the distance, or minus the depth */
  double lower, upper; /* the true value lies between them, rounding included; of overlap the distance */
  double normal[3];    /* unit vector from a to b */
  double point_a[3], point_b[3];
  double axis[3];         /* overlap, if `apart`: the unit vector along which b lies beyond a by at least `lower` */
  double point[3];        /* overlap, if `overlap`: a point of both. closest_point; ray_cast: of the shape */
  int32_t overlap, apart; /* overlap: they meet, or they do not; if both are 0 it is undecided */
  int32_t inside;         /* closest_point, inside: q is in the shape; inside: in its interior */
  int32_t count;          /* contact: how many points */

  int32_t feature_count;
  uint32_t feature_a[4], feature_b[4]; /* pairs of vertices; the points are combinations of them */
  int32_t unique_normal;               /* separation: the normal is the only one, up to rounding */
  int32_t unique;                      /* separation_gradient: the derivative exists */

  /* Queries about motion. A hit and a miss are each proven; with neither, only t_safe is known. */
  int32_t hit, miss;
  int32_t start;           /* abut_start_state */
  double t;                /* of the hit; infinite without one */
  double t_safe;           /* proven free before it; for a miss the whole motion is */
  double safe_separation;  /* time_of_impact: at t_safe they are at least this far apart */
  double hit_separation;   /* time_of_impact: at t they are at most this far apart */
  double target_tolerance; /* time_of_impact: the one used */

  double measure; /* abut_hull_create, abut_hull_faces: the area or volume */

  int32_t error; /* abut_error, as returned */
  /* About: 'a', 'b', 'q' (query point, ray), 'm' (a translation, direction or motion), 'o' (options), or 0. */
  int32_t error_where;
  int64_t error_index; /* which point, part or number, from 0; -1: none in particular */

  /* Of meshes: the triangle or segment that the point or the axis is about, in the order of abut_mesh_create. 0 for a
   * convex shape. */
  uint32_t part_a, part_b;
  double barycentric[3]; /* ray_cast at a mesh: the weights of the vertices of the part, which add up to the point */
  int32_t outside, on_surface; /* inside: q is not in the solid; q is exactly on a part */
  int64_t winding;             /* inside: the winding number of the surface around q */
} abut_answer;

/* One step of an algorithm, doubles throughout: an array of steps is an array of ABUT_STEP_NUMBERS each. All points are
 * points of b - a, except those of an impact. A field that does not apply to an event is 0. */
typedef struct abut_step {
  double event;      /* 0 gjk, 1 mpr, 2 epa, 3 cast, 4 impact */
  double iteration;  /* from 1; impact: 0 if only the bounding spheres were tested */
  double stop;       /* 0 continues, 1 repeated_vertex, 2 bounds_met, 3 origin_reached, 4 cutoff, 5 rounding */
  double id_a, id_b; /* the vertices whose difference `support` is; -1: none */
  double lower, upper;
  double t;       /* cast: proven free before it, after this step. impact: the time of this step */
  double advance; /* impact: how long from t on they are proven farther apart than the target */
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

/* How far apart? */
ABUT_API int32_t abut_distance(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                               abut_trace* trace, abut_answer* answer);

/* Do they meet? */
ABUT_API int32_t abut_overlap(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                              abut_trace* trace, abut_answer* answer);

/* How deep? Moving b by depth * normal ends the overlap. 0 if apart. */
ABUT_API int32_t abut_penetration(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                                  abut_trace* trace, abut_answer* answer);

/* The signed distance: positive apart, minus the depth overlapping. */
ABUT_API int32_t abut_separation(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                                 abut_trace* trace, abut_answer* answer);

/* How far must b move along `direction`, of any length but zero, to leave a? Moving b by depth * normal ends the
 * overlap; normal is the direction, normalized. 0 if apart; infinite if the direction does not lead out of a
 * half-space. */
ABUT_API int32_t abut_depth_along(int32_t space, const abut_shape* a, const abut_shape* b, const double direction[3],
                                  const abut_options* options, abut_trace* trace, abut_answer* answer);

/* Where do they touch? At most `capacity` points are written, the deepest first; room for 8 is always enough. */
ABUT_API int32_t abut_contact(int32_t space, const abut_shape* a, const abut_shape* b, const abut_options* options,
                              abut_contact_point* points, size_t capacity, abut_answer* answer);

/* How does the separation change as the shapes move? One for each shape: its separation changes by translation . dx +
 * rotation . w, to first order, if the shape moves by dx and rotates by the vector w (radians, about the origin of its
 * frame, along the axes of the world; in 2D only the third component of w is not 0). */
typedef struct abut_pose_gradient {
  double translation[3], rotation[3];
} abut_pose_gradient;

/* The answer is that of abut_separation, and `unique`. */
ABUT_API int32_t abut_separation_gradient(int32_t space, const abut_shape* a, const abut_shape* b,
                                          const abut_options* options, abut_pose_gradient* gradient_a,
                                          abut_pose_gradient* gradient_b, abut_answer* answer);

/* The point of the shape closest to q; q itself if it is inside. normal: from the shape to q. */
ABUT_API int32_t abut_closest_point(int32_t space, const double q[3], const abut_shape* shape,
                                    const abut_options* options, abut_answer* answer);

/* Where does a ray enter a shape? The point at t is origin + t direction; the direction need not have length 1. t_safe
 * is max_t if it misses. normal: out of the shape. */
ABUT_API int32_t abut_ray_cast(int32_t space, const double origin[3], const double direction[3],
                               const abut_shape* shape, const abut_options* options, abut_trace* trace,
                               abut_answer* answer);

/* When does a, moving by t translation_a, hit b, which moves by t translation_b (null: it rests)? Points and normal
 * (from a to b) are those at the time of the hit. By advancement the trace also has the steps of gjk, each after that
 * of the cast; by mpr those of mpr. */
ABUT_API int32_t abut_shape_cast(int32_t space, const abut_shape* a, const double translation_a[3], const abut_shape* b,
                                 const double translation_b[3], const abut_options* options, abut_trace* trace,
                                 abut_answer* answer);

/* When do bodies that move and rotate first come within the target? t goes from 0 to max_t, which is t_safe of a miss.
 * A shape or half-space without a motion (null) rests at its pose; one with a motion must not be placed as well. */
ABUT_API int32_t abut_time_of_impact(int32_t space, const abut_shape* a, const abut_motion* motion_a,
                                     const abut_shape* b, const abut_motion* motion_b, const abut_options* options,
                                     abut_trace* trace, abut_answer* answer);

/* The pose of a body at t, for drawing. */
ABUT_API int32_t abut_pose_at(int32_t space, const abut_motion* motion, double t, double position[3],
                              double rotation[4], abut_answer* answer);

/* The support points along `count` directions (3 numbers each, as the points that are written), radius and pose
 * included. No half-spaces. `vertices` may be null; otherwise the vertex of each point is written there. For drawing:
 * without bounds. */
ABUT_API int32_t abut_support(int32_t space, const abut_shape* shape, const double* directions, size_t count,
                              double* points, uint32_t* vertices, abut_answer* answer);

/* The axis-aligned box of a shape, radius and pose included, rounded outward. Sides of a half-space may be infinite. */
ABUT_API int32_t abut_aabb(int32_t space, const abut_shape* shape, double min[3], double max[3], abut_answer* answer);

/* The mass properties of a solid of unit density. */
typedef struct abut_mass {
  double volume;      /* the area in 2D */
  double centroid[3]; /* the center of mass */
  double inertia[6]; /* xx, yy, zz, xy, xz, yz, about the centroid: xx is the integral of y^2 + z^2, xy that of -x y. In
                       * 2D zz alone is not 0 */
} abut_mass;

/* At its pose, along the axes of the world. Not for half-spaces, ABUT_POINTS and shapes with a radius; build a hull of
 * points. */
ABUT_API int32_t abut_mass_properties(int32_t space, const abut_shape* shape, abut_mass* mass, abut_answer* answer);

/* Builds the convex hull of points: any finite ones, repeated, interior, coplanar or collinear. Null if that fails. The
 * hull is of that space; it keeps what it needs of the points. It does not change, and any number of threads may use
 * it, until it is destroyed. */
ABUT_API abut_hull* abut_hull_create(int32_t space, const void* points, size_t count, abut_answer* answer);

/* Null is ignored. */
ABUT_API void abut_hull_destroy(abut_hull* hull);

/* The faces of a hull. Written are the indices of its vertices among the points that it was built of, and its faces
 * (edges in 2D), each as a count and as many such indices, counter-clockwise seen from outside; no more numbers than
 * there is room for. `sizes` gets the number of vertices, the number of face numbers, and the rank: 0 point, 1 segment,
 * 2 polygon, 3 solid. Vertices that an answer names are numbers of the list of vertices. */
ABUT_API int32_t abut_hull_faces(const abut_hull* hull, uint32_t* vertices, size_t vertex_room, uint32_t* faces,
                                 size_t face_room, size_t sizes[3], abut_answer* answer);

/* A body that is not convex: the set of points of its parts, which are triangles in 3D and segments in 2D. Any set of
 * them will do: open, repeated, flat. It is a surface, not what it encloses. `vertices` are `vertex_count` points, each
 * 2 or 3 numbers, float or double by the space; `parts` are 2 or 3 indices of vertices each, from 0. Both are copied.
 * Null if that fails: error_index is the vertex or part that is wrong. The mesh does not change, and any number of
 * threads may use it, until it is destroyed.
 *
 * It is an operand: shape.kind = ABUT_MESH, shape.mesh = mesh. See abut_kind for the verbs. Inflated by a radius it is
 * a surface as thick as twice the radius. Unlike those of two convex shapes, the pose of one operand leaves the other
 * where it is. At a cutoff the distance may be infinite: then no points are known. Traces have no steps, and caches
 * are not used.
 *
 * The depth of a mesh is known between two bounds: moving b by depth * normal ends the overlap for certain, and no
 * translation shorter than `lower` does. The status is ABUT_CONVERGED if the bounds meet, else ABUT_INCONCLUSIVE. */
ABUT_API abut_mesh* abut_mesh_create(int32_t space, const void* vertices, size_t vertex_count, const uint32_t* parts,
                                     size_t part_count, abut_answer* answer);

/* A closed mesh with what it encloses: an operand like a mesh, to which a body within it is at distance 0. Every edge of
 * a triangle must be continued by a triangle that has it in the opposite direction; in 2D as many segments must begin
 * as end at each vertex. Vertices with equal coordinates are one. That is checked exactly: with ABUT_UNMATCHED_EDGE
 * error_index is the first part that fails. */
ABUT_API abut_mesh* abut_solid_create(int32_t space, const void* vertices, size_t vertex_count, const uint32_t* parts,
                                      size_t part_count, abut_answer* answer);

/* Is q in a solid? `inside`, `outside` or `on_surface`, exact however near q is to the surface. If the solid is placed,
 * inside or outside is proven, or the status is ABUT_INCONCLUSIVE: q is within the rounding of the pose from the
 * surface. The solid has no radius. */
ABUT_API int32_t abut_inside(int32_t space, const double q[3], const abut_shape* solid, abut_answer* answer);

/* Of meshes and solids. Null is ignored. */
ABUT_API void abut_mesh_destroy(abut_mesh* mesh);

/* The rotation by `angle` radians, counter-clockwise: c, s in 2D; w, x, y, z in 3D, about `axis`, which need not be
 * normalized. In 2D the axis is ignored and may be null. By the library's own sine: the same bits everywhere. */
ABUT_API int32_t abut_rotation(int32_t space, const double axis[3], double angle, double rotation[4],
                               abut_answer* answer);

/* The error as text: "b, number 3: negative; a size is 0 or more". Written to the buffer, cut to its size, always
 * zero-terminated. Returns the length of the whole text. */
ABUT_API size_t abut_describe_error(const abut_answer* answer, char* text, size_t size);

ABUT_API const char* abut_status_name(int32_t status);
ABUT_API const char* abut_version(void);

#ifdef __cplusplus
}
#endif
#endif
