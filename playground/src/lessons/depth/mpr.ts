/** Lesson: one ray instead of a search in all directions. */
import { cross, dot, hull2, left, mean, norm, scale, sub, unit, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import {
  type Body,
  between,
  body,
  boxPoints,
  cornersOf,
  differenceView,
  drawBody,
  drawSteps,
  drawTurn,
  operandOf,
  runOf,
  stepControl,
  type Steps,
  why,
} from '../bodies.js';
import { lesson } from '../lesson.js';
import { mpr2Program } from '../programs.js';

interface State {
  a: Body;
  b: Body;
  step: number;
}
interface Result {
  steps: Steps;
  exit: { from: Vector; to: Vector; at: Vector; normal: Vector; depth: number } | null;
  depth: number;
}

/** Where the ray from the center through the origin leaves B - A, and how far out that edge is. */
function exitOf(center: Vector, hull: Vector[]): Result['exit'] {
  const ray = scale(center, -1),
    turn = (p: Vector, q: Vector) => cross([...p, 0], [...q, 0])[2]!;
  for (let i = 0; i < hull.length; ++i) {
    const from = hull[i]!,
      to = hull[(i + 1) % hull.length]!,
      before = turn(ray, sub(from, center)),
      after = turn(ray, sub(to, center));
    if (!(before < 0 && after >= 0)) continue;
    const normal = scale(unit(left(sub(to, from))), -1);
    return { from, to, at: between(from, to, before / (before - after)), normal, depth: dot(normal, from) };
  }
  return null;
}

export default lesson<State, Result>({
  question: {
    ask: 'MPR follows one ray out of B − A. The depth at the side it meets is …',
    choices: ['the least', 'at least the least', 'at most the least'],
    answer: ({ exit, depth }) => (depth > 0.05 && exit !== null && exit.depth > 1.5 * depth ? 1 : null),
    see: 'find an overlap where the two depths differ.',
    because: 'The ray follows the line of the middles, and the nearest side may be elsewhere.',
  },
  text: [
    'MPR, Minkowski portal refinement, asks in another way. Take a point inside B − A: the difference of two middles, the <dfn>center</dfn>. Shoot a ray from it through the origin. Does it leave B − A behind the origin, or before?',
    'The ray passes between two corners that have been found: the <dfn>portal</dfn> (green). Ask for the support across it, and choose the half that the ray still passes. As soon as the origin lies on the inner side, they meet. If a support plane has the origin outside, they are apart.',
    'It is short, and needs no nearest points. Its depth, that of the side through which the ray leaves, is a way out, and not always the shortest.',
  ],
  why: {
    picture:
      '<path class="d" d="M10 24 40 8 96 14 100 40 50 54 16 46Z"/><circle class="dot" cx="60" cy="30" r="3"/><path class="dash" d="M60 30 104 22"/><path class="line" d="M84 22h8m-4-4v8"/><path class="good" d="M88 22 87 13"/>',
    text: 'A depth that is too large is a body that jumps.',
  },
  source: mpr2Program(),
  hands: 'Drag or turn the shapes; step with the slider. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Step until MPR has its verdict: the origin is behind the portal.',
      done: ({ steps }) => steps.isLast && steps.run.moments.length > 1 && steps.moment?.stop === 'origin_reached',
    },
    {
      text: 'Find an overlap whose depth along the ray’s side is more than 1.5 times the true depth.',
      done: ({ exit, depth }) => depth > 0.05 && exit !== null && exit.depth > 1.5 * depth,
      progress: ({ exit, depth }) => (exit && depth > 0 ? `${(exit.depth / depth).toFixed(2)} times` : 'no overlap'),
    },
  ],
  hint: 'Long flat shapes help. The line of the middles should run lengthwise while the short way out is across.',
  moral: 'MPR’s depth is an upper bound of the depth. abut reports it as that, and leaves the minimum to EPA.',
  start: () => ({
    a: body(boxPoints(1.7, 0.45), [-0.7, -0.15], 0.05),
    b: body(
      [
        [-1.1, -0.5],
        [1.1, -0.6],
        [0.1, 0.8],
      ],
      [0.15, 0.6],
      0,
    ),
    step: 0,
  }),
  solve(abut, state) {
    const a = operandOf(state.a),
      b = operandOf(state.b),
      steps = runOf(abut, a, b, 'mpr', state.step);
    state.step = steps.state.step;
    const va = cornersOf(state.a),
      vb = cornersOf(state.b),
      hull = hull2(vb.flatMap((q) => va.map((p) => sub(q, p))));
    const traced = [...steps.run.moments].reverse().find((m) => m.corners.length > 0)?.nearest,
      center = traced ?? sub(mean(vb), mean(va));
    const exit = steps.line.meet && norm(center) > 0 ? exitOf(center, hull) : null;
    return { steps, exit, depth: abut.penetration({ dim: 2, precision: 'double' }, a, b).depth };
  },
  controls: [stepControl()],
  panes: [
    {
      title: 'shapes',
      view: () => [
        [-3, -2.1],
        [3, 2.1],
      ],
      draw(paper, { a, b }) {
        drawBody(paper, a, 'a', 'shape-a', 'A');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        drawTurn(paper, a, 'a', 'turn-a', 'A');
        drawTurn(paper, b, 'b', 'turn-b', 'B');
      },
    },
    {
      title: 'difference B − A',
      view: (_, { steps }) => differenceView(steps),
      draw(paper, _, { steps, exit }) {
        drawSteps(paper, steps);
        if (!steps.isLast || !exit) return;
        paper.line(exit.from, exit.to, 'strong');
        paper.bead(exit.at, 'nearest', 4);
        paper.arrow([0, 0], scale(exit.normal, exit.depth), 'normal');
      },
    },
  ],
  say: ({ steps, exit, depth }) => {
    if (!steps.isLast)
      return `Step ${steps.state.step + 1}: ${steps.moment?.corners.length ? 'the portal moves out.' : 'corners for the first portal are gathered.'}`;
    return exit && depth > 0
      ? `${why(steps)} The ray leaves through the bold side, ${number(exit.depth, false)} from the origin.`
      : why(steps);
  },
  numbers: ({ steps, exit, depth }) => [
    ['verdict', steps.line.meet === null ? 'open' : steps.line.meet ? 'they meet' : 'apart'],
    ['depth at the ray’s side', exit ? number(exit.depth, false) : 'none'],
    ['true depth, by EPA', depth > 0 ? number(depth, false) : 'none'],
    ['normal of the side', exit ? vector(exit.normal, false) : 'none'],
  ],
});
