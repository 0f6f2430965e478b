/**
 * Motion: ray casts, shape casts, times of impact of bodies that rotate. They are in a second module, abut-motion.wasm.
 *
 *     const motion = await loadMotion();
 *     const hit = motion.shapeCast({ dim: 2, precision: 'double' }, crate, [4, 0], wall);
 *     // hit.hit, hit.t; nothing comes near before hit.safe
 */
import {
  anything,
  bound,
  checkDimension,
  checkFunction,
  checkOptions,
  checkSpace,
  checkVector,
  choice,
  type OptionRules,
  refuseValue,
  size,
  wholeNumber,
} from './check.js';
import { checkMotion, checkRay } from './check_operand.js';
import { layout, type MotionExports, Room } from './memory.js';
import { Module, spaceNumber } from './module.js';
import type { Operand, Pose } from './shapes.js';
import { type Source, start } from './start.js';
import { type Space, type Status, statuses, type Step } from './types.js';

export const castMethods = ['gjk', 'advancement', 'mpr'] as const;
export type CastMethod = (typeof castMethods)[number];

export const impactMethods = ['advancement', 'bilateral', 'substep'] as const;
export type ImpactMethod = (typeof impactMethods)[number];

export const insidePolicies = ['hit', 'ignore', 'leave'] as const;

/** The points origin + t * direction, t >= 0. */
export interface Ray {
  origin: readonly number[];
  direction: readonly number[];
}

export interface RayCastOptions {
  /** The last t of the query; infinite if left out. */
  limit?: number;
  /** The result for a ray that starts in the shape: a hit at 0, a miss, or the point where it leaves. */
  inside?: (typeof insidePolicies)[number];
  method?: CastMethod;
  tolerance?: number;
  maxIterations?: number;
}

export interface ShapeCastOptions {
  /** How near counts as a hit. */
  target?: number;
  /** B moves too. */
  motionB?: readonly number[];
  /** The last fraction of the motion: 1 if left out. */
  limit?: number;
  method?: CastMethod;
  tolerance?: number;
  maxIterations?: number;
}

export interface ImpactOptions {
  target?: number;
  /** A length: how much further away a hit may be. */
  tolerance?: number;
  method?: ImpactMethod;
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
  turn?: number;
}

export const starts = ['separated', 'within_target', 'overlapping'] as const;

/** The answer of a cast. */
export interface Hit {
  status: Status;
  iterations: number;
  /** false: a proven miss. null: neither could be proven. */
  hit: boolean | null;
  /** The time of the hit; Infinity without one. */
  t: number;
  /** Proven free before this. */
  safe: number;
  normal: number[];
  /** Points on the surfaces at the time of the hit; for a ray both are its point. */
  pointA: number[];
  pointB: number[];
  /** The state at the start; casts do not distinguish `overlapping` from `within_target`. */
  start: (typeof starts)[number];
}

/** The answer of timeOfImpact. */
export interface Impact extends Hit {
  /** Bounds of the gap: the lower one holds at `safe`, the upper one at `t`. */
  gapLower: number;
  gapUpper: number;
  /** The tolerance that was used. */
  tolerance: number;
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
  safe: number;
  moved: boolean;
  missed: boolean;
}

export const impactBounds = ['none', 'reach', 'fixed_axis', 'turning_axis', 'balls'] as const;

/** One distance on the way to a time of impact, in the world. */
export interface ImpactStep {
  event: 'toi';
  /** 0: only the bounding spheres were tested, and there are no points. */
  iteration: number;
  time: number;
  lower: number;
  upper: number;
  normal: number[] | null;
  pointA: number[] | null;
  pointB: number[] | null;
  /** How long, from `time` on, they are proven further apart than the target. */
  advance: number;
  bound: (typeof impactBounds)[number];
}

export type MotionStep = Step | CastStep | ImpactStep;

const rayRules: OptionRules<RayCastOptions> = {
  limit: bound,
  inside: choice(insidePolicies),
  method: choice(castMethods),
  tolerance: size,
  maxIterations: wholeNumber,
};
const castRules: OptionRules<ShapeCastOptions> = {
  target: size,
  motionB: anything, // its length depends on the space
  limit: bound,
  method: choice(castMethods),
  tolerance: size,
  maxIterations: wholeNumber,
};
const impactRules: OptionRules<ImpactOptions> = {
  target: size,
  tolerance: size,
  method: choice(impactMethods),
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

  /** Where does a ray enter a shape? */
  rayCast(space: Space, ray: Ray, shape: Operand, options: RayCastOptions = {}): Hit {
    checkSpace(space);
    checkRay(ray, space.dim);
    checkOptions(options, rayRules);
    this.write('a', space, shape, 'shape');
    const origin = this.vector(this.ways.a, ray.origin),
      direction = this.vector(this.ways.b, ray.direction);
    const { inside = 'hit', method = 'gjk', limit, ...rest } = options;
    const chosen = this.plainOptions({
      ...rest,
      limit: meant(limit),
      method: castMethods.indexOf(method),
      start: insidePolicies.indexOf(inside),
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
    return this.readHit(space.dim);
  }

  /** When does A, moving by `motion`, hit B? */
  shapeCast(space: Space, a: Operand, motion: readonly number[], b: Operand, options: ShapeCastOptions = {}): Hit {
    checkSpace(space);
    checkVector(motion, space.dim, 'motion');
    checkOptions(options, castRules);
    if (options.motionB !== undefined) checkVector(options.motionB, space.dim, 'options', '.motionB');
    this.write('a', space, a);
    this.write('b', space, b);
    const { method = 'gjk', motionB, limit, ...rest } = options;
    const wayA = this.vector(this.ways.a, motion),
      wayB = motionB ? this.vector(this.ways.b, motionB) : 0;
    const chosen = this.plainOptions({ ...rest, limit: meant(limit), method: castMethods.indexOf(method) });
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
    return this.readHit(space.dim);
  }

  /**
   * When do bodies that move and rotate come within the target? A body without a motion stays at its pose; one with a
   * motion must have no pose.
   */
  timeOfImpact(
    space: Space,
    a: Operand,
    motionA: Motion | undefined,
    b: Operand,
    motionB: Motion | undefined,
    options: ImpactOptions = {},
  ): Impact {
    checkSpace(space);
    checkOptions(options, impactRules);
    this.write('a', space, a);
    this.write('b', space, b);
    const wayA = motionA !== undefined ? this.writeMotion(this.ways.a, space, motionA, 'motionA') : 0,
      wayB = motionB !== undefined ? this.writeMotion(this.ways.b, space, motionB, 'motionB') : 0;
    const { method = 'advancement', tolerance, ...rest } = options;
    const chosen = this.plainOptions({ ...rest, tolerance: meant(tolerance), method: impactMethods.indexOf(method) });
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
    const view = this.view(),
      at = this.fixed.answer,
      l = layout.answer;
    return {
      ...this.readHit(space.dim),
      gapLower: view.getFloat64(at + l.gapLower, true),
      gapUpper: view.getFloat64(at + l.gapUpper, true),
      tolerance: view.getFloat64(at + l.tolerance, true),
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
    numbers[l.turn] = motion.turn ?? 0;
    this.doubles(address, l.size).set(numbers);
    return address;
  }

  private readHit(dim: number): Hit {
    const view = this.view(),
      at = this.fixed.answer,
      l = layout.answer;
    const vector = (offset: number) => this.list(at + offset, dim);
    const meet = view.getInt32(at + l.meet, true);
    return {
      status: statuses[view.getInt32(at + l.status, true)] ?? 'invalid_argument',
      iterations: view.getInt32(at + l.iterations, true),
      hit: meet < 0 ? null : meet === 1,
      t: view.getFloat64(at + l.value, true),
      safe: view.getFloat64(at + l.lower, true),
      normal: vector(l.normal),
      pointA: vector(l.pointA),
      pointB: vector(l.pointB),
      start: starts[view.getInt32(at + l.start, true)] ?? 'separated',
    };
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
        safe: number(l.time),
        moved: proof > 0,
        missed: proof === 2,
      };
    }
    const seen = iteration > 0;
    return {
      event: 'toi',
      iteration,
      time: number(l.time),
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
