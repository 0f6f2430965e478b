/**
 * Motion in 2D: the start and the end, the bodies in this step, the plane that proves the way so far; and B - A with
 * the way through it.
 */
import type { Abut, AbutMotion, CastStep, ImpactStep, Operand } from 'abut';
import { around, differencePoints, outline, type Side, type State } from '../model/model.js';
import { endOf, type MotionMoment, type MotionRun, operandAt, planeHeight, touchOf, wayOf } from '../model/motion.js';
import { arrow, type Camera, element, label } from './svg.js';
import { add, dot, hull2, left, mean, norm, scale, sub, type Vector } from '../model/vector.js';
import { timeName } from '../page/text/motion_words.js';

export interface MotionScene {
  motion: AbutMotion;
  run: MotionRun | null;
  moment: MotionMoment | null;
  isLast: boolean;
}

type Scene = MotionScene & { abut: Abut; state: State; camera: Camera };

const sides: Side[] = ['a', 'b'];
const isHalfSpace = (operand: Operand) => operand.shape.shape === 'half_space';

function ringOf(abut: Abut, operand: Operand): Vector[] {
  return isHalfSpace(operand) ? [] : hull2(outline(abut, operand, 2, around));
}

/** Where the bodies are at t. */
function ringAt({ abut, motion, state }: Pick<Scene, 'abut' | 'motion' | 'state'>, side: Side, t: number): Vector[] {
  return ringOf(abut, operandAt(motion, state.record, side, t));
}

/** The sides that move: a ray's point, the shape that is cast, both bodies of a sweep. */
export function movers(state: State): Side[] {
  return state.record.sweeps ? sides : ['a'];
}

/** All points that should be seen beside the shapes at the start. */
export function motionPoints(abut: Abut, motion: AbutMotion, state: State): Vector[] {
  return movers(state).flatMap((side) => [
    ...ringAt({ abut, motion, state }, side, 1),
    ...ringAt({ abut, motion, state }, side, 0.5),
  ]);
}

/** The place of the end's handle: at the end of the way, or beside the middle if the way has no length. */
export function tipOf(scene: Pick<Scene, 'state' | 'camera'>, side: Side): [number, number] | null {
  const way = wayOf(scene.state.record, side);
  if (!way) return null;
  const [x, y] = scene.camera.paper(add(way.from, way.by)),
    [fx, fy] = scene.camera.paper(way.from);
  return Math.hypot(x - fx, y - fy) < tipGap ? [x + tipGap, y] : [x, y];
}
export const tipGap = 26;

/** The time at which the bodies are shown: that of this step, or the end if there are no steps. */
export function shownTime({ moment, run, state }: Pick<Scene, 'moment' | 'run' | 'state'>): number | null {
  return moment ? moment.time : run ? endOf(state.record, run.answer).time : null;
}

const path = (camera: Camera, points: Vector[], name: string) =>
  element('path', { class: name, d: camera.path(points) });

/** How much of the way is proven free in this step. */
export function freeTime({ moment, run, state }: Pick<Scene, 'moment' | 'run' | 'state'>): number {
  const { lower } = moment ?? (run ? endOf(state.record, run.answer) : { lower: 0 });
  return Math.max(0, state.record.ray ? lower : Math.min(1, lower));
}

/** Behind the shapes: the way, what of it is proven free, and where it ends. */
export function drawWay(scene: Scene): SVGElement[] {
  const { camera, state } = scene,
    { record } = state,
    free = freeTime(scene),
    swept = (t: number) => hull2([...ringAt(scene, 'a', 0), ...ringAt(scene, 'a', t)]);
  if (record.ray) return rayWay(camera, record.ray, record.maxT, free);
  const parts: SVGElement[] = [];
  if (record.v) {
    parts.push(path(camera, swept(1), 'sweep a'));
    if (free > 0) parts.push(path(camera, swept(free), 'sweep free'));
  }
  for (const side of movers(state)) {
    if (record.sweeps)
      for (const t of [0.2, 0.4, 0.6, 0.8])
        parts.push(path(camera, ringAt(scene, side, t), `ghost ${t <= free ? 'free' : 'faint'} ${side}`));
    parts.push(path(camera, ringAt(scene, side, 1), `ghost ${side}`));
  }
  return parts;
}

function rayWay(camera: Camera, ray: { origin: Vector; dir: Vector }, maxT: number | undefined, free: number): SVGElement[] {
  const beyond = (4 * (camera.width + camera.height)) / ((norm(ray.dir) || 1) * camera.pixelsPerUnit),
    limit = maxT ?? beyond,
    at = (t: number) => add(ray.origin, scale(ray.dir, Math.min(t, limit)));
  return [
    element('path', { class: 'line faint', d: camera.path([ray.origin, at(limit)], false) }),
    element('path', { class: 'line free', d: camera.path([ray.origin, at(free)], false) }),
  ];
}

/** A word below a body, or below a point. */
function below(camera: Camera, body: Vector[], text: string, name: string): SVGElement[] {
  const places = body.map((p) => camera.paper(p));
  if (places.length === 0) return [];
  const middle = mean(places),
    low = Math.max(...places.map(([, y]) => y));
  return [label(text, [middle[0]!, low + (places.length === 1 ? 24 : 13)], name, [middle[0]!, low])];
}

/** Where it begins and ends, what is proven free, and the time at which the bodies are drawn. */
function words(scene: Scene, time: number | null): SVGElement[] {
  const { camera, state, run } = scene,
    { record } = state,
    parts: SVGElement[] = [];
  for (const side of movers(state)) {
    const name = side.toUpperCase();
    parts.push(...below(camera, ringAt(scene, side, 0), record.ray ? 'start' : `${name} starts`, `small ${side}`));
    if (!record.ray) parts.push(...below(camera, ringAt(scene, side, 1), `${name} ends`, `small ${side}`));
  }
  if (time === null) return parts;
  const hit = scene.isLast && run?.answer.hit,
    said = hit ? `${record.ray ? 'enters' : 'contact'} at ${timeName(time)}` : timeName(time);
  parts.push(...below(camera, ringAt(scene, 'a', time), said, 'when'));
  const way = wayOf(record, 'a'),
    free = Math.min(freeTime(scene), 1);
  if (!way || free * norm(way.by) * camera.pixelsPerUnit < 60) return parts;
  const [x, y] = camera.paper(add(way.from, scale(way.by, free / 2)));
  parts.push(label(free >= 1 && !hit ? 'proven free to the end' : 'proven free', [x, y - 16], 'free', [x, y]));
  return parts;
}

/** In front of the shapes: the bodies in this step, the plane, the contact, and the handles of the way. */
export function drawNow(scene: Scene): SVGElement[] {
  const { camera, state, moment, run } = scene,
    time = shownTime(scene),
    parts: SVGElement[] = [];
  if (time !== null) {
    for (const side of movers(state)) {
      const ring = ringAt(scene, side, time);
      if (ring.length === 1)
        parts.push(
          element('circle', {
            class: `dot now ${side}`,
            cx: camera.paper(ring[0]!)[0].toFixed(2),
            cy: camera.paper(ring[0]!)[1].toFixed(2),
            r: 5,
          }),
        );
      else parts.push(path(camera, ring, `shape now ${side}${ring.length < 3 ? ' thin' : ''}`));
    }
    if (moment && state.explain)
      parts.push(
        ...(moment.event === 'cast' ? castProof(scene, moment) : impactProof(scene, moment.step as ImpactStep)),
      );
    if (scene.isLast && run?.answer.hit) parts.push(...contact(scene, run));
  }
  for (const side of movers(state)) parts.push(...wayHandles(scene, side));
  parts.push(...words(scene, time));
  return parts;
}

/** The plane between them at the start, which A has reached: before that, nothing of A is beyond it. */
function castProof(scene: Scene, moment: MotionMoment): SVGElement[] {
  const { camera, state } = scene,
    { direction, moved } = moment.step as CastStep,
    { a, b } = moment.found!;
  const across = scale(left(direction), 2e3 / camera.pixelsPerUnit),
    way = state.record.ray?.dir ?? state.record.v ?? [];
  const target = sub(b, scale(direction, state.record.target ?? 0));
  const parts = [
    element('path', {
      class: `line plane${moved ? '' : ' idle'}`,
      d: camera.path([sub(target, across), add(target, across)], false),
    }),
  ];
  for (const p of [add(a, scale(way, moment.time)), b]) parts.push(ring(camera, p, 'found'));
  const [x, y] = camera.paper(target);
  parts.push(
    arrow([x - 38 * direction[0]!, y + 38 * direction[1]!], [x - 6 * direction[0]!, y + 6 * direction[1]!], 'search'),
  );
  return parts;
}

function impactProof({ camera }: Scene, step: ImpactStep): SVGElement[] {
  if (!step.pointA || !step.pointB || !step.normal) return [];
  const across = scale(left(step.normal), 2e3 / camera.pixelsPerUnit),
    middle = scale(add(step.pointA, step.pointB), 0.5);
  const parts = [
    element('path', { class: 'line plane', d: camera.path([sub(middle, across), add(middle, across)], false) }),
    element('path', { class: 'line gap', d: camera.path([step.pointA, step.pointB], false) }),
  ];
  for (const p of [step.pointA, step.pointB]) parts.push(dotAt(camera, p, 'witness'));
  return parts;
}

/** Where they touch, and the normal there. */
function contact({ camera, state }: Scene, { answer }: MotionRun): SVGElement[] {
  const { pointA, pointB } = touchOf(answer),
    [x, y] = camera.paper(pointB),
    n = state.record.ray ? answer.normal : scale(answer.normal, -1);
  const parts = [dotAt(camera, pointA, 'witness'), dotAt(camera, pointB, 'witness')];
  if (answer.start === 'separated') parts.push(arrow([x, y], [x + 46 * n[0]!, y - 46 * n[1]!], 'normal'));
  return parts;
}

function wayHandles(scene: Scene, side: Side): SVGElement[] {
  const { camera, state } = scene,
    way = wayOf(state.record, side),
    tip = tipOf(scene, side);
  if (!way || !tip) return [];
  const from = camera.paper(way.from),
    [x, y] = tip,
    name = side.toUpperCase(),
    parts: SVGElement[] = [];
  if (Math.hypot(x - from[0], y - from[1]) > 1) parts.push(arrow(from, tip, `motion ${side}`));
  const grip = (kind: string, at: [number, number], said: string, ...inside: SVGElement[]) =>
    element(
      'g',
      {
        class: `${kind} ${side}`,
        'data-handle': `${kind}-${side}-0`,
        tabindex: 0,
        role: 'button',
        'aria-label': said,
      },
      element('circle', { class: 'target', cx: at[0].toFixed(2), cy: at[1].toFixed(2), r: 14 }),
      ...inside,
    );
  parts.push(
    grip(
      'tip',
      tip,
      `end of the way of ${name}: arrow keys move it`,
      element('circle', { class: 'bead', cx: x.toFixed(2), cy: y.toFixed(2), r: 5.5 }),
    ),
  );
  if (!state.record.sweeps) return parts;
  const end = ringAt(scene, side, 1),
    middle = end.length > 0 ? mean(end) : way.from;
  const reach = Math.max(0, ...end.map((p) => norm(sub(p, middle)))) * camera.pixelsPerUnit + 18,
    turned = state.record.sweeps[side].a1 ?? 0;
  const [mx, my] = camera.paper(middle),
    at: [number, number] = [mx - reach * Math.sin(turned), my - reach * Math.cos(turned)];
  parts.push(
    grip(
      'spin',
      at,
      `turn of ${name} on its way: left and right arrow keys`,
      element('circle', { class: 'knob', cx: at[0].toFixed(2), cy: at[1].toFixed(2), r: 4.5 }),
      element('path', {
        class: 'knob-arrow',
        d: `M${(at[0] - 8).toFixed(2)} ${(at[1] - 4).toFixed(2)}a9 9 0 0 1 16 0`,
      }),
    ),
  );
  return parts;
}

function ring(camera: Camera, p: Vector, name: string): SVGElement {
  const [x, y] = camera.paper(p);
  return element('circle', { class: `ring ${name}`, cx: x.toFixed(2), cy: y.toFixed(2), r: 9 });
}

function dotAt(camera: Camera, p: Vector, name: string): SVGElement {
  const [x, y] = camera.paper(p);
  return element('circle', { class: `dot ${name}`, cx: x.toFixed(2), cy: y.toFixed(2), r: 4 });
}

/** B - A with the radii: at the start of a cast, or at the time of the step of a sweep. */
export function motionDifference(abut: Abut, motion: AbutMotion, state: State, time: number): Vector[] {
  const t = state.record.sweeps ? time : 0,
    a = operandAt(motion, state.record, 'a', t),
    b = operandAt(motion, state.record, 'b', t);
  return isHalfSpace(a) || isHalfSpace(b) ? [] : hull2(differencePoints(abut, a, b, 2, around));
}

/** The right view: the origin moves through B - A, or rests beside it. */
export function drawMotionDifference(scene: Scene): SVGElement[] {
  const { abut, motion, camera, state, moment, run } = scene,
    { record } = state,
    parts: SVGElement[] = [];
  const shape = motionDifference(abut, motion, state, moment?.time ?? 0);
  if (shape.length > 0) {
    parts.push(
      path(camera, shape, `difference${shape.length < 3 ? ' thin' : ''}`),
      label('B − A', camera.paper(mean(shape)), 'name d', camera.paper(mean(shape))),
    );
  }
  const way = record.ray?.dir ?? record.v;
  if (way) {
    const end = camera.paper(way);
    parts.push(arrow(camera.paper(way.map(() => 0)), end, 'motion a'));
    if (moment) {
      const { direction, moved } = moment.step as CastStep,
        height = planeHeight(record, moment);
      const foot = scale(direction, height),
        across = scale(left(direction), 2e3 / camera.pixelsPerUnit);
      if (state.explain)
        parts.push(
          element('path', {
            class: `line plane${moved ? '' : ' idle'}`,
            d: camera.path([sub(foot, across), add(foot, across)], false),
          }),
        );
      const x = scale(way, moment.time),
        [px, py] = camera.paper(x);
      if (state.explain && moment.inner?.event === 'gjk' && moment.inner.corners.length > 0) parts.push(...simplexAt(scene, moment));
      parts.push(
        element('path', { class: 'line free', d: camera.path([way.map(() => 0), x], false) }),
        element('circle', { class: 'bead nearest', cx: px, cy: py, r: 5 }),
        label(timeName(moment.time), [px, py + 20], 'when', [px, py]),
      );
    }
  } else if (moment) {
    const step = moment.step as ImpactStep;
    if (step.pointA && step.pointB && step.normal) {
      const w = sub(step.pointB, step.pointA),
        across = scale(left(step.normal), 2e3 / camera.pixelsPerUnit),
        foot = scale(step.normal, dot(step.normal, w));
      if (state.explain)
        parts.push(element('path', { class: 'line plane', d: camera.path([sub(foot, across), add(foot, across)], false) }));
      parts.push(
        element('path', { class: 'line gap', d: camera.path([[0, 0], w], false) }),
        dotAt(camera, w, 'witness'),
      );
    }
  }
  const [ox, oy] = camera.paper([0, 0]);
  parts.push(
    element(
      'g',
      { class: 'origin' },
      element('path', { d: `M${ox - 9} ${oy}h18M${ox} ${oy - 9}v18` }),
      element('circle', { cx: ox, cy: oy, r: 5 }),
      label('origin', [ox - 12, oy + 22], 'small', [ox, oy]),
    ),
  );
  if (scene.isLast && run?.answer.hit && way) {
    const [x, y] = camera.paper(scale(way, run.answer.t));
    parts.push(label('hit', [x, y - 16], 'small', [x, y]));
  }
  return parts;
}

/** The simplex of an advancement belongs to B - A at its time: this moves it back to the start, which is drawn. */
function simplexAt({ camera }: Scene, moment: MotionMoment): SVGElement[] {
  const { inner, step } = moment,
    shift = sub((step as CastStep).support, inner!.support);
  const corners = inner!.corners.map((c) => add(c, shift));
  return [
    element('path', {
      class: `simplex n${corners.length}`,
      d: camera.path(corners.length > 2 ? hull2(corners) : corners),
    }),
  ];
}
