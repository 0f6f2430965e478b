/** Lesson: the fifteen regions of a tetrahedron. */
import type { Distance } from 'abut';
import { add, cross, dot, mean, scale, sub, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { lastStep, pointAt, polygonOf, weightsOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { source } from '../source.js';
import closestPoint from '../../../../examples/textbook/closest_point.hpp?raw';

interface View {
  right: Vector;
  up: Vector;
  toward: Vector;
}
interface State {
  q: Vector;
  yaw: number;
  pitch: number;
  visited: Set<string>;
}
interface Result {
  view: View;
  answer: Distance;
  weights: number[];
  volumes: number[];
  region: string;
}

const names = ['A', 'B', 'C', 'D'];
const corners: Vector[] = [
  [-1, -0.7, -0.5],
  [1.1, -0.6, -0.5],
  [0, 1.1, -0.5],
  [0, 0, 1.2],
];
const faces = [
  [1, 2, 3],
  [0, 2, 3],
  [0, 1, 3],
  [0, 1, 2],
];
const edges = [
  [0, 1],
  [0, 2],
  [0, 3],
  [1, 2],
  [1, 3],
  [2, 3],
];
const kinds = ['', 'vertex', 'edge', 'face', 'inside'];

/** The view from an angle around the z axis, from above. */
function viewOf(yaw: number, pitch: number): View {
  const right = [Math.cos(yaw), Math.sin(yaw), 0],
    flat = [-Math.sin(yaw), Math.cos(yaw), 0];
  const up = add(scale(flat, Math.sin(pitch)), [0, 0, Math.cos(pitch)]);
  return { right, up, toward: cross(right, up) };
}
const seen = ({ right, up }: View, p: Vector): Vector => [dot(right, p), dot(up, p)];

const volume = (a: Vector, b: Vector, c: Vector, d: Vector) => dot(cross(sub(b, a), sub(c, a)), sub(d, a)) / 6;

/** Signed volumes as parts of the whole. */
function fractions(q: Vector): number[] {
  const whole = volume(corners[0]!, corners[1]!, corners[2]!, corners[3]!);
  return corners.map((_, i) => {
    const [a, b, c, d] = corners.map((p, k) => (k === i ? q : p)) as [Vector, Vector, Vector, Vector];
    return volume(a, b, c, d) / whole;
  });
}

const start = { yaw: -0.5, pitch: 0.35 },
  first = viewOf(start.yaw, start.pitch);

export default lesson<State, Result>({
  question: {
    ask: 'A segment has 3 regions, a triangle 7. How many has a tetrahedron?',
    choices: ['11', '14', '15'],
    answer: (_, { visited }) => (visited.size > 7 ? 2 : null),
    see: 'count the regions that Q visits.',
    because: '4 vertices, 6 edges, 4 faces and the inside: every subset of the corners but the empty one.',
  },
  text: [
    'In space the largest simplex is a tetrahedron. Each of its four weights is a part of the volume: that of A is QBCD as a part of ABCD, negative once Q is beyond the face opposite of A.',
    'Nothing else changes. Only the direction has one more case. From a vertex it goes to Q. From an edge it is at a right angle to it, in the plane of the edge and Q. From a face it is the face’s normal: taken from the feature, not from the weights.',
    'Flat tetrahedra are common: two parallel faces that look at each other readily make one. abut believes an inside only if all weights are positive and the point they give is the origin, but for rounding.',
  ],
  why: {
    picture:
      '<path class="s" d="M18 46 56 8 96 40 52 54Z"/><path class="thin" d="M56 8 52 54"/><circle class="dot" cx="92" cy="12" r="3"/><path class="dash" d="M92 12 74 25"/>',
    text: 'The same loop serves both dimensions: only this solver is larger.',
  },
  source: source({
    file: 'closest_point.hpp',
    text: closestPoint,
    from: 'inline Closest<Vec3> closest_on_tetrahedron(',
    blocks: {
      parts: 'part = {volume(q, b, c, d)',
      face: 'const Closest<Vec3> on = closest_on_triangle(',
      nearer: 'if (inside || length(on.point - q)',
      inside: 'return {q, {part[0] / whole',
    },
    lit: ({ region }: Result) => (region.length === 4 ? ['parts', 'inside'] : ['parts', 'face', 'nearer']),
  }),
  hands:
    'Drag Q: it moves in the plane of the picture. Turn the picture with the sliders. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Bring Q nearest to a vertex, to an edge, to a face, and inside.',
      done: (_, { visited }) => new Set([...visited].map((name) => name.length)).size === 4,
      progress: (_, { visited }) => [...new Set([...visited].map((name) => kinds[name.length]!))].join(', '),
    },
    {
      text: 'See at least ten of the fifteen regions.',
      done: (_, { visited }) => visited.size >= 10,
      progress: (_, { visited }) => `${visited.size}: ${[...visited].join(', ')}`,
    },
  ],
  hint: 'Drag Q once around the tetrahedron; then turn the picture by a quarter and drag again.',
  moral:
    'Regions multiply with the dimension: 3, 7, 15. That is why a solver is better written once, over signs and weights, than region by region.',
  start: () => ({ q: add(scale(first.right, 1.6), scale(first.up, 0.9)), ...start, visited: new Set() }),
  solve(abut, state) {
    const { q, yaw, pitch, visited } = state;
    const { answer, steps } = abut.traced('distance', { dim: 3, precision: 'double' }, polygonOf(corners), pointAt(q));
    const weights = weightsOf(
        lastStep(steps),
        corners.map((c) => sub(q, c)),
      ),
      region = names.filter((_, i) => weights[i]! > 0).join('');
    visited.add(region);
    return { view: viewOf(yaw, pitch), answer, weights, volumes: fractions(q), region };
  },
  controls: [
    {
      kind: 'range',
      id: 'yaw',
      label: 'around',
      min: -3.2,
      max: 3.2,
      step: 0.05,
      get: (s) => s.yaw,
      set: (s, v) => (s.yaw = v),
      text: ({ yaw }) => `${((yaw * 180) / Math.PI).toFixed(0)}°`,
    },
    {
      kind: 'range',
      id: 'pitch',
      label: 'above',
      min: -1.4,
      max: 1.4,
      step: 0.05,
      get: (s) => s.pitch,
      set: (s, v) => (s.pitch = v),
      text: ({ pitch }) => `${((pitch * 180) / Math.PI).toFixed(0)}°`,
    },
  ],
  panes: [
    {
      title: 'in space',
      view: () => [
        [-2.5, -1.6],
        [2.5, 1.8],
      ],
      draw(paper, state, { view, answer, region }) {
        const { q } = state,
          at = (p: Vector) => seen(view, p),
          depth = (ids: number[]) => dot(mean(ids.map((i) => corners[i]!)), view.toward);
        const floor = [
          [-2, -2, -1],
          [2, -2, -1],
          [2, 2, -1],
          [-2, 2, -1],
        ];
        paper.polygon(floor.map(at), 'floor');
        const is = (ids: number[]) => ids.map((i) => names[i]).join('') === region;
        for (const ids of [...faces].sort((s, t) => depth(s) - depth(t)))
          paper.polygon(
            ids.map((i) => at(corners[i]!)),
            `face${is(ids) || region.length === 4 ? ' here' : ''}`,
          );
        for (const ids of edges)
          paper.line(at(corners[ids[0]!]!), at(corners[ids[1]!]!), `rim${is(ids) ? ' here' : ''}`);
        corners.forEach((c, i) => {
          paper.bead(at(c), `simplex${is([i]) ? ' newest' : ''}`, is([i]) ? 7 : 5);
          paper.corner(at(c), corners.map(at), names[i]!, 'id s');
        });
        const shadow = [q[0]!, q[1]!, -1];
        paper.line(at(q), at(shadow), 'faint');
        paper.bead(at(shadow), 'looked', 3);
        if (answer.distance > 0) paper.line(at(q), at(answer.pointA), 'gap');
        paper.witness(at(answer.pointA));
        const move = (to: Vector) => {
          const by = sub(to, at(q));
          state.q = add(q, add(scale(view.right, by[0]!), scale(view.up, by[1]!)));
        };
        paper.knob({ key: 'q', name: 'point Q', at: at(q), to: move }, 'Q', 'q');
      },
    },
  ],
  say: ({ region }) =>
    region.length === 4
      ? 'Q is inside: all four weights are positive.'
      : `Q is nearest to the ${kinds[region.length]} ${region}.`,
  numbers: ({ answer, weights, volumes }) => [
    ['weights by volume', volumes.map((x) => number(x, false)).join(', ')],
    ['masses of P', weights.map((x) => number(x, false)).join(', ')],
    ['P', vector(answer.pointA, false)],
    ['distance', number(answer.distance, false)],
  ],
});
