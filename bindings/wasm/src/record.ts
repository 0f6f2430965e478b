/** Records of `abut query`: read, checked, and answered. The rules and words are those of docs/query-format.md. */
import { type Abut, AbutError, type Answer, type Dimension, type Precision } from './abut.js';
import { JsonError, type Located, parseJson, type Path } from './json.js';
import type { Operand, Pose, Shape } from './shapes.js';

export const ops = ['distance', 'rounded', 'overlap', 'penetration', 'separation', 'contact'] as const;
export type Op = (typeof ops)[number];

/** Those of what moves, the names of one question side by side. */
export const motionOps = [
  'raycast', 'ray_cast', 'linear_cast', 'linear_cast_rounded', 'shape_cast', 'toi', 'time_of_impact',
] as const;
export type MotionOp = (typeof motionOps)[number];

export function isMotionOp(op: Op | MotionOp): op is MotionOp {
  return motionOps.includes(op as MotionOp);
}

/** Where the origin of a shape is at t, and how it is turned: c0 + t (c1 - c0); in the plane by a0 + t (a1 - a0), in space by q0 ([x, y, z, w]),
 * then by t * angle about the axis. */
export interface Sweep {
  c0: number[];
  c1: number[];
  a0?: number;
  a1?: number;
  q0?: number[];
  axis?: number[];
  angle?: number;
}

export interface QueryRecord {
  id?: string | number | null;
  op: Op | MotionOp;
  dim: Dimension;
  /** Of a ray: a point where it begins. */
  a: Operand;
  b: Operand;
  /** The answer of distance is a signed one: that was the op, or a radius was given. */
  rounded: boolean;
  /** Of a ray. */
  ray?: { origin: number[]; dir: number[] };
  /** Of a shape that is cast. */
  v?: number[];
  maxT?: number;
  target?: number;
  tol?: number;
  /** Of times of impact. */
  sweeps?: { a: Sweep; b: Sweep };
}

/** What is wrong with a record, and where in its text. */
export class RecordError extends Error {
  constructor(message: string, readonly from: number, readonly to: number) {
    super(message);
    this.name = 'RecordError';
  }
}

type Kind = 'size' | 'axis' | 'vector' | 'sizes' | 'points' | 'number';

const rules: Record<string, { least: Dimension; needed: Record<string, Kind>; optional?: Record<string, Kind> }> = {
  point: { least: 2, needed: {} },
  ball: { least: 2, needed: { radius: 'size' } },
  sphere: { least: 2, needed: { radius: 'size' } },
  capsule: { least: 2, needed: { radius: 'size', half_height: 'size' }, optional: { axis: 'axis' } },
  cylinder: { least: 3, needed: { radius: 'size', half_height: 'size' }, optional: { axis: 'axis' } },
  cone: { least: 3, needed: { radius: 'size', half_height: 'size' }, optional: { axis: 'axis' } },
  ellipsoid: { least: 2, needed: { radii: 'sizes' } },
  box: { least: 2, needed: { half: 'sizes' } },
  segment: { least: 2, needed: { a: 'vector', b: 'vector' } },
  triangle: { least: 2, needed: { a: 'vector', b: 'vector', c: 'vector' } },
  tetrahedron: { least: 3, needed: { a: 'vector', b: 'vector', c: 'vector', d: 'vector' } },
  hull: { least: 2, needed: { vertices: 'points' } },
  points: { least: 2, needed: { vertices: 'points' } },
  half_space: { least: 2, needed: { normal: 'vector', offset: 'number' } },
};

const catalogue: Record<Dimension, Record<string, Shape>> = {
  2: {
    point: { shape: 'point' },
    disc: { shape: 'ball', radius: 1 },
    unit_ball: { shape: 'ball', radius: 1 },
    square: { shape: 'box', half: [0.5, 0.5] },
    unit_box: { shape: 'box', half: [0.5, 0.5] },
    unit_capsule: { shape: 'capsule', radius: 1, half_height: 1 },
    triangle: { shape: 'triangle', a: [0, 0], b: [1, 0], c: [0, 1] },
  },
  3: {
    point: { shape: 'point' },
    unit_ball: { shape: 'ball', radius: 1 },
    unit_box: { shape: 'box', half: [0.5, 0.5, 0.5] },
    unit_capsule: { shape: 'capsule', radius: 1, half_height: 1 },
    unit_cylinder: { shape: 'cylinder', radius: 1, half_height: 1 },
    unit_cone: { shape: 'cone', radius: 1, half_height: 1 },
    tetrahedron: { shape: 'tetrahedron', a: [1, 1, 1], b: [1, -1, -1], c: [-1, 1, -1], d: [-1, -1, 1] },
    octahedron: { shape: 'hull', vertices: [[1, 0, 0], [-1, 0, 0], [0, 1, 0], [0, -1, 0], [0, 0, 1], [0, 0, -1]] },
  },
};

type Fields = Record<string, unknown>;

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

class Reader {
  constructor(private readonly json: Located) {}

  fail(path: Path, message: string): never {
    const [from, to] = this.json.place(path);
    const name = path.map((p, i) => (typeof p === 'number' ? `[${p}]` : i === 0 ? p : `.${p}`)).join('');
    throw new RecordError(path.length === 0 ? message : `${name}: ${message}`, from, to);
  }

  number(path: Path, value: unknown): number {
    if (typeof value !== 'number') this.fail(path, value === undefined ? 'missing' : 'not a finite number');
    return value;
  }

  size(path: Path, value: unknown): number {
    const x = this.number(path, value);
    if (x < 0) this.fail(path, 'negative');
    return x;
  }

  numbers(path: Path, value: unknown, count: number): number[] {
    if (!Array.isArray(value)) this.fail(path, value === undefined ? 'missing' : 'not a list of numbers');
    const list = value.map((x, i) => this.number([...path, i], x));
    if (list.length !== count) this.fail(path, `has ${list.length} numbers, expected ${count}`);
    return list;
  }

  points(path: Path, value: unknown, dim: number): number[][] {
    if (!Array.isArray(value)) this.fail(path, 'not a list of points');
    if (value.length === 0) this.fail(path, 'empty point set');
    return value.map((p: unknown, i) => {
      if (!Array.isArray(p)) this.fail([...path, i], 'not a point, expected a list of numbers');
      const point = p.map((x, k) => this.number([...path, i, k], x));
      if (point.length !== dim) this.fail([...path, i], `has ${point.length} coordinates, expected ${dim}`);
      return point;
    });
  }

  member(path: Path, kind: Kind, value: unknown, dim: number): unknown {
    switch (kind) {
      case 'number': return this.number(path, value);
      case 'size': return this.size(path, value);
      case 'vector': return this.numbers(path, value, dim);
      case 'sizes': {
        const list = this.numbers(path, value, dim);
        list.forEach((x, i) => { if (x < 0) this.fail([...path, i], 'negative'); });
        return list;
      }
      case 'points': return this.points(path, value, dim);
      case 'axis': {
        const axes = dim === 2 ? ['x', 'y'] : ['x', 'y', 'z'];
        if (!axes.includes(value as string)) this.fail(path, `is '${String(value)}', expected ${dim === 2 ? 'x or y' : 'x, y or z'}`);
        return value;
      }
    }
  }

  shape(where: string, value: unknown, dim: Dimension): Shape {
    if (value === undefined) this.fail([where], 'missing');
    if (Array.isArray(value)) return { shape: 'points', vertices: this.points([where], value, dim) };
    if (typeof value === 'string') {
      const named = catalogue[dim][value];
      if (!named) this.fail([where], `no shape is named '${value}' in ${dim}D, expected one of ${Object.keys(catalogue[dim]).join(', ')}`);
      return named;
    }
    if (!isFields(value)) this.fail([where], 'not a shape, expected a list of points, an object or a name');
    return this.object(where, value, dim);
  }

  private object(where: string, value: Fields, dim: Dimension): Shape {
    const known = Object.keys(rules).filter((name) => (rules[name]?.least ?? 2) <= dim).join(', ');
    const kind = value.shape;
    if (kind === undefined) this.fail([where, 'shape'], `missing, expected one of ${known}`);
    const rule = typeof kind === 'string' && Object.hasOwn(rules, kind) ? rules[kind] : undefined;
    if (!rule) this.fail([where, 'shape'], `unknown '${String(kind)}', expected one of ${known}`);
    if (rule.least > dim) this.fail([where, 'shape'], `${String(kind)} needs dim 3, this record has dim ${dim}`);
    const members = { ...rule.needed, ...rule.optional };
    const result: Fields = { shape: kind };
    for (const name of Object.keys(value)) {
      if (name !== 'shape' && !Object.hasOwn(members, name)) {
        this.fail([where, name], `not a member of ${String(kind)}, expected ${['shape', ...Object.keys(members)].join(', ')}`);
      }
    }
    for (const [name, type] of Object.entries(members)) {
      if (value[name] === undefined && rule.needed[name]) this.fail([where, name], 'missing');
      if (value[name] !== undefined) result[name] = this.member([where, name], type, value[name], dim);
    }
    return result as Shape;
  }

  pose(where: string, value: unknown, dim: Dimension): Pose | undefined {
    if (value === undefined) return undefined;
    if (!isFields(value)) this.fail([where], 'not a pose, expected an object');
    const members = dim === 2 ? ['p', 'q', 'angle'] : ['p', 'q'];
    for (const name of Object.keys(value)) {
      if (!members.includes(name)) this.fail([where, name], `not a member of a pose in ${dim}D, expected ${members.join(', ')}`);
    }
    if (value.angle !== undefined && value.q !== undefined) {
      this.fail([where, 'angle'], 'given beside q, which is the same rotation or another');
    }
    const pose: Pose = {};
    if (value.p !== undefined) pose.p = this.numbers([where, 'p'], value.p, dim);
    if (value.q !== undefined) pose.q = this.numbers([where, 'q'], value.q, dim === 2 ? 2 : 4);
    if (value.angle !== undefined) pose.angle = this.number([where, 'angle'], value.angle);
    if (pose.q?.every((x) => x === 0)) this.fail([where, 'q'], 'all zero');
    return pose;
  }

  operand(name: 'a' | 'b', fields: Fields, dim: Dimension, rounded: boolean): Operand {
    const operand: Operand = { shape: this.shape(name, fields[name], dim) };
    const pose = this.pose(`pose_${name}`, fields[`pose_${name}`], dim);
    if (pose) operand.pose = pose;
    const radius = fields[`r${name}`];
    if (radius === undefined && rounded && Array.isArray(fields[name])) this.fail([`r${name}`], 'missing');
    if (radius !== undefined) operand.radius = this.size([`r${name}`], radius);
    return operand;
  }

  sweep(where: string, value: unknown, dim: Dimension): Sweep {
    if (value === undefined) this.fail([where], 'missing');
    if (!isFields(value)) this.fail([where], 'not a sweep, expected an object');
    const members = dim === 2 ? ['c0', 'c1', 'a0', 'a1'] : ['c0', 'c1', 'q0', 'axis', 'angle'];
    for (const name of Object.keys(value)) {
      if (!members.includes(name)) this.fail([where, name], `not a member of a sweep in ${dim}D, expected ${members.join(', ')}`);
    }
    const sweep: Sweep = { c0: this.numbers([where, 'c0'], value.c0, dim), c1: this.numbers([where, 'c1'], value.c1, dim) };
    for (const name of ['a0', 'a1', 'angle'] as const) {
      if (value[name] !== undefined) sweep[name] = this.number([where, name], value[name]);
    }
    if (value.q0 !== undefined) sweep.q0 = this.numbers([where, 'q0'], value.q0, 4);
    if (value.axis !== undefined) sweep.axis = this.numbers([where, 'axis'], value.axis, 3);
    for (const name of ['q0', 'axis'] as const) {
      if (sweep[name]?.every((x) => x === 0)) this.fail([where, name], 'all zero');
    }
    return sweep;
  }

  /** A ray, and what it is cast at. */
  private rayRecord(op: MotionOp, fields: Fields, dim: Dimension): QueryRecord {
    if (fields.hull !== undefined && fields.b !== undefined) this.fail(['b'], 'given beside hull');
    if (fields.hull === undefined && fields.b === undefined) this.fail(['hull'], 'missing');
    const b = fields.hull !== undefined ? { shape: this.shape('hull', fields.hull, dim) } : this.operand('b', fields, dim, false);
    const ray = { origin: this.numbers(['origin'], fields.origin, dim), dir: this.numbers(['dir'], fields.dir, dim) };
    return { op, dim, a: { shape: { shape: 'point' }, pose: { p: ray.origin } }, b, rounded: false, ray };
  }

  private castRecord(op: MotionOp, fields: Fields, dim: Dimension): QueryRecord {
    const a = this.operand('a', fields, dim, false), b = this.operand('b', fields, dim, false);
    if (a.shape.shape === 'half_space' && b.shape.shape === 'half_space') this.fail(['b'], 'two half-spaces, one of them must be a shape');
    return { op, dim, a, b, rounded: false, v: this.numbers(['v'], fields.v, dim) };
  }

  private impactRecord(op: MotionOp, fields: Fields, dim: Dimension): QueryRecord {
    for (const name of ['pose_a', 'pose_b']) {
      if (fields[name] !== undefined) this.fail([name], 'has no place beside sweeps, which say where the bodies are');
    }
    const a = this.operand('a', fields, dim, false), b = this.operand('b', fields, dim, false);
    for (const [name, operand] of [['a', a], ['b', b]] as const) {
      if (operand.shape.shape === 'half_space') this.fail([name, 'shape'], 'a half_space has no end, and no time of impact is answered for it');
    }
    const sweeps = { a: this.sweep('sweep_a', fields.sweep_a, dim), b: this.sweep('sweep_b', fields.sweep_b, dim) };
    return { op, dim, a, b, rounded: false, sweeps };
  }

  private motionRecord(op: MotionOp, fields: Fields, dim: Dimension): QueryRecord {
    const isRay = (op === 'raycast' || op === 'ray_cast') && fields.v === undefined, isImpact = op === 'toi' || op === 'time_of_impact';
    const record = isRay ? this.rayRecord(op, fields, dim) : isImpact ? this.impactRecord(op, fields, dim) : this.castRecord(op, fields, dim);
    const read = (field: 'max_t' | 'target' | 'tol', name: 'maxT' | 'target' | 'tol') => {
      if (fields[field] !== undefined) record[name] = this.size([field], fields[field]);
    };
    if (!isImpact) read('max_t', 'maxT');
    if (!isRay) read('target', 'target');
    if (isImpact) read('tol', 'tol');
    return record;
  }

  record(fields: unknown): QueryRecord {
    if (!isFields(fields)) this.fail([], 'not a JSON object');
    const op = fields.op as Op | MotionOp | undefined;
    if (op === undefined) this.fail(['op'], 'missing');
    if (!ops.includes(op as Op) && !isMotionOp(op)) {
      this.fail(['op'], `unknown '${String(op)}', expected one of ${[...ops, ...motionOps].join(', ')}`);
    }
    const dim = fields.dim;
    if (dim !== 2 && dim !== 3) this.fail(['dim'], dim === undefined ? 'missing' : `is ${String(dim)}, expected 2 or 3`);
    const record = isMotionOp(op) ? this.motionRecord(op, fields, dim) : this.standingRecord(op, fields, dim);
    const id = fields.id;
    if (typeof id === 'string' || typeof id === 'number' || id === null) record.id = id;
    return record;
  }

  private standingRecord(op: Op, fields: Fields, dim: Dimension): QueryRecord {
    const rounded = op === 'rounded';
    const a = this.operand('a', fields, dim, rounded), b = this.operand('b', fields, dim, rounded);
    if (a.shape.shape === 'half_space' && b.shape.shape === 'half_space') this.fail(['b'], 'two half-spaces, one of them must be a shape');
    const signed = rounded || fields.ra !== undefined || fields.rb !== undefined;
    return { op, dim, a, b, rounded: signed };
  }
}

/** Reads a record. Throws RecordError, which names the field and says where in the text it is. */
export function parseRecord(text: string): QueryRecord {
  try {
    const json = parseJson(text);
    return new Reader(json).record(json.value);
  } catch (error) {
    if (error instanceof JsonError) throw new RecordError(error.message, error.from, error.to);
    throw error;
  }
}

/** A record as text that parseRecord and `abut query` read. */
export function recordText(record: QueryRecord): string {
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

/** The fields of an answer as `abut query` names them, without id and op. Not of contact, and not of what moves: see answerMotionRecord. */
export function answerRecord(abut: Abut, record: QueryRecord, precision: Precision): Fields {
  const space = { dim: record.dim, precision }, { a, b } = record;
  if (record.op === 'overlap') {
    const r = abut.overlap(space, a, b);
    return {
      status: r.status, iterations: r.iterations, overlap: r.meet, lower: r.lower, upper: r.upper,
      axis: r.meet === false ? r.normal : null, point: r.meet ? r.pointA : null,
    };
  }
  const told = (r: Answer): Fields => ({ status: r.status, iterations: r.iterations });
  const places = (r: Answer): Fields => ({ point_a: r.pointA, point_b: r.pointB, normal: r.normal });
  if (record.op === 'penetration') {
    const r = abut.penetration(space, a, b);
    return { ...told(r), depth: r.value, depth_lower: r.lower, depth_upper: r.upper, ...places(r) };
  }
  if (record.op === 'separation') {
    const r = abut.separation(space, a, b);
    return { ...told(r), separation: r.value, lower: r.lower, upper: r.upper, ...places(r) };
  }
  const d = abut.distance(space, a, b);
  const s = d.value > 0 && !record.rounded ? d : abut.separation(space, a, b);
  if (record.rounded) {
    return { ...told(s), distance: d.value, signed_distance: s.value, lower: s.lower, upper: s.upper, ...places(s) };
  }
  const depth = { depth: positive(-s.value), depth_lower: positive(-s.upper), depth_upper: positive(-s.lower) };
  return {
    ...told(s), distance: d.value, lower: d.lower, upper: d.value > 0 ? d.upper : positive(s.upper), ...places(s),
    ...(d.value === 0 ? depth : {}),
  };
}

export { AbutError };
