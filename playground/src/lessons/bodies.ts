/** Polygons with a place and an angle, and the runs of the library on them. */
import type { Abut, Operand, Precision, Step } from 'abut';
import { drawDifference, outlines } from '../view2/difference.js';
import { type Line, type Moment, type Run, solve, type State, verticesOf } from '../model/model.js';
import { add, mean, norm, rotate, scale, sub, type Vector } from '../model/vector.js';
import { whyStopped } from '../page/text/words.js';
import type { Control } from './lesson.js';
import type { Paper } from './figure/paper.js';

export interface Body {
  /** Around the place. */
  points: Vector[];
  p: Vector;
  angle: number;
}

export const body = (points: Vector[], p: Vector, angle = 0): Body => ({ points, p, angle });
export const boxPoints = (x: number, y: number): Vector[] => [
  [-x, -y],
  [x, -y],
  [x, y],
  [-x, y],
];
export const pointAt = (p: Vector): Operand => ({ shape: { shape: 'points', vertices: [p] } });
export const polygonOf = (vertices: Vector[]): Operand => ({ shape: { shape: 'points', vertices } });
export const operandOf = ({ points, p, angle }: Body): Operand => ({
  shape: { shape: 'points', vertices: points },
  pose: { p, angle },
});
export const cornersOf = (it: Body): Vector[] => verticesOf(operandOf(it), 2);

/** The body as it is drawn and dragged. */
export function drawBody(paper: Paper, it: Body, side: 'a' | 'b', key: string, name: string): void {
  const corners = cornersOf(it);
  paper.grip({ key, name: `shape ${name}`, at: it.p, to: (place) => (it.p = place) }, corners, side);
  paper.text(mean(corners), name, `name ${side}`);
}

/** A handle that turns the body: it stays on a circle around it. */
export function drawTurn(paper: Paper, it: Body, side: 'a' | 'b', key: string, name: string): void {
  const reach = Math.max(...it.points.map(norm)) + 22 / paper.camera.pixelsPerUnit;
  const at = add(it.p, rotate([Math.cos(it.angle), Math.sin(it.angle)], [0, reach]));
  const to = (place: Vector) => {
    const [x, y] = sub(place, it.p);
    it.angle = Math.atan2(-x!, y!);
  };
  paper.line(it.p, at, 'faint');
  paper.knob({ key, name: `turn ${name}`, at, to }, '', side);
}

/** A run that can be stepped through. */
export interface Steps {
  abut: Abut;
  state: State;
  run: Run;
  answer: Run['answer'];
  line: Line;
  moment: Moment | null;
  isLast: boolean;
}

export function runOf(
  abut: Abut,
  a: Operand,
  b: Operand,
  verb: 'distance' | 'penetration' | 'overlap' | 'mpr',
  step: number,
  precision: Precision = 'double',
): Steps {
  const op = verb === 'mpr' ? 'overlap' : verb;
  const state: State = { record: { op, dim: 2, a, b, rounded: false }, verb, precision, step, title: '', source: '' };
  const run = solve(abut, state),
    last = Math.max(0, run.moments.length - 1);
  state.step = Math.min(step, last);
  const { answer, line } = run,
    moment = run.moments[state.step] ?? null;
  return { abut, state, run, answer, line, moment, isLast: state.step === last };
}

/** The slider over the steps of a run. */
export function stepControl<S extends { step: number }, R extends { steps: Steps }>(): Control<S, R> {
  return {
    kind: 'range',
    id: 'step',
    label: 'step',
    min: 0,
    max: (_, { steps }) => Math.max(0, steps.run.moments.length - 1),
    get: (state) => state.step,
    set: (state, value) => (state.step = value),
    text: (_, { steps }) =>
      steps.run.moments.length > 0 ? `${steps.state.step + 1} of ${steps.run.moments.length}` : 'none needed',
  };
}

/** B - A with the simplex of the step, as the playground draws it. */
export function drawSteps(paper: Paper, { abut, state, run, moment }: Steps, showRegions = false): void {
  const before = run.moments[state.step - 1] ?? null;
  paper.parts.push(
    ...drawDifference({
      abut,
      state,
      run,
      moment,
      before,
      camera: paper.camera,
      showRegions,
      lit: new Set(),
      ...outlines(abut, state),
    }),
  );
}

export function differenceView({ abut, state }: Steps): Vector[] {
  const { outline, grown } = outlines(abut, state);
  return withRoom([...outline, ...grown, [0, 0]]);
}

/** With more room on both sides, for the names of corners. */
export function withRoom(points: Vector[]): Vector[] {
  const xs = points.map(([x]) => x!),
    low = Math.min(...xs),
    high = Math.max(...xs),
    room = 0.09 * (high - low),
    y = points[0]![1]!;
  return [...points, [low - room, y], [high + room, y]];
}

export const why = ({ run }: Steps): string => whyStopped(run);

/** The last step that an answer rests on. */
export const lastStep = (steps: Step[]): Step | null => steps[steps.length - 1] ?? null;

/** Weights of named corners: those of the step's corners, each given to the candidate it equals. */
export function weightsOf(step: Step | null, candidates: Vector[]): number[] {
  const result = candidates.map(() => 0);
  step?.corners.forEach((corner, i) => {
    const off = candidates.map((c) => norm(sub(c, corner)));
    const k = off.indexOf(Math.min(...off));
    result[k] = (result[k] ?? 0) + (step.weights[i] ?? 0);
  });
  return result;
}

export const between = (p: Vector, q: Vector, t: number): Vector => add(scale(p, 1 - t), scale(q, t));
