/** Records of `abut query`: read, checked, and answered. The rules and words are those of docs/query-format.md. */
import { type Abut, AbutError, type Answer, type Dimension, type Precision, type Space } from './abut.js';
import { checkChoice, checkPrecision, refuseValue } from './check.js';
import { checkModule, checkRecord } from './check_record.js';
import { JsonError, parseJson } from './json.js';
import { type Fields, isFields, Reader, RecordError, type Sweep } from './reader.js';
import type { Operand, Shape } from './shapes.js';

export { RecordError, type Sweep } from './reader.js';

export interface QueryRecord {
  id?: string | number | null;
  op: Op | MotionOp;
  dim: Dimension;
  /** For a ray cast: a point at its origin. */
  a: Operand;
  b: Operand;
  /** The op `distance` gives a signed distance: the op was `rounded`, or a radius was given. */
  rounded: boolean;
  /** Ray casts. */
  ray?: { origin: readonly number[]; dir: readonly number[] };
  /** Shape casts. */
  v?: readonly number[];
  maxT?: number;
  target?: number;
  tol?: number;
  /** Times of impact. */
  sweeps?: { a: Sweep; b: Sweep };
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
  answer?(abut: Abut, space: Space, record: QueryRecord): Fields;
}

/** Messages list the ops in this order, those about motion after these. */
const standing = {
  distance: { answer: distanceFields },
  rounded: { rounded: true, answer: distanceFields },
  overlap: { answer: overlapFields },
  penetration: { answer: penetrationFields },
  separation: { answer: separationFields },
  contact: {},
} as const satisfies Record<string, StandingOp>;

/** How an op about motion is read: the bodies and how they move, then the sizes that may limit the question. */
interface MovingOp {
  read(reader: Reader, fields: Fields, dim: Dimension): Omit<QueryRecord, 'op' | 'dim' | 'rounded'>;
  limits: readonly (keyof typeof limitNames)[];
}

const limitNames = { max_t: 'maxT', target: 'target', tol: 'tol' } as const;
const rayCast: MovingOp = { read: readRay, limits: ['max_t'] };
const shapeCast: MovingOp = { read: readCast, limits: ['max_t', 'target'] };
const timeOfImpact: MovingOp = { read: readImpact, limits: ['target', 'tol'] };

/** Synonyms stand side by side. */
const moving = {
  raycast: rayCast,
  ray_cast: rayCast,
  linear_cast: shapeCast,
  linear_cast_rounded: shapeCast,
  shape_cast: shapeCast,
  toi: timeOfImpact,
  time_of_impact: timeOfImpact,
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

/** A ray, and what it is cast at. */
function readRay(reader: Reader, fields: Fields, dim: Dimension) {
  if (fields.hull !== undefined && fields.b !== undefined) reader.fail(['b'], 'given beside hull');
  if (fields.hull === undefined && fields.b === undefined) reader.fail(['hull'], 'missing');
  const b =
    fields.hull !== undefined
      ? { shape: reader.shape('hull', fields.hull, dim) }
      : reader.operand('b', fields, dim, false);
  const ray = { origin: reader.numbers(['origin'], fields.origin, dim), dir: reader.numbers(['dir'], fields.dir, dim) };
  return { a: { shape: { shape: 'point' as const }, pose: { p: ray.origin } }, b, ray };
}

function readCast(reader: Reader, fields: Fields, dim: Dimension) {
  return { ...readPair(reader, fields, dim, false), v: reader.numbers(['v'], fields.v, dim) };
}

function readImpact(reader: Reader, fields: Fields, dim: Dimension) {
  for (const name of ['pose_a', 'pose_b']) {
    if (fields[name] !== undefined) reader.fail([name], 'has no place beside sweeps, which say where the bodies are');
  }
  const a = reader.operand('a', fields, dim, false),
    b = reader.operand('b', fields, dim, false);
  for (const [name, operand] of [
    ['a', a],
    ['b', b],
  ] as const) {
    if (isHalfSpace(operand))
      reader.fail([name, 'shape'], 'a half_space has no end, and no time of impact is answered for it');
  }
  return {
    a,
    b,
    sweeps: { a: reader.sweep('sweep_a', fields.sweep_a, dim), b: reader.sweep('sweep_b', fields.sweep_b, dim) },
  };
}

function readMoving(reader: Reader, op: MotionOp, fields: Fields, dim: Dimension): QueryRecord {
  const row = moving[op] === rayCast && fields.v !== undefined ? shapeCast : moving[op]; // a point that is cast
  const record: QueryRecord = { op, dim, rounded: false, ...row.read(reader, fields, dim) };
  for (const limit of row.limits) {
    if (fields[limit] !== undefined) record[limitNames[limit]] = reader.size([limit], fields[limit]);
  }
  return record;
}

function readStanding(reader: Reader, op: Op, fields: Fields, dim: Dimension): QueryRecord {
  const { rounded = false }: StandingOp = standing[op];
  return {
    op,
    dim,
    ...readPair(reader, fields, dim, rounded),
    rounded: rounded || fields.ra !== undefined || fields.rb !== undefined,
  };
}

function readRecord(reader: Reader, fields: unknown): QueryRecord {
  if (!isFields(fields)) reader.fail([], 'not a JSON object');
  const { op, dim, id } = fields;
  if (op === undefined) reader.fail(['op'], 'missing');
  if (!isOp(op)) reader.fail(['op'], `unknown '${String(op)}', expected one of ${[...ops, ...motionOps].join(', ')}`);
  if (dim !== 2 && dim !== 3)
    reader.fail(['dim'], dim === undefined ? 'missing' : `is ${String(dim)}, expected 2 or 3`);
  const record = isMotionOp(op) ? readMoving(reader, op, fields, dim) : readStanding(reader, op, fields, dim);
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

/** A record as text that parseRecord and `abut query` read. */
export function recordText(record: QueryRecord): string {
  checkRecord(record);
  const shape = (s: Shape) => (s.shape === 'points' || s.shape === 'hull' ? s.vertices : s);
  const fields: Fields = { op: record.op, dim: record.dim, a: shape(record.a.shape), b: shape(record.b.shape) };
  if (record.id !== undefined) fields.id = record.id;
  if (record.ray) delete fields.a;
  Object.assign(fields, record.ray, record.v && { v: record.v });
  if (record.maxT !== undefined) fields.max_t = record.maxT;
  if (record.target !== undefined) fields.target = record.target;
  if (record.tol !== undefined) fields.tol = record.tol;
  if (record.sweeps) Object.assign(fields, { sweep_a: record.sweeps.a, sweep_b: record.sweeps.b });
  if (record.a.pose && !record.ray) fields.pose_a = record.a.pose;
  if (record.b.pose) fields.pose_b = record.b.pose;
  if (record.rounded || record.a.radius) fields.ra = record.a.radius ?? 0;
  if (record.rounded || record.b.radius) fields.rb = record.b.radius ?? 0;
  return JSON.stringify(fields);
}

const positive = (x: number): number => (x > 0 ? x : 0);
const outcome = (r: Answer): Fields => ({ status: r.status, iterations: r.iterations });
const places = (r: Answer): Fields => ({ point_a: r.pointA, point_b: r.pointB, normal: r.normal });

function overlapFields(abut: Abut, space: Space, { a, b }: QueryRecord): Fields {
  const r = abut.overlap(space, a, b),
    axis = r.meet === false ? r.normal : null,
    point = r.meet ? r.pointA : null;
  return { ...outcome(r), overlap: r.meet, lower: r.lower, upper: r.upper, axis, point };
}

function penetrationFields(abut: Abut, space: Space, { a, b }: QueryRecord): Fields {
  const r = abut.penetration(space, a, b);
  return { ...outcome(r), depth: r.value, depth_lower: r.lower, depth_upper: r.upper, ...places(r) };
}

function separationFields(abut: Abut, space: Space, { a, b }: QueryRecord): Fields {
  const r = abut.separation(space, a, b);
  return { ...outcome(r), separation: r.value, lower: r.lower, upper: r.upper, ...places(r) };
}

/**
 * As the tool does, `separation` is asked only where `distance` does not tell: apart, some pairs have a closed form of
 * the distance alone. A distance proven positive is the signed one.
 */
function distanceFields(abut: Abut, space: Space, { a, b, rounded }: QueryRecord): Fields {
  const d = abut.distance(space, a, b),
    s = (rounded ? d.lower : d.value) > 0 ? d : abut.separation(space, a, b);
  if (rounded)
    return { ...outcome(s), distance: d.value, signed_distance: s.value, lower: s.lower, upper: s.upper, ...places(s) };
  const depth = { depth: positive(-s.value), depth_lower: positive(-s.upper), depth_upper: positive(-s.lower) };
  return {
    ...outcome(s),
    distance: d.value,
    lower: d.lower,
    upper: d.value > 0 ? d.upper : positive(s.upper),
    ...places(s),
    ...(d.value === 0 ? depth : {}),
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
  const row: StandingOp = isMotionOp(record.op) ? {} : standing[record.op];
  if (!row.answer) refuseValue('record.op', record.op, 'an op that answerRecord answers');
  return row.answer(abut, { dim: record.dim, precision }, record);
}

export { AbutError };
