/** The whole state in the address, after the #: a record as `abut query` reads it, and the state of the view. */
import { parseRecord, recordText } from 'abut';
import { type State, type Verb, verbs } from './model.js';
import { isMotionVerb, methodsOf, motionVerbOf } from './motion.js';

interface Packed {
  record: string;
  verb: string;
  precision: string;
  method?: string;
  /** Left out for the answer alone. */
  step?: number;
  title?: string;
  source?: string;
}

export function pack(state: State): string {
  const packed: Packed = {
    record: recordText(state.record),
    verb: state.verb,
    precision: state.precision,
  };
  if (state.explain) packed.step = state.step;
  if (state.method) packed.method = state.method;
  if (state.title) packed.title = state.title;
  if (state.source) packed.source = state.source;
  const bytes = new TextEncoder().encode(JSON.stringify(packed));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}

/** Throws an Error that says what is wrong with the link. */
export function unpack(text: string): State {
  let packed: Partial<Packed>;
  try {
    const bytes = Uint8Array.from(atob(text.replace(/-/g, '+').replace(/_/g, '/')), (c) => c.charCodeAt(0));
    packed = JSON.parse(new TextDecoder().decode(bytes)) as Partial<Packed>;
  } catch {
    throw new Error('the link is cut off or damaged');
  }
  const record = parseRecord(String(packed.record ?? '')),
    moves = motionVerbOf(record);
  const verb =
    moves ?? (packed.verb && packed.verb in verbs && !isMotionVerb(packed.verb) ? (packed.verb as Verb) : 'distance');
  const method = moves && packed.method && methodsOf[moves].includes(packed.method) ? { method: packed.method } : {};
  const explain = Number.isInteger(packed.step) && packed.step! >= 0;
  return {
    record,
    verb,
    ...method,
    precision: packed.precision === 'float' ? 'float' : 'double',
    step: explain ? packed.step! : Infinity,
    explain,
    title: String(packed.title ?? ''),
    source: String(packed.source ?? ''),
  };
}
