/** Lesson: all differences of two polygons, and why they help. */
import type { Abut, Distance } from 'abut';
import { add, dot, hull2, norm, same, scale, sub, unit, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { type Body, body, boxPoints, cornersOf, drawBody, operandOf, pointAt, polygonOf, withRoom } from '../bodies.js';
import { lesson } from '../lesson.js';
import { source } from '../source.js';
import minkowskiDifference from '../../../../examples/textbook/minkowski_difference.hpp?raw';

interface State {
  a: Body;
  b: Body;
  d: Vector;
  wrapped: number;
}
interface Result {
  a: Vector[];
  b: Vector[];
  cloud: Vector[];
  hull: Vector[];
  apart: Distance;
  fromOrigin: Distance;
  onA: Vector;
  onB: Vector;
  nearest: boolean;
}

const space = { dim: 2, precision: 'double' } as const;

function supports(abut: Abut, a: Body, b: Body, d: Vector): [Vector, Vector] {
  return [abut.support(space, operandOf(a), [scale(d, -1)])[0]!, abut.support(space, operandOf(b), [d])[0]!];
}

export default lesson<State, Result>({
  question: {
    ask: 'A has 3 corners, B has 4: 12 differences. How many of them can be corners of B − A?',
    choices: ['all 12', 'at most 7', '3'],
    answer: ({ hull }, { wrapped }) => (wrapped >= hull.length && hull.length <= 7 ? 1 : null),
    see: 'wrap the string all the way around.',
    because: 'Each side of A and of B appears once around the hull: 3 + 4 sides at most.',
  },
  text: [
    'Subtract every point of A from every point of B. All differences together are the <dfn>Minkowski difference</dfn> B − A. For polygons the corners suffice: wrap a string around their differences, the dots.',
    'A difference is a vector from A to B. The shortest one is the distance, so B − A is as far from the origin as A is from B. If they share a point, the origin is inside. Two polygons have become one polygon and a point, which GJK can do.',
    'The corner of B − A furthest along d is that of B along d, minus that of A along −d. So the hull is never built; here it is drawn for your eyes only.',
  ],
  why: {
    picture:
      '<path class="a" d="M6 20 22 16 16 34Z"/><path class="b" d="M30 8h14v14H30Z"/><path class="line" d="M50 28h12m-4-4 4 4-4 4"/><path class="d" d="M74 20 88 12 102 18 104 36 88 46 76 40Z"/><path class="line" d="M66 46h8m-4-4v8"/>',
    text: 'Distance, overlap, depth and casts are all questions about this one set and one point.',
  },
  source: source({
    file: 'minkowski_difference.hpp',
    text: minkowskiDifference,
    from: 'auto difference(const ShapeA& support_a',
    blocks: {
      a: 'const auto a = support_a(-d)',
      b: 'const auto b = support_b(d)',
      w: 'return SupportPoint<decltype(d)>',
    },
    lit: () => ['a', 'b', 'w'],
  }),
  hands: 'Drag the shapes, and the handle d of the direction; wrap with the slider. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Wrap the string all the way around the differences.',
      done: ({ hull }, { wrapped }) => wrapped >= hull.length,
    },
    { text: 'Turn d until the support of B − A is the corner nearest to the origin.', done: ({ nearest }) => nearest },
    { text: 'Move a shape until the origin is inside B − A.', done: ({ apart }) => apart.distance === 0 },
  ],
  hint: 'The nearest corner is furthest along a direction that points from B − A toward the origin.',
  moral:
    'Distance, overlap, depth and every cast of the coming lessons are questions about this one convex set and one point.',
  start: () => ({
    a: body(
      [
        [-0.8, -0.6],
        [0.9, -0.5],
        [0, 0.9],
      ],
      [-1.5, -0.3],
    ),
    b: body(boxPoints(0.65, 0.65), [1.2, 0.7], 0.2),
    d: [0.28, 0.96],
    wrapped: 0,
  }),
  solve(abut, state) {
    const { a, b, d } = state,
      va = cornersOf(a),
      vb = cornersOf(b),
      cloud = vb.flatMap((q) => va.map((p) => sub(q, p))),
      hull = hull2(cloud);
    const [onA, onB] = supports(abut, a, b, d),
      found = sub(onB, onA),
      least = Math.min(...hull.map(norm));
    return {
      a: va,
      b: vb,
      cloud,
      hull,
      onA,
      onB,
      nearest: norm(found) <= least * (1 + 1e-9),
      apart: abut.distance(space, operandOf(a), operandOf(b)),
      fromOrigin: abut.distance(space, pointAt([0, 0]), polygonOf(cloud)),
    };
  },
  controls: [
    {
      kind: 'range',
      id: 'wrapped',
      label: 'string',
      min: 0,
      max: (_, { hull }) => hull.length,
      get: (s) => s.wrapped,
      set: (s, v) => (s.wrapped = v),
      text: ({ wrapped }, { hull }) => `${wrapped} of ${hull.length} edges`,
    },
  ],
  panes: [
    {
      title: 'shapes',
      view: () => [
        [-3, -2.2],
        [3, 2.2],
      ],
      draw(paper, { a, b, d }, { apart, onA, onB }) {
        drawBody(paper, a, 'a', 'shape-a', 'A');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        if (apart.distance > 0) {
          paper.line(apart.pointA, apart.pointB, 'gap');
          paper.witness(apart.pointA);
          paper.witness(apart.pointB);
        }
        for (const [p, way] of [
          [onA, scale(d, -1)],
          [onB, d],
        ] as const) {
          paper.pointer(p, way, 40, 'search');
          paper.bead(p, 'support', 9);
        }
      },
    },
    {
      title: 'difference B − A',
      view: (_, { cloud }) => withRoom([...cloud, [0, 0]]),
      draw(paper, state, { cloud, hull, fromOrigin, onA, onB, a }) {
        const { d, wrapped } = state,
          done = wrapped >= hull.length,
          found = sub(onB, onA);
        if (done) paper.polygon(hull, 'difference');
        else hull.slice(0, wrapped).forEach((p, i) => paper.line(p, hull[(i + 1) % hull.length]!, 'wrap'));
        for (const p of cloud) paper.bead(p, 'corner', 3.5);
        cloud.forEach((p, i) => {
          if (hull.some((corner) => same(corner, p)))
            paper.corner(p, hull, `b${Math.floor(i / a.length)} − a${i % a.length}`, 'small');
        });
        if (fromOrigin.distance > 0) {
          paper.line([0, 0], fromOrigin.pointB, 'gap');
          paper.witness(fromOrigin.pointB);
        }
        paper.plane(found, d);
        paper.bead(found, 'support', 9);
        paper.origin();
        const at = scale(d, 64 / paper.camera.pixelsPerUnit);
        paper.pointer([0, 0], d, 56, 'search');
        paper.knob({ key: 'd', name: 'direction d', at, to: (p) => (state.d = norm(p) > 0 ? unit(p) : d) }, 'd', 'd');
      },
    },
  ],
  say: ({ apart, fromOrigin }) =>
    apart.distance > 0
      ? `A and B are ${number(apart.distance, false)} apart; B − A is ${number(fromOrigin.distance, false)} from the origin.`
      : 'The origin is inside B − A: some point of A is a point of B.',
  numbers: ({ apart, fromOrigin, onA, onB }, { d }) => [
    ['distance of A and B', number(apart.distance, false)],
    ['of B − A and the origin', number(fromOrigin.distance, false)],
    ['d', vector(d, false)],
    ['support of B along d', vector(onB, false)],
    ['support of A along −d', vector(onA, false)],
    [
      'their difference',
      `${vector(sub(onB, onA), false)}, at height ${number(dot(add(onB, scale(onA, -1)), d), false)}`,
    ],
  ],
});
