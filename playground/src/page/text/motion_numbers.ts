/** The numbers of a cast or time of impact: the bracket of times, the step, and the table of all steps. */
import type { CastStep, ImpactStep } from 'abut';
import type { State } from '../../model/model.js';
import { limitOf, type MotionMoment, type MotionRun, planeHeight, touchOf } from '../../model/motion.js';
import { boundName, motionHeadline, whyMotionStopped } from './motion_words.js';
import { find } from '../elements.js';
import { html, showBounds, showRows, showSteps } from './numbers.js';
import { number, pairName, vector } from './words.js';

export function showMotionOutcome(state: State, run: MotionRun, allDigits: boolean): void {
  const { label, value } = motionHeadline(state, run),
    moment = run.moments[state.step];
  find('headline').replaceChildren(
    `${label} `,
    html('b', value === null ? '' : number(value, allDigits)),
    state.step >= run.moments.length - 1 ? ` · ${run.answer.status}` : '',
  );
  const limit = limitOf(state.record),
    upper = moment?.upper ?? run.answer.t,
    lower = moment?.lower ?? run.answer.tSafe;
  const most = Number.isFinite(limit) ? limit : Math.max(1, Number.isFinite(run.answer.t) ? 1.25 * run.answer.t : 1);
  showBounds(
    [run.answer.hit && state.step >= run.moments.length - 1 ? 'hit at' : 'no later than', 'free before'],
    upper,
    lower,
    most,
    allDigits,
  );
}

type Row = [string, string, string];

function castRows(state: State, moment: MotionMoment, allDigits: boolean): Row[] {
  const step = moment.step as CastStep,
    way = state.record.ray?.dir ?? state.record.v ?? [];
  const approach = step.direction.reduce((sum, x, i) => sum + x * (way[i] ?? 0), 0),
    height = planeHeight(state.record, moment);
  const rows: Row[] = [
    ['', 'direction', vector(step.direction, allDigits)],
    ['support', 'support', `${vector(step.support, allDigits)}  ${pairName(step.ids)}`],
    ['plane', 'its plane', `at ${number(height, allDigits)} from the origin`],
    ['', 'approach', `${number(approach, allDigits)} along the direction for each unit of t`],
    [
      '',
      'it proves',
      step.missed
        ? 'all of the way free: a miss'
        : step.moved
          ? `free before t = ${number(step.tSafe, allDigits)}, where the plane is reached`
          : 'nothing that was not known',
    ],
  ];
  const { inner } = moment;
  if (inner) {
    inner.corners.forEach((corner, i) =>
      rows.push([
        i === 0 ? 'simplex' : '',
        i === 0 ? (inner.event === 'mpr' ? 'portal' : 'simplex') : '',
        vector(corner, allDigits),
      ]),
    );
    if (inner.event === 'gjk') rows.push(['', 'nearest', vector(inner.nearest, allDigits)]);
  }
  return rows;
}

function impactRows(step: ImpactStep, allDigits: boolean): Row[] {
  const rows: Row[] = [['', 'time', `t = ${number(step.t, allDigits)}`]];
  if (step.pointA && step.pointB && step.normal) {
    rows.push(
      ['bounds', 'apart', `from ${number(step.lower, allDigits)} to ${number(step.upper, allDigits)}`],
      ['', 'normal', vector(step.normal, allDigits)],
      ['', 'nearest of A', vector(step.pointA, allDigits)],
      ['', 'nearest of B', vector(step.pointB, allDigits)],
    );
  }
  rows.push([
    '',
    'it proves',
    step.advance > 0 ? `free for ${number(step.advance, allDigits)} more, by ${boundName(step)}` : 'nothing beyond',
  ]);
  return rows;
}

export function showMotionValues(state: State, run: MotionRun, allDigits: boolean): void {
  const moment = run.moments[state.step],
    { answer } = run,
    rows: Row[] = [];
  if (moment)
    rows.push(
      ...(moment.event === 'cast'
        ? castRows(state, moment, allDigits)
        : impactRows(moment.step as ImpactStep, allDigits)),
    );
  rows.push(['', 'stopped', whyMotionStopped(state, run)]);
  if ('hitSeparation' in answer) {
    rows.push([
      '',
      'gap',
      `at least ${number(answer.safeSeparation, allDigits)} where proven free; ${answer.hit ? `at most ${number(answer.hitSeparation, allDigits)} at the hit; ` : ''}tolerance ${number(answer.targetTolerance, allDigits)}`,
    ]);
  }
  if (answer.hit)
    rows.push(['', 'normal', vector(answer.normal, allDigits)], ['', 'contact', vector(touchOf(answer).pointB, allDigits)]);
  showRows(rows);
}

export function showMotionTable(
  state: State,
  run: MotionRun,
  allDigits: boolean,
  choose: (step: number) => void,
): void {
  const value = (x: number) => number(x, allDigits);
  const rows = run.moments.map(({ step, lower }): (string | number)[] => {
    if (step.event === 'cast')
      return [step.iteration, pairName(step.ids), step.missed ? 'miss' : step.moved ? 'moves on' : '', value(lower)];
    return [step.iteration, value(step.t), value(step.lower), value(step.upper), boundName(step), value(lower)];
  });
  showSteps(
    state.record.sweeps
      ? ['look', 't', 'gap, lower', 'upper', 'proof', 'free before']
      : ['step', 'support', 'plane', 'free before'],
    rows,
    state.step,
    choose,
  );
}
