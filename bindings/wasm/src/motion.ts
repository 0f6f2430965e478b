/**
 * Motion: ways out of an overlap, ray casts, shape casts, times of impact of bodies that rotate. They are in a second
 * module, abut-motion.wasm.
 *
 *     const motion = await loadMotion();
 *     const hit = motion.shapeCast({ dim: 2, precision: 'double' }, crate, [4, 0], wall);
 *     // hit.hit, hit.t; nothing comes near before hit.tSafe
 */
import type { Cache } from './cache.js';
import {
  anything,
  bound,
  cache,
  checkDimension,
  checkFunction,
  checkNotZero,
  checkOptions,
  checkSpace,
  checkVector,
  choice,
  fraction,
  type OptionRules,
  refuseValue,
  size,
  wholeNumber,
} from './check.js';
import { checkMotion, checkRay } from './check_operand.js';
import { layout, type MotionExports, Room } from './memory.js';
import { Module, spaceNumber } from './module.js';
import type { AnyOperand, Pose } from './shapes.js';
import { type Source, start } from './start.js';
import type { Outcome, Penetration, Space, Step } from './types.js';

export const castMethods = ['gjk', 'advancement', 'mpr'] as const;
export type CastMethod = (typeof castMethods)[number];

export const timeOfImpactMethods = ['advancement', 'bilateral', 'substep'] as const;
export type TimeOfImpactMethod = (typeof timeOfImpactMethods)[number];

export const insidePolicies = ['hit', 'ignore', 'leave'] as const;
export type InsidePolicy = (typeof insidePolicies)[number];

export const startPolicies = ['hit', 'ignore_separating', 'penetration'] as const;
export type StartPolicy = (typeof startPolicies)[number];

/** The points origin + t * direction, t >= 0. */
export interface Ray {
  origin: readonly number[];
  direction: readonly number[];
}

export interface DepthAlongOptions {
  tolerance?: number;
  maxIterations?: number;
}

export interface RayCastOptions {
  /** The last t of the query; infinite if left out. */
  maxT?: number;
  /** The result for a ray that starts in the shape: a hit at 0, a miss, or the point where it leaves. */
  atStart?: InsidePolicy;
  method?: CastMethod;
  tolerance?: number;
  maxIterations?: number;
}

export interface ShapeCastOptions {
  /** How near counts as a hit. */
  target?: number;
  /** B moves too. */
  translationB?: readonly number[];
  /** The last fraction of the translation: 1 if left out. */
  maxT?: number;
  /**
   * The result for shapes that meet, or are as near as the target, at the start: a hit at 0; a miss if they get no
   * deeper; or a hit at 0 with its depth, points and normal.
   */
  atStart?: StartPolicy;
  method?: CastMethod;
  tolerance?: number;
  maxIterations?: number;
  /** The direction that was proven free last time is tried first, by the method `gjk`. */
  cache?: Cache;
}

export interface TimeOfImpactOptions {
  target?: number;
  /** A length: how much further away than the target a hit may be. */
  targetTolerance?: number;
  /** The last time of the query, 1 at most, which it is if left out. */
  maxT?: number;
  method?: TimeOfImpactMethod;
  maxIterations?: number;
}

/** How a body moves while t goes from 0 to 1; see motion.hpp. Its numbers stay in double with `float` too. */
export interface Motion {
  start?: Pose;
  /** The point of the body, in the frame of its shape, that goes along a line, and about which it turns. */
  center?: readonly number[];
  velocity?: readonly number[];
  /** 3D only. */
  axis?: readonly number[];
  /** Radians. */
  angle?: number;
}

export const starts = ['separated', 'within_target', 'overlapping'] as const;

/** What all answers about motion have. */
export interface Hit extends Outcome {
  hit: boolean;
  /** Proven. If neither this nor `hit` is true, only `tSafe` is known. */
  miss: boolean;
  /** The time of the hit; Infinity without one. */
  t: number;
  /** Proven free before this. */
  tSafe: number;
  normal: number[];
  /** The state at the start: for a ray in the shape, `overlapping`. */
  start: (typeof starts)[number];
}

export interface RayCast extends Hit {
  point: number[];
}

export interface ShapeCast extends Hit {
  /** Points on the surfaces at the time of the hit. */
  pointA: number[];
  pointB: number[];
  /** With the policy `penetration`: how deep they overlap at the start. */
  depth: number;
}

export interface TimeOfImpact extends Hit {
  /** Points on the surfaces at the time of the hit. */
  pointA: number[];
  pointB: number[];
  /** At `tSafe` they are at least this far apart. */
  safeSeparation: number;
  /** At `t` they are at most this far apart. */
  hitSeparation: number;
  /** The one that was used. */
  targetTolerance: number;
}

/** One support call of a cast, and what its plane proved. */
export interface CastStep {
  event: 'cast';
  iteration: number;
  /** Unit vector from A to B. */
  direction: number[];
  /** The support point of B - A, at the start, against it. */
  support: number[];
  ids: [number, number];
  /** Proven free before this, after the step. */
  tSafe: number;
  moved: boolean;
  missed: boolean;
}

export const impactBounds = ['none', 'reach', 'fixed_axis', 'turning_axis', 'balls'] as const;

/** One distance on the way to a time of impact, in the world. */
export interface ImpactStep {
  event: 'toi';
  /** 0: only the bounding spheres were tested, and there are no points. */
  iteration: number;
  t: number;
  lower: number;
  upper: number;
  normal: number[] | null;
  pointA: number[] | null;
  pointB: number[] | null;
  /** How long, from `t` on, they are proven further apart than the target. */
  advance: number;
  bound: (typeof impactBounds)[number];
}

export type MotionStep = Step | CastStep | ImpactStep;

const depthRules: OptionRules<DepthAlongOptions> = { tolerance: size, maxIterations: wholeNumber };
const rayRules: OptionRules<RayCastOptions> = {
  maxT: bound,
  atStart: choice(insidePolicies),
  method: choice(castMethods),
  tolerance: size,
  maxIterations: wholeNumber,
};
const castRules: OptionRules<ShapeCastOptions> = {
  target: size,
  translationB: anything, // its length depends on the space
  maxT: bound,
  atStart: choice(startPolicies),
  method: choice(castMethods),
  tolerance: size,
  maxIterations: wholeNumber,
  cache,
};
const impactRules: OptionRules<TimeOfImpactOptions> = {
  target: size,
  targetTolerance: size,
  maxT: fraction,
  method: choice(timeOfImpactMethods),
  maxIterations: wholeNumber,
};

/** 0 means the default in the C API, so the least positive number is passed for 0. */
function meant(x: number | undefined): number {
  return x === 0 ? Number.MIN_VALUE : (x ?? 0);
}

export class AbutMotion extends Module<MotionExports> {
  private readonly ways: { a: number; b: number };
  private trace = 0;

  /** @internal */
  constructor(exports: MotionExports) {
    super(exports);
    const take = () => new Room(exports).take(8 * layout.motion.size);
    this.ways = { a: take(), b: take() };
  }

  /**
   * How far must B move along `direction`, of any length but zero, to leave A? `depth` is 0 if they are apart, and
   * Infinity if the direction does not lead out of a half-space; `normal` is the direction, of length 1.
   */
  depthAlong(
    space: Space,
    a: AnyOperand,
    b: AnyOperand,
    direction: readonly number[],
    options: DepthAlongOptions = {},
  ): Penetration {
    checkSpace(space);
    checkVector(direction, space.dim, 'direction');
    checkNotZero(direction, 'direction');
    checkOptions(options, depthRules);
    this.write('a', space, a);
    this.write('b', space, b);
    const { a: shapeA, b: shapeB, answer, numbers } = this.fixed;
    this.put(numbers, direction);
    this.check(
      this.exports.abut_depth_along(
        spaceNumber(space),
        shapeA,
        shapeB,
        numbers,
        this.plainOptions(options),
        this.trace,
        answer,
      ),
    );
    const l = layout.answer;
    return {
      status: this.answerStatus(),
      depth: this.answerNumber(l.depth),
      lower: this.answerNumber(l.lower),
      upper: this.answerNumber(l.upper),
      normal: this.answerVector(l.normal, space.dim),
      pointA: this.answerVector(l.pointA, space.dim),
      pointB: this.answerVector(l.pointB, space.dim),
      features: this.answerFeatures(),
      iterations: this.answerCount(l.iterations),
    };
  }

  /** Where does a ray enter a shape? */
  rayCast(space: Space, ray: Ray, shape: AnyOperand, options: RayCastOptions = {}): RayCast {
    checkSpace(space);
    checkRay(ray, space.dim);
    checkOptions(options, rayRules);
    this.write('a', space, shape, 'shape');
    const origin = this.vector(this.ways.a, ray.origin),
      direction = this.vector(this.ways.b, ray.direction);
    const { atStart = 'hit', method = 'gjk', maxT, ...rest } = options;
    const chosen = this.plainOptions({
      ...rest,
      maxT: meant(maxT),
      method: castMethods.indexOf(method),
      atStart: insidePolicies.indexOf(atStart),
    });
    this.check(
      this.exports.abut_ray_cast(
        spaceNumber(space),
        origin,
        direction,
        this.fixed.a,
        chosen,
        this.trace,
        this.fixed.answer,
      ),
    );
    return { ...this.readHit(space.dim), point: this.answerVector(layout.answer.point, space.dim) };
  }

  /** When does A, moving by t * `translation`, hit B? */
  shapeCast(
    space: Space,
    a: AnyOperand,
    translation: readonly number[],
    b: AnyOperand,
    options: ShapeCastOptions = {},
  ): ShapeCast {
    checkSpace(space);
    checkVector(translation, space.dim, 'translation');
    checkOptions(options, castRules);
    if (options.translationB !== undefined) checkVector(options.translationB, space.dim, 'options', '.translationB');
    this.write('a', space, a);
    this.write('b', space, b);
    const { atStart = 'hit', method = 'gjk', translationB, maxT, ...rest } = options;
    const wayA = this.vector(this.ways.a, translation),
      wayB = translationB ? this.vector(this.ways.b, translationB) : 0;
    const chosen = this.plainOptions({
      ...rest,
      maxT: meant(maxT),
      method: castMethods.indexOf(method),
      atStart: startPolicies.indexOf(atStart),
    });
    this.check(
      this.exports.abut_shape_cast(
        spaceNumber(space),
        this.fixed.a,
        wayA,
        this.fixed.b,
        wayB,
        chosen,
        this.trace,
        this.fixed.answer,
      ),
    );
    return {
      ...this.readHit(space.dim),
      ...this.readPoints(space.dim),
      depth: this.answerNumber(layout.answer.depth),
    };
  }

  /**
   * When do bodies that move and rotate come within the target? A body or half-space without a motion stays at its
   * pose; one with a motion must have no pose.
   */
  timeOfImpact(
    space: Space,
    a: AnyOperand,
    motionA: Motion | undefined,
    b: AnyOperand,
    motionB: Motion | undefined,
    options: TimeOfImpactOptions = {},
  ): TimeOfImpact {
    checkSpace(space);
    checkOptions(options, impactRules);
    this.write('a', space, a);
    this.write('b', space, b);
    const wayA = motionA !== undefined ? this.writeMotion(this.ways.a, space, motionA, 'motionA') : 0,
      wayB = motionB !== undefined ? this.writeMotion(this.ways.b, space, motionB, 'motionB') : 0;
    const { method = 'advancement', targetTolerance, maxT, ...rest } = options;
    const chosen = this.plainOptions({
      ...rest,
      targetTolerance: meant(targetTolerance),
      maxT: meant(maxT),
      method: timeOfImpactMethods.indexOf(method),
    });
    this.check(
      this.exports.abut_time_of_impact(
        spaceNumber(space),
        this.fixed.a,
        wayA,
        this.fixed.b,
        wayB,
        chosen,
        this.trace,
        this.fixed.answer,
      ),
    );
    const l = layout.answer;
    return {
      ...this.readHit(space.dim),
      ...this.readPoints(space.dim),
      safeSeparation: this.answerNumber(l.safeSeparation),
      hitSeparation: this.answerNumber(l.hitSeparation),
      targetTolerance: this.answerNumber(l.targetTolerance),
    };
  }

  /** The query of `ask`, with every step: `motion.traced(space, () => motion.rayCast(...))`. */
  traced<T>(space: Space, ask: () => T): { answer: T; steps: MotionStep[] } {
    checkSpace(space);
    checkFunction(ask, 'ask');
    const { answer, address, count } = this.watch((trace) => {
      this.trace = trace;
      try {
        return ask();
      } finally {
        this.trace = 0;
      }
    });
    return {
      answer,
      steps: Array.from({ length: count }, (_, i) => this.readMotionStep(this.numbers(address, i), space.dim)),
    };
  }

  /** The pose of a body at t, 0 to 1. */
  poseAt(dim: 2 | 3, motion: Motion, t: number): { p: number[]; q: number[] } {
    checkDimension(dim, 'dim');
    const space: Space = { dim, precision: 'double' };
    const way = this.writeMotion(this.ways.a, space, motion, 'motion'),
      out = this.fixed.numbers;
    if (!(typeof t === 'number' && t >= 0 && t <= 1)) refuseValue('t', t, 'a number from 0 to 1');
    this.check(this.exports.abut_pose_at(spaceNumber(space), way, t, out, out + 24, this.fixed.answer));
    return { p: this.list(out, dim), q: this.list(out + 24, dim === 2 ? 2 : 4) };
  }

  private vector(address: number, v: readonly number[]): number {
    this.put(address, v);
    return address;
  }

  private writeMotion(address: number, space: Space, motion: Motion, place: string): number {
    checkMotion(motion, space.dim, place);
    const l = layout.motion,
      { start = {} } = motion;
    const numbers = new Float64Array(l.size);
    numbers.set(start.p ?? [], l.position);
    numbers.set(this.turn({ dim: space.dim, precision: 'double' }, start), l.rotation);
    numbers.set(motion.center ?? [], l.center);
    numbers.set(motion.velocity ?? [], l.velocity);
    numbers.set(motion.axis ?? [0, 0, 1], l.axis);
    numbers[l.angle] = motion.angle ?? 0;
    this.doubles(address, l.size).set(numbers);
    return address;
  }

  private readHit(dim: number): Hit {
    const l = layout.answer;
    return {
      status: this.answerStatus(),
      hit: this.answerFlag(l.hit),
      miss: this.answerFlag(l.miss),
      t: this.answerNumber(l.t),
      tSafe: this.answerNumber(l.tSafe),
      normal: this.answerVector(l.normal, dim),
      start: starts[this.answerCount(l.start)] ?? 'separated',
      iterations: this.answerCount(l.iterations),
    };
  }

  private readPoints(dim: number): { pointA: number[]; pointB: number[] } {
    const l = layout.answer;
    return { pointA: this.answerVector(l.pointA, dim), pointB: this.answerVector(l.pointB, dim) };
  }

  private readMotionStep(n: Float64Array, dim: number): MotionStep {
    const l = layout.step,
      event = n[l.event] ?? 0;
    if (event < 3) return this.readStep(n, dim);
    const number = (at: number) => n[at] ?? 0;
    const vector = (at: number) => Array.from(n.subarray(at, at + dim));
    const iteration = number(l.iteration),
      proof = number(l.proof);
    if (event === 3) {
      return {
        event: 'cast',
        iteration,
        direction: vector(l.direction),
        support: vector(l.support),
        ids: [number(l.idA), number(l.idB)],
        tSafe: number(l.t),
        moved: proof > 0,
        missed: proof === 2,
      };
    }
    const seen = iteration > 0;
    return {
      event: 'toi',
      iteration,
      t: number(l.t),
      lower: number(l.lower),
      upper: number(l.upper),
      normal: seen ? vector(l.direction) : null,
      pointA: seen ? vector(l.corner) : null,
      pointB: seen ? vector(l.corner + 3) : null,
      advance: number(l.advance),
      bound: impactBounds[proof] ?? 'none',
    };
  }
}

/** Starts abut-motion.wasm: the file of the package, or what `fetch` returns, or bytes. */
export async function loadMotion(source?: Source): Promise<AbutMotion> {
  const address = () => new URL('./abut-motion.wasm', import.meta.url);
  return new AbutMotion(await start(source, { name: 'abut-motion.wasm', address, verb: 'abut_ray_cast' }));
}
