/** Lesson: the seven Voronoi regions of a triangle. */
import type { Distance } from 'abut';
import { regionPolygons } from '../../view2/difference.js';
import { dot, left, mean, norm, scale, sub, add, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { lastStep, pointAt, polygonOf, weightsOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { source } from '../source.js';
import closestPoint from '../../../../examples/textbook/closest_point.hpp?raw';

interface State {
  corners: Vector[];
  q: Vector;
  visited: Set<string>;
}
interface Result {
  answer: Distance;
  weights: number[];
  areas: number[];
  region: string;
}

const names = ['A', 'B', 'C'];
const area = (a: Vector, b: Vector, c: Vector) => dot(left(sub(b, a)), sub(c, a)) / 2;

/** Signed areas as parts of the whole: the weights of Q itself, of any sign. */
function fractions([a, b, c]: Vector[], q: Vector): number[] {
  const whole = area(a!, b!, c!);
  return [area(q, b!, c!) / whole, area(q, c!, a!) / whole, area(q, a!, b!) / whole];
}

export default lesson<State, Result>({
  question: {
    ask: 'Q is outside of two edges at once. Must the corner between them be nearest?',
    choices: ['yes', 'no'],
    answer: ({ areas, region }) => (areas.filter((x) => x < 0).length === 2 && region.length === 2 ? 1 : null),
    see: 'make the angle at C obtuse, and look just beyond it.',
    because: 'Beyond an obtuse corner a part of the wedge is still nearest to an edge.',
  },
  text: [
    'A triangle has seven features: three vertices, three edges, its inside. Each owns the part of the plane where it is nearest. The borders are perpendicular to the edges, for there the foot of Q reaches an end.',
    'The weight u of A is the area of QBC as a part of ABC, and so on around: the colored triangles. They always add up to 1. When Q crosses BC, the triangle QBC turns over, and u is negative.',
    'These three signs do not give the region. So ask by dimension. Vertices: is Q beyond the end of both edges that meet there? Then edges: between their ends, and outside? What is left is inside.',
  ],
  why: {
    picture:
      '<path class="s" d="M14 50 62 12 98 46Z"/><circle class="dot" cx="72" cy="6" r="3"/><path class="dash" d="M72 6 62 12"/><path class="thin" d="M62 12 50 0M62 12 74 0"/>',
    text: 'GJK asks this in every step: which corners may it forget?',
  },
  source: source({
    file: 'closest_point.hpp',
    text: closestPoint,
    from: 'Closest<Vec> closest_on_triangle(',
    blocks: {
      A: 'if (v_ab <= 0 && u_ca <= 0)',
      B: 'if (v_bc <= 0 && u_ab <= 0)',
      C: 'if (v_ca <= 0 && u_bc <= 0)',
      areas: '// The areas of',
      AB: 'if (w <= 0 && u_ab > 0 && v_ab > 0)',
      BC: 'if (u <= 0 && u_bc > 0 && v_bc > 0)',
      AC: 'if (v <= 0 && u_ca > 0 && v_ca > 0)',
      ABC: '// What is left is the face',
    },
    lit: ({ region }: Result) =>
      region.length === 1 ? [region as 'A'] : ['areas', region as 'AB' | 'BC' | 'AC' | 'ABC'],
  }),
  hands: 'Drag Q or a corner; or Tab to it and use the arrow keys.',
  goals: [
    {
      text: 'Take Q through all seven regions.',
      done: (_, { visited }) => visited.size === 7,
      progress: (_, { visited }) => `${visited.size} of 7: ${[...visited].join(', ')}`,
    },
    {
      text: 'Find a place where two of u, v, w are negative and yet the nearest feature is an edge.',
      done: ({ areas, region }) => areas.filter((x) => x < 0).length === 2 && region.length === 2,
      progress: ({ areas, region }) => `${areas.filter((x) => x < 0).length} negative, nearest: ${region}`,
    },
  ],
  hint: 'Two weights are negative in the wedge beyond a vertex, between the two edges prolonged. With an obtuse angle at that vertex the wedge is wider than the region of the vertex: the rest belongs to edges. Make an angle obtuse first.',
  moral:
    'Weights of the triangle say on which side of the edges Q is; weights of the edges say how far along. Only both together give the region.',
  start: () => ({
    corners: [
      [-1.6, -1],
      [1.7, -1],
      [0.9, 0.9],
    ],
    q: [-1.4, 1.3],
    visited: new Set(),
  }),
  solve(abut, state) {
    const { corners, q } = state;
    const { answer, steps } = abut.traced('distance', { dim: 2, precision: 'double' }, polygonOf(corners), pointAt(q));
    const weights = weightsOf(
      lastStep(steps),
      corners.map((c) => sub(q, c)),
    );
    const region = names.filter((_, i) => weights[i]! > 0).join('');
    state.visited.add(region);
    return { answer, weights, areas: fractions(corners, q), region };
  },
  panes: [
    {
      title: 'seven regions',
      view: () => [
        [-3.4, -2.4],
        [3.4, 2.4],
      ],
      draw(paper, state, { answer, region, areas }) {
        const { corners, q } = state;
        regionPolygons(corners, paper.camera.frame()).forEach(({ polygon, parts }, i) => {
          const name = [...parts]
            .sort()
            .map((k) => names[k])
            .join('');
          paper.polygon(polygon, `region r${i}${name === region ? ' here' : ''}`);
          const seen = polygon.length > 2 && parts.length < 3 ? labelPlace(corners, parts) : null;
          if (seen) paper.text(seen, name, name === region ? 'strong' : 'small');
        });
        paper.polygon(corners, 'simplex');
        if (areas.every((x) => x >= 0))
          ['u', 'v', 'w'].forEach((name, i) =>
            paper.polygon([q, corners[(i + 1) % 3]!, corners[(i + 2) % 3]!], `area ${name}`),
          );
        if (answer.distance > 0) paper.line(q, answer.pointA, 'gap');
        paper.witness(answer.pointA);
        corners.forEach((c, i) =>
          paper.knob(
            { key: names[i]!.toLowerCase(), name: `corner ${names[i]}`, at: c, to: (p) => (corners[i] = p) },
            names[i]!,
            's',
            away(c, corners),
          ),
        );
        paper.knob({ key: 'q', name: 'point Q', at: q, to: (p) => (state.q = p) }, 'Q', 'q');
      },
    },
  ],
  say: ({ region }) =>
    region.length === 3
      ? 'Q is inside: all three weights are positive, P is Q, and the distance is 0.'
      : region.length === 2
        ? `Q is nearest to the edge ${region}: the third corner does not count.`
        : `Q is nearest to the vertex ${region}: all the mass is there.`,
  numbers: ({ answer, weights, areas }) => [
    ['u, v, w by area', areas.map((x) => number(x, false)).join(', ')],
    ['masses of P', weights.map((x) => number(x, false)).join(', ')],
    ['P', vector(answer.pointA, false)],
    ['distance', number(answer.distance, false)],
  ],
});

function away(c: Vector, corners: Vector[]): [number, number] {
  const d = sub(c, mean(corners)),
    length = norm(d) || 1;
  return [(18 * d[0]!) / length, (-18 * d[1]!) / length];
}

/** A point outside, in the middle of the region of a vertex or edge. */
function labelPlace(corners: Vector[], parts: number[]): Vector {
  const middle = mean(parts.map((k) => corners[k]!)),
    center = mean(corners),
    d = sub(middle, center);
  return add(middle, scale(d, (parts.length === 1 ? 0.75 : 0.9) / (norm(d) || 1)));
}
