/**
 * What the headline and the bars say of a run: in the last step the answer, before it what that step has proven. The
 * line that is drawn is always as long as the headline says.
 */
import { isVerdict, type Moment, radiusOf, type Run, type State } from '../../model/model.js';
import { number } from './words.js';

export interface Outcome {
  label: string;
  value: number | null;
  /** The names of the bars. */
  names: [string, string];
  upper: number;
  lower: number;
}

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`;

function answerLabel({ verb }: State, { answer, line, contacts }: Run): { label: string; value: number | null } {
  if (verb === 'contact') {
    const deepest = Math.max(...contacts.map(({ separation }) => -separation));
    return contacts.length > 0
      ? { label: `${plural(contacts.length, 'point')}, deepest`, value: deepest }
      : { label: 'no contact, apart by', value: line.length };
  }
  if (isVerdict(verb))
    return line.meet === false
      ? { label: 'apart by at least', value: answer.lower }
      : { label: line.meet ? 'they overlap' : 'not decided', value: null };
  if (verb === 'penetration') return { label: 'depth', value: line.length };
  if (verb === 'distance')
    return { label: line.length === 0 ? 'they meet, distance' : 'distance', value: line.length };
  return { label: line.length < 0 ? 'they overlap, signed distance' : 'signed distance', value: line.length };
}

/** A depth is said as a positive number, whatever its sign in the answer. */
function answerBounds({ verb }: State, { answer, line }: Run): Pick<Outcome, 'names' | 'upper' | 'lower'> {
  const { lower, upper } = answer;
  if (line.length < 0) return { names: ['depth at most', 'depth at least'], upper: -lower, lower: -upper };
  return verb === 'penetration'
    ? { names: ['depth at most', 'depth at least'], upper, lower }
    : { names: ['at most', 'at least'], upper, lower };
}

function stepOutcome(state: State, run: Run, { event, upper, lower: proven }: Moment): Outcome {
  const step = `step ${state.step + 1} of ${run.moments.length}`,
    lower = state.verb === 'distance' || event === 'epa' ? Math.max(0, proven) : proven,
    cores = event === 'gjk' && radiusOf(state.record.a) + radiusOf(state.record.b) > 0;
  const names: [string, string] = event === 'epa' ? ['depth at most', 'depth at least'] : ['at most', 'at least'];
  if (cores) for (const i of [0, 1] as const) names[i] = `cores ${names[i]}`;
  if (event === 'mpr' || isVerdict(state.verb))
    return { label: `${step}: not decided yet`, value: null, names, upper, lower };
  return event === 'epa'
    ? { label: `${step}: depth at least`, value: lower, names, upper, lower }
    : { label: `${step}: ${cores ? 'cores apart' : 'apart'} by at most`, value: upper, names, upper, lower };
}

export function outcome(state: State, run: Run): Outcome {
  const moment = run.moments[state.step];
  if (moment && state.step < run.moments.length - 1) return stepOutcome(state, run, moment);
  const said = answerLabel(state, run);
  if (isVerdict(state.verb) && moment)
    return { ...said, names: ['at most', 'at least'], upper: moment.upper, lower: moment.lower };
  return { ...said, ...answerBounds(state, run) };
}

/** The answer in one sentence, with what is proven. */
export function proven(state: State, run: Run): string {
  const { names, upper, lower } = outcome(state, run),
    count = run.moments.length,
    how = count > 0 ? `Found in ${plural(count, 'step')}` : 'Found at once: one support is enough';
  if (isVerdict(state.verb))
    return run.line.meet
      ? `${how}, and proven by a point that is in both.`
      : `${how}, and proven by a plane that has one shape on either side.`;
  if (run.line.length === 0 && state.verb === 'penetration') return `${how}: they do not overlap.`;
  if (run.line.length === 0) return `${how}: they meet.`;
  const what = names[0].startsWith('depth') ? 'depth' : 'gap',
    found = `${how}, and proven: the true ${what} is at least ${number(lower, false)} and at most ${number(upper, false)}.`,
    hasPlane = run.line.length > 0 && run.line.meet !== true && run.contacts.length === 0;
  return hasPlane ? `${found} The dashed ${state.record.dim === 2 ? 'line' : 'plane'} keeps them apart.` : found;
}
