/** Lesson: a gap swept through zero, one unit in the last place at a time. */
import type { Abut, Separation, Precision } from 'abut';
import type { Vector } from '../../model/vector.js';
import { number } from '../../page/text/words.js';
import { polygonOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { withMinus } from '../minus.js';

type Unit = 'double' | 'float';
interface State {
  k: number;
  unit: Unit;
  precision: Precision;
}
interface Sample {
  k: number;
  value: number;
  lower: number;
  upper: number;
}
interface Result {
  unit: number;
  here: Record<Precision, Separation>;
  curve: Sample[];
  least: boolean;
}

/** The spacing of numbers at 1, where the side of A is. */
const units: Record<Unit, number> = { double: 2 ** -52, float: 2 ** -26 };
const reach = 40;
const a = polygonOf([
  [-1, -1],
  [1, -1],
  [1, 1],
  [-1, 1],
]);
const b = (gap: number) =>
  polygonOf([
    [1 + gap, -1],
    [3, -1],
    [3, 1],
    [1 + gap, 1],
  ]);

function ask(abut: Abut, precision: Precision, gap: number): Separation {
  return abut.separation({ dim: 2, precision }, a, b(gap));
}

export default lesson<State, Result>({
  question: {
    ask: 'The gap is one step of double, 2<sup>−52</sup>. What does float say?',
    choices: ['the same', 'exactly 0', 'an overlap'],
    answer: ({ here }, { k }) => (k > 0 && here.float.separation === 0 && here.double.separation > 0 ? 1 : null),
    see: 'move B by one step to the right.',
    because: 'A float can not hold 1 plus a small gap: it is rounded before anything is computed.',
  },
  text: [
    'The right side of A is at x = 1, the left side of B at 1 + gap. Make the gap one <dfn>ulp</dfn>, the step from one number to the next: 2<sup>−52</sup> in double, 2<sup>−23</sup> in float. The chart is the signed distance that abut returns.',
    'The dots are exact here. The amber line below and the lilac one above are the bounds: the truth lies between, with all rounding counted. They are wider than this pair needs, and hold everywhere, also at zero.',
    'If the lower bound is positive, apart is proven. If the upper one is negative, overlap is proven. Between them the honest answer is: they touch, as far as these numbers can show.',
  ],
  why: {
    picture:
      '<path class="a" d="M0 10H52V50H0Z"/><path class="b" d="M56 10H110V50H56Z"/><path class="dash" d="M54 0V60"/>',
    text: 'A library that returns both ends of the interval never has to guess.',
  },
  hands: 'Drag B or the marker in the chart; or use the slider. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Find a gap at which float says 0 and double does not.',
      done: ({ here }, { k }) => k > 0 && here.float.separation === 0 && here.double.separation > 0,
    },
    {
      text: 'In double, with steps of 2<sup>−52</sup>: find the least gap that is proven to be one.',
      done: ({ least }) => least,
      progress: ({ here, unit }, s) =>
        s.precision === 'double'
          ? `lower bound ${(here.double.lower / unit).toFixed(1)} steps`
          : 'switch to double',
    },
    { text: 'Find an overlap that is proven.', done: ({ here }, { precision }) => here[precision].upper < 0 },
  ],
  hint: 'The lower bound rises by one step per step. It is about 16 steps below the number: go on until it passes zero, then one back to be sure that it is the least.',
  moral: 'Touching is not a number but an interval. A library that returns both ends of it never has to guess.',
  start: () => ({ k: 0, unit: 'double', precision: 'double' }),
  solve(abut, state) {
    const unit = units[state.unit];
    state.k = Math.round(Math.max(-reach, Math.min(reach, state.k)));
    const curve = Array.from({ length: 2 * reach + 1 }, (_, i) => {
      const k = i - reach,
        { separation, lower, upper } = ask(abut, state.precision, k * unit);
      return { k, value: separation / unit, lower: lower / unit, upper: upper / unit };
    });
    const at = (k: number) => curve[k + reach]?.lower ?? -1;
    return {
      unit,
      curve,
      here: { float: ask(abut, 'float', state.k * unit), double: ask(abut, 'double', state.k * unit) },
      least: state.precision === 'double' && state.unit === 'double' && at(state.k) > 0 && at(state.k - 1) <= 0,
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
      kind: 'choice',
      id: 'unit',
      label: 'one step of the gap',
      options: { double: 'step 2⁻⁵²', float: 'step 2⁻²⁶' },
      get: (s) => s.unit,
      set: (s, v) => (s.unit = v as Unit),
    },
    {
      kind: 'range',
      id: 'gap',
      label: 'gap',
      min: -reach,
      max: reach,
      get: (s) => s.k,
      set: (s, v) => (s.k = v),
      text: ({ k }) => `${k} steps`,
    },
  ],
  panes: [
    {
      title: 'the gap',
      view: () => [
        [-reach - 6, -32],
        [reach + 6, 32],
      ],
      draw(paper, state) {
        const far = 400,
          { k } = state;
        for (let x = -reach; x <= reach; x += 10) {
          paper.line([x, -36], [x, 36], 'axis');
          if (x % 20 === 0) paper.text([x, -36], withMinus(String(x)), 'small', [0, 12]);
        }
        paper.polygon(
          [
            [-far, -24],
            [0, -24],
            [0, 24],
            [-far, 24],
          ],
          'shape a',
        );
        paper.text([-24, 0], 'A', 'name a');
        paper.grip(
          { key: 'b', name: 'box B', at: [k, 0], grid: 1, to: ([x]) => (state.k = x!) },
          [
            [k, -24],
            [far, -24],
            [far, 24],
            [k, 24],
          ],
          'b',
        );
        paper.text([24 + Math.max(0, k / 2), 0], 'B', 'name b');
      },
    },
    {
      title: 'signed distance, in steps',
      view: () => [
        [-reach - 4, -reach - 4],
        [reach + 4, reach + 4],
      ],
      draw(paper, state, { curve }) {
        paper.line([-reach, 0], [reach, 0], 'axis');
        paper.line([0, -reach], [0, reach], 'axis');
        for (const x of [-40, -20, 20, 40]) {
          paper.line([x, -1], [x, 1], 'axis');
          paper.line([-1, x], [1, x], 'axis');
          paper.text([x, 0], withMinus(String(x)), 'small', [0, 12]);
          paper.text([0, x], withMinus(String(x)), 'small', [-20, 0]);
        }
        const path = (key: 'value' | 'lower' | 'upper') =>
          curve.map((s): Vector => [s.k, Math.max(-3 * reach, Math.min(3 * reach, s[key]))]);
        paper.polygon([...path('upper'), ...path('lower').reverse()], 'band');
        for (const key of ['lower', 'upper'] as const)
          path(key)
            .slice(1)
            .forEach((p, i) => paper.line(path(key)[i]!, p, key));
        for (const s of curve) if (Math.abs(s.value) <= reach + 2) paper.bead([s.k, s.value], 'corner', 1.8);
        paper.text([reach, 0], 'gap', 'small', [4, -12]);
        const now = curve[state.k + reach]!;
        paper.line([state.k, -reach - 2], [state.k, reach + 2], 'truth');
        paper.knob(
          {
            key: 'k',
            name: 'the gap',
            at: [state.k, Math.max(-reach, Math.min(reach, now.value))],
            grid: 1,
            to: ([x]) => (state.k = x!),
          },
          '',
          'q',
        );
      },
    },
  ],
  say: ({ here }, { precision }) => {
    const { lower, upper } = here[precision];
    if (lower > 0) return `In ${precision}: the lower bound is positive. The boxes are apart, and that is proven.`;
    if (upper < 0) return `In ${precision}: the upper bound is negative. The boxes overlap, and that is proven.`;
    return `In ${precision}: zero lies between the bounds. They touch, as far as these numbers can show.`;
  },
  numbers: ({ here, unit }, { k }) => [
    ['gap as written', number(k * unit, true)],
    ['double: signed distance', number(here.double.separation, true)],
    ['double: proven', `${number(here.double.lower, true)} to ${number(here.double.upper, true)}`],
    ['float: signed distance', number(here.float.separation, true)],
    ['float: proven', `${number(here.float.lower, true)} to ${number(here.float.upper, true)}`],
  ],
});
