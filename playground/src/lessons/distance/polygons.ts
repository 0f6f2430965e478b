/** Lesson: the nearest points of two polygons. */
import type { Distance } from 'abut';
import { type Body, body, boxPoints, cornersOf, drawBody, drawTurn, operandOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { number, vector } from '../../page/text/words.js';

interface State {
  a: Body;
  b: Body;
  seen: Set<string>;
}
interface Result {
  answer: Distance;
  kindA: string;
  kindB: string;
  cornersA: number[];
  cornersB: number[];
  seen: Set<string>;
}

const kind = (ids: number[]) => (ids.length === 1 ? 'vertex' : 'edge');

export default lesson<State, Result>({
  question: {
    ask: 'Two convex shapes, apart and not parallel. What can their nearest features not be?',
    choices: ['vertex and vertex', 'vertex and edge', 'edge and edge'],
    answer: ({ seen }) => (seen.size === 3 && !seen.has('edge edge') ? 2 : null),
    see: 'find the three cases of the task; edge and edge needs parallel sides.',
    because: 'Two edges that are not parallel come nearer toward one end, and that end is a vertex.',
  },
  text: [
    'Where two convex shapes come closest, a vertex faces a vertex, a vertex faces an edge, or two parallel edges face each other. Between the nearest points, the <dfn>witness points</dfn>, runs the <dfn>normal</dfn>, of length 1, from A to B.',
    'Push the dashed line across it anywhere between them: all of A is on one side, all of B on the other. That line is a proof that anyone can check.',
    'Trying all pairs of features works, and is slow. The next lessons turn the pair into one polygon and one point. The weights found there are masses on both sides: with the corners of A they give the point of A, with those of B the point of B.',
  ],
  why: {
    picture:
      '<path class="a" d="M8 16 40 10 44 40 14 48Z"/><path class="b" d="M66 28 92 8 102 44Z"/><path class="line" d="M42 28H66"/><path class="dash" d="M54 2V58"/>',
    text: 'A solver for contacts needs the two points and the normal; a planner needs the gap.',
  },
  hands: 'Drag the shapes, and the round handles to turn them; or Tab to them and use the arrow keys.',
  goals: [
    {
      text: 'Let a vertex of A face a vertex of B.',
      done: ({ answer, kindA, kindB }) => answer.lower > 0 && kindA === 'vertex' && kindB === 'vertex',
    },
    {
      text: 'Let a vertex of A face an edge of B.',
      done: ({ answer, kindA, kindB }) => answer.lower > 0 && kindA === 'vertex' && kindB === 'edge',
    },
    {
      text: 'Let an edge of A face a vertex of B.',
      done: ({ answer, kindA, kindB }) => answer.lower > 0 && kindA === 'edge' && kindB === 'vertex',
    },
  ],
  hint: 'Diagonally apart, corners face each other. Side by side, turn one of them a little: its corner then faces the flat side of the other.',
  moral:
    'The witness points and the normal are all that a solver for contacts needs, and the plane between them is all that a proof needs.',
  start: () => ({
    a: body(
      [
        [-1, -0.8],
        [1, -0.8],
        [0, 1],
      ],
      [-1.9, 0],
      0.4,
    ),
    b: body(boxPoints(0.8, 0.8), [1.8, 0.3], 0.1),
    seen: new Set(),
  }),
  solve(abut, { a, b, seen }) {
    const answer = abut.distance({ dim: 2, precision: 'double' }, operandOf(a), operandOf(b));
    const distinct = (ids: number[]) => [...new Set(ids)];
    const cornersA = distinct(answer.features.map(([i]) => i)),
      cornersB = distinct(answer.features.map(([, i]) => i));
    const kindA = kind(cornersA),
      kindB = kind(cornersB);
    if (answer.lower > 0) seen.add(`${kindA} ${kindB}`);
    return { answer, kindA, kindB, cornersA, cornersB, seen };
  },
  panes: [
    {
      title: 'shapes A and B',
      view: () => [
        [-3.6, -2.4],
        [3.6, 2.4],
      ],
      draw(paper, { a, b }, { answer, cornersA, cornersB }) {
        drawBody(paper, a, 'a', 'shape-a', 'A');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        if (answer.distance > 0) {
          const middle = answer.pointA.map((x, i) => (x + answer.pointB[i]!) / 2);
          paper.plane(middle, answer.normal);
          paper.line(answer.pointA, answer.pointB, 'gap');
          for (const [it, ids] of [
            [a, cornersA],
            [b, cornersB],
          ] as const) {
            const corners = cornersOf(it);
            for (const i of ids) paper.bead(corners[i]!, 'simplex', 5);
          }
          paper.witness(answer.pointA);
          paper.witness(answer.pointB);
          paper.pointer(answer.pointA, answer.normal, 34, 'normal');
        }
        drawTurn(paper, a, 'a', 'turn-a', 'A');
        drawTurn(paper, b, 'b', 'turn-b', 'B');
      },
    },
  ],
  say: ({ answer, kindA, kindB }) =>
    answer.distance > 0
      ? `A${kindA === 'edge' ? 'n edge' : ' vertex'} of A faces a${kindB === 'edge' ? 'n edge' : ' vertex'} of B.`
      : 'The shapes meet: the distance is 0, and no plane separates them.',
  numbers: ({ answer }) => [
    ['distance', number(answer.distance, false)],
    ['point of A', vector(answer.pointA, false)],
    ['point of B', vector(answer.pointB, false)],
    ['normal', answer.distance > 0 ? vector(answer.normal, false) : 'none'],
  ],
});
