/** Motion in 3D: the objects of both views. */
import type { Abut, CastStep, ImpactStep, Operand } from 'abut';
import type { Object3D } from 'three';
import { allOver, differencePoints, outline, type Side, type State } from '../model/model.js';
import { type MotionMoment, operandAt, planeHeight, touchOf, wayOf } from '../model/motion.js';
import { freeTime, type MotionScene, movers, shownTime } from '../view2/motion.js';
import { timeName } from '../page/text/motion_words.js';
import { arrow, bead, body, edges, origin, plane, rod, segment } from './scene.js';
import type { Drawn, Label } from './view.js';
import { add, dot, mean, norm, scale, sub, type Vector } from '../model/vector.js';

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

/** The bodies at the time of the step, for their shadows. */
export function bodiesNow(scene: Scene): { points: Vector[]; name: string }[] {
  const time = shownTime(scene);
  return time === null ? [] : movers(scene.state).map((side) => ({ points: at(scene, side, time), name: side }));
}

const lowest = (points: Vector[]): Vector => points.reduce((low, p) => (p[2]! < low[2]! ? p : low));

/** The way of a body: an arrow, what of it is proven free in green, some poses, the end, and the grip to drag it. */
function wayDrawing(scene: Scene, side: Side, unit: number): Drawn {
  const { record } = scene.state,
    objects: Object3D[] = [],
    labels: Label[] = [],
    lines: [Vector, Vector][] = [],
    way = wayOf(record, side);
  if (!way) return { objects, labels };
  const length = norm(way.by),
    tip = add(way.from, length > 0.02 * unit ? way.by : [0.3 * unit, 0, 0]),
    name = side.toUpperCase(),
    start = at(scene, side, 0),
    free = freeTime(scene);
  if (length > 0) {
    objects.push(arrow(way.from, scale(way.by, 1 / length), length, side, Math.min(0.22 * length, 0.1 * unit)));
    lines.push([way.from, tip]);
  }
  if (length > 0 && free > 0)
    objects.push(rod(way.from, add(way.from, scale(way.by, Math.min(1, free))), 's', 0.012 * unit));
  const grip = bead(tip, side, 0.04 * unit);
  grip.userData.tip = side;
  objects.push(grip);
  labels.push({ at: tip, text: record.ray ? 'direction' : `${name} ends`, name: `small tip ${side}` });
  if (start.length > 0)
    labels.push({ at: lowest(start), text: record.ray ? 'start' : `${name} starts`, name: `small ${side}` });
  if (side === 'a' && length * Math.min(1, free) > 0.4 * unit)
    labels.push({ at: add(way.from, scale(way.by, Math.min(1, free) / 2)), text: 'proven free', name: 'free' });
  if (!record.ray) objects.push(edges(at(scene, side, 1), side, 0.5));
  if (record.sweeps)
    for (const t of [0.33, 0.67]) objects.push(edges(at(scene, side, t), t <= free ? 's' : side, t <= free ? 0.5 : 0.2));
  return { objects, labels, lines };
}

/** Beside the shapes at the start: the ways, the bodies in this step, and the plane that proves it. */
export function wayObjects(scene: Scene, unit: number): Drawn {
  const { state, moment, run } = scene,
    { record } = state,
    drawn = movers(state).map((side) => wayDrawing(scene, side, unit)),
    objects = drawn.flatMap((way) => way.objects),
    labels = drawn.flatMap((way) => way.labels),
    lines = drawn.flatMap((way) => way.lines ?? []);
  if (record.ray) {
    const { origin: from, dir } = record.ray,
      far = record.maxT ?? (6 * unit) / (norm(dir) || 1);
    objects.push(segment(from, add(from, scale(dir, far)), 'muted'));
  }
  const time = shownTime(scene);
  if (time === null) return { objects, labels, lines };
  for (const side of movers(state)) {
    const points = at(scene, side, time);
    if (points.length > 0) objects.push(body(points, side, 0.75, unit));
  }
  const hit = scene.isLast && run?.answer.hit,
    first = at(scene, 'a', time),
    said = hit ? `${record.ray ? 'enters' : 'contact'} at ${timeName(time)}` : timeName(time);
  if (first.length > 0)
    labels.push({ at: hit ? touchOf(run.answer).pointB : first.reduce((top, p) => (p[2]! > top[2]! ? p : top)), text: said, name: 'when' });
  if (moment && state.explain)
    objects.push(
      ...(moment.event === 'cast' ? castProof(scene, moment, unit) : impactProof(moment.step as ImpactStep, unit)),
    );
  if (hit) {
    const { pointA, pointB } = touchOf(run.answer),
      { normal, start } = run.answer;
    objects.push(bead(pointA, 'ink', 0.025 * unit), bead(pointB, 'ink', 0.025 * unit));
    const outward = record.ray ? normal : scale(normal, -1);
    if (start === 'separated') {
      objects.push(arrow(pointB, outward, 0.4 * unit, 'ink'));
      lines.push([pointB, add(pointB, scale(outward, 0.4 * unit))]);
    }
  }
  return { objects, labels, lines };
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
    labels: Label[] = [{ at: [0, 0, 0], text: 'origin', name: 'small' }],
    lines: [Vector, Vector][] = [];
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
    if (state.explain)
      objects.push(plane(scale(direction, planeHeight(record, moment)), direction, 1.1 * unit, moved ? 0.14 : 0.05));
    objects.push(
      rod([0, 0, 0], x, 's', 0.012 * unit),
      bead(x, 'ink', 0.028 * unit),
    );
    labels.push({ at: x, text: timeName(moment.time), name: 'when' });
    lines.push([[0, 0, 0], way]);
  } else {
    const { pointA, pointB, normal } = moment.step as ImpactStep;
    if (pointA && pointB && normal) {
      const w = sub(pointB, pointA);
      lines.push([[0, 0, 0], w]);
      objects.push(segment([0, 0, 0], w, 'ink'), bead(w, 'ink', 0.022 * unit));
      if (state.explain) objects.push(plane(scale(normal, dot(normal, w)), normal, unit, 0.12));
    }
  }
  return { objects, labels, lines };
}
