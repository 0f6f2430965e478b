/** Lesson: three corners on one line. */
import type { Distance } from 'abut';
import { dot, hull2, left, mean, same, sub, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { pointAt, polygonOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { source } from '../source.js';
import closestPoint from '../../../../examples/textbook/closest_point.hpp?raw';

interface State {
  c: Vector;
  q: Vector;
}
interface Result {
  corners: Vector[];
  area: number;
  weights: number[];
  answer: Distance;
  ids: number[];
  hidden: boolean;
}

const fixed: Vector[] = [
  [-2.5, -1.5],
  [1, -2],
  [1, 2],
  [-2, 1.5],
];
const names = ['A', 'B', 'C', 'D', 'E'];
const area = (a: Vector, b: Vector, c: Vector) => dot(left(sub(b, a)), sub(c, a)) / 2;

export default lesson<State, Result>({
  question: {
    ask: 'C moves onto the line BD: the triangle BCD has no area. What becomes of weights by area?',
    choices: ['all zero', 'infinite or not a number', 'a third each'],
    answer: ({ weights }) => (weights.some((x) => !Number.isFinite(x)) ? 1 : null),
    see: 'put C on BD.',
    because: 'They divide by the area, which is 0.',
  },
  text: [
    'Real polygons are not tidy: an artist leaves a corner C on the straight edge from B to D. Sooner or later the simplex is the triangle BCD, without area.',
    'The weights by area divide by zero. A test like <code>u &lt; 0</code> is false for what is not a number: the program may take Q for a point inside.',
    'Two cures. Do not divide before the region is known, for signs need no division. And let a triangle without area fall to its edges and vertices, never to its inside. abut does both, and then proves its answer without trusting either.',
    'A corner pushed inward is harmless: it is never a support point.',
  ],
  why: {
    picture:
      '<path class="a" d="M10 44 60 54V6L18 12Z"/><circle class="dot" cx="60" cy="30" r="3"/><circle class="dot" cx="60" cy="6" r="3"/><circle class="dot" cx="60" cy="54" r="3"/><path class="bad" d="M78 22l14 14m0-14L78 36"/>',
    text: 'Degenerate input is ordinary input: exported models are full of it.',
  },
  source: source({
    file: 'closest_point.hpp',
    text: closestPoint,
    from: 'Closest<Vec> closest_on_triangle(',
    blocks: { areas: '// The areas of', edges: '// Then edges.' },
    lit: ({ area: size }: Result) => (size === 0 ? ['areas', 'edges'] : ['areas']),
  }),
  hands: 'Drag C and Q; they move on a grid, so that C can lie on BD exactly. Or Tab to them and use the arrow keys.',
  goals: [
    {
      text: 'Put C on BD exactly, and Q to the right of it: the weights by area break, the distance does not.',
      done: ({ area: size, answer, weights }) =>
        size === 0 && answer.distance > 0 && weights.some((x) => !Number.isFinite(x)),
    },
    {
      text: 'Push C inside: the polygon has a dent, and the distance does not change any more.',
      done: ({ hidden, area: size }) => hidden && size < 0,
    },
  ],
  hint: 'B and D both have x = 1. Move C there.',
  moral:
    'Degenerate input is ordinary input. A solver needs a rule for a triangle without area, a segment without length, and a shape of a single point.',
  start: () => ({ c: [1.75, 0.25], q: [3.25, 0.5] }),
  solve(abut, { c, q }) {
    const corners = [fixed[0]!, fixed[1]!, c, fixed[2]!, fixed[3]!],
      [, b, , d] = corners as [Vector, Vector, Vector, Vector, Vector];
    const whole = area(b, c, d),
      answer = abut.distance({ dim: 2, precision: 'double' }, polygonOf(corners), pointAt(q));
    return {
      corners,
      area: whole,
      answer,
      weights: [area(q, c, d), area(q, d, b), area(q, b, c)].map((x) => x / whole),
      ids: [...new Set(answer.features.map(([i]) => i))],
      hidden: !hull2(corners).some((p) => same(p, c)),
    };
  },
  panes: [
    {
      title: 'a polygon with a spare corner',
      view: () => [
        [-3.4, -2.6],
        [4, 2.6],
      ],
      draw(paper, state, { corners, answer, ids }) {
        const [, b, c, d] = corners as [Vector, Vector, Vector, Vector, Vector];
        paper.polygon(corners, 'shape a');
        paper.polygon([b, c, d], 'simplex');
        paper.text(mean([corners[0]!, corners[4]!, b]), 'polygon', 'name a', [20, 0]);
        if (answer.distance > 0) {
          paper.line(state.q, answer.pointA, 'gap');
          paper.witness(answer.pointA);
        }
        corners.forEach((p, i) => {
          if (ids.includes(i)) paper.bead(p, 'simplex newest', 6);
          if (i !== 2) paper.corner(p, [[-0.6, 0]], names[i]!, 'id a');
        });
        paper.knob({ key: 'c', name: 'corner C', at: c, grid: 0.25, to: (p) => (state.c = p) }, 'C', 's', [-16, -12]);
        paper.knob({ key: 'q', name: 'point Q', at: state.q, grid: 0.25, to: (p) => (state.q = p) }, 'Q', 'q');
      },
    },
  ],
  say: ({ area: size, hidden }) =>
    size === 0
      ? 'B, C and D are on one line: the area of BCD is 0, and the weights by area are worthless.'
      : hidden
        ? 'C is inside the convex hull: no direction has it as its support, and GJK never finds it.'
        : 'The triangle BCD has an area: the three weights exist.',
  numbers: ({ area: size, weights, answer, ids }) => [
    ['area of BCD', number(size, false)],
    ['weights by area', weights.map((x) => (Number.isNaN(x) ? 'not a number' : number(x, false))).join(', ')],
    ['corners that abut uses', ids.map((i) => names[i]).join(', ')],
    ['P', vector(answer.pointA, false)],
    ['distance', number(answer.distance, false)],
  ],
});
