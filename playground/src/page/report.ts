/** All that the page says about a run: the sentence on top, the outcome, the caption, the numbers, the chart. */
import { find } from './elements.js';
import { lead } from './text/lead.js';
import { isVerdict, type Run, type State } from '../model/model.js';
import type { MotionRun } from '../model/motion.js';
import { showMotionOutcome, showMotionTable, showMotionValues } from './text/motion_numbers.js';
import { motionCaption, whyMotionStopped } from './text/motion_words.js';
import { showContacts, showOutcome, showTable, showValues } from './text/numbers.js';
import { proven } from './text/outcome.js';
import { showChart } from './timeline.js';
import { caption } from './text/words.js';

/** One of the runs is null. `choose` goes to a step. */
export function report(
  state: State,
  run: Run | null,
  motionRun: MotionRun | null,
  choose: (step: number) => void,
): void {
  const digits = find<HTMLInputElement>('digits').checked;
  find('lead').textContent = lead(state, run, motionRun);
  find('contacts').hidden = true;
  if (run) {
    find('caption').textContent = state.explain ? caption(state, run) : proven(state, run);
    showOutcome(state, run, digits);
    showValues(state, run, digits);
    showContacts(run, digits);
    showTable(state, run, digits, choose);
  }
  if (motionRun) {
    find('caption').textContent = state.explain ? motionCaption(state, motionRun) : whyMotionStopped(state, motionRun);
    showMotionOutcome(state, motionRun, digits);
    showMotionValues(state, motionRun, digits);
    showMotionTable(state, motionRun, digits, choose);
  }
  const charted = isVerdict(state.verb) ? null : (run ?? motionRun);
  showChart(find('chart'), charted ?? { moments: [] }, state.step, digits);
}
