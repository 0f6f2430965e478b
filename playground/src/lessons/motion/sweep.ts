/** Lesson: the whole sweep as one convex set. */
import { cross, hull2, norm, scale, sub, type Vector } from '../../model/vector.js';
import { number } from '../../page/text/words.js';
import { type Body, between, body, boxPoints, cornersOf, drawBody, drawTurn } from '../bodies.js';
import { lesson } from '../lesson.js';
import { type Cast, drawMotion, movedBy, shapeCast } from '../moving.js';

interface State {
  a: Body;
  b: Body;
  v: Vector;
  step: number;
}
interface Result {
  cast: Cast;
  start: Vector[];
  end: Vector[];
  swept: Vector[];
  exit: Vector | null;
  depth: number;
}

/** Where a ray from the origin leaves a convex polygon around it. */
function exitOf(hull: Vector[], ray: Vector): Vector | null {
  const turn = (p: Vector) => cross([...ray, 0], [...p, 0])[2]!;
  const around = hull.every((p, i) => cross([...p, 0], [...hull[(i + 1) % hull.length]!, 0])[2]! >= 0);
  if (!around || norm(ray) === 0) return null;
  for (let i = 0; i < hull.length; ++i) {
    const from = hull[i]!,
      to = hull[(i + 1) % hull.length]!,
      before = turn(from),
      after = turn(to);
    if (before <= 0 && after > 0) return between(from, to, before / (before - after));
  }
  return null;
}

export default lesson<State, Result>({
  question: {
    ask: 'A moves along a line. How many overlap tests tell whether it hits B on the way?',
    choices: ['one', 'one per step of time', 'as many as there are corners'],
    answer: ({ cast }) => (cast.hit.miss ? 0 : null),
    see: 'let the origin leave the dashed set.',
    because: 'The whole sweep is one convex set: if the origin is not in it, nothing is hit.',
  },
  text: [
    'Let A rest and B move by −v: the same motion, seen from A. In the difference, B − A slides by −v and covers a longer set, the <dfn>swept</dfn> difference (dashed). Its support is that of B − A, plus −v if that is further. If it does not contain the origin, nothing is hit.',
    'If it does, walk from the origin along −v until the set ends: a distance d, found by MPR with its ray along −v. The front, at t = 1, is d beyond the origin. It moves |v| per time, so it passed the origin at <code>t = 1 − d / |v|</code>.',
    'Where the motion is long, this difference loses digits. abut takes the time from the plane of the last portal.',
  ],
  why: {
    picture:
      '<path class="d" d="M60 8H84V34H60Z"/><path class="thin" d="M60 8 14 22V48H38L84 34"/><path class="dash" d="M60 34 14 48"/><path class="line" d="M44 32h8m-4-4v8"/>',
    text: 'What does not turn needs no search over time at all.',
  },
  hands: 'Drag A, B, or the end of the motion v. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Let A hit B in the middle of its way: t between 0.45 and 0.55.',
      done: ({ cast }) => cast.hit.hit && Math.abs(cast.hit.t - 0.5) <= 0.05,
      progress: ({ cast }) => (cast.hit.hit ? `t = ${number(cast.hit.t, false)}` : 'no hit'),
    },
    { text: 'Let the origin leave the swept set: a proven miss.', done: ({ cast }) => cast.hit.miss },
  ],
  hint: 'A longer v makes the same contact earlier in its own time.',
  moral: 'A sweep along a line is one more convex set. What does not turn needs no search over time at all.',
  start: () => ({
    a: body(
      [
        [-0.7, -0.5],
        [0.8, -0.4],
        [0, 0.8],
      ],
      [-2, -0.6],
      0,
    ),
    b: body(boxPoints(0.6, 0.6), [0.9, 0.5], 0.2),
    v: [2.4, 0.9],
    step: 0,
  }),
  solve(_, state) {
    const { a, b, v } = state,
      va = cornersOf(a),
      start = hull2(cornersOf(b).flatMap((q) => va.map((p) => sub(q, p)))),
      end = start.map((p) => sub(p, v)),
      swept = hull2([...start, ...end]);
    const exit = exitOf(swept, scale(v, -1));
    return { cast: shapeCast(state, a, v, b, 'mpr'), start, end, swept, exit, depth: exit ? norm(exit) : 0 };
  },
  panes: [
    {
      title: 'shapes',
      view: () => [
        [-2.8, -1.8],
        [1.9, 1.8],
      ],
      draw(paper, state, { cast }) {
        const { a, b, v } = state;
        paper.polygon(cornersOf(movedBy(a, v)), 'shape a ghost');
        if (cast.hit.hit) paper.polygon(cornersOf(movedBy(a, scale(v, cast.hit.t))), 'shape a ghost hit');
        drawBody(paper, a, 'a', 'shape-a', 'A');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        if (cast.hit.hit) paper.witness(cast.hit.pointB);
        drawTurn(paper, b, 'b', 'turn-b', 'B');
        drawMotion(paper, a.p, v, (to) => (state.v = to));
      },
    },
    {
      title: 'difference, swept by −v',
      view: (_, { swept }) => [...swept, [0, 0]],
      draw(paper, { v }, { start, end, swept, exit, cast }) {
        paper.polygon(swept, 'difference grown');
        paper.polygon(start, 'difference');
        paper.polygon(end, 'difference ghost');
        if (cast.hit.hit)
          paper.polygon(
            start.map((p) => sub(p, scale(v, cast.hit.t))),
            'difference touch',
          );
        paper.text(
          start.reduce((best, p) => (p[1]! > best[1]! ? p : best)),
          'B − A',
          'name d',
          [0, -16],
        );
        paper.text(
          end.reduce((best, p) => (p[1]! < best[1]! ? p : best)),
          'at t = 1',
          'small',
          [0, 16],
        );
        paper.origin();
        if (exit) {
          paper.arrow([0, 0], exit, 'search');
          paper.text(scale(exit, 0.5), 'd', 'id d', [0, -12]);
        } else paper.pointer([0, 0], scale(v, -1), 40, 'search');
      },
    },
  ],
  say: ({ cast, exit }) => {
    const { hit } = cast;
    if (!hit.hit && !hit.miss) return 'A graze, or a touch at the start: MPR leaves it open.';
    if (!hit.hit) return 'The swept set does not contain the origin: A passes B, and a plane proves it.';
    return exit
      ? 'The origin is in the swept set. From there to its end along −v it is d.'
      : 'They meet at the start: a hit at 0.';
  },
  numbers: ({ cast, depth, exit }, { v }) => [
    ['|v|', number(norm(v), false)],
    ['d', exit && cast.hit.hit ? number(depth, false) : 'none'],
    ['1 − d / |v|', exit && cast.hit.hit ? number(1 - depth / norm(v), true) : 'none'],
    ['t of abut', cast.hit.hit ? number(cast.hit.t, true) : 'none'],
    ['proven free before', number(cast.hit.tSafe, true)],
  ],
});
