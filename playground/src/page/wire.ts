/** What buttons, menus and keys of the page do. */
import type { Verb } from '../model/model.js';
import { find } from './elements.js';
import { type Page, stages } from './page.js';
import { openCopy, openGallery, openPaste } from './panels.js';
import { stepAt } from './timeline.js';

/** A press of a zoom button. */
const zoomStep = 1.25;

export function wire(page: Page): void {
  const panels = {
    state: () => page.current,
    open: (state: Page['current']) => void page.open(state),
    say: (text: string) => page.notice(text),
    save: (kind: 'svg' | 'png') => page.save(kind),
  };
  const acts: Record<string, () => void> = {
    dim2: () => page.setDimension(2),
    dim3: () => page.setDimension(3),
    float: () => page.set({ precision: 'float' }),
    double: () => page.set({ precision: 'double' }),
    'open-gallery': () => void openGallery(panels),
    'open-paste': () => openPaste(panels),
    'open-copy': () => openCopy(panels),
    link: () => page.link(),
    play: () => page.play(),
    previous: () => page.stepBy(-1),
    next: () => page.stepBy(1),
    how: () => page.explain(),
    undo: () => page.undo(),
    redo: () => page.redo(),
    reset: () => page.reset(),
    'zoom-in': () => page.zoom(zoomStep),
    'zoom-out': () => page.zoom(1 / zoomStep),
    fit: () => {
      page.fit();
      page.draw();
    },
  };
  for (const [id, act] of Object.entries(acts)) find(id).addEventListener('click', act);
  const verb = find<HTMLSelectElement>('verb'),
    method = find<HTMLSelectElement>('method'),
    slider = find<HTMLInputElement>('slider');
  verb.addEventListener('change', () => page.ask(verb.value as Verb));
  method.addEventListener('change', () => page.set({ method: method.value }));
  slider.addEventListener('input', () => page.go(Number(slider.value)));
  // The slider of an answer is at its end already: a key there is a wish to see the steps.
  slider.addEventListener('keydown', (event) => event.key === 'End' && page.go(Infinity));
  for (const id of ['digits', 'regions']) find(id).addEventListener('change', () => page.draw());
  wireChart(page);
  wireMenu();
  document.addEventListener('keydown', (event) => key(page, event));
  window.addEventListener('hashchange', () => page.follow());
}

function wireChart(page: Page): void {
  const chart = find('chart');
  const choose = (event: PointerEvent) => {
    const box = chart.getBoundingClientRect();
    page.go(stepAt((event.clientX - box.left) / box.width, page.count));
  };
  chart.addEventListener('pointerdown', choose);
  chart.addEventListener('pointermove', (event) => event.buttons === 1 && choose(event));
}

/** On a narrow page all but the question is in a menu; a choice, Escape, or a click elsewhere closes it. */
function wireMenu(): void {
  const button = find('menu'),
    more = find('more');
  const set = (open: boolean) => {
    more.classList.toggle('open', open);
    button.setAttribute('aria-expanded', String(open));
  };
  button.addEventListener('click', () => set(!more.classList.contains('open')));
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    if (target !== button && (!more.contains(target) || target.closest('button, a'))) set(false);
  });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && set(false));
}

function key(page: Page, event: KeyboardEvent): void {
  const target = event.target as HTMLElement;
  if (document.querySelector('dialog[open]') || event.altKey) return;
  if (event.ctrlKey || event.metaKey) {
    const name = event.key.toLowerCase();
    if (name !== 'z' && name !== 'y') return;
    event.preventDefault();
    return name === 'y' || event.shiftKey ? page.redo() : page.undo();
  }
  if (
    event.key === ' ' &&
    !['BUTTON', 'SELECT', 'SUMMARY', 'TEXTAREA'].includes(target.tagName) &&
    !(target instanceof HTMLInputElement && target.type === 'checkbox')
  ) {
    event.preventDefault();
    page.play();
  }
  const steps: Record<string, () => void> = {
    ArrowRight: () => page.stepBy(1),
    ArrowLeft: () => page.stepBy(-1),
    Home: () => page.go(0),
    End: () => page.go(Infinity),
  };
  const step = steps[event.key],
    inStage = stages.some((stage) => stage.contains(target)),
    free = target === document.body || stages.includes(target);
  // In the views the arrow keys move what is selected.
  if (!step || !(free || (inStage && !event.key.startsWith('Arrow')))) return;
  event.preventDefault();
  step();
}
