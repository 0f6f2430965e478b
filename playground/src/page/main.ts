/** The start of the page. */
import './style.css';
import '../view2/drawing.css';
import { load } from 'abut';
import wasm from 'abut/abut.wasm?url';
import { find } from './elements.js';
import { wireGlossary } from './text/glossary.js';
import { fillQuestions } from './header.js';
import { unpack } from '../model/permalink.js';
import { Page, stages } from './page.js';
import { firstState } from './panels.js';
import { wireTheme } from './theme.js';
import { wire } from './wire.js';

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** The keys of the steps work at once; the frame that shows it is drawn when the first key is pressed. */
function focusQuietly(control: HTMLElement): void {
  control.classList.add('quiet');
  addEventListener('keydown', () => control.classList.remove('quiet'), { once: true, capture: true });
  control.focus({ preventScroll: true });
}

async function start(): Promise<void> {
  wireTheme(find('theme'));
  wireGlossary(find('explain'));
  fillQuestions();
  if (matchMedia('(max-width: 760px)').matches) find('numbers').removeAttribute('open');
  let state = firstState(2),
    trouble = '';
  try {
    if (location.hash.length > 1) state = unpack(location.hash.slice(1));
  } catch (error) {
    trouble = `This link can not be opened: ${message(error)}. Here is the first pair instead.`;
  }
  for (const stage of stages) stage.innerHTML = '<p class="wait">loading</p>';
  try {
    const page = new Page(await load(fetch(wasm)), state);
    wire(page);
    Object.assign(window, { playground: page });
    focusQuietly(find('slider'));
  } catch (error) {
    trouble = `The library could not be loaded: ${message(error)}. Reload to try again.`;
    for (const stage of stages) stage.replaceChildren();
  }
  if (trouble) {
    find('notice').textContent = trouble;
    find('notice').hidden = false;
  }
}

void start();
