/** Lesson: the point of a segment nearest to Q. */
import type { Distance } from 'abut';
import { clip, dot, scale, sub, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { lastStep, pointAt, weightsOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { source } from '../source.js';
import closestPoint from '../../../../examples/textbook/closest_point.hpp?raw';

interface State {
  a: Vector;
  b: Vector;
  q: Vector;
}
interface Result {
  answer: Distance;
  weights: number[];
  line: [number, number];
  region: 'A' | 'AB' | 'B';
}

/** The weights of the foot of Q on the line, before clamping. */
function lineWeights({ a, b, q }: State): [number, number] {
  const e = sub(b, a),
    length = dot(e, e);
  return length > 0 ? [dot(sub(b, q), e) / length, dot(sub(q, a), e) / length] : [1, 0];
}

export default lesson<State, Result>({
  question: {
    ask: 'Q slides far past the end B. Where is the nearest point of the segment?',
    choices: ['beyond B, on the line', 'at B', 'in the middle'],
    answer: ({ weights }) => (weights[1] === 1 ? 1 : null),
    see: 'drag Q past B.',
    because: 'A center of masses that are not negative never leaves the segment.',
  },
  text: [
    'Drop Q onto the line through A and B. A point of that line is <code>u A + v B</code> with <code>u + v = 1</code>. The two numbers are its <dfn>barycentric weights</dfn>: v is how far along it lies, from 0 at A to 1 at B.',
    'Read them as masses, the green discs: the point is their center of mass, and the heavier end pulls it closer. If the foot of Q lies beyond an end, one weight is negative. That mass becomes 0, and all of it moves to the other end.',
    'So the signs tell where Q is: the plane falls into three <dfn>Voronoi regions</dfn>, nearest to A, to the inside of AB, to B.',
  ],
  why: {
    picture:
      '<path class="line" d="M12 46 64 30"/><path class="b" d="M64 30 84 14 100 34 80 50Z"/><circle class="dot" cx="34" cy="14" r="3"/><path class="dash" d="M34 14 39 38"/><circle class="dot" cx="39" cy="38" r="3"/>',
    text: 'Every distance in this course, between any two shapes, is built from this one.',
  },
  source: source({
    file: 'closest_point.hpp',
    text: closestPoint,
    from: 'Closest<Vec> closest_on_segment(',
    blocks: {
      u: 'const double u = dot(b - q, b - a)',
      v: 'const double v = dot(q - a, b - a)',
      a: '// region of a',
      b: '// region of b',
      between: 'return {(u / sum) * a',
    },
    lit: ({ region }: Result) => ['u', 'v', region === 'A' ? 'a' : region === 'B' ? 'b' : 'between'],
  }),
  hands: 'Drag Q, A or B; or Tab to one of them and use the arrow keys.',
  goals: [
    {
      text: 'Move Q so that its nearest point is the vertex B: masses 0 and 1.',
      done: ({ weights }) => weights[1] === 1 && weights[0] === 0,
    },
    {
      text: 'Now balance: make v = 0.25, to within 0.01, with Q off the segment.',
      done: ({ weights, answer }) => answer.lower > 0.2 && Math.abs(weights[1]! - 0.25) <= 0.01,
      progress: ({ weights }) => `v = ${weights[1]!.toFixed(3)}`,
    },
  ],
  hint: 'Region B lies beyond the line through B across the segment. For v = 0.25 the foot of Q has to be at a quarter of the way from A to B. With Shift the arrow keys move in small steps.',
  moral:
    'The weights name the nearest feature and the nearest point at once. GJK does nothing else, with more corners.',
  start: () => ({ a: [-2, -0.6], b: [2, 0.4], q: [-0.3, 1.9] }),
  solve(abut, state) {
    const { a, b, q } = state,
      segment = { shape: { shape: 'segment', a, b } } as const;
    const { answer, steps } = abut.traced('distance', { dim: 2, precision: 'double' }, segment, pointAt(q));
    const weights = weightsOf(lastStep(steps), [sub(q, a), sub(q, b)]);
    return {
      answer,
      weights,
      line: lineWeights(state),
      region: weights[0] === 0 ? 'B' : weights[1] === 0 ? 'A' : 'AB',
    };
  },
  panes: [
    {
      title: 'three regions',
      view: () => [
        [-3.2, -2],
        [3.2, 2.4],
      ],
      draw(paper, state, { answer, weights, region }) {
        const { a, b, q } = state,
          e = sub(b, a),
          frame = paper.camera.frame(),
          low = dot(e, a),
          high = dot(e, b);
        const strips: [string, Vector[]][] = [
          ['A', clip(frame, e, low)],
          ['AB', clip(clip(frame, scale(e, -1), -low), e, high)],
          ['B', clip(frame, scale(e, -1), -high)],
        ];
        strips.forEach(([name, polygon], i) =>
          paper.polygon(polygon, `region r${i + 1}${name === region ? ' here' : ''}`),
        );
        const corner = paper.camera.paper([0, 0])[1];
        strips.forEach(([name], i) =>
          paper.text(
            i === 1 ? scale([a[0]! + b[0]!, a[1]! + b[1]!], 0.5) : i === 0 ? a : b,
            `region ${name}`,
            name === region ? 'strong' : 'small',
            [i === 0 ? -46 : i === 2 ? 46 : 0, corner * 0.5],
          ),
        );
        paper.line(a, b, 'strong');
        [a, b].forEach((p, i) => paper.bead(p, 'mass', 26 * Math.sqrt(weights[i]!)));
        paper.line(q, answer.pointA, 'gap');
        paper.witness(answer.pointA);
        paper.text(answer.pointA, 'P', 'strong', [0, 18]);
        paper.knob({ key: 'a', name: 'end A', at: a, to: (p) => (state.a = p) }, 'A', 'a', [-16, -14]);
        paper.knob({ key: 'b', name: 'end B', at: b, to: (p) => (state.b = p) }, 'B', 'a', [16, -14]);
        paper.knob({ key: 'q', name: 'point Q', at: q, to: (p) => (state.q = p) }, 'Q', 'q');
      },
    },
  ],
  say: ({ region }) =>
    region === 'AB'
      ? 'Q is in region AB: both weights are positive, and P is between A and B.'
      : `Q is in region ${region}: the weight of the other end is not positive, so all the mass is at ${region}, and P is ${region}.`,
  numbers: ({ answer, weights, line }) => [
    ['u, v on the line', `${number(line[0], false)}, ${number(line[1], false)}`],
    ['masses at A and B', `${number(weights[0]!, false)}, ${number(weights[1]!, false)}`],
    ['P', vector(answer.pointA, false)],
    ['distance', number(answer.distance, false)],
  ],
});
