/** Answers the records of `abut query` about motion. */
import { checkChoice, checkDimension, checkPrecision, refuse } from '../check.js';
import { checkModule, checkRecord, checkSweep } from './check_record.js';
import {
  type AbutMotion,
  type CastMethod,
  castMethods,
  type InsidePolicy,
  type Motion,
  type RayCast,
  type ShapeCast,
  type StartPolicy,
  type TimeOfImpact,
  type TimeOfImpactMethod,
  timeOfImpactMethods,
} from '../motion.js';
import { isLibraryOp, type QueryRecord, type RecordMotion, type Sweep } from './record.js';
import type { Precision } from '../types.js';

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

/** The motion of a record in the words of the library: its numbers are rounded to the precision. */
function ownMotion(motion: AbutMotion, given: RecordMotion, dim: 2 | 3, precision: Precision): Motion {
  const round = precision === 'float' ? Math.fround : (x: number) => x;
  const rounded = (v: readonly number[] | undefined) => v?.map(round);
  const { start = {}, angle = 0 } = given,
    p = rounded(start.p),
    q = start.angle === undefined ? rounded(start.q) : motion.rotation({ dim, precision }, round(start.angle)),
    center = rounded(given.center),
    velocity = rounded(given.velocity),
    axis = rounded(given.axis);
  return {
    start: { ...(p && { p }), ...(q && { q }) },
    ...(center && { center }),
    ...(velocity && { velocity }),
    ...(axis && { axis }),
    angle: round(angle),
  };
}

function bodyMotion(
  motion: AbutMotion,
  record: QueryRecord,
  side: 'a' | 'b',
  precision: Precision,
): Motion | undefined {
  const { sweeps, motions, dim } = record;
  if (sweeps) return motionOf(motion, sweeps[side], dim, precision);
  const own = motions?.[side];
  return own && ownMotion(motion, own, dim, precision);
}

/** Runs the query of the record. The method that it states wins. */
export function askMotion(
  motion: AbutMotion,
  record: QueryRecord,
  precision: Precision,
  method?: string,
): RayCast | ShapeCast | TimeOfImpact {
  checkModule(motion, 'motion', 'rayCast', 'loadMotion()');
  checkRecord(record);
  checkPrecision(precision, 'precision');
  const space = { dim: record.dim, precision },
    { a, b, ray, v, translationB, atStart, maxT, target, tol, sweeps, motions, options } = record,
    bodies = sweeps ?? motions;
  if (!ray && !v && !bodies) refuse('record', 'nothing moves in it, expected ray, v, sweeps or motions');
  const by = options?.method ?? method;
  if (by !== undefined) checkChoice(by, bodies ? timeOfImpactMethods : castMethods, 'method');
  const near = target === undefined ? {} : { target };
  const cast = {
    ...(maxT === undefined ? {} : { maxT }),
    ...(by ? { method: by as CastMethod } : {}),
    ...(options?.tolerance === undefined ? {} : { tolerance: options.tolerance || Number.MIN_VALUE }),
  };
  if (ray) {
    const along = { origin: ray.origin, direction: ray.dir };
    return motion.rayCast(space, along, b, { ...cast, ...(atStart ? { atStart: atStart as InsidePolicy } : {}) });
  }
  const other = translationB ? { translationB } : {},
    policy = atStart ? { atStart: atStart as StartPolicy } : {};
  if (v) return motion.shapeCast(space, a, v, b, { ...cast, ...near, ...other, ...policy });
  const motionA = bodyMotion(motion, record, 'a', precision),
    motionB = bodyMotion(motion, record, 'b', precision);
  return motion.timeOfImpact(space, a, motionA, b, motionB, {
    ...near,
    ...(maxT === undefined ? {} : { maxT }),
    ...(tol === undefined ? {} : { targetTolerance: tol }),
    ...(by ? { method: by as TimeOfImpactMethod } : {}),
  });
}

type Found = RayCast | ShapeCast | TimeOfImpact;
const outcome = (r: Found): Fields => ({ status: r.status, iterations: r.iterations });
const isRayCast = (r: Found): r is RayCast => 'point' in r;
const isTimeOfImpact = (r: Found): r is TimeOfImpact => 'safeSeparation' in r;

/** The fields of RayCast, ShapeCast and TimeOfImpact. */
function libraryFields(record: QueryRecord, r: Found): Fields {
  const at = <T>(x: T) => (r.hit ? x : null),
    { start } = r;
  const verdict = { hit: r.hit, miss: r.miss, t: at(r.t), t_safe: r.tSafe };
  if (isRayCast(r)) {
    const normal = start === 'separated' || record.atStart === 'leave' ? at(r.normal) : null;
    return { ...outcome(r), ...verdict, start, point: at(r.point), normal };
  }
  const places = { point_a: at(r.pointA), point_b: at(r.pointB), normal: at(r.normal) };
  if (isTimeOfImpact(r)) {
    const separations = {
      safe_separation: r.safeSeparation,
      hit_separation: at(r.hitSeparation),
      target_tolerance: r.targetTolerance,
    };
    return { ...outcome(r), ...verdict, start, ...separations, ...places };
  }
  return { ...outcome(r), ...verdict, start, ...places, depth: record.atStart === 'penetration' ? r.depth : null };
}

/** Those of recorded cases. */
function recordedFields(r: Found): Fields {
  const at = <T>(x: T) => (r.hit ? x : null);
  const verdict = { ...outcome(r), hit: r.hit || (r.miss ? false : null), t: r.t, t_safe: r.tSafe },
    inside = r.start !== 'separated';
  if (isRayCast(r))
    return { ...verdict, point: at(r.point), normal: inside ? null : at(r.normal), started_inside: inside };
  const places = { point_a: at(r.pointA), point_b: at(r.pointB), normal: at(r.normal) };
  if (!isTimeOfImpact(r)) return { ...verdict, ...places, started_inside: inside };
  const { safeSeparation: lower, hitSeparation: upper, targetTolerance: tolerance } = r;
  return { ...verdict, start: r.start, lower, upper, tolerance, ...places };
}

/** The fields of an answer as `abut query` names them, without id and op. */
export function answerMotionRecord(
  motion: AbutMotion,
  record: QueryRecord,
  precision: Precision,
  method?: string,
): Fields {
  const r = askMotion(motion, record, precision, method);
  return isLibraryOp(record.op) ? libraryFields(record, r) : recordedFields(r);
}
