/** Lesson: a moving point and a shape. Which of the two is swept? */
import type { Penetration, RayCast } from 'abut';
import { add, hull2, norm, scale, sub, type Vector } from '../../model/vector.js';
import { number } from '../../page/text/words.js';
import { type Body, body, cornersOf, drawBody, drawTurn, operandOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { type Cast, castOf, motion, plane } from '../moving.js';

type Way = 'point' | 'shape';
interface State {
  o: Vector;
  tip: Vector;
  b: Body;
  way: Way;
  step: number;
  /** Hits seen so far. */
  seen: { t: number; depth: number }[];
}
interface Result {
  v: Vector;
  cast: Cast<RayCast>;
  /** Of the segment from O to the tip, and B. */
  segment: Penetration;
  start: Vector[];
  end: Vector[];
  swept: Vector[];
  twins: boolean;
}

/** Two hits, one early and one late, that the segment can not tell apart. */
function haveTwins(seen: State['seen']): boolean {
  return seen.some((early) =>
    seen.some((late) => early.t < 0.35 && late.t > 0.6 && Math.abs(early.depth - late.depth) <= 0.05 * late.depth),
  );
}

export default lesson<State, Result>({
  question: {
    ask: 'The way of a point is a segment, and it overlaps B. Does that tell when it hit?',
    choices: ['yes', 'no, only that it did'],
    answer: ({ twins }) => (twins ? 1 : null),
    see: 'shift O and the tip along the way, and compare t with the depth of the segment.',
    because: 'Shifted along itself, the segment overlaps B as deep as before, and the hit comes at another time.',
  },
  text: [
    'One may sweep the point: its way is a segment, and one overlap test says whether it meets B. But in the segment all times are alike. Its overlap has a depth, the shortest way out, and that leads sideways. And a segment has no inside for the center of MPR.',
    'Or sit on the point. It rests at the origin, and B flies by at −v. Now B is swept: a set with an inside, and with a front and a back. From the origin along −v to the end of the set is the time that was left.',
    'Both sweeps make the same set B − A. Only the second one still knows what moved.',
  ],
  why: {
    picture:
      '<path class="b" d="M62 16H86V42H62Z"/><path class="line" d="M6 30H56m-6-4 6 4-6 4"/><circle class="dot" cx="6" cy="30" r="3"/><path class="thin" d="M62 16H30V42H62"/>',
    text: 'A bullet must know when: what it hits first is what it hits.',
  },
  hands: 'Drag O, the tip, or B; choose what is swept. Tab and arrow keys do the same.',
  goals: [
    { text: 'Sweep the shape instead of the point.', done: (_, { way }) => way === 'shape' },
    {
      text: 'Find an early hit (t below 0.35) and a late one (above 0.6) of which the segment says the same: its depths differ by 5 percent at most.',
      done: ({ twins }) => twins,
      progress: ({ cast, segment }) =>
        cast.hit.hit ? `t = ${cast.hit.t.toFixed(2)}, depth ${segment.depth.toFixed(3)}` : 'no hit',
    },
  ],
  hint: 'Let both ends stick out of B by far, and shift them along the same line: up to an early hit, then back to a late one.',
  moral: 'Sweep what has an inside, and let what has none rest at the origin.',
  start: () => ({
    o: [-2.6, -0.3],
    tip: [2.6, 0.3],
    b: body(
      [
        [-0.6, -0.7],
        [0.7, -0.5],
        [0.6, 0.6],
        [-0.5, 0.7],
      ],
      [0.2, 0],
      0.1,
    ),
    way: 'point',
    step: 0,
    seen: [],
  }),
  solve(abut, state) {
    const { o, tip, b } = state,
      v = sub(tip, o),
      cast = castOf(state, () =>
        motion.rayCast(plane, { origin: o, direction: v }, operandOf(b), { maxT: 1, method: 'mpr' }),
      ),
      segment = abut.penetration(plane, { shape: { shape: 'segment', a: o, b: tip } }, operandOf(b));
    if (cast.hit.hit && cast.hit.t > 0 && segment.depth > 0) state.seen.push({ t: cast.hit.t, depth: segment.depth });
    const start = cornersOf(b).map((p) => sub(p, o)),
      end = start.map((p) => sub(p, v));
    return { v, cast, segment, start, end, swept: hull2([...start, ...end]), twins: haveTwins(state.seen) };
  },
  controls: [
    {
      kind: 'choice',
      id: 'way',
      label: 'what is swept',
      options: { point: 'sweep the point', shape: 'sweep the shape' },
      get: (s) => s.way,
      set: (s, v) => (s.way = v as Way),
    },
  ],
  panes: [
    {
      title: 'the world',
      view: () => [
        [-3, -1.6],
        [3, 1.6],
      ],
      draw(paper, state, { cast, segment, v }) {
        const { o, tip, b, way } = state;
        if (way === 'shape')
          for (const t of [0.25, 0.5, 0.75, 1])
            paper.polygon(
              cornersOf(b).map((p) => sub(p, scale(v, t))),
              'shape b ghost',
            );
        drawBody(paper, b, 'b', 'shape-b', 'B');
        if (way === 'point') paper.line(o, tip, 'strong');
        else paper.arrow(o, tip, 'ray');
        if (way === 'point' && segment.depth > 0) paper.arrow(segment.pointB, segment.pointA, 'normal');
        if (cast.hit.hit) paper.witness(cast.hit.point);
        drawTurn(paper, b, 'b', 'turn-b', 'B');
        paper.knob({ key: 'tip', name: 'tip of the way', at: tip, to: (p) => (state.tip = p) }, 'tip', 'd');
        paper.knob({ key: 'o', name: 'start O', at: o, to: (p) => (state.o = p) }, 'O', 'q');
      },
    },
    {
      title: 'the difference: one set, two stories',
      view: (_, { swept }) => [...swept, [0, 0]],
      draw(paper, { way }, { start, end, swept, cast, v }) {
        paper.polygon(swept, 'difference');
        if (way === 'shape') {
          paper.polygon(start, 'difference ghost');
          paper.polygon(end, 'difference ghost');
          paper.text(start.reduce(add).map((x) => x / start.length), 't = 0', 'small');
          paper.text(end.reduce(add).map((x) => x / end.length), 't = 1', 'small');
          if (cast.hit.hit)
            paper.polygon(
              start.map((p) => sub(p, scale(v, cast.hit.t))),
              'difference touch',
            );
        }
        paper.origin();
      },
    },
  ],
  say: ({ cast, segment }, { way }) =>
    way === 'point'
      ? segment.depth > 0
        ? `The segment overlaps B, ${number(segment.depth, false)} deep: a hit, at a time that it does not tell.`
        : 'The segment does not meet B: a miss.'
      : cast.hit.hit
        ? `Seen from the point, B arrives at t = ${number(cast.hit.t, false)}.`
        : 'Seen from the point, B passes: a miss.',
  numbers: ({ cast, segment, v }) => [
    ['segment and B, depth', segment.depth > 0 ? number(segment.depth, false) : 'none'],
    ['t of the hit', cast.hit.hit ? number(cast.hit.t, true) : 'none'],
    ['proven free before', number(cast.hit.tSafe, true)],
    ['|v|', number(norm(v), false)],
  ],
});
