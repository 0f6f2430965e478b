/** The page of lessons: the list, one lesson at a time, and whether its task is solved. */
import '../page/style.css';
import '../view2/drawing.css';
import './lessons.css';
import { type Abut, load } from 'abut';
import wasm from 'abut/abut.wasm?url';
import { buildControls, make } from './controls.js';
import { Figure } from './figure.js';
import type { AnyLesson } from './lesson.js';
import { chapters, lessons } from './list.js';
import { keepSolved, solvedLessons } from './progress.js';
import { wireTheme } from '../page/theme.js';

const find = (id: string): HTMLElement => document.getElementById(id)!;

function complain(what: string, error: unknown): void {
  find('notice').textContent =
    `${what} could not be loaded: ${error instanceof Error ? error.message : String(error)}. Reload to try again.`;
  find('notice').hidden = false;
}

/** A lesson at work. */
class Visit {
  private readonly state: unknown;
  private result: unknown;
  private readonly met: boolean[];
  private readonly figure: Figure;
  private readonly updateControls: (state: unknown, result: unknown) => void;
  private pending = false;

  constructor(
    private readonly abut: Abut,
    private readonly lesson: AnyLesson,
    private readonly onSolved: () => void,
  ) {
    this.state = lesson.start();
    this.result = lesson.solve(abut, this.state);
    this.met = lesson.goals.map(() => false);
    find('text').innerHTML = lesson.text.map((paragraph) => `<p>${paragraph}</p>`).join('');
    find('hands').textContent = lesson.hands;
    find('hint').querySelector('p')!.textContent = lesson.hint;
    (find('hint') as HTMLDetailsElement).open = false;
    find('moral').textContent = lesson.moral;
    find('goals').replaceChildren(
      ...lesson.goals.map(() => make('li', {}, make('span', { class: 'goal' }), make('small'))),
    );
    find('goals')
      .querySelectorAll('.goal')
      .forEach((span, i) => (span.innerHTML = lesson.goals[i]!.text));
    const changed = (atOnce = false) => this.change(atOnce);
    this.updateControls = buildControls(find('controls'), lesson, this.state, () => this.result, changed);
    this.figure = new Figure(find('panes'), lesson, changed, () => this.draw());
    find('panes').dataset.count = String(lesson.panes.length);
    this.draw();
  }

  /** For tests. */
  get solved(): boolean {
    return this.met.every(Boolean);
  }
  get goals(): boolean[] {
    return this.met;
  }
  get found(): unknown {
    return this.result;
  }
  screen(key: string, to: number[]): [number, number][] {
    return this.figure.screen(key, to);
  }

  dispose(): void {
    this.figure.dispose();
  }

  private change(atOnce: boolean): void {
    this.result = this.lesson.solve(this.abut, this.state);
    this.judge();
    if (atOnce) return this.draw();
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  private judge(): void {
    const before = this.solved;
    this.lesson.goals.forEach((goal, i) => (this.met[i] ||= goal.done(this.result, this.state)));
    if (this.solved && !before) this.onSolved();
  }

  private draw(): void {
    const { lesson, state, result } = this;
    this.figure.draw(state, result);
    this.updateControls(state, result);
    find('say').textContent = lesson.say(result, state);
    find('numbers').replaceChildren(
      ...lesson.numbers(result, state).flatMap(([name, value]) => [make('dt', {}, name), make('dd', {}, value)]),
    );
    find('goals')
      .querySelectorAll('li')
      .forEach((item, i) => {
        item.classList.toggle('done', this.met[i]);
        item.querySelector('small')!.textContent = this.met[i]
          ? 'done'
          : (lesson.goals[i]!.progress?.(result, state) ?? '');
      });
    find('task').classList.toggle('solved', this.solved);
    find('moral').hidden = !this.solved;
  }
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
