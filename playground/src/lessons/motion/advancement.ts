/** Lesson: conservative advancement. */
import { dot, scale, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { type Body, body, boxPoints, cornersOf, drawBody, drawTurn } from '../bodies.js';
import { Chart } from '../figure/chart.js';
import { lesson } from '../lesson.js';
import { type Cast, distanceCurve, drawBound, drawMotion, movedBy, planeControl, shapeCast } from '../moving.js';
import { castProgram } from '../programs.js';

interface State {
  a: Body;
  b: Body;
  v: Vector;
  step: number;
}
interface Result {
  cast: Cast;
  curve: [number, number][];
  chart: Chart;
  approach: number;
}

export default lesson<State, Result>({
  question: {
    ask: 'A jumps by distance / approach speed. Can it jump past the first touch?',
    choices: ['yes, if it is fast', 'never'],
    answer: ({ cast }) => (cast.isLast && cast.hit.hit && cast.planes.length > 1 ? 1 : null),
    see: 'step to the hit, and compare t with “proven free before”.',
    because: 'Along the normal it comes nearer by no more than that speed allows, whatever it does otherwise.',
  },
  text: [
    'A moves by v while t goes from 0 to 1. When does it first touch B? Looking at a few times is not enough: what is thin or fast is missed in between.',
    'Ask for the distance d and the normal n. A comes nearer along n by at most <code>v · n</code> per time, so for <code>d / (v · n)</code> nothing can happen, and A may jump that far. Look again, jump again: <dfn>conservative advancement</dfn>.',
    'On the right, distance over time is convex, and the plane is a straight line below it (dashed). Jumping to where the line meets zero is Newton’s method from the left; abut uses every plane that GJK meets on the way.',
  ],
  why: {
    picture:
      '<path class="a" d="M4 22H20V38H4Z"/><path class="thin" d="M30 22H46V38H30ZM50 22H66V38H50Z"/><path class="b" d="M80 4H86V56H80Z"/><path class="line" d="M20 30H28"/>',
    text: 'No step size to choose, and nothing is stepped over: thin walls hold.',
  },
  source: castProgram(),
  hands: 'Drag A, B, or the end of the motion v; step through the planes. Tab and arrow keys do the same.',
  goals: [
    { text: 'Step to the hit.', done: ({ cast }) => cast.isLast && cast.hit.hit && cast.planes.length > 1 },
    {
      text: 'Find a hit that takes at least four planes.',
      done: ({ cast }) => cast.hit.hit && cast.planes.length >= 4,
      progress: ({ cast }) => `${cast.planes.length} planes`,
    },
    {
      text: 'Let A come nearer at first and still miss.',
      done: ({ cast, approach }) => cast.hit.miss && approach > 0.1,
    },
  ],
  hint: 'A motion that comes in at a slant, nearly along a side of B, makes the curve bend late. For a miss, let v pass above or below B.',
  moral: 'No step size had to be chosen. How far A may go is what the distance says, so nothing is stepped over.',
  start: () => ({
    a: body(
      [
        [-0.8, -0.6],
        [0.9, -0.5],
        [0, 0.9],
      ],
      [-2.07, -0.49],
      0.87,
    ),
    b: body(boxPoints(0.7, 0.7), [0.84, 0.3], -0.43),
    v: [3.34, -0.6],
    step: 0,
  }),
  solve(abut, state) {
    const { a, b, v } = state,
      curve = distanceCurve(abut, a, v, b),
      cast = shapeCast(state, a, v, b, 'advancement', true),
      first = cast.planes[0];
    return {
      cast,
      curve,
      chart: new Chart(Math.max(...curve.map(([, d]) => d), 0.5)),
      approach: first ? dot(first.direction, v) : 0,
    };
  },
  controls: [planeControl()],
  panes: [
    {
      title: 'shapes',
      view: () => [
        [-2.9, -2],
        [2.3, 2],
      ],
      draw(paper, state, { cast }) {
        const { a, b, v } = state,
          { now, hit } = cast;
        for (const t of cast.isLast && hit.hit ? [cast.before, hit.t] : [cast.before, Math.min(1, now?.tSafe ?? 1)])
          paper.polygon(cornersOf(movedBy(a, scale(v, t))), 'shape a ghost');
        drawBody(paper, a, 'a', 'shape-a', 'A');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        if (now) {
          const on = cornersOf(b)[now.ids[1]];
          if (on) {
            paper.plane(on, now.direction);
            paper.bead(on, 'support', 9);
          }
        }
        if (cast.isLast && hit.hit) paper.witness(hit.pointB);
        drawTurn(paper, b, 'b', 'turn-b', 'B');
        drawMotion(paper, a.p, v, (to) => (state.v = to));
      },
    },
    {
      title: 'distance over time',
      view: () => Chart.view,
      draw(paper, { v }, { cast, curve, chart }) {
        const { now, hit } = cast,
          free = now?.missed ? 1 : (now?.tSafe ?? hit.tSafe);
        chart.band(paper, 0, Math.min(1, free), 'free');
        chart.axes(paper);
        chart.curve(paper, curve, 'gap');
        if (now) {
          drawBound(paper, chart, now, v);
          chart.upright(paper, cast.before, 'truth');
          if (!now.missed) paper.bead(chart.at(now.tSafe, 0), 'nearest', 4);
        }
      },
    },
  ],
  say: ({ cast }) => {
    const { now, hit } = cast;
    if (hit.start !== 'separated') return 'They meet at the start: a hit at 0.';
    if (!now) return 'No plane was needed.';
    if (now.missed) return 'Along this normal they do not meet up to t = 1: a proven miss.';
    if (cast.isLast && hit.hit)
      return `They touch at t = ${number(hit.t, false)}. Before it, every moment is proven free.`;
    return `With this plane A may jump from t = ${number(cast.before, false)} to ${number(now.tSafe, false)}.`;
  },
  numbers: ({ cast }, { v }) => [
    ['verdict', cast.hit.hit ? 'hit' : cast.hit.miss ? 'miss, proven' : 'open'],
    ['t', cast.hit.hit ? number(cast.hit.t, true) : 'none'],
    ['proven free before', number(cast.hit.tSafe, true)],
    ['n', cast.now ? vector(cast.now.direction, false) : 'none'],
    ['v · n', cast.now ? number(dot(cast.now.direction, v), false) : 'none'],
  ],
});
