/** Sliders, choices and buttons below a figure. Built once; what they show follows the state. */
import type { AnyLesson, Control } from './lesson.js';
import { withMinus } from './minus.js';

type Any = Control<unknown, unknown>;
type Update = (state: unknown, result: unknown) => void;

export function make<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Record<string, string> = {},
  ...children: (Node | string)[]
): HTMLElementTagNameMap[K] {
  const result = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, value);
  result.append(...children);
  return result;
}

function range(control: Extract<Any, { kind: 'range' }>, state: unknown, changed: () => void): [HTMLElement, Update] {
  const input = make('input', {
      type: 'range',
      id: control.id,
      min: String(control.min),
      step: String(control.step ?? 1),
    }),
    output = make('output');
  input.addEventListener('input', () => {
    control.set(state, Number(input.value));
    changed();
  });
  const update: Update = (now, result) => {
    input.max = String(typeof control.max === 'number' ? control.max : control.max(now, result));
    input.value = String(control.get(now));
    input.disabled = Number(input.max) <= control.min;
    output.textContent = withMinus(control.text(now, result));
    input.setAttribute('aria-valuetext', output.textContent);
  };
  return [make('label', { class: 'slide' }, make('span', {}, control.label), input, output), update];
}

function choice(control: Extract<Any, { kind: 'choice' }>, state: unknown, changed: () => void): [HTMLElement, Update] {
  const buttons = Object.entries(control.options).map(([value, text]) => {
    const button = make('button', { type: 'button', role: 'radio', id: `${control.id}-${value}` }, text);
    button.addEventListener('click', () => {
      control.set(state, value);
      changed();
    });
    return { value, button };
  });
  const group = make(
    'span',
    { class: 'switch', role: 'radiogroup', 'aria-label': control.label },
    ...buttons.map(({ button }) => button),
  );
  return [
    group,
    (now) =>
      buttons.forEach(({ value, button }) => button.setAttribute('aria-checked', String(control.get(now) === value))),
  ];
}

export function buildControls(
  box: HTMLElement,
  lesson: AnyLesson,
  state: unknown,
  last: () => unknown,
  changed: () => void,
): Update {
  const built = (lesson.controls ?? []).map((control): [HTMLElement, Update] => {
    if (control.kind === 'range') return range(control, state, changed);
    if (control.kind === 'choice') return choice(control, state, changed);
    const button = make('button', { type: 'button', id: control.id }, control.label);
    button.addEventListener('click', () => {
      control.press(state, last());
      changed();
    });
    return [button, () => {}];
  });
  box.replaceChildren(...built.map(([part]) => part));
  box.hidden = built.length === 0;
  return (now, result) => built.forEach(([, update]) => update(now, result));
}
