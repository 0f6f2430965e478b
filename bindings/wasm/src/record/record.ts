/** Records of `abut query`: read, checked, and answered. The rules and words are those of docs/query-format.md. */
import {
  type Abut,
  AbutError,
  type Bounds,
  type ClosestPoint,
  type Dimension,
  type Distance,
  type Options,
  type Outcome,
  type Places,
  type Precision,
  type Separation,
  type Space,
} from '../abut.js';
import { checkChoice, checkPrecision, refuseValue } from '../check.js';
import { checkModule, checkRecord } from './check_record.js';
import { toolOps, whyUnknown } from './fields.js';
import { JsonError, parseJson } from './json.js';
import { castMethods, insidePolicies, type InsidePolicy, startPolicies, type StartPolicy, timeOfImpactMethods } from '../motion.js';
import { type Fields, isFields, Reader, RecordError, type RecordMotion, type Sweep } from './reader.js';
import type { Operand, Shape } from '../shapes.js';

export { RecordError, type RecordMotion, type Sweep } from './reader.js';

/** The options of one record, where its op has them. */
export interface RecordOptions {
  cutoff?: number;
  tolerance?: number;
  margin?: number;
  maxPoints?: number;
  method?: string;
}

export interface QueryRecord {
  id?: string | number | null;
  op: Op | MotionOp;
  dim: Dimension;
  /** For a ray cast: a point at its origin. */
  a: Operand;
  /** For `closest_point`: the point. For a ray cast: what it is cast at. */
  b: Operand;
  /** The op `distance` gives a signed distance: the op was `rounded`, or a radius was given. */
  rounded: boolean;
  /** Ray casts. */
  ray?: { origin: readonly number[]; dir: readonly number[] };
  /** Shape casts: the translation of a, and that of b. */
  v?: readonly number[];
  translationB?: readonly number[];
  /** Casts: what to say about a ray that begins in the shape, or about shapes that meet at the start. */
  atStart?: InsidePolicy | StartPolicy;
  maxT?: number;
  target?: number;
  tol?: number;
  /** Times of impact: in the words of recorded cases, or of the library. A body without a motion rests at its pose. */
  sweeps?: { a: Sweep; b: Sweep };
  motions?: { a?: RecordMotion; b?: RecordMotion };
  options?: RecordOptions;
}

const isHalfSpace = ({ shape }: Operand): boolean => shape.shape === 'half_space';

function readPair(reader: Reader, fields: Fields, dim: Dimension, rounded: boolean): { a: Operand; b: Operand } {
  const a = reader.operand('a', fields, dim, rounded),
    b = reader.operand('b', fields, dim, rounded);
  if (isHalfSpace(a) && isHalfSpace(b)) reader.fail(['b'], 'two half-spaces, one of them must be a shape');
  return { a, b };
}

/** How an op about shapes at rest is answered; `rounded`: points need a radius, and the distance is signed. */
interface StandingOp {
  rounded?: boolean;
  methods: readonly string[];
  read?(reader: Reader, fields: Fields, dim: Dimension): { a: Operand; b: Operand };
  answer?(abut: Abut, space: Space, record: QueryRecord): Fields;
}

/** Messages list the ops in this order, those about motion after these. */
const standing = {
  distance: { methods: ['gjk'], answer: distanceFields },
  overlap: { methods: ['gjk', 'mpr'], answer: overlapFields },
  penetration: { methods: ['epa', 'mpr'], answer: penetrationFields },
  separation: { methods: ['epa'], answer: separationFields },
  contact: { methods: ['epa'] },
  closest_point: { methods: ['gjk'], read: readPoint, answer: closestPointFields },
  rounded: { rounded: true, methods: ['gjk'], answer: distanceFields },
} as const satisfies Record<string, StandingOp>;

/** How an op about motion is read: the bodies and how they move, then the sizes that may limit the question. */
interface MovingOp {
  methods: readonly string[];
  read(reader: Reader, fields: Fields, dim: Dimension): Omit<QueryRecord, 'op' | 'dim' | 'rounded'>;
  limits: readonly (keyof typeof limitNames)[];
}

const limitNames = { max_t: 'maxT', target: 'target', tol: 'tol', target_tolerance: 'tol' } as const;
const recordedRayCast: MovingOp = { methods: castMethods, read: readRecordedRay, limits: ['max_t'] };
const recordedShapeCast: MovingOp = { methods: castMethods, read: readRecordedCast, limits: ['max_t', 'target'] };

/** First those with the names of the library. */
const moving = {
  ray_cast: { methods: castMethods, read: readRay, limits: ['max_t'] },
  shape_cast: { methods: castMethods, read: readCast, limits: ['max_t', 'target'] },
  time_of_impact: { methods: timeOfImpactMethods, read: readImpact, limits: ['target', 'target_tolerance', 'max_t'] },
  raycast: recordedRayCast,
  linear_cast: recordedShapeCast,
  linear_cast_rounded: recordedShapeCast,
  toi: { methods: timeOfImpactMethods, read: readRecordedImpact, limits: ['target', 'tol'] },
} as const satisfies Record<string, MovingOp>;

export type Op = keyof typeof standing;
export type MotionOp = keyof typeof moving;
export const ops = Object.keys(standing) as Op[];
export const motionOps = Object.keys(moving) as MotionOp[];

function isOp(op: unknown): op is Op | MotionOp {
  return typeof op === 'string' && (Object.hasOwn(standing, op) || Object.hasOwn(moving, op));
}

export function isMotionOp(op: Op | MotionOp): op is MotionOp {
  checkChoice(op, [...ops, ...motionOps], 'op');
  return Object.hasOwn(moving, op);
}

/** The fields of these ops are those of the library; the other ops about motion are those of recorded cases. */
export function isLibraryOp(op: Op | MotionOp): boolean {
  return op === 'ray_cast' || op === 'shape_cast' || op === 'time_of_impact';
}

const pointAt = (p: readonly number[]): Operand => ({ shape: { shape: 'point' }, pose: { p } });

function readPoint(reader: Reader, fields: Fields, dim: Dimension) {
  return { a: reader.operand('a', fields, dim, false), b: pointAt(reader.numbers(['point'], fields.point, dim)) };
}

/** A ray, and what it is cast at. */
function readRay(reader: Reader, fields: Fields, dim: Dimension) {
  const b = reader.operand('a', fields, dim, false);
  const origin = reader.numbers(['origin'], fields.origin, dim),
    ray = { origin, dir: reader.numbers(['direction'], fields.direction, dim) };
  if (fields.at_start === undefined) return { a: pointAt(origin), b, ray };
  return { a: pointAt(origin), b, ray, atStart: reader.choice('at_start', fields.at_start, insidePolicies) };
}

function readRecordedRay(reader: Reader, fields: Fields, dim: Dimension) {
  if (fields.hull !== undefined && fields.b !== undefined) reader.fail(['b'], 'given beside hull');
  if (fields.hull === undefined && fields.b === undefined) reader.fail(['hull'], 'missing');
  const b =
    fields.hull !== undefined
      ? { shape: reader.shape('hull', fields.hull, dim) }
      : reader.operand('b', fields, dim, false);
  const ray = { origin: reader.numbers(['origin'], fields.origin, dim), dir: reader.numbers(['dir'], fields.dir, dim) };
  return { a: pointAt(ray.origin), b, ray };
}

function readCast(reader: Reader, fields: Fields, dim: Dimension) {
  const { translation_b: b, at_start: policy } = fields;
  return {
    ...readPair(reader, fields, dim, false),
    v: reader.numbers(['translation'], fields.translation, dim),
    ...(b === undefined ? {} : { translationB: reader.numbers(['translation_b'], b, dim) }),
    ...(policy === undefined ? {} : { atStart: reader.choice('at_start', policy, startPolicies) }),
  };
}

function readRecordedCast(reader: Reader, fields: Fields, dim: Dimension) {
  return { ...readPair(reader, fields, dim, false), v: reader.numbers(['v'], fields.v, dim) };
}

function readImpact(reader: Reader, fields: Fields, dim: Dimension) {
  if (typeof fields.max_t === 'number' && fields.max_t > 1)
    reader.fail(['max_t'], `is ${fields.max_t}, expected at most 1`);
  const motions: { a?: RecordMotion; b?: RecordMotion } = {};
  if (fields.motion_a === undefined && fields.motion_b === undefined)
    reader.fail(['motion_a'], 'missing, and motion_b too: nothing moves');
  for (const name of ['a', 'b'] as const) {
    const motion = fields[`motion_${name}`];
    if (motion === undefined) continue;
    if (fields[`pose_${name}`] !== undefined)
      reader.fail([`pose_${name}`], `given beside motion_${name}, whose start is the pose`);
    motions[name] = reader.motion(`motion_${name}`, motion, dim);
  }
  return { ...readPair(reader, fields, dim, false), motions };
}

function readRecordedImpact(reader: Reader, fields: Fields, dim: Dimension) {
  return {
    ...readPair(reader, fields, dim, false),
    sweeps: { a: reader.sweep('sweep_a', fields.sweep_a, dim), b: reader.sweep('sweep_b', fields.sweep_b, dim) },
  };
}

function readMoving(reader: Reader, op: MotionOp, fields: Fields, dim: Dimension): QueryRecord {
  const castsPoint = op === 'raycast' && fields.v !== undefined;
  const row: MovingOp = castsPoint ? recordedShapeCast : moving[op];
  const record: QueryRecord = { op, dim, rounded: false, ...row.read(reader, fields, dim) };
  for (const limit of row.limits) {
    if (fields[limit] !== undefined) record[limitNames[limit]] = reader.size([limit], fields[limit]);
  }
  return record;
}

function readStanding(reader: Reader, op: Op, fields: Fields, dim: Dimension): QueryRecord {
  const { rounded = false, read }: StandingOp = standing[op];
  if (fields.direction !== undefined)
    reader.fail(['direction'], 'the depth along it is answered by abut query, not here');
  return {
    op,
    dim,
    ...(read ? read(reader, fields, dim) : readPair(reader, fields, dim, rounded)),
    rounded: op !== 'closest_point' && (rounded || fields.ra !== undefined || fields.rb !== undefined),
  };
}

function readOptions(reader: Reader, op: Op | MotionOp, fields: Fields): RecordOptions {
  const options: RecordOptions = {},
    { methods }: { methods: readonly string[] } = isMotionOp(op) ? moving[op] : standing[op];
  for (const name of ['cutoff', 'tolerance'] as const) {
    if (fields[name] !== undefined) options[name] = reader.size([name], fields[name]);
  }
  if (op === 'contact' && fields.margin !== undefined) options.margin = reader.size(['margin'], fields.margin);
  if (fields.max_points !== undefined) {
    const most = reader.number(['max_points'], fields.max_points);
    if (!Number.isInteger(most) || most < 1 || most > 8)
      reader.fail(['max_points'], `is ${most}, expected a whole number from 1 to 8`);
    options.maxPoints = most;
  }
  if (fields.method !== undefined) {
    const method = fields.method;
    if (typeof method !== 'string') reader.fail(['method'], 'not a string');
    if (!methods.includes(method))
      reader.fail(['method'], `${op} has no method ${method || "''"}, only ${methods.join(', ')}`);
    if (op === 'penetration' && method === 'mpr')
      reader.fail(['method'], 'penetration by mpr is answered by abut query, not here');
    options.method = method;
  }
  return options;
}

function readRecord(reader: Reader, fields: unknown): QueryRecord {
  if (!isFields(fields)) reader.fail([], 'not a JSON object');
  const { op, dim, id } = fields;
  if (op === undefined) reader.fail(['op'], 'missing');
  if (typeof op === 'string' && !isOp(op) && (toolOps.includes(op) || op === 'gradient'))
    reader.fail(['op'], `${op} is answered by abut query, not here`);
  if (!isOp(op)) reader.fail(['op'], `unknown '${String(op)}', expected one of ${[...ops, ...motionOps].join(', ')}`);
  for (const field of Object.keys(fields)) {
    const why = whyUnknown(op, field);
    if (why !== undefined) reader.failName([field], why);
  }
  if (dim !== 2 && dim !== 3)
    reader.fail(['dim'], dim === undefined ? 'missing' : `is ${String(dim)}, expected 2 or 3`);
  const record = isMotionOp(op) ? readMoving(reader, op, fields, dim) : readStanding(reader, op, fields, dim);
  const options = readOptions(reader, op, fields);
  if (Object.keys(options).length > 0) record.options = options;
  if (typeof id === 'string' || typeof id === 'number' || id === null) record.id = id;
  return record;
}

/** Reads a record. Throws RecordError, which names the field and says where in the text it is. */
export function parseRecord(text: string): QueryRecord {
  if (typeof text !== 'string') refuseValue('text', text, 'a string');
  try {
    const json = parseJson(text);
    return readRecord(new Reader(json), json.value);
  } catch (error) {
    if (error instanceof JsonError) throw new RecordError(error.message, error.from, error.to);
    throw error;
  }
}

const written = (s: Shape) => (s.shape === 'points' || s.shape === 'hull' ? s.vertices : s);

/** The fields of one shape: `as` is its letter in the record. */
function operandFields({ shape, pose, radius }: Operand, as: 'a' | 'b', rounded: boolean): Fields {
  return {
    [as]: written(shape),
    ...(pose && { [`pose_${as}`]: pose }),
    ...((rounded || radius) && { [`r${as}`]: radius ?? 0 }),
  };
}

/** What moves, in the words of the op. */
function motionFields(record: QueryRecord): Fields {
  const { ray, v, translationB, atStart, maxT, target, tol, sweeps, motions } = record;
  const [direction, translation, tolerance] = isLibraryOp(record.op)
    ? ['direction', 'translation', 'target_tolerance']
    : ['dir', 'v', 'tol'];
  const all: Fields = {
    ...(ray && { origin: ray.origin, [direction!]: ray.dir }),
    ...(v && { [translation!]: v }),
    translation_b: translationB,
    at_start: atStart,
    max_t: maxT,
    target,
    [tolerance!]: tol,
    sweep_a: sweeps?.a,
    sweep_b: sweeps?.b,
    motion_a: motions?.a,
    motion_b: motions?.b,
  };
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined));
}

/** A record as text that parseRecord and `abut query` read. */
export function recordText(record: QueryRecord): string {
  checkRecord(record);
  const { a, b, id, op, dim, rounded, ray, options } = record;
  const { maxPoints, ...plain } = options ?? {};
  const shapes = {
    ...(!ray && operandFields(a, 'a', rounded)),
    ...(op === 'closest_point'
      ? { point: b.pose?.p ?? new Array<number>(dim).fill(0) }
      : operandFields(b, op === 'ray_cast' ? 'a' : 'b', rounded)),
  };
  return JSON.stringify({
    op,
    dim,
    ...shapes,
    ...(id !== undefined && { id }),
    ...motionFields(record),
    ...plain,
    ...(maxPoints !== undefined && { max_points: maxPoints }),
  });
}

const positive = (x: number): number => (x > 0 ? x : 0);
const outcome = (r: Outcome): Fields => ({ status: r.status, iterations: r.iterations });
/** A search that ended at the cutoff may have found no points, only a plane. */
const hasPoints = (r: Outcome & Bounds): boolean => r.status !== 'cutoff' || Number.isFinite(r.upper);
const places = (r: Outcome & Bounds & Places): Fields => ({
  point_a: hasPoints(r) ? r.pointA : null,
  point_b: hasPoints(r) ? r.pointB : null,
  normal: r.normal,
});

/** 0 means the default in the C API, so the least positive number is passed for 0. */
const meant = (x: number): number => (x === 0 ? Number.MIN_VALUE : x);

function optionsOf({ options = {} }: QueryRecord): Options {
  const { cutoff, tolerance, method } = options;
  return {
    ...(cutoff !== undefined && { cutoff: meant(cutoff) }),
    ...(tolerance !== undefined && { tolerance: meant(tolerance) }),
    ...(method === 'mpr' && { method }),
  };
}

function overlapFields(abut: Abut, space: Space, record: QueryRecord): Fields {
  const r = abut.overlap(space, record.a, record.b, optionsOf(record)),
    { overlap, apart } = r;
  const proof = { axis: apart ? r.axis : null, point: overlap ? r.point : null };
  return { ...outcome(r), overlap, apart, lower: r.lower, upper: r.upper, ...proof };
}

function penetrationFields(abut: Abut, space: Space, record: QueryRecord): Fields {
  const r = abut.penetration(space, record.a, record.b, optionsOf(record));
  return { ...outcome(r), depth: r.depth, lower: r.lower, upper: r.upper, ...places(r) };
}

function separationFields(abut: Abut, space: Space, record: QueryRecord): Fields {
  const r = abut.separation(space, record.a, record.b, optionsOf(record));
  return { ...outcome(r), separation: r.separation, lower: r.lower, upper: r.upper, ...places(r) };
}

function closestPointFields(abut: Abut, space: Space, record: QueryRecord): Fields {
  const q = record.b.pose?.p ?? new Array<number>(record.dim).fill(0),
    r: ClosestPoint = abut.closestPoint(space, q, record.a, optionsOf(record)),
    { inside } = r;
  return {
    ...outcome(r),
    distance: r.distance,
    lower: r.lower,
    upper: r.upper,
    inside,
    point: hasPoints(r) ? r.point : null,
    normal: inside ? null : r.normal,
  };
}

/**
 * As the tool does, `separation` is asked only where `distance` does not tell: apart, some pairs have a closed form of
 * the distance alone. A distance proven positive is the signed one.
 */
function distanceFields(abut: Abut, space: Space, record: QueryRecord): Fields {
  const { a, b, rounded } = record,
    options = optionsOf(record);
  const d = abut.distance(space, a, b, options),
    { distance } = d,
    s: Distance | Separation = (rounded ? d.lower : distance) > 0 ? d : abut.separation(space, a, b, options),
    signed = 'separation' in s ? s.separation : s.distance;
  if (rounded)
    return { ...outcome(s), distance, signed_distance: signed, lower: s.lower, upper: s.upper, ...places(s) };
  const depth = { depth: positive(-signed), depth_lower: positive(-s.upper), depth_upper: positive(-s.lower) };
  return {
    ...outcome(s),
    distance,
    lower: d.lower,
    upper: distance > 0 ? d.upper : positive(s.upper),
    ...places(s),
    ...(distance === 0 ? depth : {}),
  };
}

/**
 * The fields of an answer as `abut query` names them, without id and op. Not for contact; for motion see
 * answerMotionRecord.
 */
export function answerRecord(abut: Abut, record: QueryRecord, precision: Precision): Fields {
  checkModule(abut, 'abut', 'distance', 'load()');
  checkRecord(record);
  checkPrecision(precision, 'precision');
  const row: StandingOp = isMotionOp(record.op) ? { methods: [] } : standing[record.op];
  if (!row.answer) refuseValue('record.op', record.op, 'an op that answerRecord answers');
  return row.answer(abut, { dim: record.dim, precision }, record);
}

export { AbutError };
