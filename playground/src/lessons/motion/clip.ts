/** Lesson: a ray is first clipped to the box around the shape. */
import type { Aabb, Abut, RayCast } from 'abut';
import { add, norm, scale, sub, type Vector } from '../../model/vector.js';
import { number } from '../../page/text/words.js';
import { type Body, body, drawBody, drawTurn, operandOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { type Cast, castOf, motion, plane } from '../moving.js';

type Interval = [number, number];
interface State {
  o: Vector;
  tip: Vector;
  shape: Body;
  /** For the question of rounding the ray starts 10 to this power times as far away as it is drawn. */
  far: number;
  step: number;
}
interface Result {
  box: Aabb;
  d: Vector;
  /** When the ray is between the two sides of the box, by axis. */
  within: [Interval, Interval];
  both: Interval;
  clipped: boolean;
  cast: Cast<RayCast>;
  /** How well the place of the hit is known, in float: of the ray from far away, and of the clipped one. */
  whole: number | null;
  part: number | null;
}

const float = { dim: 2, precision: 'float' } as const;

function slab(o: number, d: number, min: number, max: number): Interval {
  if (d === 0) return o >= min && o <= max ? [0, 1] : [1, 0];
  const t = [(min - o) / d, (max - o) / d].sort((p, q) => p - q);
  return [Math.max(0, t[0]!), Math.min(1, t[1]!)];
}

/** The length of the bracket of the hit, as a way. */
function known(shape: Body, from: Vector, way: Vector): number | null {
  const hit = motion.rayCast(float, { origin: from, direction: way }, operandOf(shape), { maxT: 1 });
  return hit.hit ? (hit.t - hit.tSafe) * norm(way) : null;
}

function solve(abut: Abut, state: State): Result {
  const { o, tip, shape, far } = state,
    d = sub(tip, o),
    box = abut.aabb(plane, operandOf(shape));
  const within = [0, 1].map((i) => slab(o[i]!, d[i]!, box.min[i]!, box.max[i]!)) as [Interval, Interval],
    both: Interval = [Math.max(within[0][0], within[1][0]), Math.min(within[0][1], within[1][1])],
    clipped = both[0] <= both[1];
  const away = sub(tip, scale(d, 10 ** far));
  return {
    box,
    d,
    within,
    both,
    clipped,
    cast: castOf(state, () => motion.rayCast(plane, { origin: o, direction: d }, operandOf(shape), { maxT: 1 })),
    whole: known(shape, away, sub(tip, away)),
    part: clipped ? known(shape, add(o, scale(d, both[0])), scale(d, both[1] - both[0])) : null,
  };
}

export default lesson<State, Result>({
  question: {
    ask: 'The ray crosses the box’s span in x, and its span in y. Must it cross the box?',
    choices: ['yes', 'no'],
    answer: ({ within, clipped }) => (within.every(([from, to]) => from < to) && !clipped ? 1 : null),
    see: 'find a ray with two bars on the right that do not overlap.',
    because: 'It has to be within both at the same time.',
  },
  text: [
    'A ray is endless, and most rays miss most shapes. So ask the box around the shape first. Between its left and right sides the ray is for one interval of t, between top and bottom for another: two divisions each, the bars on the right. Where both overlap (green) the ray is in the box. No overlap: a miss, without a single support.',
    'If there is one, only that piece of the ray is worth a search. That is more than speed. A time is rounded as a part of the whole way: from a thousand times as far away the place of the hit is known a thousand times worse. The clipped piece is as long as the box.',
  ],
  why: {
    picture:
      '<path class="thin" d="M40 0V60M86 0V60M0 14H110M0 48H110"/><path class="b" d="M46 20 78 18 82 44 50 46Z"/><path class="line" d="M2 40 40 34"/><path class="good" d="M40 34 86 27"/><path class="line" d="M86 27 108 24"/>',
    text: 'A scene is a tree of boxes: a ray visits a few of them, and hardly any shape.',
  },
  hands: 'Drag O, the tip, or the shape; the slider puts the start further away than drawn. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Let the ray cross both spans and miss the box.',
      done: ({ within, clipped, cast }) =>
        within.every(([from, to]) => from < to) && !clipped && cast.hit.miss,
    },
    {
      text: 'Let it cross the box and miss the shape.',
      done: ({ clipped, cast }) => clipped && cast.hit.miss,
      progress: ({ clipped, cast }) => `${clipped ? 'in the box' : 'not in the box'}, ${cast.hit.hit ? 'hit' : 'miss'}`,
    },
    {
      text: 'Make a hit whose place the clipped ray knows at least 1000 times better.',
      done: ({ whole, part }) => whole !== null && part !== null && whole >= 1000 * part && whole > 0,
      progress: ({ whole, part }) =>
        whole !== null && part ? `${(whole / part).toFixed(0)} times` : 'no hit to compare',
    },
  ],
  hint: 'Pass in front of a corner of the box, diagonally. The corners of the box have no shape in them.',
  moral: 'The box answers most rays, and gives the others a short way and a clear time.',
  start: () => ({
    o: [-3.2, -0.7],
    tip: [2.9, 0.6],
    shape: body(
      [
        [-1, -0.9],
        [0.9, -0.5],
        [1.1, 0.8],
        [-0.4, 1.1],
      ],
      [0.4, 0],
      0.2,
    ),
    far: 0,
    step: 0,
  }),
  solve,
  controls: [
    {
      kind: 'range',
      id: 'far',
      label: 'start',
      min: 0,
      max: 5,
      step: 0.5,
      get: (s) => s.far,
      set: (s, v) => (s.far = v),
      text: ({ far }) => `${(10 ** far).toFixed(0)} times as far`,
    },
  ],
  panes: [
    {
      title: 'ray, shape and box',
      view: () => [
        [-3.5, -2.1],
        [3.3, 2.1],
      ],
      draw(paper, state, { box, d, both, clipped, cast }) {
        const { o, tip, shape } = state,
          { min, max } = box as { min: [number, number]; max: [number, number] },
          at = (t: number) => add(o, scale(d, t));
        for (const x of [min[0], max[0]]) paper.plane([x, 0], [1, 0], 'faint');
        for (const y of [min[1], max[1]]) paper.plane([0, y], [0, 1], 'faint');
        paper.polygon([min, [max[0], min[1]], max, [min[0], max[1]]], 'box');
        drawBody(paper, shape, 'b', 'shape', 'shape');
        paper.arrow(o, tip, 'ray');
        if (clipped) paper.line(at(both[0]), at(both[1]), 'free');
        if (cast.hit.hit) paper.witness(cast.hit.point);
        drawTurn(paper, shape, 'b', 'turn', 'the shape');
        paper.knob({ key: 'tip', name: 'tip of the ray', at: tip, to: (p) => (state.tip = p) }, 'tip', 'd');
        paper.knob({ key: 'o', name: 'start of the ray O', at: o, to: (p) => (state.o = p) }, 'O', 'q');
      },
    },
    {
      title: 'when it is within the spans',
      view: () => [
        [-0.8, -0.8],
        [6.6, 4],
      ],
      draw(paper, _, { within, both, clipped }) {
        const at = (t: number, y: number): Vector => [6 * Math.min(1.1, t), y];
        paper.line([0, 0], [6.6, 0], 'axis');
        for (const t of [0, 0.5, 1]) paper.text(at(t, 0), String(t), 'small', [0, 14]);
        paper.text([6.6, 0], 't', 'small', [6, -10]);
        within.forEach(([from, to], i) => {
          const y = 3 - i;
          paper.text([0, y], i === 0 ? 'x' : 'y', 'strong', [-16, 0]);
          if (from < to) paper.line(at(from, y), at(to, y), `bar ${i === 0 ? 'x' : 'y'}`);
        });
        paper.text([0, 1], 'both', 'strong', [-22, 0]);
        if (clipped) paper.line(at(both[0], 1), at(both[1], 1), 'bar both');
      },
    },
  ],
  say: ({ clipped, cast, both }) =>
    !clipped
      ? 'The spans do not overlap: a miss, and no support was asked for.'
      : cast.hit.hit
        ? `In the box from t = ${number(both[0], false)} to ${number(both[1], false)}; a hit at ${number(cast.hit.t, false)}.`
        : 'Through a corner of the box that the shape leaves free: planes have to prove the miss.',
  numbers: ({ box, cast, whole, part }) => [
    ['box, by abut', [0, 1].map((i) => `${number(box.min[i]!, false)} to ${number(box.max[i]!, false)}`).join(', ')],
    ['verdict', cast.hit.hit ? `hit at t = ${number(cast.hit.t, false)}` : 'miss, proven'],
    ['planes', String(cast.planes.length)],
    ['float: place known to within', whole === null ? 'no hit' : number(whole, false)],
    ['the same, of the clipped ray', part === null ? 'no hit' : number(part, false)],
  ],
});
