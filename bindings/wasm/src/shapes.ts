/** Shapes as `abut query` writes them in JSON, and how they become an abut_shape. */
import type { Hull } from './hull_handle.js';
import type { Dimension } from './types.js';

export type Axis = 'x' | 'y' | 'z';

export type Shape =
  | { shape: 'point' }
  | { shape: 'ball' | 'sphere'; radius: number }
  | { shape: 'capsule'; radius: number; half_height: number; axis?: Axis }
  | { shape: 'cylinder' | 'cone'; radius: number; half_height: number; axis?: Axis }
  | { shape: 'ellipsoid'; radii: readonly number[] }
  | { shape: 'box'; half: readonly number[] }
  | { shape: 'segment'; a: readonly number[]; b: readonly number[] }
  | { shape: 'triangle'; a: readonly number[]; b: readonly number[]; c: readonly number[] }
  | {
      shape: 'tetrahedron';
      a: readonly number[];
      b: readonly number[];
      c: readonly number[];
      d: readonly number[];
    }
  | { shape: 'hull' | 'points'; vertices: readonly (readonly number[])[] }
  | { shape: 'half_space'; normal: readonly number[]; offset: number };

/** world = p + q(local). `q` is [c, s] in 2D and [w, x, y, z] in 3D; in 2D `angle`, in radians, may replace it. */
export interface Pose {
  p?: readonly number[];
  q?: readonly number[];
  angle?: number;
}

/** A shape at its pose, inflated by `radius`. */
export interface Operand {
  shape: Shape;
  pose?: Pose;
  radius?: number;
}

/** A hull that loadHull() has built, at its pose, inflated by `radius`. */
export interface HullOperand {
  hull: Hull;
  pose?: Pose;
  radius?: number;
}

export type AnyOperand = Operand | HullOperand;

/** The number of a hull in abut_kind. */
export const hullKind = 12;

/** The type of a member of a shape. */
export type Member = 'size' | 'axis' | 'vector' | 'sizes' | 'points' | 'number';

/** A kind of shape: its number in abut_kind, how its record is read, and the members of its abut_shape. */
export interface Kind<S> {
  number: number;
  /** The least dimension that has it. */
  least: Dimension;
  needed: Record<string, Member>;
  optional?: Record<string, Member>;
  numbers(shape: S, dim: Dimension): readonly number[];
  axis?(shape: S, dim: Dimension): number;
  points?(shape: S): readonly (readonly number[])[];
}

const origin = (dim: Dimension): number[] => new Array<number>(dim).fill(0);

function axisOf(shape: { axis?: Axis }, dim: Dimension): number {
  return ['x', 'y', 'z'].indexOf(shape.axis ?? (dim === 2 ? 'y' : 'z'));
}

const ball = {
  number: 5,
  least: 2,
  needed: { radius: 'size' },
  numbers: ({ radius }: { radius: number }, dim: Dimension) => [...origin(dim), radius],
} as const;
const round = {
  least: 3,
  needed: { radius: 'size', half_height: 'size' },
  optional: { axis: 'axis' },
  axis: axisOf,
  numbers: ({ radius, half_height }: { radius: number; half_height: number }) => [radius, half_height],
} as const;
const points = {
  number: 10,
  least: 2,
  needed: { vertices: 'points' },
  numbers: () => [],
  points: ({ vertices }: { vertices: readonly (readonly number[])[] }) => vertices,
} as const;

/** Messages list the kinds in this order. */
export const kinds: { readonly [K in Shape['shape']]: Kind<Shape & { shape: K }> } = {
  point: { number: 0, least: 2, needed: {}, numbers: (_, dim) => origin(dim) },
  ball,
  sphere: ball,
  capsule: {
    number: 6,
    least: 2,
    needed: { radius: 'size', half_height: 'size' },
    optional: { axis: 'axis' },
    numbers(shape, dim) {
      const end = origin(dim);
      end[axisOf(shape, dim)] = shape.half_height;
      return [...end.map((x) => 0 - x), ...end, shape.radius];
    },
  },
  cylinder: { number: 8, ...round },
  cone: { number: 9, ...round },
  ellipsoid: { number: 7, least: 2, needed: { radii: 'sizes' }, numbers: ({ radii }) => radii },
  box: { number: 4, least: 2, needed: { half: 'sizes' }, numbers: ({ half }) => half },
  segment: { number: 1, least: 2, needed: { a: 'vector', b: 'vector' }, numbers: ({ a, b }) => [...a, ...b] },
  triangle: {
    number: 2,
    least: 2,
    needed: { a: 'vector', b: 'vector', c: 'vector' },
    numbers: ({ a, b, c }) => [...a, ...b, ...c],
  },
  tetrahedron: {
    number: 3,
    least: 3,
    needed: { a: 'vector', b: 'vector', c: 'vector', d: 'vector' },
    numbers: ({ a, b, c, d }) => [...a, ...b, ...c, ...d],
  },
  hull: points,
  points,
  half_space: {
    number: 11,
    least: 2,
    needed: { normal: 'vector', offset: 'number' },
    numbers: ({ normal, offset }) => [...normal, offset],
  },
};

export function isKind(name: unknown): name is Shape['shape'] {
  return typeof name === 'string' && Object.hasOwn(kinds, name);
}

export interface PlainShape {
  kind: number;
  axis: number;
  numbers: readonly number[];
  points?: readonly (readonly number[])[] | undefined;
}

/** The members of its abut_shape. */
export function plain(shape: Shape, dim: Dimension): PlainShape {
  const kind: Kind<Shape> = kinds[shape.shape];
  return {
    kind: kind.number,
    axis: kind.axis?.(shape, dim) ?? 0,
    numbers: kind.numbers(shape, dim),
    points: kind.points?.(shape),
  };
}
