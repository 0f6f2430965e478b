/** The question that a lesson begins with: a guess, and what the figure says to it. */
import { make } from './controls.js';
import type { AnyLesson } from './lesson.js';
import { withMinus } from './minus.js';

export class Guess {
  private mine: number | null = null;
  /** What the figure has shown, once it has. */
  truth: number | null = null;
  private readonly buttons: HTMLButtonElement[];

  constructor(
    box: HTMLElement,
    private readonly verdict: HTMLElement,
    private readonly question: AnyLesson['question'],
  ) {
    this.buttons = question.choices.map((text, i) => {
      const button = make('button', { type: 'button', role: 'radio', 'aria-checked': 'false' });
      button.innerHTML = text;
      button.addEventListener('click', () => {
        this.mine = i;
        this.draw();
      });
      return button;
    });
    const ask = make('p', { class: 'ask', id: 'ask' });
    ask.innerHTML = question.ask;
    box.replaceChildren(
      ask,
      make('div', { class: 'choices', role: 'radiogroup', 'aria-labelledby': 'ask' }, ...this.buttons),
    );
    this.draw();
  }

  follow(result: unknown, state: unknown): void {
    const before = this.truth;
    this.truth ??= this.question.answer(result, state);
    if (this.truth !== before) this.draw();
  }

  private draw(): void {
    const { mine, truth, question } = this;
    this.buttons.forEach((button, i) => {
      button.setAttribute('aria-checked', String(i === mine));
      button.classList.toggle('true', mine !== null && i === truth);
    });
    const words =
      mine === null
        ? ''
        : truth === null
          ? `Now see: ${question.see}`
          : `${mine === truth ? 'So it is.' : `The figure says: ${this.buttons[truth]!.textContent}.`} ${question.because}`;
    this.verdict.textContent = withMinus(words);
  }
}
