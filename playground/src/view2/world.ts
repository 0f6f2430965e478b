/** The left view in 2D: the shapes, what is nearest, and the handles to drag. */
import type { Abut, Operand } from 'abut';
import {
  around,
  boundaryOf,
  hasFreeVertices,
  isVerdict,
  type Moment,
  outline,
  type Run,
  type Side,
  type State,
  verticesOf,
} from '../model/model.js';
import { arrow, Camera, element, label } from './svg.js';
import { add, hull2, left, mean, norm, scale, sub, unit, type Vector } from '../model/vector.js';
import { number } from '../page/text/words.js';

/** What can be dragged or hovered. */
export interface Handle {
  kind: 'shape' | 'vertex' | 'turn' | 'corner' | 'tip' | 'spin';
  side: Side;
  index: number;
}

export const handleKey = (h: Handle): string => `${h.kind}-${h.side}-${h.index}`;

const sides: Side[] = ['a', 'b'];

export interface WorldScene {
  abut: Abut;
  state: State;
  run: Run | null;
  moment: Moment | null;
  isLast: boolean;
  /** Only the answer: no marks of the search, no names of vertices. */
  plain: boolean;
  camera: Camera;
  selected: Handle | null;
  /** Vertices that light up: "a2". */
  lit: Set<string>;
}

/** All points that should be seen. */
export function worldPoints(abut: Abut, state: State): Vector[] {
  const points = sides.flatMap((side) => shapePoints(abut, state.record[side]));
  const boundaries = sides.flatMap((side) => boundaryOf(state.record[side]) ?? []);
  return [...points, ...boundaries.flatMap(({ project }) => points.map(project))];
}

function shapePoints(abut: Abut, operand: Operand): Vector[] {
  if (operand.shape.shape === 'half_space') return [];
  return outline(abut, operand, 2, around);
}

export function drawWorld(scene: WorldScene): SVGElement[] {
  const { camera, state } = scene;
  const parts: SVGElement[] = [];
  for (const side of sides) parts.push(shape(scene, side));
  parts.push(...names(scene));
  // Below the marks, which let the pointer through: where a witness point is a vertex, both are seen.
  for (const side of sides) parts.push(...handles(scene, side, camera, state.record[side]));
  if (scene.run) parts.push(...proof(scene, scene.run));
  if (scene.moment) parts.push(...current(scene, scene.moment));
  return parts;
}

function halfSpace(
  scene: WorldScene,
  side: Side,
  { normal, project }: { normal: Vector; project: (p: Vector) => Vector },
): SVGElement {
  const { camera } = scene,
    far = 2e3 / camera.pixelsPerUnit;
  const p = project(camera.center),
    along = scale(left(normal), far),
    below = scale(normal, -far);
  return element('path', {
    class: `shape ${side}`,
    d: camera.path([add(p, along), sub(p, along), add(sub(p, along), below), add(add(p, along), below)]),
  });
}

function shape(scene: WorldScene, side: Side): SVGElement {
  const operand = scene.state.record[side],
    { camera } = scene;
  const boundary = boundaryOf(operand);
  if (boundary) return halfSpace(scene, side, boundary);
  const points = hull2(shapePoints(scene.abut, operand));
  const name = side.toUpperCase();
  const group = element('g', {
    class: `grip ${side}`,
    tabindex: 0,
    role: 'button',
    'data-handle': handleKey({ kind: 'shape', side, index: 0 }),
    'aria-label': `shape ${name}: arrow keys move it, R and Shift+R turn it, plus adds a vertex`,
  });
  const thin = points.length < 3 ? ' thin' : '';
  group.append(element('path', { class: `shape ${side}${thin}`, d: camera.path(points) }));
  return group;
}

/** The names of the shapes, in their middles. */
function names({ abut, camera, state }: WorldScene): SVGElement[] {
  return sides.flatMap((side) => {
    const points = hull2(shapePoints(abut, state.record[side]));
    if (points.length === 0) return [];
    const at = camera.paper(mean(points)),
      beside: [number, number] = [at[0] - 16, at[1] + 18];
    return [label(side.toUpperCase(), points.length === 1 ? beside : at, `name ${side}`, at)];
  });
}

/** The answer, in the last step: the line, its length, the plane between; or the points of contact. */
function proof(scene: WorldScene, run: Run): SVGElement[] {
  if (!scene.isLast) return [];
  const { camera } = scene,
    { meet, length: measured, normal, pointA, pointB } = run.line;
  if (isVerdict(scene.state.verb)) return meet ? [dot(camera, pointA, 'witness')] : [];
  if (run.contacts.length > 0) return contacts(camera, run);
  if (scene.state.verb === 'penetration' && measured === 0) return [];
  const middle = scale(add(pointA, pointB), 0.5);
  if (measured === 0) return [dot(camera, middle, 'witness')]; // with radii the points are those of the way out
  const apart = measured > 0 && meet !== true;
  const across = scale(left(normal), 2e3 / camera.pixelsPerUnit),
    parts = apart ? [line(camera, sub(middle, across), add(middle, across), 'plane')] : [];
  const from = camera.paper(pointA);
  if (!scene.plain) parts.push(arrow(from, [from[0] + 34 * normal[0]!, from[1] - 34 * normal[1]!], 'normal'));
  parts.push(line(camera, pointA, pointB, 'gap'));
  parts.push(dot(camera, pointA, 'witness'), dot(camera, pointB, 'witness'));
  parts.push(length(camera, middle, normal, Math.abs(measured)));
  return parts;
}

/** The length of a line, beside its middle. */
export function length(camera: Camera, middle: Vector, along: Vector, value: number): SVGElement {
  const [x, y] = camera.paper(middle),
    [ax = 0, ay = 0] = unit(along);
  return label(number(value, false), [x - 40 * ay, y - 14 * Math.abs(ax) - 2], 'gap', [x, y]);
}

/** The patch between the outermost points, and each pair with its number. */
function contacts(camera: Camera, { contacts: points }: Run): SVGElement[] {
  const ends = points.flatMap(({ pointA, pointB }) => [pointA, pointB]);
  const parts: SVGElement[] = [element('path', { class: 'patch', d: camera.path(hull2(ends)) })];
  points.forEach(({ pointA, pointB }, i) => {
    const at = camera.paper(pointA);
    parts.push(
      line(camera, pointA, pointB, 'gap'),
      dot(camera, pointA, 'witness'),
      dot(camera, pointB, 'witness'),
      label(String(i + 1), [at[0], at[1] - 16], 'when point', at),
    );
  });
  return parts;
}

/**
 * The marks of the search: the pair that was found, before the last step the points nearest so far, and the planes that
 * prove the lower bound; of a verdict they are the answer.
 */
function current(scene: WorldScene, moment: Moment): SVGElement[] {
  const { camera } = scene,
    parts: SVGElement[] = [];
  const apart = isVerdict(scene.state.verb) && scene.run?.line.meet === false;
  if (!scene.isLast || apart) {
    const across = scale(left(moment.direction), 2e3 / camera.pixelsPerUnit);
    for (const p of [moment.found.a, moment.found.b])
      parts.push(line(camera, sub(p, across), add(p, across), 'plane faint'));
    if (moment.witness && !scene.isLast) {
      parts.push(
        line(camera, moment.witness.a, moment.witness.b, 'gap'),
        dot(camera, moment.witness.a, 'witness'),
        dot(camera, moment.witness.b, 'witness'),
      );
    }
  }
  if (scene.plain) return parts;
  moment.pairs.forEach((pair, i) => {
    if (!pair) return;
    const newest = pair === moment.found ? ' newest' : '';
    for (const side of sides) parts.push(ring(camera, pair[side], `simplex${newest}`, i));
  });
  for (const side of sides) parts.push(ring(camera, moment.found[side], 'found', -1));
  return parts;
}

function handles(scene: WorldScene, side: Side, camera: Camera, operand: Operand): SVGElement[] {
  if (operand.shape.shape === 'half_space') return [];
  const vertices = verticesOf(operand, 2),
    free = hasFreeVertices(operand);
  const points = shapePoints(scene.abut, operand),
    size = beadSize(camera, points, free);
  const parts =
    vertices.length > 24 && !free ? [] : vertices.map((v, index) => vertex(scene, side, v, { index, free, size }));
  if (points.length > 1 && hull2(points).length > 1) {
    const center = mean(vertices.length > 0 ? vertices : points);
    const reach = Math.max(...points.map((p) => norm(sub(p, center)))) * camera.pixelsPerUnit + 26;
    const [cx, cy] = camera.paper(center);
    const turned = operand.pose?.angle ?? Math.atan2(operand.pose?.q?.[1] ?? 0, operand.pose?.q?.[0] ?? 1);
    const angle = turned + (side === 'a' ? 0.35 : -0.35); // apart, if the shapes have the same middle
    const within = (x: number, size: number) => Math.max(18, Math.min(size - 18, x)); // a knob stays in reach
    const at: [number, number] = [
      within(cx + reach * Math.sin(-angle), camera.width),
      within(cy - reach * Math.cos(angle), camera.height),
    ];
    const name = side.toUpperCase();
    parts.push(
      element(
        'g',
        {
          class: `turn ${side}`,
          'data-handle': handleKey({ kind: 'turn', side, index: 0 }),
          tabindex: 0,
          role: 'button',
          'aria-label': `turn ${name}: left and right arrow keys`,
        },
        element('circle', { class: 'target', cx: at[0].toFixed(2), cy: at[1].toFixed(2), r: 16 }),
        element('circle', { class: 'knob', cx: at[0].toFixed(2), cy: at[1].toFixed(2), r: 5 }),
        element('path', {
          class: 'knob-arrow',
          d: `M${(at[0] - 9).toFixed(2)} ${(at[1] - 4).toFixed(2)}a10 10 0 0 1 18 0`,
        }),
      ),
    );
  }
  return parts;
}

/** The radius of the beads at the vertices of a shape: not so large that they hide it. */
function beadSize(camera: Camera, points: Vector[], free: boolean): number {
  const most = free ? 4.5 : 3,
    places = points.map((p) => camera.paper(p)),
    extent = (axis: 0 | 1) => Math.max(...places.map((p) => p[axis])) - Math.min(...places.map((p) => p[axis]));
  return points.length < 2 ? most : Math.min(most, Math.max(1.8, Math.max(extent(0), extent(1)) / 8));
}

function vertex(
  scene: WorldScene,
  side: Side,
  v: Vector,
  { index, free, size }: { index: number; free: boolean; size: number },
): SVGElement {
  const [x, y] = scene.camera.paper(v),
    handle: Handle = { kind: free ? 'vertex' : 'corner', side, index };
  const lit = scene.lit.has(`${side}${index}`) ? ' lit' : '';
  const selected = scene.selected && handleKey(scene.selected) === handleKey(handle) ? ' selected' : '';
  const attributes: Record<string, string | number> = {
    class: `vertex ${side}${free ? ' free' : ''}${lit}${selected}`,
    'data-handle': handleKey(handle),
  };
  if (free)
    Object.assign(attributes, {
      tabindex: 0,
      role: 'button',
      'aria-label': `vertex ${side}${index}: arrow keys move it, Delete removes it`,
    });
  const group = element(
    'g',
    attributes,
    element('circle', { class: 'target', cx: x.toFixed(2), cy: y.toFixed(2), r: 14 }),
    element('circle', { class: 'bead', cx: x.toFixed(2), cy: y.toFixed(2), r: size.toFixed(1) }),
  );
  const all = verticesOf(scene.state.record[side], 2);
  if (all.length <= 16 && !scene.plain) {
    const away = unit(sub(v, mean(all)));
    const shift: [number, number] = norm(away) > 0 ? [x + 15 * away[0]!, y - 15 * away[1]!] : [x + 13, y - 9];
    group.append(label(`${side}${index}`, shift, `id ${side}${lit}`, [x, y]));
  }
  return group;
}

function line(camera: Camera, p: Vector, q: Vector, name: string): SVGElement {
  return element('path', { class: `line ${name}`, d: camera.path([p, q], false) });
}

function dot(camera: Camera, p: Vector, name: string): SVGElement {
  const [x, y] = camera.paper(p);
  return element('circle', { class: `dot ${name}`, cx: x.toFixed(2), cy: y.toFixed(2), r: 4 });
}

function ring(camera: Camera, p: Vector, name: string, index: number): SVGElement {
  const [x, y] = camera.paper(p);
  return element('circle', {
    class: `ring ${name}`,
    cx: x.toFixed(2),
    cy: y.toFixed(2),
    r: name === 'found' ? 11 : 8,
    'data-corner': index,
  });
}
