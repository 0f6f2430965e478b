/** The controls of the page that follow the state: the header, and those of the steps. */
import { find } from './elements.js';
import { type State, verbs } from '../model/model.js';
import { isMotionVerb, methodsOf } from '../model/motion.js';

export function fillQuestions(): void {
  find('verb').replaceChildren(...Object.entries(verbs).map(([value, text]) => new Option(text, value)));
}

export function showHeader(state: State): void {
  find<HTMLSelectElement>('verb').value = state.verb;
  for (const [id, on] of [
    ['dim2', state.record.dim === 2],
    ['dim3', state.record.dim === 3],
    ['float', state.precision === 'float'],
    ['double', state.precision === 'double'],
  ] as const) {
    find(id).setAttribute('aria-checked', String(on));
  }
  find('title').textContent = [state.title, state.source].filter((text) => text !== '').join(' · ');
  find('regions').parentElement!.hidden = state.record.dim === 3 || isMotionVerb(state.verb) || !state.explain;
  const method = find<HTMLSelectElement>('method');
  method.parentElement!.hidden = !isMotionVerb(state.verb);
  if (!isMotionVerb(state.verb)) return;
  const names = methodsOf[state.verb];
  if (method.dataset.verb !== state.verb) method.replaceChildren(...names.map((name) => new Option(name, name)));
  method.dataset.verb = state.verb;
  method.value = state.method ?? names[0]!;
}

export function showSteps(state: State, count: number): void {
  const slider = find<HTMLInputElement>('slider'),
    how = find('how');
  slider.max = String(Math.max(0, count - 1));
  slider.value = String(state.step);
  slider.disabled = count < 2;
  const place = state.explain ? `step ${state.step + 1} of ${count}` : `answer, after ${count} step${count === 1 ? '' : 's'}`;
  slider.setAttribute('aria-valuetext', count > 0 ? place : 'no steps');
  find('count').textContent = count > 0 ? place : 'one support, no steps';
  how.hidden = count === 0;
  how.textContent = state.explain ? 'Show the answer' : 'How was it found?';
}
