/** Shapes at rest in 3D: the objects and labels of both views. */
import type { Abut, Operand } from 'abut';
import type { Object3D } from 'three';
import {
  allOver,
  boundaryOf,
  differencePoints,
  isVerdict,
  type Moment,
  outline,
  radiusOf,
  type Run,
  type Side,
  type State,
  verticesOf,
  withoutRadius,
} from '../model/model.js';
import { add, mean, norm, scale, sub, type Vector } from '../model/vector.js';
import { number, pairName } from '../page/text/words.js';
import { arrow, bead, body, origin, patch, plane, rod, simplex } from './scene.js';
import type { Drawn, Label } from './view.js';

export const sides: Side[] = ['a', 'b'];

export interface RestScene {
  abut: Abut;
  /** The shapes at their start, if they move. */
  state: State;
  run: Run | null;
  moment: Moment | null;
  isLast: boolean;
  /** The pair that lights up, by its index in the simplex; -1 if none does. */
  lit: number;
  unit: number;
}

export function pointsOf(abut: Abut, operand: Operand): Vector[] {
  return operand.shape.shape === 'half_space' ? [] : outline(abut, operand, 3, allOver);
}
export function differenceOf(abut: Abut, state: State): Vector[] {
  const { a, b } = state.record;
  if (a.shape.shape === 'half_space' || b.shape.shape === 'half_space') return [];
  return differencePoints(abut, withoutRadius(a), withoutRadius(b), 3, allOver);
}
/** With the radii; nothing if there are none. */
export function grownOf(abut: Abut, { record: { a, b } }: State): Vector[] {
  if (a.shape.shape === 'half_space' || b.shape.shape === 'half_space' || radiusOf(a) + radiusOf(b) === 0) return [];
  return differencePoints(abut, a, b, 3, allOver);
}
export function middleOf(operand: Operand): Vector {
  const vertices = verticesOf(operand, 3);
  return vertices.length > 0 ? mean(vertices) : (operand.pose?.p ?? [0, 0, 0]);
}

/** A black line with its ends. */
export function gap(a: Vector, b: Vector, unit: number): Object3D[] {
  const ends = [bead(a, 'ink', 0.02 * unit), bead(b, 'ink', 0.02 * unit)];
  if (norm(sub(b, a)) === 0) return ends;
  const line = rod(a, b, 'ink', 0.008 * unit);
  line.userData.gap = true;
  return [line, ...ends];
}

function idName(side: Side, ids: [number, number]): string {
  const id = ids[side === 'a' ? 0 : 1];
  return id < 0 ? '' : `${side}${id}`;
}

/** The shapes with their names; `faint` ones have moved on. */
export function shapes({ abut, state, unit }: RestScene, faint: Side[]): Drawn {
  const objects: Object3D[] = [],
    labels: Label[] = [],
    { record } = state;
  for (const side of sides) {
    const points = pointsOf(abut, record[side]),
      boundary = boundaryOf(record[side]);
    if (boundary) {
      const foot = boundary.project(middleOf(record[side === 'a' ? 'b' : 'a']));
      objects.push(plane(foot, boundary.normal, 3 * unit, 0.25, side));
      labels.push({ at: foot, text: side.toUpperCase(), name: `big ${side}` });
    }
    if (points.length === 0) continue;
    const shape = body(points, side, faint.includes(side) ? 0.25 : 0.5, unit);
    shape.userData.side = side;
    objects.push(shape);
    labels.push({ at: mean(points), text: side.toUpperCase(), name: `big ${side}` });
  }
  return { objects, labels };
}

/** The marks of a step in the world: the pairs of the simplex, and before the last step the points nearest so far. */
export function stepMarks({ state, moment, isLast, lit, unit }: RestScene): Drawn {
  const objects: Object3D[] = [],
    labels: Label[] = [];
  if (!moment || !state.explain) return { objects, labels };
  const pairs = moment.pairs.flatMap((pair) => (pair ? [pair] : [])),
    newest = pairs.indexOf(moment.found),
    lighted = moment.pairs[lit] ?? null;
  for (const side of sides) {
    const corners = pairs.map((pair) => pair[side]);
    objects.push(simplex(corners, newest, unit, lighted ? pairs.indexOf(lighted) : -1));
    const named = new Set<string>();
    for (const pair of pairs) {
      const text = idName(side, pair.ids);
      if (named.has(text)) continue; // two pairs may share a vertex
      named.add(text);
      const isLit = lighted !== null && idName(side, lighted.ids) === text;
      labels.push({ at: pair[side], text, name: `id ${side}${isLit ? ' lit' : ''}` });
    }
  }
  if (!isLast && moment.witness) objects.push(...gap(moment.witness.a, moment.witness.b, unit));
  return { objects, labels };
}

/** The answer in the world: the line with its length and the plane between, or the points of contact. */
export function answerMarks({ state, run, isLast, unit }: RestScene): Drawn {
  if (!run || !isLast || isVerdict(state.verb) || (state.verb === 'penetration' && run.line.length === 0))
    return { objects: [], labels: [] };
  if (run.contacts.length > 0) return contacts(run, unit);
  const { pointA, pointB, normal, length } = run.line,
    middle = scale(add(pointA, pointB), 0.5);
  if (length === 0) return { objects: [bead(middle, 'ink', 0.02 * unit)], labels: [] };
  const objects = gap(pointA, pointB, unit),
    labels = [{ at: middle, text: number(Math.abs(length), false), name: 'gap' }];
  if (state.explain) objects.push(arrow(pointA, normal, 0.4 * unit, 'ink'));
  if (length > 0) objects.push(plane(middle, normal, 0.9 * unit, 0.16));
  return { objects, labels, lines: [[pointA, pointB]] };
}

function contacts({ contacts: found, line }: Run, unit: number): Drawn {
  const middles = found.map(({ pointA, pointB }) => scale(add(pointA, pointB), 0.5));
  return {
    objects: [
      ...patch(middles, line.normal),
      ...found.flatMap(({ pointA, pointB }) => gap(pointA, pointB, 0.6 * unit)),
      arrow(mean(middles), line.normal, 0.35 * unit, 'ink'),
    ],
    labels: found.map(({ pointA }, i) => ({ at: pointA, text: String(i + 1), name: 'when point' })),
  };
}

/** The difference: B - A, the origin, the simplex; in the last step the line from the origin to the answer. */
export function differenceDrawing({ abut, state, run, moment, isLast, lit, unit }: RestScene): Drawn {
  const points = differenceOf(abut, state),
    objects: Object3D[] = [origin(unit)],
    labels: Label[] = [{ at: [0, 0, 0], text: 'origin', name: 'small' }];
  if (points.length > 1) {
    objects.push(body(points, 'd', 0.4, unit));
    labels.push({ at: mean(points), text: 'B − A', name: 'big d' });
  }
  const grown = grownOf(abut, state);
  if (grown.length > 0) objects.push(body(grown, 'd', 0.12, unit));
  const isAnswered = isLast && run !== null && !isVerdict(state.verb),
    line = isAnswered && run.line.length !== 0 ? sub(run.line.pointB, run.line.pointA) : null;
  if (line) {
    objects.push(...gap([0, 0, 0], line, unit));
    labels.push({ at: scale(line, 0.5), text: number(Math.abs(run!.line.length), false), name: 'gap' });
  }
  if (moment && state.explain) {
    objects.push(simplex(moment.corners, moment.pairs.indexOf(moment.found), unit, lit));
    moment.corners.forEach((at, i) =>
      labels.push({ at, text: pairName(moment.pairs[i]?.ids ?? [-1, -1]), name: `id s${i === lit ? ' lit' : ''}` }),
    );
    objects.push(
      plane(moment.support, moment.direction, 1.3 * unit, 0.14),
      arrow(moment.support, scale(moment.direction, -1), 0.35 * unit, 'plane'),
    );
    if (!isAnswered && moment.event === 'gjk' && norm(moment.nearest) > 0)
      objects.push(...gap([0, 0, 0], moment.nearest, unit));
    if (!isAnswered && moment.event === 'epa') objects.push(...gap([0, 0, 0], scale(moment.direction, -moment.lower), unit));
  }
  return { objects, labels, lines: line ? [[[0, 0, 0], line]] : [] };
}
