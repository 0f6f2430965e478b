/** Answers the records of `abut query` about motion. */
import { checkChoice, checkDimension, checkPrecision, refuse } from './check.js';
import { checkModule, checkRecord, checkSweep } from './check_record.js';
import {
  type AbutMotion,
  type CastMethod,
  castMethods,
  type Hit,
  type Impact,
  type TimeOfImpactMethod,
  timeOfImpactMethods,
  type Motion,
} from './motion.js';
import type { QueryRecord, Sweep } from './record.js';
import type { Precision } from './types.js';

type Fields = Record<string, unknown>;

/** The motion of a sweep: its numbers are rounded to the precision, and what is computed from them to double. */
export function motionOf(motion: AbutMotion, sweep: Sweep, dim: 2 | 3, precision: Precision): Motion {
  checkModule(motion, 'motion', 'rayCast', 'loadMotion()');
  checkDimension(dim, 'dim');
  checkSweep(sweep, dim, 'sweep');
  checkPrecision(precision, 'precision');
  const round = precision === 'float' ? Math.fround : (x: number) => x;
  const c0 = sweep.c0.map(round);
  const velocity = sweep.c1.map((x, i) => round(x) - (c0[i] ?? 0));
  if (dim === 2) {
    const begin = round(sweep.a0 ?? 0);
    const q = motion.rotation({ dim, precision: 'double' }, begin);
    return { start: { p: c0, q }, velocity, angle: round(sweep.a1 ?? 0) - begin };
  }
  const [x = 0, y = 0, z = 0, w = 1] = (sweep.q0 ?? [0, 0, 0, 1]).map(round);
  return {
    start: { p: c0, q: [w, x, y, z] },
    velocity,
    axis: (sweep.axis ?? [0, 0, 1]).map(round),
    angle: round(sweep.angle ?? 0),
  };
}

/** Runs the query of the record. */
export function askMotion(
  motion: AbutMotion,
  record: QueryRecord,
  precision: Precision,
  method?: string,
): Hit | Impact {
  checkModule(motion, 'motion', 'rayCast', 'loadMotion()');
  checkRecord(record);
  checkPrecision(precision, 'precision');
  const space = { dim: record.dim, precision },
    { a, b, ray, v, maxT, target, tol, sweeps } = record;
  if (!ray && !v && !sweeps) refuse('record', 'nothing moves in it, expected ray, v or sweeps');
  if (method !== undefined) checkChoice(method, sweeps ? timeOfImpactMethods : castMethods, 'method');
  const limit = maxT === undefined ? {} : { maxT },
    near = target === undefined ? {} : { target };
  const byCast = method ? { method: method as CastMethod } : {};
  if (ray) return motion.rayCast(space, { origin: ray.origin, direction: ray.dir }, b, { ...limit, ...byCast });
  if (v) return motion.shapeCast(space, a, v, b, { ...limit, ...near, ...byCast });
  const motionA = motionOf(motion, sweeps!.a, record.dim, precision),
    motionB = motionOf(motion, sweeps!.b, record.dim, precision);
  return motion.timeOfImpact(space, a, motionA, b, motionB, {
    ...near,
    ...(tol === undefined ? {} : { targetTolerance: tol }),
    ...(method ? { method: method as TimeOfImpactMethod } : {}),
  });
}

/** The fields of an answer as `abut query` names them, without id and op. */
export function answerMotionRecord(
  motion: AbutMotion,
  record: QueryRecord,
  precision: Precision,
  method?: string,
): Fields {
  const r = askMotion(motion, record, precision, method),
    at = <T>(x: T) => (r.hit ? x : null);
  const outcome = { status: r.status, iterations: r.iterations, hit: r.hit, t: r.t, t_safe: r.tSafe };
  const inside = r.start !== 'separated';
  if (record.ray)
    return { ...outcome, point: at(r.pointA), normal: inside ? null : at(r.normal), started_inside: inside };
  const places = { point_a: at(r.pointA), point_b: at(r.pointB), normal: at(r.normal) };
  if (!('safeSeparation' in r)) return { ...outcome, ...places, started_inside: inside };
  const { safeSeparation: lower, hitSeparation: upper, targetTolerance: tolerance } = r;
  return { ...outcome, start: r.start, lower, upper, tolerance, ...places };
}
