/** The whole state in the address, after the #: a record as `abut query` reads it, and what is shown of it. */
import { parseRecord, recordText } from 'abut';
import { type State, type Verb, verbs } from './model.js';

interface Packed {
  record: string;
  verb: string;
  precision: string;
  step: number;
  title?: string;
  source?: string;
}

export function pack(state: State): string {
  const packed: Packed = { record: recordText(state.record), verb: state.verb, precision: state.precision, step: state.step };
  if (state.title) packed.title = state.title;
  if (state.source) packed.source = state.source;
  const bytes = new TextEncoder().encode(JSON.stringify(packed));
  return btoa(String.fromCharCode(...bytes)).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
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
  const record = parseRecord(String(packed.record ?? ''));
  return {
    record,
    verb: packed.verb && packed.verb in verbs ? (packed.verb as Verb) : 'distance',
    precision: packed.precision === 'float' ? 'float' : 'double',
    step: Number.isInteger(packed.step) && packed.step! >= 0 ? packed.step! : 0,
    title: String(packed.title ?? ''),
    source: String(packed.source ?? ''),
  };
}
