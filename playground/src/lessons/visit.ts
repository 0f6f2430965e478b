/** A lesson at work: its question, its figure, and which parts of its task are done. */
import type { Abut } from 'abut';
import { buildCode } from './code.js';
import { buildControls, make } from './controls.js';
import { Figure } from './figure/figure.js';
import { find } from './find.js';
import { Guess } from './guess.js';
import type { AnyLesson } from './lesson.js';
import { withMinus } from './minus.js';

export class Visit {
  private readonly state: unknown;
  private result: unknown;
  private readonly met: boolean[];
  private readonly figure: Figure;
  private readonly guess: Guess;
  private readonly updateControls: (state: unknown, result: unknown) => void;
  private readonly updateCode: (result: unknown, state: unknown) => void;
  private pending = false;

  constructor(
    private readonly abut: Abut,
    private readonly lesson: AnyLesson,
    private readonly onSolved: () => void,
  ) {
    this.state = lesson.start();
    this.result = lesson.solve(abut, this.state);
    this.met = lesson.goals.map(() => false);
    this.guess = new Guess(find('question'), find('verdict'), lesson.question);
    this.writeTexts();
    const changed = (atOnce = false) => this.change(atOnce);
    this.updateControls = buildControls(find('controls'), lesson, this.state, () => this.result, changed);
    this.updateCode = buildCode(find('code') as HTMLDetailsElement, lesson);
    find('panes').dataset.count = find('work').dataset.panes = String(lesson.panes.length);
    this.figure = new Figure(find('panes'), lesson, changed, () => this.draw());
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
  /** What the figure has shown of the question. */
  get truth(): number | null {
    return this.guess.truth;
  }
  get about(): AnyLesson {
    return this.lesson;
  }
  screen(key: string, to: number[]): [number, number][] {
    return this.figure.screen(key, to);
  }

  dispose(): void {
    this.figure.dispose();
  }

  private writeTexts(): void {
    const { lesson } = this;
    find('text').innerHTML = lesson.text.map((paragraph) => `<p>${paragraph}</p>`).join('');
    find('why').querySelector('svg')!.innerHTML = lesson.why.picture;
    find('why').querySelector('figcaption')!.textContent = lesson.why.text;
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
    this.updateCode(result, state);
    this.guess.follow(result, state);
    find('say').textContent = withMinus(lesson.say(result, state));
    find('numbers').replaceChildren(
      ...lesson.numbers(result, state).flatMap(([name, value]) => [
        make('dt', {}, name),
        make('dd', {}, withMinus(value)),
      ]),
    );
    find('goals')
      .querySelectorAll('li')
      .forEach((item, i) => {
        item.classList.toggle('done', this.met[i]);
        item.classList.toggle('now', i === this.met.indexOf(false));
        item.querySelector('small')!.textContent = this.met[i]
          ? 'done'
          : withMinus(lesson.goals[i]!.progress?.(result, state) ?? '');
      });
    find('count').textContent = `${this.met.filter(Boolean).length} of ${this.met.length} done`;
    find('task').classList.toggle('solved', this.solved);
    find('moral').hidden = !this.solved;
  }
}
