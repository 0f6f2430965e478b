/** The page of lessons: the list, one lesson at a time, and which of them are solved. */
import '../page/style.css';
import '../view2/drawing.css';
import './lessons.css';
import { type Abut, load } from 'abut';
import wasm from 'abut/abut.wasm?url';
import { make } from './controls.js';
import { chapters, lessons } from './list.js';
import { find } from './find.js';
import { keepSolved, solvedLessons } from './progress.js';
import { wireTheme } from '../page/theme.js';
import { Visit } from './visit.js';

function complain(what: string, error: unknown): void {
  find('notice').textContent =
    `${what} could not be loaded: ${error instanceof Error ? error.message : String(error)}. Reload to try again.`;
  find('notice').hidden = false;
}

class Page {
  visit: Visit | null = null;
  private readonly solved = solvedLessons();
  private shown = '';

  constructor(private readonly abut: Abut) {
    const follow = (focus: boolean) => this.follow(focus).catch((error: unknown) => complain('This lesson', error));
    window.addEventListener('hashchange', () => void follow(true));
    void follow(false);
  }

  private async follow(focus: boolean): Promise<void> {
    const asked = location.hash.slice(1),
      index = Math.max(
        0,
        lessons.findIndex(({ id }) => id === asked),
      ),
      entry = lessons[index]!;
    this.shown = entry.id;
    delete document.body.dataset.ready;
    const { default: lesson } = await entry.load();
    if (this.shown !== entry.id) return;
    find('notice').hidden = true;
    this.visit?.dispose();
    find('title').textContent = `${index + 1}. ${entry.title}`;
    find('place').textContent = `lesson ${index + 1} of ${lessons.length}`;
    document.title = `${entry.title} · abut lessons`;
    this.visit = new Visit(this.abut, lesson, () => {
      this.solved.add(entry.id);
      keepSolved(entry.id);
      this.list();
    });
    this.list();
    this.showPlace();
    this.neighbors(index);
    if (innerWidth <= 900) (find('contents') as HTMLDetailsElement).open = false;
    if (focus) {
      scrollTo(0, 0);
      find('title').focus({ preventScroll: true });
    }
    document.body.dataset.ready = entry.id;
  }

  private list(): void {
    find('list').replaceChildren(
      ...chapters.flatMap(({ title, lessons: entries }) => [
        make('h2', {}, title),
        make(
          'ol',
          { start: String(lessons.indexOf(entries[0]!) + 1) },
          ...entries.map(({ id, title: name }) => {
            const link = make('a', { href: `#${id}` }, name);
            if (id === this.shown) link.setAttribute('aria-current', 'page');
            return this.solved.has(id)
              ? make('li', { class: 'done' }, link, make('span', { class: 'tick', title: 'solved' }, '✓'))
              : make('li', {}, link);
          }),
        ),
      ]),
    );
  }

  /** The list may be longer than the window. */
  private showPlace(): void {
    const contents = find('contents'),
      link = contents.querySelector<HTMLElement>('[aria-current]')!;
    contents.scrollTop = link.offsetTop - contents.clientHeight / 2;
  }

  private neighbors(index: number): void {
    for (const [id, entry, text] of [
      ['previous', lessons[index - 1], '← '],
      ['next', lessons[index + 1], ''],
    ] as const) {
      const link = find(id) as HTMLAnchorElement;
      link.hidden = !entry;
      link.href = `#${entry?.id ?? ''}`;
      link.textContent = `${text}${entry?.title ?? ''}${id === 'next' ? ' →' : ''}`;
    }
  }
}

async function start(): Promise<void> {
  wireTheme(find('theme'));
  try {
    Object.assign(window, { lessons: new Page(await load(fetch(wasm))) });
  } catch (error) {
    complain('The library', error);
  }
}

void start();
