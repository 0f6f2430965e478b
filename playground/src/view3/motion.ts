/** Motion in 3D: the objects of both views. */
import type { Abut, CastStep, ImpactStep, Operand } from 'abut';
import type { Object3D } from 'three';
import { allOver, differencePoints, outline, type Side, type State } from '../model/model.js';
import { type MotionMoment, operandAt, planeHeight, wayOf } from '../model/motion.js';
import { type MotionScene, movers, shownTime } from '../view2/motion.js';
import { timeName } from '../page/motion_words.js';
import { arrow, bead, body, edges, origin, plane, segment } from './scene.js';
import { add, dot, mean, norm, scale, sub, type Vector } from '../model/vector.js';

export interface Label {
  at: Vector;
  text: string;
  name: string;
}
export interface Drawn {
  objects: Object3D[];
  labels: Label[];
}

type Scene = MotionScene & { abut: Abut; state: State };

function pointsOf(abut: Abut, operand: Operand): Vector[] {
  return operand.shape.shape === 'half_space' ? [] : outline(abut, operand, 3, allOver);
}

const at = ({ abut, motion, state }: Scene, side: Side, t: number): Vector[] =>
  pointsOf(abut, operandAt(motion, state.record, side, t));

/** All points that should be seen beside the shapes at the start. */
export function spacePoints(scene: Scene): Vector[] {
  return movers(scene.state).flatMap((side) => [...at(scene, side, 0.5), ...at(scene, side, 1)]);
}

/** Beside the shapes at the start: the way, the bodies in this step, the plane that proves it, and the end to drag. */
export function wayObjects(scene: Scene, unit: number): Drawn {
  const { state, moment, run } = scene,
    { record } = state,
    objects: Object3D[] = [],
    labels: Label[] = [];
  for (const side of movers(state)) {
    const way = wayOf(record, side);
    if (!way) continue;
    const length = norm(way.by),
      tip = add(way.from, length > 0.02 * unit ? way.by : [0.3 * unit, 0, 0]);
    if (length > 0)
      objects.push(arrow(way.from, scale(way.by, 1 / length), length, side, Math.min(0.22 * length, 0.1 * unit)));
    const grip = bead(tip, side, 0.045 * unit);
    grip.userData.tip = side;
    objects.push(grip);
    labels.push({ at: tip, text: record.ray ? 'direction' : `end of ${side.toUpperCase()}`, name: `tip ${side}` });
    if (!record.ray) objects.push(edges(at(scene, side, 1), side, 0.45));
    if (record.sweeps) for (const t of [0.33, 0.67]) objects.push(edges(at(scene, side, t), side, 0.2));
  }
  if (record.ray) {
    const { origin: from, dir } = record.ray,
      far = record.maxT ?? (40 * unit) / (norm(dir) || 1);
    objects.push(segment(from, add(from, scale(dir, far)), 'muted'));
  }
  const time = shownTime(scene);
  if (time === null) return { objects, labels };
  for (const side of movers(state)) {
    const points = at(scene, side, time);
    if (points.length > 0) objects.push(body(points, side, 0.75, unit));
  }
  const first = at(scene, 'a', time);
  if (first.length > 0)
    labels.push({ at: first.reduce((top, p) => (p[2]! > top[2]! ? p : top)), text: timeName(time), name: 'when' });
  if (moment)
    objects.push(
      ...(moment.event === 'cast' ? castProof(scene, moment, unit) : impactProof(moment.step as ImpactStep, unit)),
    );
  if (scene.isLast && run?.answer.hit) {
    const { pointA, pointB, normal, start } = run.answer;
    objects.push(bead(pointA, 'ink', 0.025 * unit), bead(pointB, 'ink', 0.025 * unit));
    if (start === 'separated') objects.push(arrow(pointB, record.ray ? normal : scale(normal, -1), 0.4 * unit, 'ink'));
  }
  return { objects, labels };
}

function castProof({ state }: Scene, moment: MotionMoment, unit: number): Object3D[] {
  const { direction, moved } = moment.step as CastStep,
    { a, b } = moment.found!,
    way = state.record.ray?.dir ?? state.record.v ?? [];
  return [
    plane(sub(b, scale(direction, state.record.target ?? 0)), direction, 1.1 * unit, moved ? 0.14 : 0.05),
    bead(add(a, scale(way, moment.time)), 'plane', 0.022 * unit),
    bead(b, 'plane', 0.022 * unit),
  ];
}

function impactProof({ pointA, pointB, normal }: ImpactStep, unit: number): Object3D[] {
  if (!pointA || !pointB || !normal) return [];
  return [
    segment(pointA, pointB, 'ink'),
    bead(pointA, 'ink', 0.02 * unit),
    bead(pointB, 'ink', 0.02 * unit),
    plane(scale(add(pointA, pointB), 0.5), normal, unit, 0.12),
  ];
}

/** The points of B - A: at the start of a cast, or at the time of the step of a sweep. */
export function spaceDifference({ abut, motion, state }: Scene, time: number): Vector[] {
  const t = state.record.sweeps ? time : 0,
    a = operandAt(motion, state.record, 'a', t),
    b = operandAt(motion, state.record, 'b', t);
  return a.shape.shape === 'half_space' || b.shape.shape === 'half_space'
    ? []
    : differencePoints(abut, a, b, 3, allOver);
}

export function differenceObjects(scene: Scene, unit: number): Drawn {
  const { state, moment } = scene,
    { record } = state,
    points = spaceDifference(scene, moment?.time ?? 0);
  const objects: Object3D[] = [origin(unit)],
    labels: Label[] = [{ at: [0, 0, 0], text: 'origin', name: 'small' }];
  if (points.length > 1) {
    objects.push(body(points, 'd', 0.4, unit));
    labels.push({ at: mean(points), text: 'B − A', name: 'big d' });
  }
  const way = record.ray?.dir ?? record.v,
    length = way ? norm(way) : 0;
  if (way && length > 0)
    objects.push(arrow([0, 0, 0], scale(way, 1 / length), length, 'a', Math.min(0.22 * length, 0.1 * unit)));
  if (!moment) return { objects, labels };
  if (way) {
    const { direction, moved } = moment.step as CastStep,
      x = scale(way, moment.time);
    objects.push(
      plane(scale(direction, planeHeight(record, moment)), direction, 1.1 * unit, moved ? 0.14 : 0.05),
      segment([0, 0, 0], x, 's'),
      bead(x, 'ink', 0.028 * unit),
    );
    labels.push({ at: x, text: timeName(moment.time), name: 'when' });
  } else {
    const { pointA, pointB, normal } = moment.step as ImpactStep;
    if (pointA && pointB && normal) {
      const w = sub(pointB, pointA);
      objects.push(
        segment([0, 0, 0], w, 'ink'),
        bead(w, 'ink', 0.022 * unit),
        plane(scale(normal, dot(normal, w)), normal, unit, 0.12),
      );
    }
  }
  return { objects, labels };
}
