/** Reads the members of a record, each checked. An error names the member and says where in the text it is. */
import type { Located, Path } from './json.js';
import { isKind, type Kind, kinds, type Member, type Operand, type Pose, type Shape } from '../shapes.js';
import type { Dimension } from '../types.js';

/**
 * The motion of a shape: at t its origin is at c0 + t (c1 - c0); it is rotated in 2D by a0 + t (a1 - a0), in 3D by
 * q0 ([x, y, z, w]), then by t * angle about the axis.
 */
export interface Sweep {
  c0: readonly number[];
  c1: readonly number[];
  a0?: number;
  a1?: number;
  q0?: readonly number[];
  axis?: readonly number[];
  angle?: number;
}

/**
 * The motion of a shape in the words of the library: its `center` moves by t `velocity`, and it rotates about it by
 * t `angle`, in 3D about `axis`.
 */
export interface RecordMotion {
  start?: Pose;
  center?: readonly number[];
  velocity?: readonly number[];
  axis?: readonly number[];
  angle?: number;
}

/** An error in a record, and its place in the text. */
export class RecordError extends Error {
  constructor(
    message: string,
    readonly from: number,
    readonly to: number,
  ) {
    super(message);
    this.name = 'RecordError';
  }
}

export const sweepMembers: Record<Dimension, readonly string[]> = {
  2: ['c0', 'c1', 'a0', 'a1'],
  3: ['c0', 'c1', 'q0', 'axis', 'angle'],
};

export const motionMembers: Record<Dimension, readonly string[]> = {
  2: ['start', 'center', 'velocity', 'angle'],
  3: ['start', 'center', 'velocity', 'axis', 'angle'],
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
    octahedron: {
      shape: 'hull',
      vertices: [
        [1, 0, 0],
        [-1, 0, 0],
        [0, 1, 0],
        [0, -1, 0],
        [0, 0, 1],
        [0, 0, -1],
      ],
    },
  },
};

export type Fields = Record<string, unknown>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export class Reader {
  constructor(private readonly json: Located) {}

  fail(path: Path, message: string, [from, to] = this.json.place(path)): never {
    const name = path.map((p, i) => (typeof p === 'number' ? `[${p}]` : i === 0 ? p : `.${p}`)).join('');
    throw new RecordError(path.length === 0 ? message : `${name}: ${message}`, from, to);
  }

  /** The error is the name of a member: the place is that of the name, not of the value. */
  failName(path: Path, message: string): never {
    this.fail(path, message, this.json.namePlace(path));
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

  private member(path: Path, kind: Member, value: unknown, dim: number): unknown {
    switch (kind) {
      case 'number':
        return this.number(path, value);
      case 'size':
        return this.size(path, value);
      case 'vector':
        return this.numbers(path, value, dim);
      case 'sizes': {
        const list = this.numbers(path, value, dim);
        list.forEach((x, i) => {
          if (x < 0) this.fail([...path, i], 'negative');
        });
        return list;
      }
      case 'points':
        return this.points(path, value, dim);
      case 'axis': {
        const axes = dim === 2 ? ['x', 'y'] : ['x', 'y', 'z'];
        if (!axes.includes(value as string))
          this.fail(path, `is '${String(value)}', expected ${dim === 2 ? 'x or y' : 'x, y or z'}`);
        return value;
      }
    }
  }

  /** The shape of the field `where`: an object, a list of points, or a name of the catalogue. */
  shape(where: string, value: unknown, dim: Dimension): Shape {
    if (value === undefined) this.fail([where], 'missing');
    if (Array.isArray(value)) return { shape: 'points', vertices: this.points([where], value, dim) };
    if (typeof value === 'string') {
      const named = Object.hasOwn(catalogue[dim], value) ? catalogue[dim][value] : undefined;
      if (!named)
        this.fail(
          [where],
          `no shape is named '${value}' in ${dim}D, expected one of ${Object.keys(catalogue[dim]).join(', ')}`,
        );
      return named;
    }
    if (!isFields(value)) this.fail([where], 'not a shape, expected a list of points, an object or a name');
    return this.object(where, value, dim);
  }

  private object(where: string, value: Fields, dim: Dimension): Shape {
    const known = Object.entries(kinds)
      .filter(([, { least }]) => least <= dim)
      .map(([name]) => name)
      .join(', ');
    const kind = value.shape;
    if (kind === undefined) this.fail([where, 'shape'], `missing, expected one of ${known}`);
    const rule: Kind<Shape> | undefined = isKind(kind) ? kinds[kind] : undefined;
    if (!rule) this.fail([where, 'shape'], `unknown '${String(kind)}', expected one of ${known}`);
    if (rule.least > dim) this.fail([where, 'shape'], `${String(kind)} needs dim 3, this record has dim ${dim}`);
    const members: Record<string, Member> = { ...rule.needed, ...rule.optional };
    const result: Fields = { shape: kind };
    for (const name of Object.keys(value)) {
      if (name !== 'shape' && !Object.hasOwn(members, name)) {
        this.unknown([where, name], String(kind), ['shape', ...Object.keys(members)]);
      }
    }
    for (const [name, type] of Object.entries(members)) {
      if (value[name] === undefined && rule.needed[name]) this.fail([where, name], 'missing');
      if (value[name] !== undefined) result[name] = this.member([where, name], type, value[name], dim);
    }
    return result as Shape;
  }

  pose(path: Path, value: unknown, dim: Dimension): Pose | undefined {
    if (value === undefined) return undefined;
    if (!isFields(value)) this.fail(path, 'not a pose, expected an object');
    this.members(path, value, `a pose in ${dim}D`, dim === 2 ? ['p', 'q', 'angle'] : ['p', 'q']);
    if (value.angle !== undefined && value.q !== undefined) {
      this.fail([...path, 'angle'], 'given beside q, which is the same rotation or another');
    }
    const pose: Pose = {};
    if (value.p !== undefined) pose.p = this.numbers([...path, 'p'], value.p, dim);
    if (value.q !== undefined) pose.q = this.numbers([...path, 'q'], value.q, dim === 2 ? 2 : 4);
    if (value.angle !== undefined) pose.angle = this.number([...path, 'angle'], value.angle);
    if (pose.q?.every((x) => x === 0)) this.fail([...path, 'q'], 'all zero');
    return pose;
  }

  private unknown(path: Path, what: string, known: readonly string[]): never {
    this.failName(path, `not a member of ${what}, expected ${known.join(', ')}`);
  }

  private members(path: Path, value: Fields, what: string, known: readonly string[]): void {
    for (const name of Object.keys(value)) {
      if (!known.includes(name)) this.unknown([...path, name], what, known);
    }
  }

  operand(name: 'a' | 'b', fields: Fields, dim: Dimension, rounded: boolean): Operand {
    const operand: Operand = { shape: this.shape(name, fields[name], dim) };
    const pose = this.pose([`pose_${name}`], fields[`pose_${name}`], dim);
    if (pose) operand.pose = pose;
    const radius = fields[`r${name}`];
    if (radius === undefined && rounded && Array.isArray(fields[name])) this.fail([`r${name}`], 'missing');
    if (radius !== undefined) operand.radius = this.size([`r${name}`], radius);
    return operand;
  }

  motion(where: string, value: unknown, dim: Dimension): RecordMotion {
    if (!isFields(value)) this.fail([where], 'not a motion, expected an object');
    this.members([where], value, `a motion in ${dim}D`, motionMembers[dim]);
    const motion: RecordMotion = {},
      start = this.pose([where, 'start'], value.start, dim);
    if (start) motion.start = start;
    for (const name of ['center', 'velocity', 'axis'] as const) {
      if (value[name] !== undefined) motion[name] = this.numbers([where, name], value[name], dim);
    }
    if (value.angle !== undefined) motion.angle = this.number([where, 'angle'], value.angle);
    return motion;
  }

  choice<C extends string>(name: string, value: unknown, choices: readonly C[]): C {
    if (!choices.includes(value as C))
      this.fail([name], `is '${String(value)}', expected one of ${choices.join(', ')}`);
    return value as C;
  }

  sweep(where: string, value: unknown, dim: Dimension): Sweep {
    if (value === undefined) this.fail([where], 'missing');
    if (!isFields(value)) this.fail([where], 'not a sweep, expected an object');
    this.members([where], value, `a sweep in ${dim}D`, sweepMembers[dim]);
    const sweep: Sweep = {
      c0: this.numbers([where, 'c0'], value.c0, dim),
      c1: this.numbers([where, 'c1'], value.c1, dim),
    };
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
}
