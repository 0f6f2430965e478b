/** Lesson: a rod that turns. Two searches that prove, and how many looks each of them takes. */
import type { Abut, ImpactStep, Motion, TimeOfImpact } from 'abut';
import { verticesOf } from '../../model/model.js';
import { dot, norm, type Vector } from '../../model/vector.js';
import { number } from '../../page/text/words.js';
import { type Body, body, boxPoints, drawBody, operandOf, polygonOf } from '../bodies.js';
import { Chart } from '../figure/chart.js';
import { lesson } from '../lesson.js';
import { motion, plane } from '../moving.js';
import { advancementProgram } from '../programs.js';

type Method = 'first' | 'bilateral';
/** An evaluation at one time: how far apart they are, and until when that proves them apart. */
interface Look {
  t: number;
  d: number;
  free: number;
}
interface State {
  rod: Body;
  b: Body;
  turn: number;
  time: number;
  look: number;
  method: Method;
}
interface Result {
  way: Motion;
  looks: Record<Method, Look[]>;
  impact: TimeOfImpact;
  curve: [number, number][];
  chart: Chart;
  now: Look | null;
  next: Look | null;
  bracket: [number, number];
}

const outline = boxPoints(1.5, 0.05);
const reach = Math.max(...outline.map(norm));
const velocity: Vector = [0.5, 0];
/** The limit of the first order, which creeps. */
const patience = 400;

const poseOf = (way: Motion, t: number) => ({ ...polygonOf(outline), pose: motion.poseAt(2, way, t) });

function distanceAt(abut: Abut, way: Motion, b: Body, t: number) {
  return abut.distance(plane, poseOf(way, t), operandOf(b));
}

/** Along n nothing comes nearer than the velocity there and the tip of the rod allow. */
function firstOrder(abut: Abut, { turn, b }: State, way: Motion, tolerance: number): Look[] {
  const looks: Look[] = [];
  for (let t = 0; t < 1 && looks.length < patience;) {
    const { distance, lower, normal } = distanceAt(abut, way, b, t),
      rate = dot(velocity, normal) + Math.abs(turn) * reach;
    const free = rate > 0 ? Math.min(1, t + Math.max(0, lower) / rate) : 1;
    looks.push({ t, d: distance, free });
    if (distance <= tolerance) break;
    t = free;
  }
  return looks;
}

function libraryLooks(steps: ImpactStep[]): Look[] {
  return steps
    .filter(({ iteration }) => iteration > 0)
    .map(({ t, upper, advance }) => ({ t, d: Math.max(0, upper), free: Math.min(1, t + advance) }));
}

const names: Record<Method, string> = { first: 'first order', bilateral: 'bilateral' };

export default lesson<State, Result>({
  question: {
    ask: 'B is beside the middle of the turning rod. A bound on the speed of the tip finds the touch in …',
    choices: ['a few looks', 'about 10', 'more than 30'],
    answer: ({ looks, impact }) => (impact.hit && looks.first.length > 30 ? 2 : null),
    see: 'put B beside the middle of the rod, and count its looks.',
    because: 'Near the center the rod is slow, and the bound thinks of the tip: it creeps.',
  },
  text: [
    'A rod turns as it moves: no straight line stays below the curve of the distance, and the sweep is not convex.',
    '<b>To first order</b>: along n no point of the rod is faster than <code>v · n</code> plus the turn times its <dfn>bounding radius</dfn>, from the center to the tip. Advancing by that never misses, and may creep.',
    '<b>Bilateral advancement</b> follows the axis between the nearest features as it turns, looks for the time at which the deepest points along it touch, and goes there at once. What it skips counts only as far as it can be proven: abut uses planes that may turn, to second order in time.',
    'In the chart green is proven free, red is open: the <dfn>bracket</dfn> that a search has to close.',
  ],
  why: {
    picture:
      '<path class="a" d="M6 52 60 8 63 11 9 55Z"/><path class="thin" d="M34 30a34 34 0 0 1 33 34"/><path class="b" d="M84 22H104V42H84Z"/><path class="line" d="M66 12a40 40 0 0 1 8 16m-5-3 5 3 3-5"/>',
    text: 'Doors, robot arms and swords turn; what only looks at times lets them pass through things.',
  },
  source: advancementProgram(({ now, next, impact }: Result, { method }: State) =>
    method === 'bilateral' || !now ? 'none' : next ? 'advancing' : impact.hit ? 'arrived' : 'missed',
  ),
  hands:
    'Drag the rod or B, and the marker in the chart, which is the time. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Make the first order creep: more than 30 looks, where bilateral takes fewer than 10.',
      done: ({ looks, impact }) => looks.first.length > 30 && impact.hit && looks.bilateral.length < 10,
      progress: ({ looks }) => `first order ${looks.first.length}, bilateral ${looks.bilateral.length}`,
    },
    {
      text: 'Put B so close that the rod turns by without touching it, proven.',
      done: ({ impact, curve }, { turn }) =>
        impact.miss && Math.abs(turn) > 3 && Math.min(...curve.map(([, d]) => d)) < 0.3,
      progress: ({ impact, curve }) =>
        impact.hit ? 'a hit' : `nearest ${Math.min(...curve.map(([, d]) => d)).toFixed(2)}`,
    },
  ],
  hint: 'For creeping put B beside the middle of the rod, where the turning is slow. For the last goal B has to be just beyond the circle of the tips.',
  moral:
    'A bound on the speed proves and is slow; a bound on the acceleration proves and is fast.',
  start: () => ({
    rod: body(outline, [-0.6, -0.3], 0.15),
    b: body(boxPoints(0.22, 0.22), [0.4, -1.2], 0.3),
    turn: 4,
    time: 0,
    look: Infinity,
    method: 'first',
  }),
  solve(abut, state) {
    const { rod, b, turn } = state,
      way: Motion = { start: { p: rod.p, angle: rod.angle }, velocity, angle: turn };
    const still = { start: { p: b.p, angle: b.angle } },
      ask = () =>
        motion.timeOfImpact(plane, polygonOf(outline), way, polygonOf(b.points), still, { method: 'bilateral' });
    const { answer: impact, steps: traced } = motion.traced(plane, ask);
    const curve = Array.from({ length: 121 }, (_, i): [number, number] => [
      i / 120,
      distanceAt(abut, way, b, i / 120).distance,
    ]);
    const looks = {
      first: firstOrder(abut, state, way, impact.targetTolerance),
      bilateral: libraryLooks(traced.filter((s): s is ImpactStep => s.event === 'toi')),
    };
    const shown = looks[state.method];
    state.look = Math.min(state.look, Math.max(0, shown.length - 1));
    const now = shown[state.look] ?? null,
      contact = shown.slice(0, state.look + 1).find(({ d }) => d <= impact.targetTolerance);
    const bracket: [number, number] = [
      contact ? Math.min(contact.t, now?.free ?? 0) : (now?.free ?? 0),
      contact?.t ?? 1,
    ];
    return {
      way,
      looks,
      impact,
      curve,
      chart: new Chart(Math.max(0.5, ...curve.map(([, d]) => d))),
      now,
      next: shown[state.look + 1] ?? null,
      bracket,
    };
  },
  controls: [
    {
      kind: 'choice',
      id: 'method',
      label: 'method',
      options: names,
      get: (s) => s.method,
      set: (s, v) => {
        s.method = v as Method;
        s.look = Infinity;
      },
    },
    {
      kind: 'range',
      id: 'look',
      label: 'look',
      min: 0,
      max: ({ method }, { looks }) => Math.max(0, looks[method].length - 1),
      get: (s) => s.look,
      set: (s, v) => (s.look = v),
      text: ({ look, method }, { looks }) => `${look + 1} of ${looks[method].length}`,
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
      title: 'rod and B',
      view: () => [
        [-2.2, -2.2],
        [2, 1.8],
      ],
      draw(paper, state, { way, looks, impact }) {
        const { rod, b, time, look, method } = state,
          at = (t: number) => verticesOf(poseOf(way, t), 2);
        const shown = looks[method].slice(0, look + 1);
        for (const { t, d } of shown.length > 24 ? shown.slice(-24) : shown)
          paper.polygon(at(t), `shape a ghost${d === 0 ? ' hit' : ''}`);
        if (impact.hit) paper.polygon(at(impact.t), 'shape a ghost hit');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        paper.grip({ key: 'rod', name: 'the rod at the start', at: rod.p, to: (p) => (rod.p = p) }, at(0), 'a');
        paper.polygon(at(time), 'shape a');
        paper.bead(motion.poseAt(2, way, time).p, 'looked', 3);
        paper.text(rod.p, 'A', 'name a', [0, 20]);
        if (impact.hit) paper.witness(impact.pointB);
      },
    },
    {
      title: 'distance over time',
      view: () => Chart.view,
      draw(paper, state, { curve, chart, looks, impact, next, bracket }) {
        const { method, look, time } = state;
        chart.band(paper, 0, bracket[0], 'free');
        chart.band(paper, ...bracket, 'open');
        chart.axes(paper);
        chart.curve(paper, curve, 'gap');
        if (impact.hit) {
          chart.upright(paper, impact.t, 'plane');
          paper.text(chart.at(impact.t, 0), 'hit', 'id d', [0, -8]);
        }
        for (const { t, d } of looks[method].slice(0, look + 1))
          paper.bead(chart.at(t, d), d === 0 ? 'trouble' : 'simplex', 4);
        if (next) chart.upright(paper, next.t, 'faint');
        chart.upright(paper, time, 'truth');
        paper.knob(
          { key: 'time', name: 'time', at: chart.at(time, 0), to: (p) => (state.time = chart.time(p)) },
          '',
          'q',
        );
      },
    },
  ],
  say: ({ impact, looks, now }, { method }) => {
    const truth = impact.hit
      ? `the rod hits at t = ${impact.t.toFixed(4)}`
      : impact.miss
        ? 'the rod never hits'
        : 'the first contact is left open';
    const count = looks[method].length,
      slow = method === 'first' && count >= patience ? `gave up after ${patience} looks` : `took ${count} looks`;
    return `${names[method].replace(/^./, (c) => c.toUpperCase())} ${slow}; ${truth}. Free until ${(now?.free ?? 0).toFixed(4)} is proven by the looks shown.`;
  },
  numbers: ({ impact, looks, bracket }) => [
    ['hit, by abut', impact.hit ? number(impact.t, true) : 'none'],
    ['proven free before', number(impact.tSafe, true)],
    ['bracket so far', `${bracket[0].toFixed(6)} to ${bracket[1].toFixed(6)}`],
    ['gap at the hit, at most', impact.hit ? number(impact.hitSeparation, false) : 'none'],
    [
      'looks',
      `first order ${looks.first.length}${looks.first.length >= patience ? ' and not there' : ''}, bilateral ${looks.bilateral.length}`,
    ],
  ],
});
