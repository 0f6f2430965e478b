/** What a lesson is: a question to guess, a text, a figure that reacts, and a task that the page checks. */
import type { Abut } from 'abut';
import type { Vector } from '../model/vector.js';
import type { Paper } from './figure/paper.js';
import type { Source } from './source.js';

/** One picture of the figure. */
export interface Pane<S, R> {
  title: string;
  /** The points that the pane must show. */
  view(state: S, result: R): Vector[];
  draw(paper: Paper, state: S, result: R): void;
}

/** Below the figure. */
export type Control<S, R> =
  | {
      kind: 'range';
      id: string;
      label: string;
      min: number;
      max: number | ((state: S, result: R) => number);
      step?: number;
      get(state: S): number;
      set(state: S, value: number): void;
      text(state: S, result: R): string;
    }
  | {
      kind: 'choice';
      id: string;
      label: string;
      options: Record<string, string>;
      get(state: S): string;
      set(state: S, value: string): void;
    }
  | { kind: 'button'; id: string; label: string; press(state: S, result: R): void };

/** A part of the task; once done it stays done. */
export interface Goal<S, R> {
  text: string;
  done(result: R, state: S): boolean;
  /** The progress so far, while it is not done. */
  progress?(result: R, state: S): string;
}

/** To be guessed before anything is read. */
export interface Question<S, R> {
  ask: string;
  /** Two to four. */
  choices: string[];
  /** Which choice the figure shows to be true; null while it shows none. */
  answer(result: R, state: S): number | null;
  /** What to do in the figure for it to show. */
  see: string;
  /** One sentence. */
  because: string;
}

export interface Lesson<S, R> {
  question: Question<S, R>;
  /** Paragraphs, as HTML; fewer than 130 words in all. */
  text: string[];
  /** Why it matters: a picture of 110 by 60, as SVG, and a sentence. */
  why: { picture: string; text: string };
  /** The plain program beside the figure. */
  source?: Source<S, R>;
  /** What can be done in the figure. */
  hands: string;
  goals: Goal<S, R>[];
  hint: string;
  /** Shown when all goals are met: the conclusion. */
  moral: string;
  start(): S;
  /** Computes the result. Called after every change; may clamp the state to its range. */
  solve(abut: Abut, state: S): R;
  panes: Pane<S, R>[];
  controls?: Control<S, R>[];
  /** One sentence about the current figure. */
  say(result: R, state: S): string;
  numbers(result: R, state: S): [string, string][];
}

export type AnyLesson = Lesson<unknown, unknown>;

export function lesson<S, R>(description: Lesson<S, R>): AnyLesson {
  return description as unknown as AnyLesson;
}
