/** The right view in 2D: B - A, the origin, and the simplex on its way there. */
import type { Abut } from 'abut';
import {
  around,
  differencePoints,
  type Moment,
  radiusOf,
  type Run,
  type State,
  withoutRadius,
} from '../model/model.js';
import { arrow, Camera, element, label } from './svg.js';
import { add, clip, dot, hull2, left, mean, norm, scale, sub, unit, type Vector } from '../model/vector.js';
import { pairName } from '../page/text/words.js';
import { length } from './world.js';

export interface DifferenceScene {
  abut: Abut;
  state: State;
  run: Run | null;
  moment: Moment | null;
  /** The previous step, whose nearest point gave the direction. */
  before: Moment | null;
  camera: Camera;
  outline: Vector[];
  grown: Vector[];
  showRegions: boolean;
  /** Only the answer: no marks of the search. */
  plain?: boolean;
  /** In the last step of all but verdicts: the line of the search gives way to that of the answer. */
  isAnswered?: boolean;
  /** The point of B - A that the answer is about, if it is not the origin. */
  answer?: { to: Vector; value: number } | null;
  /** Corners that light up, by index. */
  lit: Set<number>;
}

/** The outline of the difference of the cores, and with radii if there are any. */
export function outlines(abut: Abut, state: State): { outline: Vector[]; grown: Vector[] } {
  const { a, b } = state.record;
  if (a.shape.shape === 'half_space' || b.shape.shape === 'half_space') return { outline: [], grown: [] };
  const outline = hull2(differencePoints(abut, withoutRadius(a), withoutRadius(b), 2, around));
  const grown = radiusOf(a) + radiusOf(b) > 0 ? hull2(differencePoints(abut, a, b, 2, around)) : [];
  return { outline, grown };
}

export function drawDifference(scene: DifferenceScene): SVGElement[] {
  const { camera, moment } = scene;
  const parts: SVGElement[] = [];
  if (moment && scene.showRegions && !scene.plain && moment.event === 'gjk') parts.push(...regions(camera, moment));
  if (scene.grown.length > 0) parts.push(element('path', { class: 'difference grown', d: camera.path(scene.grown) }));
  const thin = scene.outline.length < 3 ? ' thin' : '';
  if (scene.outline.length > 0) {
    parts.push(element('path', { class: `difference${thin}`, d: camera.path(scene.outline) }));
    const [x, y] = camera.paper(mean(scene.outline)),
      [ox, oy] = camera.paper([0, 0]);
    parts.push(label('B − A', [x, Math.hypot(x - ox, y - oy) < 44 ? y - 40 : y], 'name d', [x, y]));
    if (scene.outline.length <= 40 && !scene.plain) for (const p of scene.outline) parts.push(bead(camera, p, 'corner', 2.5));
  }
  if (moment && !scene.plain) parts.push(...step(scene, moment));
  if (scene.answer) parts.push(...answerLine(camera, scene.answer));
  parts.push(origin(camera));
  return parts;
}

function answerLine(camera: Camera, { to, value }: { to: Vector; value: number }): SVGElement[] {
  const parts = [
    element('path', { class: 'line gap', d: camera.path([[0, 0], to], false) }),
    element('circle', {
      class: 'dot witness',
      cx: camera.paper(to)[0].toFixed(2),
      cy: camera.paper(to)[1].toFixed(2),
      r: 4,
    }),
  ];
  if (value !== 0) parts.push(length(camera, scale(to, 0.5), to, Math.abs(value)));
  return parts;
}

function origin(camera: Camera): SVGElement {
  const [x, y] = camera.paper([0, 0]);
  return element(
    'g',
    { class: 'origin' },
    element('path', { d: `M${x - 9} ${y}h18M${x} ${y - 9}v18` }),
    element('circle', { cx: x, cy: y, r: 5 }),
    label('origin', [x - 12, y + 22], 'small', [x, y]),
  );
}

function step(scene: DifferenceScene, moment: Moment): SVGElement[] {
  const { camera } = scene,
    parts: SVGElement[] = [];
  const v = moment.direction,
    across = scale(left(v), 2e3 / camera.pixelsPerUnit);
  parts.push(
    element('path', {
      class: 'line plane',
      d: camera.path([sub(moment.support, across), add(moment.support, across)], false),
    }),
  );
  if (moment.corners.length > 0) {
    parts.push(
      element('path', {
        class: `simplex ${moment.event} n${moment.corners.length}`,
        d: camera.path(moment.corners.length > 2 ? hull2(moment.corners) : moment.corners),
      }),
    );
  }
  if (moment.event === 'mpr' && moment.corners.length > 0) {
    parts.push(
      arrow(camera.paper(moment.nearest), camera.paper(scale(moment.nearest, -0.15)), 'ray'),
      bead(camera, moment.nearest, 'center', 4),
    );
  }
  if (moment.event === 'gjk') {
    if (norm(moment.nearest) * camera.pixelsPerUnit > 3 && !scene.isAnswered)
      parts.push(element('path', { class: 'line gap', d: camera.path([[0, 0], moment.nearest], false) }));
    parts.push(bead(camera, moment.nearest, 'nearest', 4));
  }
  if (moment.event === 'epa' && !scene.isAnswered)
    parts.push(element('path', { class: 'line gap', d: camera.path([[0, 0], scale(v, -moment.lower)], false) }));
  const start = scene.before && scene.before.event === 'gjk' ? scene.before.nearest : moment.support;
  const from = camera.paper(start);
  parts.push(arrow(from, [from[0] - 52 * v[0]!, from[1] + 52 * v[1]!], 'search'));
  moment.corners.forEach((corner, i) => {
    const newest = moment.pairs[i] === moment.found ? ' newest' : '',
      lit = scene.lit.has(i) ? ' lit' : '';
    const [x, y] = camera.paper(corner);
    const away = unit(sub(corner, mean(moment.corners))),
      one = moment.corners.length === 1;
    parts.push(
      element(
        'g',
        { class: `corner-grip${lit}`, 'data-corner': i },
        element('circle', { class: 'target', cx: x, cy: y, r: 14 }),
        bead(camera, corner, `simplex${newest}${lit}`, newest ? 6 : 5),
        label(
          pairName(moment.pairs[i]?.ids ?? [-1, -1]),
          one ? [x + 12, y - 10] : [x + 18 * away[0]!, y - 18 * away[1]! + 4],
          `id s${lit}`,
          [x, y],
        ),
      ),
    );
  });
  if (!moment.corners.some((c) => c.every((x, i) => x === moment.support[i])))
    parts.push(bead(camera, moment.support, 'support', 5));
  return parts;
}

function bead(camera: Camera, p: Vector, name: string, r: number): SVGElement {
  const [x, y] = camera.paper(p);
  return element('circle', { class: `bead ${name}`, cx: x.toFixed(2), cy: y.toFixed(2), r });
}

/** The Voronoi regions of the simplex: where the origin would be nearest to which part of it. */
export function regionPolygons(corners: Vector[], frame: Vector[]): { polygon: Vector[]; parts: number[] }[] {
  if (corners.length === 1) return [{ polygon: frame, parts: [0] }];
  const oriented =
    corners.length === 3 && dot(left(sub(corners[1]!, corners[0]!)), sub(corners[2]!, corners[0]!)) < 0
      ? [2, 1, 0]
      : corners.map((_, i) => i);
  const at = (i: number) => corners[oriented[i % oriented.length]!]!;
  const count = corners.length,
    result: { polygon: Vector[]; parts: number[] }[] = [];
  for (let i = 0; i < count; ++i) {
    const p = at(i),
      next = at(i + 1),
      last = at(i + count - 1);
    const toNext = sub(next, p),
      toLast = sub(last, p),
      name = oriented[i]!;
    result.push({ polygon: clip(clip(frame, toNext, dot(toNext, p)), toLast, dot(toLast, p)), parts: [name] });
    // The edge to the next corner: between both ends, on the outer side. With two corners, each side is one such edge.
    const inward = left(toNext);
    const strip = clip(clip(frame, scale(toNext, -1), -dot(toNext, p)), toNext, dot(toNext, next));
    result.push({ polygon: clip(strip, inward, dot(inward, p)), parts: [name, oriented[(i + 1) % count]!] });
  }
  if (count === 3) result.push({ polygon: [at(0), at(1), at(2)], parts: [0, 1, 2] });
  return result;
}

function regions(camera: Camera, moment: Moment): SVGElement[] {
  const distinct = moment.corners.filter((c, i, all) => all.findIndex((d) => norm(sub(c, d)) === 0) === i);
  if (distinct.length < 2) return [];
  return regionPolygons(distinct, camera.frame()).map(({ polygon, parts }, i) => {
    const here = parts.length === moment.region.length && parts.every((p) => moment.region.includes(p)) ? ' here' : '';
    return element('path', { class: `region r${i}${here}`, d: camera.path(polygon) });
  });
}
