/** What can be undone: the states before each change. Changes of one gesture, a drag or a key held down, are one. */
import type { State } from '../model/model.js';

export class History {
  private past: State[] = [];
  private future: State[] = [];
  private gesture = 0;
  /** The gesture of the newest entry of `past`. */
  private newest = -1;

  constructor() {
    const begin = () => ++this.gesture;
    document.addEventListener('pointerdown', begin, true);
    document.addEventListener('keydown', (event) => event.repeat || begin(), true);
  }

  get canUndo(): boolean {
    return this.past.length > 0;
  }
  get canRedo(): boolean {
    return this.future.length > 0;
  }

  /** Call this before a change. */
  remember(state: State): void {
    this.future = [];
    if (this.newest === this.gesture) return;
    this.newest = this.gesture;
    this.past.push(state);
  }

  undo(now: State): State | null {
    return this.step(this.past, this.future, now);
  }
  redo(now: State): State | null {
    return this.step(this.future, this.past, now);
  }

  private step(from: State[], to: State[], now: State): State | null {
    const state = from.pop();
    if (!state) return null;
    to.push(now);
    this.newest = -1;
    return state;
  }
}
