/** Lesson: where does a ray enter a polygon? */
import type { CastMethod, RayCast } from 'abut';
import { add, dot, scale, sub, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { type Body, body, drawBody, drawTurn, operandOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { type Cast, castOf, motion, plane, planeControl } from '../moving.js';

interface State {
  o: Vector;
  tip: Vector;
  shape: Body;
  method: CastMethod;
  step: number;
}
interface Result {
  cast: Cast<RayCast>;
  d: Vector;
}

export default lesson<State, Result>({
  question: {
    ask: 'A ray passes a corner at a hair’s breadth. Can “it misses” be proven?',
    choices: ['no, only sampled', 'yes, by a plane'],
    answer: ({ cast }) => (cast.hit.miss && cast.planes.length >= 1 ? 1 : null),
    see: 'let the ray pass close by a corner.',
    because: 'The last plane has the shape on one side and the rest of the ray on the other.',
  },
  text: [
    'A ray starts at O and goes along d. Its points are <code>O + t d</code>; t = 1 is the tip. At which t does it enter the shape, if it does?',
    'Any support plane answers a part. The shape lies beyond the plane, so the ray is free until it crosses, at <code>t = height / (n · d)</code>. One support, one division, and a piece of the ray is proven free (green). Move there, look from the new place with GJK, take the next plane. The time never passes the first contact.',
    'If the plane turns away from the ray, it is never reached: the miss is proven.',
  ],
  why: {
    picture:
      '<path class="b" d="M58 8 94 20 88 52 54 44Z"/><path class="good" d="M4 40 56 30"/><path class="line" d="M56 30 70 27"/><path class="dash" d="M62 0 50 60"/>',
    text: 'Bullets, laser scanners, mouse clicks and line of sight are rays.',
  },
  hands: 'Drag O, the tip, or the shape; step through the planes. Tab and arrow keys do the same.',
  goals: [
    { text: 'Step to the hit.', done: ({ cast }) => cast.isLast && cast.hit.hit && cast.planes.length > 1 },
    {
      text: 'Find a miss that takes at least three planes to prove.',
      done: ({ cast }) => cast.hit.miss && cast.planes.length >= 3,
      progress: ({ cast }) => `${cast.hit.hit ? 'hit' : 'miss'}, ${cast.planes.length} planes`,
    },
    {
      text: 'Let the ray begin inside: a hit at t = 0.',
      done: ({ cast }) => cast.hit.hit && cast.hit.t === 0,
    },
  ],
  hint: 'First every ray is clipped to a box around the shape; a miss of the box needs no plane. Pass close by a corner, within that box.',
  moral:
    'A cast is a chain of planes, each of which frees a piece of the way. The answer is a time together with the proof that nothing was hit before it.',
  start: () => ({
    o: [-3.4, -0.5],
    tip: [2.9, 0.5],
    shape: body(
      [
        [-1.2, -1],
        [0.8, -1.4],
        [1.6, 0.2],
        [0.5, 1.5],
        [-1, 1],
      ],
      [0.9, 0],
      0,
    ),
    method: 'gjk',
    step: 0,
  }),
  solve(_, state) {
    const d = sub(state.tip, state.o);
    return {
      d,
      cast: castOf(state, () =>
        motion.rayCast(plane, { origin: state.o, direction: d }, operandOf(state.shape), {
          maxT: 1,
          method: state.method,
        }),
      ),
    };
  },
  controls: [
    {
      kind: 'choice',
      id: 'method',
      label: 'method',
      options: { gjk: 'GJK', mpr: 'MPR', advancement: 'advancement' },
      get: (s) => s.method,
      set: (s, v) => (s.method = v as CastMethod),
    },
    planeControl(),
  ],
  panes: [
    {
      title: 'ray and shape',
      view: () => [
        [-3.8, -2.1],
        [3.4, 2.1],
      ],
      draw(paper, state, { cast, d }) {
        const { o, tip, shape } = state,
          { now, hit } = cast,
          at = (t: number) => add(o, scale(d, t));
        drawBody(paper, shape, 'b', 'shape', 'shape');
        paper.arrow(o, tip, 'ray');
        const free = cast.isLast && hit.miss ? 1 : (now?.tSafe ?? hit.tSafe);
        if (free > 0) paper.line(o, at(Math.min(1, free)), 'free');
        if (now) {
          const support = add(o, now.support);
          paper.plane(support, now.direction);
          paper.bead(support, 'support', 10);
          paper.pointer(at(cast.before), now.direction, 46, 'search');
          paper.bead(at(cast.before), 'looked', 4);
          if (now.moved && !now.missed) paper.bead(at(now.tSafe), 'nearest', 4);
        }
        if (cast.isLast && hit.hit) {
          paper.witness(hit.point);
          if (hit.t > 0) paper.pointer(hit.point, hit.normal, 34, 'normal');
        }
        drawTurn(paper, shape, 'b', 'turn', 'the shape');
        paper.knob({ key: 'tip', name: 'tip of the ray', at: tip, to: (p) => (state.tip = p) }, 'tip', 'd');
        paper.knob({ key: 'o', name: 'start of the ray O', at: o, to: (p) => (state.o = p) }, 'O', 'q');
      },
    },
  ],
  say: ({ cast }) => {
    const { now, hit } = cast;
    if (hit.hit && hit.t === 0) return 'O is in the shape: a hit at t = 0.';
    if (!now) return hit.miss ? 'The ray misses the box around the shape: a miss.' : 'No plane was needed.';
    if (now.missed)
      return 'The ray never reaches this plane from where it is: the rest of the way is free. A proven miss.';
    if (cast.isLast && hit.hit)
      return `The ray enters the shape at t = ${number(hit.t, false)}; nothing is on it before t = ${number(hit.tSafe, false)}.`;
    return now.moved
      ? `This plane frees the ray until t = ${number(now.tSafe, false)}.`
      : 'This plane frees nothing new; its corner helps to find the next one.';
  },
  numbers: ({ cast, d }) => [
    ['verdict', cast.hit.hit ? 'hit' : cast.hit.miss ? 'miss, proven' : 'open'],
    ['t', cast.hit.hit ? number(cast.hit.t, true) : 'none'],
    ['proven free before', number(cast.hit.tSafe, true)],
    ['n of this plane', cast.now ? vector(cast.now.direction, false) : 'none'],
    [
      'height, n · d',
      cast.now
        ? `${number(dot(cast.now.direction, cast.now.support), false)}, ${number(dot(cast.now.direction, d), false)}`
        : 'none',
    ],
  ],
});
