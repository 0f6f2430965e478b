/** Lesson: MPR and a body that turns. A ball around it first, then looks at times, and why that is all. */
import type { Abut, Motion, Operand, TimeOfImpact } from 'abut';
import { verticesOf } from '../../model/model.js';
import { add, norm, scale, type Vector } from '../../model/vector.js';
import { number } from '../../page/text/words.js';
import { type Body, body, boxPoints, drawBody, operandOf, polygonOf } from '../bodies.js';
import { Chart } from '../figure/chart.js';
import { lesson } from '../lesson.js';
import { motion, plane } from '../moving.js';

interface State {
  rod: Body;
  b: Body;
  turn: number;
  steps: number;
}
interface Result {
  way: Motion;
  /** Nothing is hit before: the ball around the rod has not arrived. */
  ballFree: number;
  looks: { t: number; meet: boolean }[];
  seen: number | null;
  impact: TimeOfImpact;
  curve: [number, number][];
  chart: Chart;
}

const outline = boxPoints(1.2, 0.05);
const radius = Math.max(...outline.map(norm));
const velocity: Vector = [3.2, 0];
const rodAt = (way: Motion, t: number): Operand => ({ ...polygonOf(outline), pose: motion.poseAt(2, way, t) });

/** The ball around the rod does not turn: its sweep is a cast. */
function ballFreeUntil(rod: Body, b: Body): number {
  const ball: Operand = { shape: { shape: 'ball', radius }, pose: { p: rod.p } },
    hit = motion.shapeCast(plane, ball, velocity, operandOf(b), { method: 'mpr' });
  return hit.miss ? 1 : hit.tSafe;
}

function solve(abut: Abut, { rod, b, turn, steps }: State): Result {
  const way: Motion = { start: { p: rod.p, angle: rod.angle }, velocity, angle: turn },
    still: Motion = { start: { p: b.p, angle: b.angle } },
    ballFree = ballFreeUntil(rod, b);
  const looks = Array.from({ length: steps + 1 }, (_, i) => {
    const t = Math.min(1, ballFree + ((1 - ballFree) * i) / steps);
    return { t, meet: abut.overlap(plane, rodAt(way, t), operandOf(b), { method: 'mpr' }).overlap };
  });
  const curve = Array.from({ length: 121 }, (_, i): [number, number] => [
    i / 120,
    abut.distance(plane, rodAt(way, i / 120), operandOf(b)).distance,
  ]);
  return {
    way,
    ballFree,
    looks,
    seen: ballFree < 1 ? (looks.find(({ meet }) => meet)?.t ?? null) : null,
    impact: motion.timeOfImpact(plane, polygonOf(outline), way, polygonOf(b.points), still, {}),
    curve,
    chart: new Chart(Math.max(0.5, ...curve.map(([, d]) => d))),
  };
}

export default lesson<State, Result>({
  question: {
    ask: 'A thin rod turns while it flies. Can looks at enough moments prove that it hits nothing?',
    choices: ['yes, with enough of them', 'never'],
    answer: ({ seen, impact }) => (seen === null && impact.hit ? 1 : null),
    see: 'let all looks see nothing while there is a hit.',
    because: 'Between two looks nothing is known; a thinner rod or a faster turn passes there.',
  },
  text: [
    'The sweep of a body that turns is not convex, so MPR’s trick with the swept set is over. What can be kept of it: a ball around the rod does not care about turning. Sweep the ball, as in the lesson before. Until it arrives nothing is hit, and that is proven (green). Perhaps it never arrives.',
    'After that MPR can only look: an overlap test at one time, and at the next. MPR gives a verdict and no distance, and without a distance there is no bound on how far one may go on. GJK has one, which makes it advance: the next lesson.',
  ],
  why: {
    picture:
      '<circle class="d" cx="26" cy="30" r="22"/><path class="a" d="M10 45 42 15 43 17 11 47Z"/><path class="b" d="M84 20H96V40H84Z"/><path class="line" d="M50 30H72m-5-4 5 4-5 4"/>',
    text: 'A ball first is cheap and proven; sub-steps alone are how swords pass through shields.',
  },
  hands: 'Drag the rod or B; slide the turn and the number of looks. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'With 4 sub-steps, let the looks miss a hit that there is.',
      done: ({ seen, impact }, { steps }) => steps === 4 && seen === null && impact.hit,
      progress: ({ seen, impact }, { steps }) =>
        `${steps} sub-steps: ${seen === null ? 'not seen' : 'seen'}; ${impact.hit ? 'there is a hit' : 'there is none'}`,
    },
    {
      text: 'Put B where the ball alone proves that nothing is hit.',
      done: ({ ballFree }) => ballFree === 1,
      progress: ({ ballFree }) => `free until ${ballFree.toFixed(2)}`,
    },
  ],
  hint: 'A fast turn and few looks miss. The ball flies to the right: above and below its lane is safety.',
  moral: 'With rotation MPR has a ball and then only looks. To prove more, one needs a distance.',
  start: () => ({
    rod: body(outline, [-1.9, 0], 0.9),
    b: body(boxPoints(0.2, 0.2), [0.5, -0.75], 0.3),
    turn: 6,
    steps: 12,
  }),
  solve,
  controls: [
    {
      kind: 'range',
      id: 'steps',
      label: 'sub-steps',
      min: 1,
      max: 64,
      get: (s) => s.steps,
      set: (s, v) => (s.steps = v),
      text: ({ steps }) => String(steps),
    },
    {
      kind: 'range',
      id: 'turn',
      label: 'turn',
      min: -12,
      max: 12,
      step: 0.1,
      get: (s) => s.turn,
      set: (s, v) => (s.turn = v),
      text: ({ turn }) => `${turn.toFixed(1)} rad`,
    },
  ],
  panes: [
    {
      title: 'rod, its ball, and B',
      view: () => [
        [-3.3, -2],
        [2.9, 2],
      ],
      draw(paper, { rod, b }, { way, looks, ballFree, impact }) {
        const circle = (p: Vector) =>
          Array.from({ length: 64 }, (_, i): Vector =>
            add(p, [radius * Math.cos((Math.PI * i) / 32), radius * Math.sin((Math.PI * i) / 32)]),
          );
        paper.polygon(circle(rod.p), 'ball');
        paper.polygon(circle(add(rod.p, scale(velocity, ballFree))), 'ball');
        if (ballFree < 1)
          for (const { t, meet } of looks)
            paper.polygon(verticesOf(rodAt(way, t), 2), `shape a ghost${meet ? ' hit' : ''}`);
        drawBody(paper, b, 'b', 'shape-b', 'B');
        const handle = { key: 'rod', name: 'the rod at the start', at: rod.p, to: (p: Vector) => (rod.p = p) };
        paper.grip(handle, verticesOf(rodAt(way, 0), 2), 'a');
        paper.text(rod.p, 'A', 'name a', [0, 20]);
        if (impact.hit) paper.witness(impact.pointB);
      },
    },
    {
      title: 'distance over time, unseen by MPR',
      view: () => Chart.view,
      draw(paper, _, { curve, chart, looks, ballFree, impact }) {
        chart.band(paper, 0, ballFree, 'free');
        chart.band(paper, ballFree, 1, 'open');
        chart.axes(paper);
        chart.curve(paper, curve, 'truth');
        if (ballFree < 1)
          for (const { t, meet } of looks) paper.bead(chart.at(t, 0), meet ? 'trouble' : 'looked', 4);
        if (impact.hit) {
          chart.upright(paper, impact.t, 'plane');
          paper.text(chart.at(impact.t, 0), 'hit', 'id d', [0, -14]);
        }
      },
    },
  ],
  say: ({ ballFree, seen, impact }, { steps }) => {
    if (ballFree === 1) return 'The ball passes B: nothing is hit, and that is proven.';
    const truth = impact.hit ? `the rod hits at t = ${impact.t.toFixed(4)}` : 'the rod does not hit';
    return seen === null
      ? `The ball arrives at ${ballFree.toFixed(4)}. ${steps} sub-steps see nothing; ${truth}. Nothing was proven.`
      : `The ball arrives at ${ballFree.toFixed(4)}. The looks see an overlap at ${seen.toFixed(4)}; ${truth}.`;
  },
  numbers: ({ ballFree, seen, impact }) => [
    ['free by the ball, proven', number(ballFree, true)],
    ['first overlap seen', seen === null ? 'none' : number(seen, false)],
    ['hit, by abut', impact.hit ? number(impact.t, true) : 'none'],
    ['proven free before', number(impact.tSafe, true)],
  ],
});
