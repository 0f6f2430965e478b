/**
 * Where everything lies in the memory of the module. layout.cpp checks these numbers against abut.h when it is
 * compiled.
 */
export const layout = {
  shape: {
    size: 192,
    kind: 0,
    axis: 4,
    numbers: 8,
    points: 104,
    count: 108,
    hull: 112,
    radius: 120,
    placed: 128,
    position: 136,
    rotation: 160,
  },
  options: {
    size: 80,
    tolerance: 0,
    targetTolerance: 8,
    cutoff: 16,
    margin: 24,
    slope: 32,
    target: 40,
    maxT: 48,
    maxIterations: 56,
    maxPoints: 60,
    method: 64,
    atStart: 68,
    cache: 72,
  },
  answer: {
    size: 352,
    status: 0,
    iterations: 4,
    distance: 8,
    depth: 16,
    separation: 24,
    lower: 32,
    upper: 40,
    normal: 48,
    pointA: 72,
    pointB: 96,
    axis: 120,
    point: 144,
    overlap: 168,
    apart: 172,
    inside: 176,
    count: 180,
    featureCount: 184,
    featureA: 188,
    featureB: 204,
    uniqueNormal: 220,
    unique: 224,
    hit: 228,
    miss: 232,
    start: 236,
    t: 240,
    tSafe: 248,
    safeSeparation: 256,
    hitSeparation: 264,
    targetTolerance: 272,
    measure: 280,
    error: 288,
    where: 292,
    index: 296,
  },
  cache: { size: 64 },
  /** In doubles. */
  motion: { size: 17, position: 0, rotation: 3, center: 7, velocity: 10, axis: 13, angle: 16 },
  poseGradient: { size: 48, translation: 0, rotation: 24 },
  mass: { size: 80, volume: 0, centroid: 8, inertia: 32 },
  trace: { size: 12, steps: 0, capacity: 4, count: 8 },
  contactPoint: { size: 88, pointA: 0, pointB: 24, separation: 48, kindA: 56, kindB: 60, verticesA: 64, verticesB: 76 },
  /** In doubles: a step is an array of them. */
  step: {
    size: 37,
    event: 0,
    iteration: 1,
    stop: 2,
    idA: 3,
    idB: 4,
    lower: 5,
    upper: 6,
    t: 7,
    advance: 8,
    proof: 9,
    direction: 10,
    support: 13,
    nearest: 16,
    count: 19,
    region: 20,
    weight: 21,
    corner: 25,
  },
} as const;

/** What all modules export: some functions of abut.h, and malloc and free. */
export interface Exports {
  memory: WebAssembly.Memory;
  _initialize(): void;
  malloc(size: number): number;
  free(address: number): void;
  abut_rotation(space: number, axis: number, angle: number, rotation: number, answer: number): number;
  abut_hull_unpack(bytes: number): number;
  abut_describe_error(answer: number, text: number, size: number): number;
  abut_version(): number;
}

/** abut.wasm */
export interface StandingExports extends Exports {
  abut_distance: PairVerb;
  abut_overlap: PairVerb;
  abut_penetration: PairVerb;
  abut_separation: PairVerb;
  abut_contact(
    space: number,
    a: number,
    b: number,
    options: number,
    points: number,
    capacity: number,
    answer: number,
  ): number;
  abut_separation_gradient(
    space: number,
    a: number,
    b: number,
    options: number,
    gradientA: number,
    gradientB: number,
    answer: number,
  ): number;
  abut_aabb(space: number, shape: number, min: number, max: number, answer: number): number;
  abut_closest_point(space: number, q: number, shape: number, options: number, answer: number): number;
  abut_support(
    space: number,
    shape: number,
    directions: number,
    count: number,
    points: number,
    vertices: number,
    answer: number,
  ): number;
}

/** abut-motion.wasm */
export interface MotionExports extends Exports {
  abut_depth_along(
    space: number,
    a: number,
    b: number,
    direction: number,
    options: number,
    trace: number,
    answer: number,
  ): number;
  abut_ray_cast(
    space: number,
    origin: number,
    direction: number,
    shape: number,
    options: number,
    trace: number,
    answer: number,
  ): number;
  abut_shape_cast(
    space: number,
    a: number,
    translationA: number,
    b: number,
    translationB: number,
    options: number,
    trace: number,
    answer: number,
  ): number;
  abut_time_of_impact(
    space: number,
    a: number,
    motionA: number,
    b: number,
    motionB: number,
    options: number,
    trace: number,
    answer: number,
  ): number;
  abut_pose_at(space: number, motion: number, t: number, position: number, rotation: number, answer: number): number;
}

/** abut-hull.wasm */
export interface HullExports extends Exports {
  abut_hull_create(space: number, points: number, count: number, answer: number): number;
  abut_hull_destroy(hull: number): void;
  abut_hull_pack(hull: number, bytes: number): number;
  abut_mass_properties(space: number, shape: number, mass: number, answer: number): number;
  abut_hull_faces(
    hull: number,
    vertices: number,
    vertexRoom: number,
    faces: number,
    faceRoom: number,
    sizes: number,
    answer: number,
  ): number;
}

type PairVerb = (space: number, a: number, b: number, options: number, trace: number, answer: number) => number;

/** A piece of the module's memory that grows on demand, and is reused from call to call. */
export class Room {
  private address = 0;
  private size = 0;

  constructor(private readonly exports: Exports) {}

  /** The address of at least `bytes` bytes. The old contents are lost when it grows. */
  take(bytes: number): number {
    if (bytes > this.size) {
      if (this.address !== 0) this.exports.free(this.address);
      this.size = Math.max(bytes, 2 * this.size);
      this.address = this.exports.malloc(this.size);
      if (this.address === 0) {
        this.size = 0;
        throw new Error(`abut: no memory for ${bytes} bytes`);
      }
    }
    return this.address;
  }
}
