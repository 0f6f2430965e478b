/** What the page shows: a pair of shapes, a query, and the run that answers it. */
import type {
  Abut,
  Contact,
  ContactPoint,
  Distance,
  Operand,
  Overlap,
  Penetration,
  Precision,
  QueryRecord,
  Separation,
  Step,
} from 'abut';
import { add, dot, rotate, rotationOf, same, scale, sub, toLocal, toWorld, unit, type Vector } from './vector.js';

export const verbs = {
  distance: 'distance',
  separation: 'signed distance',
  penetration: 'penetration',
  overlap: 'overlap (GJK)',
  mpr: 'overlap (MPR)',
  contact: 'contact',
  raycast: 'ray cast',
  shapecast: 'shape cast',
  toi: 'time of impact',
} as const;
export type Verb = keyof typeof verbs;
export type Side = 'a' | 'b';

/** Questions that are answered by yes or no. */
export const isVerdict = (verb: Verb): boolean => verb === 'overlap' || verb === 'mpr';

export interface State {
  record: QueryRecord;
  verb: Verb;
  precision: Precision;
  /** The method of a cast or time of impact; its default if left out. */
  method?: string;
  /** The step that is shown, from 0; `Infinity` is the last. */
  step: number;
  /** The steps are shown, with all marks of the search; else the answer alone. */
  explain?: boolean;
  title: string;
  source: string;
}

/** A point of A and one of B; their difference is a point of B - A. */
export interface Pair {
  a: Vector;
  b: Vector;
  ids: [number, number];
}

/** A step, and where it is in the world. */
export interface Moment extends Step {
  found: Pair;
  /** The pairs behind the corners, as far as earlier steps found them. */
  pairs: (Pair | null)[];
  /** The points of the cores whose difference is `nearest`. */
  witness: Pair | null;
}

/** What is drawn of an answer, whatever the question was. */
export interface Line {
  /** The distance, the signed distance or the depth. */
  length: number;
  /** Whether they meet; null if that could not be decided. */
  meet: boolean | null;
  normal: Vector;
  pointA: Vector;
  pointB: Vector;
}

export interface Run {
  answer: Distance | Separation | Penetration | Overlap | Contact;
  line: Line;
  moments: Moment[];
  contacts: ContactPoint[];
  /** The time of the query and its trace, in WebAssembly. */
  milliseconds: number;
}

/** The radius around the core. */
export function radiusOf(operand: Operand): number {
  const { shape } = operand;
  const own = shape.shape === 'ball' || shape.shape === 'sphere' || shape.shape === 'capsule' ? shape.radius : 0;
  return own + (operand.radius ?? 0);
}

/** The vertices of the core in the world, numbered as the library numbers them; curved shapes have none. */
export function verticesOf(operand: Operand, dim: number): Vector[] {
  const { shape, pose } = operand;
  const origin = new Array<number>(dim).fill(0);
  const local = (): readonly Vector[] => {
    switch (shape.shape) {
      case 'points':
      case 'hull':
        return shape.vertices;
      case 'segment':
        return [shape.a, shape.b];
      case 'triangle':
        return [shape.a, shape.b, shape.c];
      case 'tetrahedron':
        return [shape.a, shape.b, shape.c, shape.d];
      case 'point':
      case 'ball':
      case 'sphere':
        return [origin];
      case 'box':
        return Array.from({ length: 1 << dim }, (_, id) => shape.half.map((h, i) => ((id >> i) & 1 ? h : -h)));
      case 'capsule': {
        const end = [...origin];
        end[['x', 'y', 'z'].indexOf(shape.axis ?? (dim === 2 ? 'y' : 'z'))] = shape.half_height;
        return [scale(end, -1), end];
      }
      default:
        return [];
    }
  };
  return local().map((v) => toWorld(pose, v));
}

/** The boundary of a half-space in the world: its normal, and where points are projected to. */
export function boundaryOf(operand: Operand): { normal: Vector; project: (p: Vector) => Vector } | null {
  const { shape, pose } = operand;
  if (shape.shape !== 'half_space') return null;
  const local = unit(shape.normal),
    normal = rotate(rotationOf(pose, local.length), local),
    at = toWorld(pose, scale(local, shape.offset));
  return { normal, project: (p) => sub(p, scale(normal, dot(normal, sub(p, at)))) };
}

/** Shapes whose vertices can be dragged one by one. */
export function hasFreeVertices(operand: Operand): boolean {
  return ['points', 'hull', 'segment', 'triangle', 'tetrahedron'].includes(operand.shape.shape);
}

/** The same operand with other vertices, given in the world. */
export function withVertices(operand: Operand, world: Vector[]): Operand {
  return { ...operand, shape: { shape: 'points', vertices: world.map((v) => toLocal(operand.pose, v)) } };
}

/** Moved by a vector: its pose if it has one, else its vertices. */
export function moved(operand: Operand, by: Vector, dim: number): Operand {
  if (!operand.pose && hasFreeVertices(operand))
    return withVertices(
      operand,
      verticesOf(operand, dim).map((v) => add(v, by)),
    );
  return { ...operand, pose: { ...operand.pose, p: add(operand.pose?.p ?? by.map(() => 0), by) } };
}

/** The points where they touch. Of shapes that are apart, contact gives the nearest ones: these are left out. */
export function touching({ separation: deepest, points }: Contact): ContactPoint[] {
  return deepest > 0 ? [] : points.filter(({ separation }) => separation <= 0);
}

/** Of a contact the first point, which is the deepest. */
export function lineOf(answer: Run['answer']): Line {
  if ('overlap' in answer) {
    const { overlap, apart, lower, axis, point } = answer;
    return { length: lower, meet: overlap || (apart ? false : null), normal: axis, pointA: point, pointB: point };
  }
  const { normal } = answer;
  if ('points' in answer) {
    const { pointA, pointB } = answer.points[0]!;
    return { length: answer.separation, meet: answer.separation <= 0, normal, pointA, pointB };
  }
  const { pointA, pointB } = answer;
  if ('depth' in answer) return { length: answer.depth, meet: answer.upper > 0, normal, pointA, pointB };
  const length = 'distance' in answer ? answer.distance : answer.separation;
  return { length, meet: length <= 0, normal, pointA, pointB };
}

/** Answers a query about shapes at rest; those about motion are in motion.ts. */
export function solve(abut: Abut, state: State): Run {
  const { a, b, dim } = state.record;
  const space = { dim, precision: state.precision };
  const mpr = { method: 'mpr' } as const;
  const start = performance.now();
  let contacts: ContactPoint[] = [];
  let answer: Run['answer'], steps: Step[];
  if (state.verb === 'contact') {
    const found = abut.contact(space, a, b);
    answer = found;
    contacts = touching(found);
    steps = abut.traced('separation', space, a, b).steps;
  } else {
    const verb =
        state.verb === 'mpr' ? 'overlap' : (state.verb as 'distance' | 'separation' | 'penetration' | 'overlap'),
      options = state.verb === 'mpr' ? mpr : undefined;
    answer = abut[verb](space, a, b, options); // untraced: a trace may change which method answers
    steps = abut.traced(verb, space, a, b, options).steps;
  }
  const milliseconds = performance.now() - start;
  return { answer, line: lineOf(answer), contacts, milliseconds, moments: momentsOf(abut, state, steps) };
}

function momentsOf(abut: Abut, state: State, steps: Step[]): Moment[] {
  const { a, b, dim } = state.record;
  if (steps.length === 0) return [];
  const space = { dim, precision: 'double' } as const;
  const directions = steps.map((step) => step.direction),
    against = directions.map((d) => scale(d, -1));
  const furthestA = abut.support(space, a, directions),
    furthestB = abut.support(space, b, against);
  const core = (points: Vector[], along: Vector[], r: number, k: number) =>
    sub(points[k] ?? [], scale(along[k] ?? [], r));
  const known: { at: Vector; pair: Pair }[] = [];
  return steps.map((step, k) => {
    const withRadii = step.event === 'mpr';
    const found: Pair = {
      a: core(furthestA, directions, withRadii ? 0 : radiusOf(a), k),
      b: core(furthestB, against, withRadii ? 0 : radiusOf(b), k),
      ids: step.ids,
    };
    known.push({ at: step.support, pair: found });
    const pairs = step.corners.map((corner) => known.find(({ at }) => same(at, corner))?.pair ?? null);
    return { ...step, found, pairs, witness: step.event === 'gjk' ? witnessOf(step, pairs) : null };
  });
}

function witnessOf(step: Step, pairs: (Pair | null)[]): Pair | null {
  if (pairs.length === 0 || pairs.some((pair, i) => pair === null && (step.weights[i] ?? 0) > 0)) return null;
  const combine = (side: Side) =>
    pairs.reduce<Vector>(
      (sum, pair, i) => (pair ? add(sum, scale(pair[side], step.weights[i] ?? 0)) : sum),
      step.nearest.map(() => 0),
    );
  return { a: combine('a'), b: combine('b'), ids: [-1, -1] };
}

/** Points around the outline of a shape, or of B - A: its vertices, or samples close enough to look smooth. */
export function outline(abut: Abut, operand: Operand, dim: 2 | 3, directions: Vector[]): Vector[] {
  if (radiusOf(operand) === 0) {
    const vertices = verticesOf(operand, dim);
    if (vertices.length > 0) return vertices;
  }
  return abut.support({ dim, precision: 'double' }, operand, directions);
}

export function withoutRadius(operand: Operand): Operand {
  const { shape } = operand;
  if (shape.shape === 'ball' || shape.shape === 'sphere') return { ...operand, shape: { shape: 'point' }, radius: 0 };
  return { ...operand, shape: shape.shape === 'capsule' ? { ...shape, radius: 0 } : shape, radius: 0 };
}

export function differencePoints(abut: Abut, a: Operand, b: Operand, dim: 2 | 3, directions: Vector[]): Vector[] {
  const exact = radiusOf(a) + radiusOf(b) === 0;
  const va = exact ? verticesOf(a, dim) : [],
    vb = exact ? verticesOf(b, dim) : [];
  if (va.length > 0 && vb.length > 0 && va.length * vb.length <= (dim === 2 ? 5000 : 400)) {
    return vb.flatMap((q) => va.map((p) => sub(q, p)));
  }
  const space = { dim, precision: 'double' } as const;
  const fa = abut.support(
    space,
    a,
    directions.map((d) => scale(d, -1)),
  );
  return abut.support(space, b, directions).map((q, i) => sub(q, fa[i] ?? []));
}

/** Directions spread evenly, in 2D and in 3D. */
export const around: Vector[] = Array.from({ length: 240 }, (_, i) => [
  Math.cos((Math.PI * i) / 120),
  Math.sin((Math.PI * i) / 120),
]);
export const allOver: Vector[] = Array.from({ length: 420 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 420,
    r = Math.sqrt(1 - z * z),
    turn = i * Math.PI * (3 - Math.sqrt(5));
  return [r * Math.cos(turn), r * Math.sin(turn), z];
}).concat([
  [1, 0, 0],
  [-1, 0, 0],
  [0, 1, 0],
  [0, -1, 0],
  [0, 0, 1],
  [0, 0, -1],
]);
