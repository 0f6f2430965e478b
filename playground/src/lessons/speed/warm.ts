/** Lesson: what the last frame knows about this one. */
import { type Abut, Cache } from 'abut';
import { sub, norm, type Vector } from '../../model/vector.js';
import { number } from '../../page/text/words.js';
import { type Body, body, cornersOf, operandOf } from '../bodies.js';
import { lesson } from '../lesson.js';

interface Frame {
  b: Body;
  value: number;
  cold: number;
  warm: number;
  /** How far the two answers differ, and whether each is within the bounds of the other. */
  differ: number;
  agree: boolean;
}
interface State {
  /** The turn per frame is 10 to this power, in degrees. */
  speed: number;
  frame: number;
}
interface Result {
  frames: Frame[];
  cold: number;
  warm: number;
  saved: number;
  agree: boolean;
}

const count = 60;
const space = { dim: 2, precision: 'double' } as const;
const gon = (n: number, x: number, y: number): Vector[] =>
  Array.from({ length: n }, (_, i) => [x * Math.cos((2 * Math.PI * i) / n), y * Math.sin((2 * Math.PI * i) / n)]);
const a = body(gon(32, 1.1, 0.75), [0, 0]),
  outline = gon(32, 0.8, 0.5);
const degrees = ({ speed }: State) => 10 ** speed;

/** B flies around A and turns; each frame is asked twice. */
function fly(abut: Abut, step: number): Frame[] {
  const cache = new Cache();
  return Array.from({ length: count }, (_, i) => {
    const t = i * step,
      b = body(outline, [2.3 * Math.cos(t), 2.3 * Math.sin(t)], -2 * t);
    const cold = abut.distance(space, operandOf(a), operandOf(b)),
      warm = abut.distance(space, operandOf(a), operandOf(b), { cache });
    return {
      b,
      value: warm.distance,
      cold: cold.iterations,
      warm: warm.iterations,
      differ: Math.abs(cold.distance - warm.distance),
      agree: cold.lower <= warm.upper && warm.lower <= cold.upper,
    };
  });
}

export default lesson<State, Result>({
  question: {
    ask: 'If a search starts where the last frame ended, what may change?',
    choices: ['the answer', 'only the work', 'both'],
    answer: ({ agree, saved }) => (agree && saved >= 0.5 ? 1 : null),
    see: 'slow the flight down until the cache saves half of the steps.',
    because: 'Every answer is proven from its own result, wherever the search began.',
  },
  text: [
    'GJK starts from some corner and takes a few steps. In a simulation the same pair is asked sixty times a second, and moves a little in between. So keep the last simplex: the corners of A and of B that it was made of, not their places. In the next frame fetch these corners where they are now, and go on from there. Often they are the answer already, and one step proves it.',
    'This is a <dfn>warm start</dfn>, and what is kept is a <dfn>cache</dfn>. After a jump the old corners are far off, and it costs a step or two instead. It is a hint and nothing else: the bounds come from the result.',
  ],
  why: {
    picture:
      '<path class="b" d="M14 8H30V24H14Z"/><path class="b" d="M32 10H48V26H32Z"/><path class="b" d="M50 14H66V30H50Z"/><path class="a" d="M4 44H106V58H4Z"/><path class="good" d="M22 44 40 44 58 44"/><path class="line" d="M70 22h24m-5-4 5 4-5 4"/>',
    text: 'A game asks about the same thousand pairs in every frame: every step that is not taken counts.',
  },
  hands: 'Slide the speed of the flight, and the frame. Drag B along its way. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Find a speed at which the cache saves at least half of the steps.',
      done: ({ saved }) => saved >= 0.5,
      progress: ({ saved }) => `${(100 * saved).toFixed(0)} percent saved`,
    },
    {
      text: 'Find a speed at which it saves nothing, and the answers agree all the same.',
      done: ({ saved, agree }) => saved <= 0 && agree,
      progress: ({ saved }) => `${(100 * saved).toFixed(0)} percent saved`,
    },
  ],
  hint: 'A tenth of a degree per frame is a slow flight; forty degrees are a jump.',
  moral: 'A warm start is a guess that is checked. That is why a stale one can cost time, and never an answer.',
  start: () => ({ speed: 0.7, frame: 20 }),
  solve(abut, state) {
    const frames = fly(abut, (degrees(state) * Math.PI) / 180),
      sum = (key: 'cold' | 'warm') => frames.reduce((total, frame) => total + frame[key], 0),
      cold = sum('cold'),
      warm = sum('warm');
    return { frames, cold, warm, saved: 1 - warm / cold, agree: frames.every(({ agree }) => agree) };
  },
  controls: [
    {
      kind: 'range',
      id: 'speed',
      label: 'speed',
      min: -1.5,
      max: 1.7,
      step: 0.05,
      get: (s) => s.speed,
      set: (s, v) => (s.speed = v),
      text: (state) => `${degrees(state).toFixed(2)}° per frame`,
    },
    {
      kind: 'range',
      id: 'frame',
      label: 'frame',
      min: 0,
      max: count - 1,
      get: (s) => s.frame,
      set: (s, v) => (s.frame = v),
      text: ({ frame }) => `${frame + 1} of ${count}`,
    },
  ],
  panes: [
    {
      title: 'B flies around A',
      view: () => [
        [-3.2, -3],
        [3.2, 3],
      ],
      draw(paper, state, { frames }) {
        const now = frames[state.frame]!;
        paper.polygon(cornersOf(a), 'shape a');
        paper.text([0, 0], 'A', 'name a');
        for (const { b } of frames.slice(Math.max(0, state.frame - 6), state.frame))
          paper.polygon(cornersOf(b), 'shape b ghost');
        const nearest = (p: Vector) => {
          const off = frames.map(({ b }) => norm(sub(b.p, p)));
          state.frame = off.indexOf(Math.min(...off));
        };
        paper.grip({ key: 'shape-b', name: 'shape B', at: now.b.p, to: nearest }, cornersOf(now.b), 'b');
        paper.text(now.b.p, 'B', 'name b');
      },
    },
    {
      title: 'steps: without (dashed), with a cache',
      view: () => [
        [-1, -0.8],
        [10, 8],
      ],
      draw(paper, { frame }, { frames }) {
        const at = (i: number, steps: number): Vector => [(10 * i) / (count - 1), steps];
        paper.line([0, 0], [10, 0], 'axis');
        paper.line([0, 0], [0, 8], 'axis');
        for (const steps of [2, 4, 6, 8]) paper.text([0, steps], String(steps), 'small', [-12, 0]);
        for (const i of [0, 20, 40, 59]) paper.text(at(i, 0), String(i + 1), 'small', [0, 14]);
        paper.text([5, 0], 'frame', 'small', [0, 26]);
        for (const key of ['cold', 'warm'] as const)
          frames.slice(1).forEach((it, i) => paper.line(at(i, frames[i]![key]), at(i + 1, it[key]), key));
        paper.line(at(frame, 0), at(frame, 8), 'truth');
        paper.bead(at(frame, frames[frame]!.cold), 'looked', 4);
        paper.bead(at(frame, frames[frame]!.warm), 'simplex newest', 4);
      },
    },
  ],
  say: ({ frames, saved }, { frame }) =>
    `Frame ${frame + 1}: ${frames[frame]!.cold} steps without a cache, ${frames[frame]!.warm} with one. In all, ${saved >= 0 ? `${(100 * saved).toFixed(0)} percent are saved` : `${(-100 * saved).toFixed(0)} percent are lost`}.`,
  numbers: ({ frames, cold, warm, agree }, { frame }) => [
    ['distance in this frame', number(frames[frame]!.value, true)],
    ['steps in 60 frames', `${cold} without, ${warm} with a cache`],
    ['answers differ by at most', number(Math.max(...frames.map(({ differ }) => differ)), false)],
    ['bounds agree in every frame', agree ? 'yes' : 'no'],
  ],
});
