/**
 * Motion: the queries of casts and times of impact, the runs that answer them, and the poses of the bodies meanwhile.
 */
import {
  type Abut,
  type AbutMotion,
  askMotion,
  castMethods,
  type CastStep,
  type Hit,
  type ImpactStep,
  motionOf,
  type MotionStep,
  type Operand,
  type Precision,
  type QueryRecord,
  type RayCast,
  type ShapeCast,
  type Step,
  type Sweep,
  type TimeOfImpact,
  timeOfImpactMethods,
} from 'abut';
import { moved, radiusOf, type Side, type State, verticesOf } from './model.js';
import { add, dot, mean, norm, rotationOf, scale, sub, type Vector } from './vector.js';

export type MotionVerb = 'raycast' | 'shapecast' | 'toi';

/** The methods of each query, the default first. */
export const methodsOf: Record<MotionVerb, readonly string[]> = {
  raycast: castMethods,
  shapecast: castMethods,
  toi: timeOfImpactMethods,
};

export function isMotionVerb(verb: string): verb is MotionVerb {
  return verb in methodsOf;
}

/** The query of a record of `abut query`; null if nothing moves. */
export function motionVerbOf(record: QueryRecord): MotionVerb | null {
  return record.ray ? 'raycast' : record.v ? 'shapecast' : record.sweeps ? 'toi' : null;
}

/**
 * A step, and the bracket that it leaves: nothing happens before `lower`; contact is no later than `upper`, once that
 * is known.
 */
export interface MotionMoment {
  event: 'cast' | 'toi';
  iteration: number;
  lower: number;
  upper: number;
  /** The time at which the bodies are shown. */
  time: number;
  step: CastStep | ImpactStep;
  /** The step of the method behind a cast by advancement or MPR. */
  inner: Step | null;
  /** The points of A and B, at the start, that the plane of a cast goes through. */
  found: { a: Vector; b: Vector } | null;
}

export interface MotionRun {
  answer: RayCast | ShapeCast | TimeOfImpact;
  moments: MotionMoment[];
  milliseconds: number;
}

/** The last time of the query. */
export function limitOf(record: QueryRecord): number {
  return record.maxT ?? (record.ray ? Infinity : 1);
}

export function solveMotion(abut: Abut, motion: AbutMotion, state: State): MotionRun {
  const { record, precision, method } = state,
    space = { dim: record.dim, precision };
  const ask = () => askMotion(motion, record, precision, method);
  const start = performance.now();
  const answer = ask(); // untraced: a trace may change which method answers
  const { steps } = motion.traced(space, ask);
  const milliseconds = performance.now() - start;
  const moments = record.sweeps ? impactMoments(record, answer, steps) : castMoments(abut, record, answer, steps);
  return { answer, moments, milliseconds };
}

/** Where they touch at a hit: a point of each; those of a ray are one. */
export function touchOf(answer: MotionRun['answer']): { pointA: Vector; pointB: Vector } {
  return 'point' in answer ? { pointA: answer.point, pointB: answer.point } : answer;
}

/** Where a run that has ended leaves the bracket. */
export function endOf(record: QueryRecord, answer: Hit): { lower: number; upper: number; time: number } {
  const limit = limitOf(record);
  if (answer.hit) return { lower: answer.tSafe, upper: answer.t, time: answer.t };
  return { lower: answer.tSafe, upper: limit, time: Number.isFinite(answer.tSafe) ? answer.tSafe : 1 };
}

function castMoments(abut: Abut, record: QueryRecord, answer: Hit, steps: MotionStep[]): MotionMoment[] {
  const limit = limitOf(record),
    space = { dim: record.dim, precision: 'double' } as const;
  const casts = steps.filter((step): step is CastStep => step.event === 'cast');
  if (casts.length === 0) return [];
  const along = casts.map((step) => step.direction),
    against = along.map((d) => scale(d, -1));
  const a = abut.support(space, record.a, along),
    b = abut.support(space, record.b, against);
  let at = -1;
  const inner: (Step | null)[] = casts.map(() => null);
  for (const step of steps) {
    if (step.event === 'cast') ++at;
    else if (step.event !== 'toi') inner[at] = step;
  }
  return casts.map((step, i) => {
    const isLast = i === casts.length - 1,
      safe = step.missed ? limit : step.tSafe;
    const bracket = isLast
      ? endOf(record, answer)
      : { lower: safe, upper: limit, time: Number.isFinite(safe) ? safe : 1 };
    return {
      event: 'cast',
      iteration: step.iteration,
      step,
      inner: inner[i] ?? null,
      found: { a: a[i]!, b: b[i]! },
      ...bracket,
    };
  });
}

function impactMoments(record: QueryRecord, answer: Hit, steps: MotionStep[]): MotionMoment[] {
  const looks = steps.filter((step): step is ImpactStep => step.event === 'toi');
  let free = 0;
  return looks.map((step, i) => {
    const isLast = i === looks.length - 1;
    free = Math.min(1, Math.max(free, step.advance > 0 ? step.t + step.advance : 0));
    const { lower, upper } = isLast ? endOf(record, answer) : { lower: free, upper: 1 };
    return { event: 'toi', iteration: step.iteration, lower, upper, time: step.t, step, inner: null, found: null };
  });
}

/** How a body of a sweep moves. */
export function sweptMotion(motion: AbutMotion, record: QueryRecord, side: Side, precision: Precision) {
  return motionOf(motion, record.sweeps![side], record.dim, precision);
}

/** The operand at its pose at t. */
export function operandAt(motion: AbutMotion, record: QueryRecord, side: Side, t: number): Operand {
  const operand = record[side];
  if (record.sweeps)
    return {
      ...operand,
      pose: motion.poseAt(record.dim, sweptMotion(motion, record, side, 'double'), Math.min(1, Math.max(0, t))),
    };
  if (side === 'b') return operand;
  return moved(operand, scale(record.ray?.dir ?? record.v ?? [], t), record.dim);
}

/** The operand at its start, without its motion: this is what can be dragged. */
export function startOf(record: QueryRecord, side: Side): Operand {
  const sweep = record.sweeps?.[side];
  if (!sweep) return record[side];
  const [x = 0, y = 0, z = 0, w = 1] = sweep.q0 ?? [];
  return {
    ...record[side],
    pose: record.dim === 2 ? { p: sweep.c0, angle: sweep.a0 ?? 0 } : { p: sweep.c0, q: [w, x, y, z] },
  };
}

/** The record with another start of an operand; the way stays as it is. */
export function withStart(record: QueryRecord, side: Side, operand: Operand): QueryRecord {
  if (record.ray && side === 'a') {
    const origin = verticesOf(operand, record.dim)[0] ?? record.ray.origin;
    return { ...record, a: operand, ray: { ...record.ray, origin } };
  }
  const sweep = record.sweeps?.[side];
  if (!record.sweeps || !sweep) return { ...record, [side]: operand };
  const { pose, ...shape } = operand,
    p = pose?.p ?? sweep.c0,
    by = sub(p, sweep.c0);
  const next: Sweep = { ...sweep, c0: p, c1: add(sweep.c1, by) };
  if (record.dim === 2) {
    const angle = pose?.angle ?? sweep.a0 ?? 0,
      turned = angle - (sweep.a0 ?? 0);
    Object.assign(next, { a0: angle, a1: (sweep.a1 ?? 0) + turned });
  } else {
    const [w = 1, x = 0, y = 0, z = 0] = pose?.q ?? [1, 0, 0, 0];
    next.q0 = [x, y, z, w];
  }
  return { ...record, [side]: shape, sweeps: { ...record.sweeps, [side]: next } };
}

/** The point that the way of a body begins at, and how far it goes until t = 1. */
export function wayOf(record: QueryRecord, side: Side): { from: Vector; by: Vector } | null {
  const sweep = record.sweeps?.[side];
  if (sweep) return { from: sweep.c0, by: sub(sweep.c1, sweep.c0) };
  if (side === 'b') return null;
  if (record.ray) return { from: record.ray.origin, by: record.ray.dir };
  return { from: centerOf(record.a, record.dim), by: record.v ?? record.a.pose?.p ?? [] };
}

/** The record with another end of the way. */
export function withWay(record: QueryRecord, side: Side, by: Vector): QueryRecord {
  const sweep = record.sweeps?.[side];
  if (record.sweeps && sweep)
    return { ...record, sweeps: { ...record.sweeps, [side]: { ...sweep, c1: add(sweep.c0, by) } } };
  return record.ray ? { ...record, ray: { ...record.ray, dir: by } } : { ...record, v: by };
}

/** The record with more rotation on the way; in 3D about the axis there is. */
export function withSpin(record: QueryRecord, side: Side, angle: number): QueryRecord {
  const sweep = record.sweeps?.[side];
  if (!record.sweeps || !sweep) return record;
  const turned = record.dim === 2 ? { a1: (sweep.a1 ?? 0) + angle } : { angle: (sweep.angle ?? 0) + angle };
  return { ...record, sweeps: { ...record.sweeps, [side]: { ...sweep, ...turned } } };
}

export function centerOf(operand: Operand, dim: number): Vector {
  const vertices = verticesOf(operand, dim);
  return vertices.length > 0 ? mean(vertices) : (operand.pose?.p ?? new Array<number>(dim).fill(0));
}

/** A length for a new motion: the size of the shapes. */
function reachOf(operand: Operand, dim: number): number {
  const center = centerOf(operand, dim),
    shape = operand.shape;
  const own =
    shape.shape === 'ellipsoid'
      ? Math.max(...shape.radii)
      : shape.shape === 'cylinder' || shape.shape === 'cone'
        ? Math.max(shape.radius, shape.half_height)
        : 0;
  return Math.max(own, ...verticesOf(operand, dim).map((v) => norm(sub(v, center))), 0) + radiusOf(operand);
}

/** The shape about its own middle, with the pose separate: a sweep needs both. */
function centered(operand: Operand, dim: 2 | 3): { operand: Operand; sweep: Sweep } {
  const { pose, ...rest } = operand,
    center = centerOf(operand, dim),
    [w = 1, x = 0, y = 0, z = 0] = rotationOf(pose, dim);
  const isPoints = rest.shape.shape === 'points' || rest.shape.shape === 'hull';
  const kept: Operand =
    isPoints && !pose
      ? { ...rest, shape: { shape: 'points', vertices: verticesOf(operand, dim).map((v) => sub(v, center)) } }
      : rest;
  const p = pose ? (pose.p ?? center.map(() => 0)) : isPoints ? center : center.map(() => 0);
  const angle = pose?.angle ?? Math.atan2(x, w);
  return {
    operand: kept,
    sweep:
      dim === 2
        ? { c0: p, c1: p, a0: angle, a1: angle }
        : { c0: p, c1: p, q0: [x, y, z, w], axis: [0, 0, 1], angle: 0 },
  };
}

/** The same shapes with another query. After a ray cast, A becomes `before`. */
export function asked(record: QueryRecord, verb: string, before: Operand | null): QueryRecord {
  const { dim } = record,
    was = motionVerbOf(record);
  if (was === verb) return record;
  let a = startOf(record, 'a');
  const b = startOf(record, 'b');
  if (was === 'raycast' && before) a = moved(before, sub(record.ray!.origin, centerOf(before, dim)), dim);
  const from = centerOf(a, dim),
    between = sub(centerOf(b, dim), from),
    far = norm(between);
  const size = reachOf(a, dim) + reachOf(b, dim) || 1;
  const way = far > 0 ? scale(between, 1 + (0.6 * size) / far) : [2 * size, ...new Array<number>(dim - 1).fill(0)];
  const base = { dim, rounded: false, ...(record.id === undefined ? {} : { id: record.id }) };
  if (verb === 'raycast')
    return {
      ...base,
      op: 'raycast',
      a: { shape: { shape: 'point' }, pose: { p: from } },
      b,
      ray: { origin: from, dir: way },
    };
  if (verb === 'shapecast') return { ...base, op: 'linear_cast', a, b, v: way };
  if (verb === 'toi') {
    const first = centered(a, dim),
      second = centered(b, dim);
    const spun = (sweep: Sweep, by: number) =>
      dim === 2 ? { a1: (sweep.a0 ?? 0) + by } : { axis: [0.3, 0.2, 1], angle: by };
    return {
      ...base,
      op: 'toi',
      a: first.operand,
      b: second.operand,
      sweeps: {
        a: { ...first.sweep, c1: add(first.sweep.c0, way), ...spun(first.sweep, 1.2) },
        b: { ...second.sweep, ...spun(second.sweep, -0.7) },
      },
    };
  }
  return { ...base, op: 'distance', a, b };
}

/**
 * The height of the plane of a cast, less the radii and the target: how far along its direction the motion reaches it.
 */
export function planeHeight(record: QueryRecord, moment: MotionMoment): number {
  const { direction } = moment.step as CastStep,
    { a, b } = moment.found!;
  return dot(direction, sub(b, a)) - (record.target ?? 0);
}
