/** The pane with the plain program: its lines, and the ones at work lit and in sight. */
import { make } from './controls.js';
import type { AnyLesson } from './lesson.js';
import { blocksOf, shownLines } from './source.js';

type Update = (result: unknown, state: unknown) => void;

export function buildCode(box: HTMLDetailsElement, { source: code }: AnyLesson): Update {
  box.hidden = !code;
  if (!code) return () => {};
  const blocks = blocksOf(code),
    list = make('ol', { class: 'lines' });
  const rows = new Map(
    shownLines(code).map(({ number, text }) => {
      const row = make('li', { value: String(number) });
      if (/^\s*\/\//.test(text)) row.className = 'comment';
      row.textContent = text;
      return [number, row];
    }),
  );
  list.append(...rows.values());
  box.querySelector('summary b')!.textContent = code.file;
  box.querySelector('div')!.replaceChildren(list);
  return (result, state) => {
    const lit = new Set(code.lit(result, state).flatMap((name) => blocks.get(name)!));
    for (const [number, row] of rows) {
      if (lit.has(number)) row.setAttribute('aria-current', 'step');
      else row.removeAttribute('aria-current');
    }
    const first = [...lit].sort((a, b) => a - b)[0],
      pane = list.parentElement!;
    if (first !== undefined) pane.scrollTop = rows.get(first)!.offsetTop - list.offsetTop - 24;
  };
}
