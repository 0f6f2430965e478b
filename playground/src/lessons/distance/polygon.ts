/** Lesson: GJK with a point and a polygon. */
import { mean, norm, scale, sub, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { pointAt, polygonOf, runOf, stepControl, type Steps, why } from '../bodies.js';
import { lesson } from '../lesson.js';
import { gjk2Program } from '../programs.js';

interface State {
  corners: Vector[];
  q: Vector;
  step: number;
}
interface Result {
  steps: Steps;
  simplex: Vector[];
  names: string[];
  p: Vector | null;
  support: string;
}

const names = ['A', 'B', 'C', 'D', 'E'];

/** Corners of Q - polygon, as corners of the polygon. */
function nameOf(corners: Vector[], q: Vector, corner: Vector): number {
  const off = corners.map((c) => norm(sub(sub(q, c), corner)));
  return off.indexOf(Math.min(...off));
}

export default lesson<State, Result>({
  question: {
    ask: 'Five corners. How many does GJK keep at most at one time?',
    choices: ['all 5', '4', '3'],
    answer: ({ steps }) => (steps.isLast && steps.moment?.corners.length === 3 ? 2 : null),
    see: 'put Q inside, and step to the end.',
    because: 'A triangle around Q settles everything; more corners would say nothing new.',
  },
  text: [
    'Testing every region of a polygon is slow. GJK keeps a small piece of it, a <dfn>simplex</dfn>: a vertex, an edge or a triangle of corners found so far (green).',
    'One round: find the point P of the simplex nearest to Q. Drop the corners without mass. Look from P toward Q, and ask for the corner furthest that way, the <dfn>support point</dfn>. It joins the simplex.',
    'The dashed line through the support has all of the polygon behind it: its distance from Q is a <dfn>lower bound</dfn>. P is a point of the polygon: its distance is an <dfn>upper bound</dfn>. The search ends when the two meet.',
  ],
  why: {
    picture:
      '<path class="a" d="M8 42 30 12 62 8 78 30 56 52Z"/><path class="s" d="M62 8 78 30 56 52Z"/><circle class="dot" cx="100" cy="22" r="3"/><path class="dash" d="M70 0 88 58"/>',
    text: 'A hull of a thousand corners takes a few steps, because most corners are never looked at.',
  },
  source: gjk2Program(),
  hands: 'Step with the slider. Drag Q or a corner; or Tab to it and use the arrow keys.',
  goals: [
    {
      text: 'Step to the end: the support is a corner that the simplex already has.',
      done: ({ steps }) => steps.isLast && steps.run.moments.length > 1 && steps.moment?.stop === 'repeated_vertex',
    },
    {
      text: 'Find a place of Q, outside, for which GJK takes at least four steps.',
      done: ({ steps }) => steps.run.moments.length >= 4 && steps.answer.lower > 0,
      progress: ({ steps }) => `${steps.run.moments.length} steps`,
    },
    {
      text: 'Put Q inside, and step until a triangle around it ends the search.',
      done: ({ steps }) => steps.isLast && steps.moment?.stop === 'origin_reached',
    },
  ],
  hint: 'Close to the polygon, beyond the middle of a long edge, the first guesses are poor and the simplex has to turn.',
  moral:
    'GJK stops because it has run out of better corners, and the line through the support proves that no other point is nearer.',
  start: () => ({
    corners: [
      [-2, -1.3],
      [1, -2],
      [2.6, -0.4],
      [1.9, 1.7],
      [-1.4, 1.5],
    ],
    q: [3.9, 1.6],
    step: 0,
  }),
  solve(abut, state) {
    const { corners, q } = state,
      steps = runOf(abut, polygonOf(corners), pointAt(q), 'distance', state.step),
      { moment } = steps;
    state.step = steps.state.step;
    const ids = moment?.corners.map((c) => nameOf(corners, q, c)) ?? [];
    return {
      steps,
      simplex: ids.map((i) => corners[i]!),
      names: ids.map((i) => names[i]!),
      p: moment ? sub(q, moment.nearest) : null,
      support: names[moment?.ids[0] ?? 0] ?? '',
    };
  },
  controls: [stepControl()],
  panes: [
    {
      title: 'polygon and point',
      view: () => [
        [-3.2, -2.4],
        [4.4, 2.6],
      ],
      draw(paper, state, { steps, simplex, p }) {
        const { corners, q } = state,
          { moment } = steps;
        paper.polygon(corners, 'shape a');
        paper.text(mean(corners), 'polygon', 'name a');
        if (moment) {
          const support = corners[moment.ids[0]]!;
          paper.plane(support, moment.direction);
          paper.polygon(simplex, 'simplex');
          const before = steps.run.moments[steps.state.step - 1],
            from = before ? sub(q, before.nearest) : support;
          paper.pointer(from, moment.direction, 52, 'search');
          paper.bead(support, 'support', 10);
          if (p && norm(sub(q, p)) * paper.camera.pixelsPerUnit > 2) {
            paper.line(q, p, 'gap');
            paper.witness(p);
            paper.text(p, 'P', 'strong', [-14, 12]);
          }
        }
        corners.forEach((c, i) => {
          const d = scale(sub(c, mean(corners)), 1 / norm(sub(c, mean(corners))));
          paper.knob(
            { key: names[i]!.toLowerCase(), name: `corner ${names[i]}`, at: c, to: (to) => (corners[i] = to) },
            names[i]!,
            simplex.includes(c) ? 's' : 'a',
            [18 * d[0]!, -18 * d[1]!],
          );
        });
        paper.knob({ key: 'q', name: 'point Q', at: q, to: (to) => (state.q = to) }, 'Q', 'q');
      },
    },
  ],
  say: ({ steps, names: kept, support }) => {
    const { moment } = steps;
    if (!moment) return why(steps);
    const simplex = kept.length === 1 ? `the vertex ${kept[0]}` : kept.join('');
    if (moment.stop === 'origin_reached')
      return `Step ${moment.iteration}: the support is ${support}. The simplex ${simplex} contains Q: the distance is 0.`;
    if (moment.stop)
      return `Step ${moment.iteration}: the support is ${support}, which is already in the simplex. Nothing lies further toward Q, so P is nearest.`;
    return `Step ${moment.iteration}: the support is ${support}. It joins the simplex, which is now ${simplex}.`;
  },
  numbers: ({ steps }) =>
    steps.moment
      ? [
          ['direction', vector(steps.moment.direction, false)],
          ['weights', steps.moment.weights.map((x) => number(x, false)).join(', ')],
          ['lower bound', number(steps.moment.lower, false)],
          ['upper bound', number(steps.moment.upper, false)],
          ['distance in the end', number(steps.line.length, false)],
        ]
      : [],
});
