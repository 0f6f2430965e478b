/** The sentences of the page about motion. */
import type { CastStep, ImpactStep } from 'abut';
import type { State } from '../../model/model.js';
import type { MotionRun } from '../../model/motion.js';
import { number, pairName } from './words.js';

export const timeName = (t: number): string => `t = ${Number.isFinite(t) ? t.toFixed(4) : '∞'}`;

const reasons: Record<ImpactStep['bound'], string> = {
  none: 'nothing is proven from here',
  reach: 'the regions that the rotating bodies can reach stay apart',
  fixed_axis: 'a plane that keeps its direction stays between them',
  turning_axis: 'a plane that rotates with them stays between them',
  balls: 'the bounding spheres of the bodies do not meet before',
};

/** Why the run stopped. */
export function whyMotionStopped(state: State, run: MotionRun): string {
  const { answer } = run,
    { record } = state,
    what = record.ray ? 'The ray' : record.sweeps ? 'They' : 'A';
  if (answer.hit && answer.t === 0 && answer.start !== 'separated') {
    return record.ray
      ? 'The ray begins in the shape, or on it: a hit at 0.'
      : `At the start they ${answer.start === 'overlapping' ? 'overlap' : 'are as near as the target'} already: a hit at 0.`;
  }
  if (run.moments.length === 0)
    return answer.hit
      ? 'Against a half-space one plane decides: it is reached here, and nothing is touched before.'
      : 'Against a half-space one plane decides: it is not reached, a proven miss.';
  if (answer.hit && record.sweeps && answer.status !== 'converged')
    return 'They touch here. But only some times were evaluated: what lies between them is not proven, and an earlier contact may have been passed over.';
  if (answer.hit && record.sweeps)
    return `Here they are no further apart than target and tolerance, and every time before ${timeName(answer.tSafe)} is proven free: this is the first contact.`;
  if (answer.hit)
    return `${what === 'A' ? 'A' : 'The point'} has come to the plane, and a point of B − A is ${record.target ? 'as near as the target' : 'there'}: contact. All that comes before is proven free.`;
  if (answer.miss)
    return record.sweeps
      ? 'Free to the end: a proven miss.'
      : 'This plane is never crossed, or what it bounds lies behind: all of the way is free, a proven miss.';
  if (state.method === 'substep')
    return `No contact was seen. But only these times were evaluated, and a contact between them may have been passed over; proven free before ${timeName(answer.tSafe)} alone.`;
  return `Neither contact nor a miss could be proven this way; free before ${timeName(answer.tSafe)}, and that holds.`;
}

/** What happens in a step. */
export function motionCaption(state: State, run: MotionRun): string {
  const moment = run.moments[state.step];
  if (!moment) return whyMotionStopped(state, run);
  const isLast = state.step >= run.moments.length - 1,
    end = isLast ? ` ${whyMotionStopped(state, run)}` : '';
  if (moment.event === 'toi') return impactCaption(moment.step as ImpactStep, isLast) + end;
  const { iteration, ids, moved, missed } = moment.step as CastStep;
  const found = `the plane through ${pairName(ids)} across the direction`;
  if (isLast)
    return `Step ${iteration}: ${found}${missed ? ' decides' : moved ? ' brings it here' : ' changes nothing more'}.${end}`;
  return moved
    ? `Step ${iteration}: ${found} lies ahead. Nothing is touched before it is reached, so the way is free until ${timeName(moment.time)}.`
    : `Step ${iteration}: ${found} proves nothing new; the search goes on with the vertex it has found.`;
}

function impactCaption(step: ImpactStep, isLast: boolean): string {
  if (step.iteration === 0)
    return `Before any distance: ${reasons.balls}, so nothing happens before ${timeName(step.advance)}.`;
  const seen = `Look ${step.iteration}, at ${timeName(step.t)}: they are ${number((step.lower + step.upper) / 2, false)} apart`;
  if (isLast) return `${seen}.`;
  return step.advance > 0
    ? `${seen}; ${reasons[step.bound]} until ${timeName(step.t + step.advance)} at least.`
    : `${seen}; ${reasons.none}.`;
}

/** In the last step the answer, before it what is proven so far. */
export function motionHeadline(state: State, run: MotionRun): { label: string; value: number | null } {
  const { answer } = run,
    moment = run.moments[state.step];
  if (moment && state.step < run.moments.length - 1)
    return { label: `step ${state.step + 1} of ${run.moments.length}: free before t =`, value: moment.lower };
  if (answer.hit) return { label: state.record.ray ? 'the ray enters at t =' : 'contact at t =', value: answer.t };
  return answer.miss
    ? { label: 'no contact, proven', value: null }
    : { label: 'not decided; free before t =', value: answer.tSafe };
}

export const boundName = (step: ImpactStep): string => step.bound.replace(/_/g, ' ');
