/** Lesson: a direction from weights and one from the edge, in float and double. */
import type { Distance, Precision } from 'abut';
import { dot, left, norm, scale, sub, unit, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { pointAt } from '../bodies.js';
import { lesson } from '../lesson.js';
import { source } from '../source.js';
import gjk2 from '../../../../examples/textbook/gjk2.hpp?raw';

interface State {
  q: Vector;
  precision: Precision;
}
interface Computed {
  weights: number[];
  d: Vector;
  dot: number;
  degrees: number;
}
interface Result {
  a: Vector;
  b: Vector;
  byWeights: Computed;
  inFloat: Computed;
  square: Vector;
  squareDot: number;
  gap: number;
  answer: Distance;
  library: Vector;
}

const a = [0.021119118, 79.58432].map(Math.fround),
  b = [0.020964622, -31.515678].map(Math.fround);
/** The horizontal stretch of the picture. */
const stretch = 1500;
const rounding = { float: Math.fround, double: (x: number) => x };

const lineAt = (y: number): number => a[0]! + ((b[0]! - a[0]!) * (y - a[1]!)) / (b[1]! - a[1]!);

function degreesOff(d: Vector): number {
  const n = left(sub(b, a)),
    across = d[0]! * n[1]! - d[1]! * n[0]!;
  return (Math.asin(Math.min(1, Math.abs(across) / (norm(d) * norm(n) || 1))) * 180) / Math.PI;
}

/** Rounds after every operation, as a program would. */
function fromWeights(q: Vector, precision: Precision): Computed {
  const r = rounding[precision],
    minus = (p: Vector, s: Vector) => p.map((x, i) => r(x - s[i]!)),
    times = (p: Vector, s: Vector) => r(r(p[0]! * s[0]!) + r(p[1]! * s[1]!));
  const at = q.map(r),
    e = minus(b, a),
    part = r(1 / times(e, e));
  const u = r(part * times(minus(at, b), minus(a, b))),
    v = r(part * times(minus(at, a), e));
  const d = minus(
    at,
    [0, 1].map((i) => r(r(u * a[i]!) + r(v * b[i]!))),
  );
  return { weights: [u, v], d, dot: times(d, e), degrees: norm(d) > 0 ? degreesOff(d) : 90 };
}

export default lesson<State, Result>({
  question: {
    ask: 'In float, Q is a hundred-thousandth from an edge of length 111. How far off can Q − P point?',
    choices: ['a millionth of a degree', 'a hundredth', 'more than a degree'],
    answer: ({ byWeights }, { precision }) => (precision === 'float' && byWeights.degrees > 1 ? 2 : null),
    see: 'bring Q near with the slider, and move it up and down.',
    because: 'The error of P is a part of the edge; the closer Q is, the larger it looks.',
  },
  text: [
    'The next direction should be at a right angle to the nearest edge. Two ways: compute P from the weights and take Q − P; or turn the edge by a quarter turn, (x, y) to (−y, x), and choose the sign that looks to Q.',
    'On paper they agree. A <dfn>float</dfn> keeps 24 bits, a double 53. Rounded weights put P off along the edge, by a few roundings of its length. Close up Q − P is short, and the same error turns it by degrees. A wrong direction names a wrong support.',
    'The turned edge does not care how close Q is. Its product with the edge is −xy + yx: 0 to the last bit, in float too.',
  ],
  why: {
    picture:
      '<path class="line" d="M30 4V56"/><path class="good" d="M30 30H4"/><path class="bad" d="M30 30 6 20"/><path class="b" d="M66 12 100 20 92 50 62 44Z"/><circle class="dot" cx="30" cy="30" r="3"/>',
    text: 'A direction that is off by a degree makes loops that never end.',
  },
  source: source({
    file: 'gjk2.hpp',
    text: gjk2,
    from: 'inline Vec2 direction_to_origin(',
    blocks: {
      edge: 'const Vec2 e = simplex[1].w - a',
      side: 'const bool origin_is_left',
      turn: 'return origin_is_left ?',
    },
    lit: () => ['edge', 'side', 'turn'],
  }),
  hands:
    'Drag Q along and across the segment (drawn 1500 times too wide); the slider brings it near. Or Tab to Q and use the arrow keys.',
  goals: [
    {
      text: 'In float, bring Q so near that the direction from the weights is off by more than 1 degree.',
      done: ({ byWeights }, { precision }) => precision === 'float' && byWeights.degrees > 1,
      progress: ({ byWeights }) => `off by ${byWeights.degrees.toExponential(1)} degrees`,
    },
    {
      text: 'Switch to double at such a place: what is left of the error?',
      // An angle: rounding in double is 2^-29 of that in float, so that a thousandth of a degree tells the two apart.
      done: ({ inFloat, byWeights }, { precision }) =>
        precision === 'double' && inFloat.degrees > 1 && byWeights.degrees < 1e-3,
    },
  ],
  hint: 'Set the gap below 0.0001 and move Q up or down a little: the rounding differs from place to place.',
  moral:
    'Double only moves the trouble nine digits away. The right angle taken from the edge itself has no such trouble, at any distance.',
  start: () => ({ q: [0, 0], precision: 'float' }),
  solve(abut, { q, precision }) {
    const e = sub(b, a),
      side = Math.sign(lineAt(q[1]!) - q[0]!) || 1,
      square = scale(left(e), -Math.sign(left(e)[0]!) * side);
    const { answer, steps } = abut.traced(
      'distance',
      { dim: 2, precision },
      { shape: { shape: 'segment', a, b } },
      pointAt(q),
    );
    return {
      a,
      b,
      byWeights: fromWeights(q, precision),
      inFloat: fromWeights(q, 'float'),
      square,
      squareDot: dot(square, e),
      gap: Math.abs(lineAt(q[1]!) - q[0]!),
      answer,
      library: steps[steps.length - 1]?.direction ?? [0, 0],
    };
  },
  controls: [
    {
      kind: 'choice',
      id: 'precision',
      label: 'precision',
      options: { float: 'float', double: 'double' },
      get: (s) => s.precision,
      set: (s, v) => (s.precision = v as Precision),
    },
    {
      kind: 'range',
      id: 'gap',
      label: 'gap',
      min: -6,
      max: -1,
      step: 0.05,
      get: ({ q }) => Math.log10(Math.abs(lineAt(q[1]!) - q[0]!) || 1e-6),
      set: (s, v) => (s.q = [lineAt(s.q[1]!) - 10 ** v, s.q[1]!]),
      text: (_, { gap }) => gap.toExponential(2),
    },
  ],
  panes: [
    {
      title: 'segment AB and Q',
      view: () => [
        [-20, -34],
        [60, 82],
      ],
      draw(paper, state) {
        const wide = ([x, y]: Vector): Vector => [x! * stretch, y!],
          { q } = state;
        paper.line(wide(a), wide(b), 'strong');
        for (const [p, name] of [
          [a, 'A'],
          [b, 'B'],
        ] as const) {
          paper.bead(wide(p), 'simplex', 5);
          paper.text(wide(p), name, 'id s', [14, 0]);
        }
        paper.line(wide(q), wide([lineAt(q[1]!), q[1]!]), 'gap');
        paper.knob(
          {
            key: 'q',
            name: 'point Q',
            at: wide(q),
            to: ([x, y]) => (state.q = [x! / stretch, Math.max(-30, Math.min(78, y!))]),
          },
          'Q',
          'q',
          [-14, -12],
        );
      },
    },
    {
      title: 'directions to Q',
      view: () => [
        [-1.2, -1],
        [1.2, 1],
      ],
      draw(paper, _, { byWeights, square }) {
        paper.line([0, -1.1], [0, 1.1], 'faint');
        paper.text([0, 1.1], 'edge', 'small', [22, 0]);
        const n = unit(square),
          d = unit(byWeights.d);
        paper.arrow([0, 0], n, 'square');
        paper.text(n, 'edge, turned', 'strong', [0, 20]);
        paper.arrow([0, 0], d, 'search');
        paper.text(d, 'from weights', 'id d', [0, -16]);
      },
    },
  ],
  say: ({ byWeights, gap }, { precision }) =>
    `In ${precision}, at a gap of ${gap.toExponential(1)}, the direction from the weights is off by ${byWeights.degrees.toExponential(1)} degrees; the turned edge by none.`,
  numbers: ({ byWeights, squareDot, answer, library }) => [
    ['u, v', byWeights.weights.map((x) => number(x, true)).join(', ')],
    ['Q − P', vector(byWeights.d, true)],
    ['(Q − P) · (B − A)', number(byWeights.dot, true)],
    ['turned edge · (B − A)', number(squareDot, true)],
    ['direction of abut', vector(library, true)],
    ['distance, proven', `${number(answer.lower, true)} to ${number(answer.upper, true)}`],
  ],
});
