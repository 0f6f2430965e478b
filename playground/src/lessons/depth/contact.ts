/** Lesson: where bodies touch, and why one point is not enough. */
import type { Abut, ContactPoint, FeatureId } from 'abut';
import { add, norm, scale, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { type Body, body, boxPoints, drawBody, drawTurn, operandOf } from '../bodies.js';
import { lesson } from '../lesson.js';

interface State {
  a: Body;
  b: Body;
  margin: number;
}
interface Result {
  points: ContactPoint[];
  normal: Vector;
  separation: number;
  /** By how much B is tilted, in degrees. */
  tilt: number;
}

const space = { dim: 2, precision: 'double' } as const;

function contactOf(abut: Abut, { a, b, margin }: State): Result {
  const found = abut.contact(space, operandOf(a), operandOf(b), { margin }),
    quarter = Math.PI / 2,
    off = b.angle - Math.round(b.angle / quarter) * quarter;
  return {
    points: found.points,
    normal: found.normal,
    separation: found.separation,
    tilt: (Math.abs(off) * 180) / Math.PI,
  };
}

const counted = (points: ContactPoint[]) => `${points.length} point${points.length === 1 ? '' : 's'}`;
const nameOf = ({ kind, vertices }: FeatureId) => `${kind} ${vertices.join('–')}`;

export default lesson<State, Result>({
  question: {
    ask: 'A box lies flat on the floor, in the plane. How many contact points hold it still?',
    choices: ['1', '2', '4'],
    answer: ({ points, tilt }) =>
      tilt < 0.5 && points.length === 2 && points.every(({ separation }) => separation <= 0.01) ? 1 : null,
    see: 'lay B flat on A, a little into it.',
    because: 'The ends of the common side: forces there can balance any tilt between them.',
  },
  text: [
    'The deepest point and the normal say how to end an overlap. A box that is pushed at one point alone tips over it, is pushed at the other end in the next frame, and rocks for ever. A solver wants the whole side that touches: the <dfn>contact manifold</dfn>.',
    'Take the side of each body that faces the normal, clip one by the other, and keep the ends. In the plane these are two points at most, in space a polygon.',
    'A tilt by a hair would leave one point only. So points within a <dfn>margin</dfn> count, with their gap. And each has a name, the features that meet there: by it a solver finds the force of the last frame and starts from that, its own <dfn>warm start</dfn>.',
  ],
  why: {
    picture:
      '<path class="a" d="M4 44H106V58H4Z"/><path class="b" d="M14 14 44 10 48 40 18 44Z"/><path class="bad" d="M18 44V32m-3 4 3-4 3 4"/><path class="b" d="M66 14H98V44H66Z"/><path class="good" d="M66 44V32m-3 4 3-4 3 4M98 44V32m-3 4 3-4 3 4"/>',
    text: 'Stacks of boxes stand or shiver by this.',
  },
  hands: 'Drag B, and its round handle to turn it; the slider is the margin. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Let B touch with a single point.',
      done: ({ points }) => points.length === 1 && points[0]!.separation <= 0,
      progress: ({ points }) => counted(points),
    },
    {
      text: 'Tilt B by more than 3 degrees, and yet keep two points.',
      done: ({ points, tilt }) => tilt > 3 && tilt < 45 && points.length === 2,
      progress: ({ points, tilt }) => `${tilt.toFixed(1)} degrees, ${counted(points)}`,
    },
  ],
  hint: 'A larger margin lets points count that are still apart.',
  moral: 'Contact is a set of points with names, not a point: names and margin make it the same set in the next frame.',
  start: () => ({
    a: body(boxPoints(2.4, 0.4), [0, -1]),
    b: body(boxPoints(0.8, 0.6), [0.3, 0.3], 0.12),
    margin: 0.02,
  }),
  solve: contactOf,
  controls: [
    {
      kind: 'range',
      id: 'margin',
      label: 'margin',
      min: 0,
      max: 0.4,
      step: 0.01,
      get: (s) => s.margin,
      set: (s, v) => (s.margin = v),
      text: ({ margin }) => margin.toFixed(2),
    },
  ],
  panes: [
    {
      title: 'B on A',
      view: () => [
        [-2.7, -1.6],
        [2.7, 1.6],
      ],
      draw(paper, { a, b }, { points, normal }) {
        drawBody(paper, a, 'a', 'shape-a', 'A');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        const middles = points.map(({ pointA, pointB }) => scale(add(pointA, pointB), 0.5));
        if (middles.length === 2) paper.line(middles[0]!, middles[1]!, 'patch');
        points.forEach(({ pointA, pointB, separation }, i) => {
          if (norm(add(pointA, scale(pointB, -1))) * paper.camera.pixelsPerUnit > 2) paper.line(pointA, pointB, 'gap');
          paper.witness(pointA);
          paper.bead(pointB, separation <= 0 ? 'nearest' : 'looked', 4);
          paper.pointer(middles[i]!, normal, 30, 'normal');
          paper.text(middles[i]!, String(i + 1), 'strong', [i === 0 ? -14 : 14, 14]);
        });
        drawTurn(paper, b, 'b', 'turn-b', 'B');
      },
    },
  ],
  say: ({ points, separation, tilt }) =>
    points.length === 0
      ? 'Nothing is within the margin: no contact.'
      : `${points.length === 1 ? 'One point' : 'Two points'} at a tilt of ${tilt.toFixed(1)} degrees; ${separation < 0 ? `${number(-separation, false)} deep` : `${number(separation, false)} apart`}.`,
  numbers: ({ points, normal }) => [
    ['normal', points.length > 0 ? vector(normal, false) : 'none'],
    ...points.flatMap((point, i): [string, string][] => [
      [`point ${i + 1}`, `${vector(point.pointB, false)}, gap ${number(point.separation, false)}`],
      ['its name', `${nameOf(point.idA)} of A, ${nameOf(point.idB)} of B`],
    ]),
  ],
});
