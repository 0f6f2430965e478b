/** Casts and times of impact: abut-motion.wasm, fetched with the first lesson that needs it. */
import { type Abut, type CastMethod, type CastStep, type Hit, loadMotion, type ShapeCast } from 'abut';
import wasm from 'abut/abut-motion.wasm?url';
import { add, dot, scale, type Vector } from '../model/vector.js';
import { type Body, operandOf } from './bodies.js';
import { Chart } from './figure/chart.js';
import type { Control } from './lesson.js';
import type { Paper } from './figure/paper.js';

export const motion = await loadMotion(fetch(wasm));
export const plane = { dim: 2, precision: 'double' } as const;

/** A cast and its support planes, one after the other. */
export interface Cast<Found extends Hit = ShapeCast> {
  hit: Found;
  planes: CastStep[];
  /** The plane that is shown. */
  now: CastStep | null;
  /** Proven free before it was found. */
  before: number;
  isLast: boolean;
}

export function castOf<Found extends Hit>(state: { step: number }, ask: () => Found, onlyMoves = false): Cast<Found> {
  const { answer, steps } = motion.traced(plane, ask);
  const planes = steps.filter(
      (step): step is CastStep => step.event === 'cast' && (!onlyMoves || step.moved || step.missed),
    ),
    last = Math.max(0, planes.length - 1);
  state.step = Math.min(state.step, last);
  return {
    hit: answer,
    planes,
    now: planes[state.step] ?? null,
    before: planes[state.step - 1]?.tSafe ?? 0,
    isLast: state.step === last,
  };
}

export function shapeCast(
  state: { step: number },
  a: Body,
  v: Vector,
  b: Body,
  method: CastMethod,
  onlyMoves = false,
): Cast {
  return castOf(state, () => motion.shapeCast(plane, operandOf(a), v, operandOf(b), { method }), onlyMoves);
}

export function planeControl<S extends { step: number }, R extends { cast: Cast<Hit> }>(): Control<S, R> {
  return {
    kind: 'range',
    id: 'step',
    label: 'plane',
    min: 0,
    max: (_, { cast }) => Math.max(0, cast.planes.length - 1),
    get: (state) => state.step,
    set: (state, value) => (state.step = value),
    text: (state, { cast }) => (cast.planes.length > 0 ? `${state.step + 1} of ${cast.planes.length}` : 'none needed'),
  };
}

export const movedBy = (it: Body, by: Vector): Body => ({ ...it, p: add(it.p, by) });

/** The end of a motion, as a handle; the motion begins at `from`. */
export function drawMotion(paper: Paper, from: Vector, v: Vector, set: (v: Vector) => void): void {
  const to = add(from, v);
  paper.arrow(from, to, 'ray');
  paper.knob(
    { key: 'v', name: 'end of the motion', at: to, to: (place) => set(add(place, scale(from, -1))) },
    'v',
    'd',
    [0, -16],
  );
}

/** The distance while t goes from 0 to 1. */
export function distanceCurve(abut: Abut, a: Body, v: Vector, b: Body, samples = 80): [number, number][] {
  return Array.from({ length: samples + 1 }, (_, i) => {
    const t = i / samples;
    return [t, abut.distance(plane, operandOf(movedBy(a, scale(v, t))), operandOf(b)).distance];
  });
}

/** The bound of one plane for every t: no nearer than n.w - t n.v. */
export function drawBound(paper: Paper, chart: Chart, step: CastStep, v: Vector): void {
  const height = dot(step.direction, step.support),
    rate = dot(step.direction, v);
  const [from, to] = rate > 0 ? [0, Math.min(1, height / rate)] : [Math.max(0, Math.min(1, height / rate)), 1];
  paper.line(chart.at(from, height - from * rate), chart.at(to, height - to * rate), 'plane');
}
