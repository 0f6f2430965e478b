/** Shapes as `abut query` writes them in JSON, and how they become an abut_shape. */

export type Axis = 'x' | 'y' | 'z';

export type Shape =
  | { shape: 'point' }
  | { shape: 'ball' | 'sphere'; radius: number }
  | { shape: 'capsule'; radius: number; half_height: number; axis?: Axis }
  | { shape: 'cylinder' | 'cone'; radius: number; half_height: number; axis?: Axis }
  | { shape: 'ellipsoid'; radii: number[] }
  | { shape: 'box'; half: number[] }
  | { shape: 'segment'; a: number[]; b: number[] }
  | { shape: 'triangle'; a: number[]; b: number[]; c: number[] }
  | { shape: 'tetrahedron'; a: number[]; b: number[]; c: number[]; d: number[] }
  | { shape: 'hull' | 'points'; vertices: number[][] }
  | { shape: 'half_space'; normal: number[]; offset: number };

/** world = p + q(local). `q` is [c, s] in the plane and [w, x, y, z] in space; in the plane `angle`, in radians, may stand for it. */
export interface Pose {
  p?: number[];
  q?: number[];
  angle?: number;
}

/** A shape where it stands, inflated by `radius`. */
export interface Operand {
  shape: Shape;
  pose?: Pose;
  radius?: number;
}

/** The numbers of abut_kind. */
const kinds = {
  point: 0, segment: 1, triangle: 2, tetrahedron: 3, box: 4, ball: 5, sphere: 5, capsule: 6, ellipsoid: 7,
  cylinder: 8, cone: 9, points: 10, hull: 10, half_space: 11,
} as const;

export interface PlainShape {
  kind: number;
  axis: number;
  numbers: number[];
  points?: number[][];
}

function axisOf(shape: { axis?: Axis }, dim: number): number {
  return ['x', 'y', 'z'].indexOf(shape.axis ?? (dim === 2 ? 'y' : 'z'));
}

/** What abut_shape holds of it. */
export function plain(shape: Shape, dim: number): PlainShape {
  const kind = kinds[shape.shape];
  const of = (numbers: number[], axis = 0): PlainShape => ({ kind, axis, numbers });
  const origin = new Array<number>(dim).fill(0);
  switch (shape.shape) {
    case 'point': return of(origin);
    case 'ball':
    case 'sphere': return of([...origin, shape.radius]);
    case 'capsule': {
      const end = [...origin];
      end[axisOf(shape, dim)] = shape.half_height;
      return of([...end.map((x) => 0 - x), ...end, shape.radius]);
    }
    case 'cylinder':
    case 'cone': return of([shape.radius, shape.half_height], axisOf(shape, dim));
    case 'ellipsoid': return of(shape.radii);
    case 'box': return of(shape.half);
    case 'segment': return of([...shape.a, ...shape.b]);
    case 'triangle': return of([...shape.a, ...shape.b, ...shape.c]);
    case 'tetrahedron': return of([...shape.a, ...shape.b, ...shape.c, ...shape.d]);
    case 'half_space': return of([...shape.normal, shape.offset]);
    case 'hull':
    case 'points': return { kind, axis: 0, numbers: [], points: shape.vertices };
  }
}
