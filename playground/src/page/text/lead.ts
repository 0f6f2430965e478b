/** The one sentence on top: what is seen, what the line is, and what to do. */
import { isVerdict, type Line, type Run, type State } from '../../model/model.js';
import type { MotionRun } from '../../model/motion.js';

function atRest({ verb }: State, { line, contacts }: Run): string {
  switch (verb) {
    case 'contact':
      if (contacts.length > 0) return 'Two shapes that touch, at the numbered points. Drag one.';
      return 'Two shapes that do not touch. The line is the gap. Drag one to the other.';
    case 'overlap':
    case 'mpr':
      return verdict(line);
    case 'penetration':
      if (line.length === 0) return 'Two shapes that do not overlap: there is no depth. Drag one into the other.';
      return 'Two shapes that overlap. The line is the shortest way out. Drag one.';
    default:
      if (!line.meet) return 'Two shapes. The line is the gap. Drag one.';
      if (verb === 'distance' || line.length === 0) return 'Two shapes that meet: no gap is left. Drag one away.';
      return 'Two shapes that overlap. The line is the shortest way out. Drag one.';
  }
}

function verdict({ meet }: Line): string {
  if (meet === null) return 'Two shapes. Whether they overlap could not be decided. Drag one.';
  return meet
    ? 'Two shapes that overlap: the dot is in both. Drag one.'
    : 'Two shapes that do not overlap: nothing reaches from one dashed line to the other. Drag one.';
}

function inMotion({ verb, record }: State, { answer }: MotionRun): string {
  const { hit, miss } = answer;
  if (verb === 'raycast')
    return hit
      ? 'A ray and a shape. Green is free; the dot is where the ray enters. Drag either.'
      : 'A ray and a shape. The ray passes by. Drag either.';
  const what = record.sweeps ? 'Both shapes move and turn' : 'A moves along the arrow';
  if (hit) return `${what}. Green is proven free; then they touch. Drag one.`;
  return miss
    ? `${what}, and nothing is touched. Drag one.`
    : `${what}. Only the green part is proven free. Drag one.`;
}

/** Before the last step the line is not the answer yet. */
function underway({ verb }: State, run: Run | null, step: number): string | null {
  const event = run?.moments[step]?.event;
  if (isVerdict(verb)) return 'A search for a plane between them, or for a point in both.';
  if (event === 'gjk') return 'The line is the shortest found so far. Dotted lines bound the rest.';
  if (event === 'epa') return 'The line beside the origin is the depth proven so far.';
  return run ? null : 'Green is proven free so far.';
}

export function lead(state: State, run: Run | null, motionRun: MotionRun | null): string {
  const count = (run ?? motionRun)?.moments.length ?? 0,
    on = state.explain && state.step < count - 1 ? underway(state, run, state.step) : null;
  if (on) return on;
  return run ? atRest(state, run) : motionRun ? inMotion(state, motionRun) : '';
}
