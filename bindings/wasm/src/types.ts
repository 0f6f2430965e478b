/** The types of queries and answers. */
import type { Cache } from './cache.js';

export type Dimension = 2 | 3;
export type Precision = 'float' | 'double';

/** The dimension and the precision of a query. With `float` all numbers are rounded to float first. */
export interface Space {
  dim: Dimension;
  precision: Precision;
}

export const statuses = [
  'converged',
  'cutoff',
  'stalled',
  'iteration_limit',
  'inconclusive',
  'invalid_argument',
] as const;
export type Status = (typeof statuses)[number];

/** Fields left out take their defaults; see abut.h. Every verb that searches uses the cache. */
export interface Options {
  tolerance?: number;
  cutoff?: number;
  margin?: number;
  slope?: number;
  maxIterations?: number;
  maxPoints?: number;
  /** For overlap. */
  method?: 'gjk' | 'mpr';
  cache?: Cache;
}

/** What every answer has. */
export interface Outcome {
  status: Status;
  iterations: number;
}

/** The true value lies between them, rounding included. */
export interface Bounds {
  lower: number;
  upper: number;
}

/** Closest or deepest points. */
export interface Places {
  /** Unit vector from A to B. */
  normal: number[];
  pointA: number[];
  pointB: number[];
  /** Pairs of vertices that the points are combinations of; -1 on curved shapes. */
  features: [number, number][];
}

export interface Distance extends Outcome, Bounds, Places {
  /** 0 if they meet. */
  distance: number;
}

export interface Penetration extends Outcome, Bounds, Places {
  /** 0 if they are apart. */
  depth: number;
}

export interface Separation extends Outcome, Bounds, Places {
  /** The distance, or minus the depth. */
  separation: number;
  /** Whether the normal is the only one, up to rounding. */
  uniqueNormal: boolean;
}

/** `lower` and `upper` are bounds of the distance. */
export interface Overlap extends Outcome, Bounds {
  /** They meet, up to rounding; if neither this nor `apart` is true, it could not be decided. */
  overlap: boolean;
  apart: boolean;
  /** If they are apart: the unit vector along which B lies beyond A by at least `lower`. */
  axis: number[];
  /** If they overlap: a point of both. */
  point: number[];
}

export interface ClosestPoint extends Outcome, Bounds {
  /** Of the shape; the query point itself if it is inside. */
  point: number[];
  /** Unit vector from the shape to the query point. */
  normal: number[];
  distance: number;
  inside: boolean;
}

export interface Contact extends Outcome, Bounds {
  separation: number;
  /** Unit vector from A to B. */
  normal: number[];
  /** The deepest first. */
  points: ContactPoint[];
}

/** The box of the points x with min <= x <= max in each coordinate. */
export interface Aabb {
  min: number[];
  max: number[];
}

/** How the separation changes as a shape moves. */
export interface PoseGradient {
  /** Per unit of length, along the axes of the world. */
  translation: number[];
  /** Per radian about the origin of the shape's frame: in 2D one number, in 3D about the axes of the world. */
  rotation: number[];
}

export interface SeparationGradient extends Separation {
  /** By the pose of either shape. */
  a: PoseGradient;
  b: PoseGradient;
  /** Whether the derivative exists, up to rounding. */
  unique: boolean;
}

export const events = ['gjk', 'mpr', 'epa'] as const;
export const stops = [null, 'repeated_vertex', 'bounds_met', 'origin_reached', 'cutoff', 'rounding'] as const;

/** One step of an algorithm; all points are points of B - A. */
export interface Step {
  event: (typeof events)[number];
  iteration: number;
  stop: (typeof stops)[number];
  /** The vertices of A and B whose difference `support` is; -1 on curved shapes. */
  ids: [number, number];
  lower: number;
  upper: number;
  /** Unit vector from A to B: `support` is the support point against it. */
  direction: number[];
  support: number[];
  nearest: number[];
  /** gjk: the simplex. mpr: the portal. epa: the facet. */
  corners: number[][];
  weights: number[];
  /** gjk: which corners span the feature nearest to the origin. */
  region: number[];
}

export interface ContactPoint {
  pointA: number[];
  pointB: number[];
  separation: number;
  /** The features of A and B on which the point lies. */
  idA: FeatureId;
  idB: FeatureId;
}

export interface FeatureId {
  kind: 'vertex' | 'edge' | 'face';
  vertices: number[];
}

/** Thrown for an invalid argument. The message names its place, as in `a.shape.half[1]`, and what was expected. */
export class AbutError extends Error {
  constructor(
    message: string,
    /** 'a', 'b', 'q' (the query point, the ray, directions), 'm' (the motion), 'o' (the options), or nothing. */
    readonly where: string,
    /** Which point of a list or number of a vector, or -1. */
    readonly index: number,
  ) {
    super(message);
    this.name = 'AbutError';
  }
}
