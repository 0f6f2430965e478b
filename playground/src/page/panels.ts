/** The dialogs: the gallery, the box to paste into, and what can be copied or saved. */
import { parseRecord, RecordError, recordText } from 'abut';
import { cpp } from '../model/cpp.js';
import gallery from './gallery.json';
import { type State, type Verb, verbs } from '../model/model.js';
import { isMotionVerb, motionVerbOf } from '../model/motion.js';

export interface Panels {
  state(): State;
  open(state: State): void;
  say(text: string): void;
  save(kind: 'svg' | 'png'): Promise<void>;
}

const dialog = (id: string): HTMLDialogElement => document.getElementById(id) as HTMLDialogElement;

function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  text = '',
  attributes: Record<string, string> = {},
): HTMLElementTagNameMap[K] {
  const result = document.createElement(tag);
  result.textContent = text;
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  return result;
}

function title(box: HTMLDialogElement, text: string): HTMLElement {
  const heading = make('h3', text),
    close = make('button', 'close', { type: 'button' });
  close.addEventListener('click', () => box.close());
  heading.append(close);
  return heading;
}

interface Entry {
  id: string;
  title: string;
  why: string;
  source: string;
  verb: string;
  record: string;
}

export function stateOf(entry: Entry): State {
  const record = parseRecord(entry.record),
    verb = motionVerbOf(record) ?? (entry.verb in verbs ? (entry.verb as Verb) : 'distance');
  return {
    record,
    verb,
    precision: 'double',
    step: Infinity,
    explain: false,
    title: entry.title,
    source: entry.source === 'lesson' ? '' : entry.source,
  };
}

/** The pair that a dimension opens with; for contact and for motion, the first of its kind. */
export function firstState(dim: 2 | 3, verb: Verb = 'distance'): State {
  const states = gallery.map(stateOf).filter((state) => state.record.dim === dim);
  const kind = verb === 'contact' || isMotionVerb(verb) ? verb : 'distance';
  return states.find((state) => state.verb === kind) ?? states[0]!;
}

/** The pairs from the field are fetched when they are first wanted. */
export async function openGallery(panels: Panels): Promise<void> {
  const box = dialog('gallery'),
    { default: field } = await import('./field.json');
  const cards = (entries: Entry[]) => {
    const list = make('ul', '', { class: 'cards' });
    for (const entry of entries) {
      const item = make('li'),
        button = make('button', '', { type: 'button', 'data-entry': entry.id });
      const dim = parseRecord(entry.record).dim;
      button.append(
        make('b', entry.title),
        ` ${dim}D`,
        make('small', entry.why),
        make('small', entry.source === 'lesson' ? '' : entry.source),
      );
      button.addEventListener('click', () => {
        box.close();
        panels.open(stateOf(entry));
      });
      item.append(button);
      list.append(item);
    }
    return list;
  };
  box.replaceChildren(
    title(box, 'Gallery'),
    make('p', 'Lessons: from a triangle and a square to solids in 3D.'),
    cards(gallery),
    make(
      'p',
      'From the field: pairs from public bug reports and regression tests of collision libraries, with their sources.',
    ),
    cards(field),
  );
  box.showModal();
}

/** The text with the place of the error marked. */
function placeOf(text: string, error: RecordError): HTMLElement {
  const from = Math.max(0, error.from - 60),
    to = Math.min(text.length, error.to + 60);
  const pre = make('pre', '', { class: 'place' });
  const wrong = text.slice(error.from, Math.min(error.to, error.from + 120)) || ' ';
  pre.append(
    `${from > 0 ? '…' : ''}${text.slice(from, error.from)}`,
    make('mark', wrong),
    `${text.slice(error.to, to)}${to < text.length ? '…' : ''}`,
  );
  return pre;
}

function lineAndColumn(text: string, at: number): string {
  const before = text.slice(0, at).split('\n');
  return `line ${before.length}, column ${before[before.length - 1]!.length + 1}`;
}

export function openPaste(panels: Panels): void {
  const box = dialog('paste'),
    area = make('textarea', '', { 'aria-label': 'a record of abut query, as JSON', spellcheck: 'false' });
  const fault = make('p', '', { class: 'fault', role: 'alert' }),
    place = make('div'),
    go = make('button', 'show it', { type: 'button' });
  area.value = recordText(panels.state().record);
  const read = () => {
    try {
      const record = parseRecord(area.value);
      const { a, b, sweeps, motions } = record,
        rolls = sweeps && [a, b].some(({ shape }) => shape.shape === 'half_space');
      if (motions || rolls || record.op === 'closest_point')
        throw new RecordError(`op: the page draws no ${record.op}`, 0, area.value.length);
      const verb = motionVerbOf(record) ?? (record.op === 'rounded' ? 'separation' : (record.op as Verb));
      box.close();
      const { method: _method, ...rest } = panels.state();
      panels.open({
        ...rest,
        record,
        verb,
        step: Infinity,
        explain: false,
        title: typeof record.id === 'string' ? record.id : '',
        source: '',
      });
    } catch (error) {
      if (!(error instanceof RecordError)) throw error;
      fault.textContent = `${error.message} (${lineAndColumn(area.value, error.from)})`;
      place.replaceChildren(placeOf(area.value, error));
      area.focus();
      area.setSelectionRange(error.from, error.to);
    }
  };
  go.addEventListener('click', read);
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) read();
  });
  box.replaceChildren(
    title(box, 'Paste a pair'),
    make('p', 'One record of `abut query`: two shapes as lists of points, objects or names. Ctrl+Enter shows it.'),
    area,
    fault,
    place,
    go,
  );
  box.showModal();
  area.select();
}

async function copy(panels: Panels, what: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    panels.say(`${what} is on the clipboard.`);
  } catch {
    panels.say(`The browser does not allow copying; select the text instead.`);
  }
}

/** The record, with the op of the current query. */
function jsonOf({ record, verb }: State): string {
  if (isMotionVerb(verb)) return recordText(record);
  return recordText({ ...record, op: verb === 'mpr' ? 'overlap' : verb });
}

export function openCopy(panels: Panels): void {
  const box = dialog('copy'),
    state = panels.state();
  const code = make('textarea', '', { readonly: '', 'aria-label': 'the text to copy', spellcheck: 'false' }),
    row = make('p', '', { class: 'bar' });
  const show = (what: string, text: string) => {
    code.value = text;
    void copy(panels, what, text);
  };
  const button = (text: string, act: () => void, id: string) => {
    const b = make('button', text, { type: 'button', id });
    b.addEventListener('click', act);
    row.append(b);
  };
  button('as C++', () => show('C++', cpp(state)), 'copy-cpp');
  button('as JSON', () => show('JSON', jsonOf(state)), 'copy-json');
  button('save SVG', () => void panels.save('svg').then(() => box.close()), 'save-svg');
  button('save PNG', () => void panels.save('png').then(() => box.close()), 'save-png');
  code.value = cpp(state);
  box.replaceChildren(title(box, 'Copy or save'), row, code);
  box.showModal();
}
