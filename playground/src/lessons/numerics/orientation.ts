/** Lesson: on which side of a line? The orientation predicate, and what rounding makes of it. */
import type { Distance, Precision } from 'abut';
import type { Vector } from '../../model/vector.js';
import { number } from '../../page/text/words.js';
import { pointAt } from '../bodies.js';
import { lesson } from '../lesson.js';
import { source } from '../source.js';
import gjk2 from '../../../../examples/textbook/gjk2.hpp?raw';

interface State {
  /** The place of Q, in steps of float. */
  q: Vector;
  precision: Precision;
}
interface Result {
  computed: number;
  inFloat: number;
  exact: number;
  answer: Distance;
}

const reach = 12;
/** Twice the spacing of float at one half. */
const step = 2 ** -23;
/** A and B are on the diagonal x = y, and neither is a number that is short in binary. */
const low = Math.fround(13.897063),
  high = Math.fround(18.830881);
const rounding = { float: Math.fround, double: (x: number) => x };
const place = ([i, j]: Vector): [number, number] => [0.5 + i! * step, 0.5 + j! * step];

/** cross(A - Q, B - Q), rounded after every operation. */
function orientation(at: Vector, precision: Precision): number {
  const r = rounding[precision],
    [x, y] = place(at);
  return r(r(r(low - x) * r(high - y)) - r(r(low - y) * r(high - x)));
}

const across = 2 * reach + 1;
const cells: { at: Vector; sides: Record<Precision, number> }[] = Array.from({ length: across ** 2 }, (_, k) => {
  const at = [(k % across) - reach, Math.floor(k / across) - reach];
  return { at, sides: { float: Math.sign(orientation(at, 'float')), double: Math.sign(orientation(at, 'double')) } };
});
const words = (side: number) => (side > 0 ? 'left' : side < 0 ? 'right' : 'on the line');

export default lesson<State, Result>({
  question: {
    ask: 'Left or right of AB, in float: how near to the line is the sign right?',
    choices: ['always', 'to one step of float', 'not within several steps'],
    answer: ({ inFloat, exact }, { q }) =>
      Math.abs(q[1]! - q[0]!) >= 3 && Math.sign(inFloat) !== exact ? 2 : null,
    see: 'look for a Q whose color is wrong.',
    because: 'The products are rounded at their own size, a million times that of their difference.',
  },
  text: [
    'Is Q to the left of AB? The area of the triangle QAB, with its sign, tells: <code>cross(A − Q, B − Q)</code>. This <dfn>orientation predicate</dfn> decides regions, faces that are seen, and hulls.',
    'Each cell of the picture is a float number x and a float number y near ½; the line is the diagonal. Its color is what the formula says: blue for left, coral for right, none for “on the line”. In float whole blocks are wrong: the two products are nearly equal, and each was rounded.',
    'Cures: more digits, as double has here; or a bound on the rounding beside the number, and the answer “open” below it. abut returns such bounds.',
  ],
  why: {
    picture:
      '<path class="line" d="M8 56 100 4"/><path class="a" d="M20 8H34V22H20Z"/><path class="b" d="M74 38H88V52H74Z"/><path class="open" d="M46 24H60V38H46Z"/><text x="50" y="34">?</text>',
    text: 'One wrong sign makes a hull with a fold, or a search that turns back and forth for ever.',
  },
  source: source({
    file: 'gjk2.hpp',
    text: gjk2,
    from: 'inline Vec2 direction_to_origin(',
    blocks: { side: 'const bool origin_is_left', turn: 'return origin_is_left ?' },
    lit: () => ['side', 'turn'],
  }),
  hands: 'Drag Q from cell to cell; or Tab to it and use the arrow keys.',
  goals: [
    {
      text: 'In float, find a Q that is called right although it is left, or left although it is right.',
      done: ({ computed, exact }, { precision }) =>
        precision === 'float' && computed !== 0 && Math.sign(computed) === -exact,
      progress: ({ computed, exact }) => `called ${words(computed)}, is ${words(exact)}`,
    },
    {
      text: 'Switch to double at a Q that float gets wrong.',
      done: ({ computed, inFloat, exact }, { precision }) =>
        precision === 'double' && Math.sign(inFloat) !== exact && Math.sign(computed) === exact,
    },
  ],
  hint: 'Look for a coral cell above the diagonal, or a blue one below it.',
  moral: 'A sign is only as good as the bound on its rounding. Below that bound the honest answer is “open”.',
  start: () => ({ q: [-6, 6], precision: 'float' }),
  solve(abut, state) {
    state.q = state.q.map((x) => Math.max(-reach, Math.min(reach, Math.round(x))));
    const { q, precision } = state,
      line = { shape: { shape: 'segment', a: [-high, -high], b: [high, high] } } as const;
    return {
      computed: orientation(q, precision),
      inFloat: orientation(q, 'float'),
      exact: Math.sign(q[1]! - q[0]!),
      answer: abut.distance({ dim: 2, precision }, line, pointAt(place(q))),
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
  ],
  panes: [
    {
      title: 'x and y near ½, in steps of 2⁻²³',
      view: () => [
        [-reach - 1, -reach - 1],
        [reach + 1, reach + 1],
      ],
      draw(paper, state) {
        for (const { at, sides } of cells) {
          const [x, y] = at as [number, number],
            side = sides[state.precision];
          if (side !== 0)
            paper.polygon(
              [
                [x - 0.5, y - 0.5],
                [x + 0.5, y - 0.5],
                [x + 0.5, y + 0.5],
                [x - 0.5, y + 0.5],
              ],
              `cell ${side > 0 ? 'a' : 'b'}`,
            );
        }
        paper.line([-reach - 1, -reach - 1], [reach + 1, reach + 1], 'strong');
        paper.text([reach, reach], 'to A and B', 'strong', [-46, -4]);
        paper.knob({ key: 'q', name: 'point Q', at: state.q, grid: 1, to: (p) => (state.q = p) }, 'Q', 'q');
      },
    },
  ],
  say: ({ computed, exact }, { precision }) =>
    `In ${precision} Q is called ${words(computed)}; it is ${words(exact)}.${Math.sign(computed) === exact ? '' : ' Wrong.'}`,
  numbers: ({ computed, answer }, { q }) => [
    ['Q', `(½ + ${q[0]} steps, ½ + ${q[1]} steps)`.replace(/\+ -/g, '− ')],
    ['cross(A − Q, B − Q)', number(computed, true)],
    ['distance from the line, by abut', number(answer.distance, true)],
    ['proven', `${number(answer.lower, true)} to ${number(answer.upper, true)}`],
  ],
});
