/** Lesson: the four ways in which GJK ends. */
import { mean, norm, sub, type Vector } from '../../model/vector.js';
import { number } from '../../page/text/words.js';
import { pointAt, polygonOf, runOf, stepControl, type Steps } from '../bodies.js';
import { lesson } from '../lesson.js';
import { gjk2Program } from '../programs.js';

type Ending = 'repeated' | 'inside' | 'boundary' | 'interior edge';
interface State {
  q: Vector;
  step: number;
}
interface Result {
  steps: Steps;
  simplex: number[];
  ending: Ending;
  on: number[];
}

const corners: Vector[] = [
  [-2, -2],
  [2, -2],
  [2, 1],
  [0, 2],
  [-2, 1],
];
const names = ['A', 'B', 'C', 'D', 'E'];

function cornerOf(q: Vector, w: Vector): number {
  const off = corners.map((c) => norm(sub(sub(q, c), w)));
  return off.indexOf(Math.min(...off));
}

function endingOf({ run, answer }: Steps, on: number[]): Ending {
  const last = run.moments[run.moments.length - 1];
  if (answer.lower > 0 || last?.stop !== 'origin_reached') return 'repeated';
  if (on.length === 3) return 'inside';
  const apart = on.length === 2 ? Math.abs(on[0]! - on[1]!) : 1;
  return apart === 1 || apart === corners.length - 1 ? 'boundary' : 'interior edge';
}

const endings: Record<Ending, string> = {
  repeated: 'Case 1: the support is in the simplex already. Nothing lies further toward Q.',
  inside: 'Case 2: all three corners carry mass. Q is inside the triangle, and so inside the polygon.',
  boundary: 'Case 3: Q lies on a vertex or on an edge of the polygon. P is Q; there is no direction left to take.',
  'interior edge':
    'Case 4: Q lies on an edge of the simplex that runs through the polygon. Both sides of it are as good.',
};

export default lesson<State, Result>({
  question: {
    ask: 'Q lies exactly on an edge of the polygon. Is “Q − P is zero” a safe test to stop?',
    choices: ['yes', 'no, rounding decides'],
    answer: ({ steps, ending }) => (steps.isLast && ending === 'boundary' ? 1 : null),
    see: 'put Q on the lower side, and go to the end.',
    because: 'abut asks whether Q − P is as short as rounding can make it, given the sizes.',
  },
  text: [
    'A loop that stops too early is wrong; one that does not stop is worse. GJK with a point and a polygon ends in four ways.',
    '<b>1.</b> The support is in the simplex already: P is nearest.<br><b>2.</b> The simplex is a triangle around Q.<br><b>3.</b> Q is exactly on the boundary. On a vertex Q − P is no direction; on an edge the turned edge is one, but its sign means nothing.<br><b>4.</b> Q is on an edge of the simplex inside the polygon, and either sign finds a new corner.',
    'Cases 3 and 4 are where programs loop. abut compares Q − P with what rounding can make of zero, and checks that no weight is negative.',
  ],
  why: {
    picture:
      '<path class="a" d="M10 50V14L52 4 98 14V50Z"/><circle class="dot" cx="54" cy="50" r="3"/><path class="bad" d="M54 50c14-10 14-24 0-24s-14 14-6 20"/><path class="bad" d="M42 42l6 5 2-8"/>',
    text: 'An endless loop in a narrow phase is a frozen game.',
  },
  source: gjk2Program(),
  hands:
    'Drag Q: it moves on the grid, so that it can lie on a line exactly. Step with the slider. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Case 1: end with a repeated support.',
      done: ({ steps, ending }) => steps.isLast && ending === 'repeated',
    },
    { text: 'Case 2: end with a triangle around Q.', done: ({ steps, ending }) => steps.isLast && ending === 'inside' },
    {
      text: 'Case 3: end on a vertex or an edge of the polygon.',
      done: ({ steps, ending }) => steps.isLast && ending === 'boundary',
    },
    {
      text: 'Case 4: end on an edge of the simplex inside the polygon.',
      done: ({ steps, ending }) => steps.isLast && ending === 'interior edge',
    },
  ],
  hint: 'Each case counts at the last step: move the slider to its end first. For case 4 try the axis of symmetry, or the diagonals of the lower box.',
  moral:
    'Every exit has a reason that can be checked afterwards: a plane for case 1, weights for the others. No counter of iterations is needed to be right.',
  start: () => ({ q: [3.5, 0.5], step: 0 }),
  solve(abut, state) {
    const steps = runOf(abut, polygonOf(corners), pointAt(state.q), 'distance', state.step),
      last = steps.run.moments[steps.run.moments.length - 1];
    state.step = steps.state.step;
    const on = (last?.region ?? []).map((i) => cornerOf(state.q, last!.corners[i]!)).sort();
    return {
      steps,
      simplex: steps.moment?.corners.map((w) => cornerOf(state.q, w)) ?? [],
      ending: endingOf(steps, on),
      on,
    };
  },
  controls: [
    stepControl(),
    {
      kind: 'button',
      id: 'end',
      label: 'to the end',
      press: (state, { steps }) => (state.step = steps.run.moments.length),
    },
  ],
  panes: [
    {
      title: 'polygon and point',
      view: () => [
        [-3.6, -2.8],
        [4, 3],
      ],
      draw(paper, state, { steps, simplex }) {
        const { moment } = steps,
          { q } = state;
        paper.polygon(corners, 'shape a');
        if (moment) {
          const support = corners[moment.ids[0]]!;
          paper.plane(support, moment.direction);
          paper.polygon(
            simplex.map((i) => corners[i]!),
            'simplex',
          );
          for (const i of simplex) paper.bead(corners[i]!, 'simplex', 5);
          paper.bead(support, 'support', 10);
          const p = sub(q, moment.nearest);
          if (norm(moment.nearest) * paper.camera.pixelsPerUnit > 2) {
            paper.line(q, p, 'gap');
            paper.witness(p);
          }
        }
        corners.forEach((c, i) => paper.corner(c, [mean(corners)], names[i]!, 'id a'));
        paper.knob({ key: 'q', name: 'point Q', at: q, grid: 0.5, to: (p) => (state.q = p) }, 'Q', 'q');
      },
    },
  ],
  say: ({ steps, ending }) => (steps.isLast ? endings[ending] : `Step ${steps.state.step + 1}: the search goes on.`),
  numbers: ({ steps, simplex }) =>
    steps.moment
      ? [
          ['simplex', simplex.map((i) => names[i]).join('')],
          ['weights', steps.moment.weights.map((x) => number(x, false)).join(', ')],
          ['support', names[steps.moment.ids[0]] ?? ''],
          ['lower, upper bound', `${number(steps.moment.lower, false)}, ${number(steps.moment.upper, false)}`],
          ['stop test', steps.moment.stop?.replace('_', ' ') ?? 'go on'],
        ]
      : [],
});
