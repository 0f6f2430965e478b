/** The page: one state, one run of it, and everything that shows them. */
import { type Abut, type AbutMotion, loadMotion, type Operand, type QueryRecord, recordText } from 'abut';
import motionWasm from 'abut/abut-motion.wasm?url';
import { chosen, forgetControls, showControls } from './controls.js';
import { find } from './elements.js';
import { showHeader, showSteps } from './header.js';
import { History } from './history.js';
import { type Run, type Side, solve, type State, touching, type Verb, verticesOf } from '../model/model.js';
import { asked, isMotionVerb, type MotionRun, solveMotion, startOf, withStart } from '../model/motion.js';
import { firstState } from './panels.js';
import { pack, unpack } from '../model/permalink.js';
import { download, pngOf, svgText } from './picture.js';
import { report } from './report.js';
import { withVertexAdded, withVertexRemoved } from '../view2/edit.js';
import { planeStage, type Stage } from '../view2/stage.js';

export const stages = [find('world'), find('difference')];
const slider = find<HTMLInputElement>('slider');

const message = (error: unknown): string => (error instanceof Error ? error.message : String(error));

export class Page {
  private state: State;
  private run: Run | null = null;
  /** Replaces `run` for casts and times of impact. */
  private motionRun: MotionRun | null = null;
  private motion: AbutMotion | null = null;
  /** What A was before it became the point of a ray. */
  private before: Operand | null = null;
  private stage: Stage | null = null;
  private stageDim = 0;
  private framePending = false;
  private playing = 0;
  /** Times of the queries of this pair, in milliseconds. */
  private times: number[] = [];
  /** The notice is about the current shapes. */
  private faulty = false;
  private readonly history = new History();
  /** The pair as it was opened. */
  private opened: State;

  constructor(
    private readonly abut: Abut,
    state: State,
  ) {
    this.state = this.opened = state;
    void this.show(state, { clear: false });
  }

  /** For tests: the query and its answer. */
  get record(): string {
    return recordText(this.state.record);
  }
  get answer(): Run['answer'] | MotionRun['answer'] | null {
    return this.run?.answer ?? this.motionRun?.answer ?? null;
  }
  get view(): { step: number; steps: number; precision: string; verb: string; method: string; explain: boolean } {
    const { step, precision, verb, method, explain } = this.state;
    return { step, steps: this.count, precision, verb, method: method ?? '', explain: explain ?? false };
  }
  /** For tests: the method behind the step that is shown, and what the 3D view draws. */
  get event(): string {
    return this.run?.moments[this.state.step]?.event ?? '';
  }
  get drawn(): ReturnType<NonNullable<Stage['drawn']>> | null {
    return this.stage?.drawn?.() ?? null;
  }
  get speed(): { count: number; median: number; slowest: number } {
    const sorted = [...this.times].sort((a, b) => a - b);
    return { count: sorted.length, median: sorted[sorted.length >> 1] ?? 0, slowest: sorted[sorted.length - 1] ?? 0 };
  }
  get current(): State {
    return this.state;
  }
  get count(): number {
    return (this.run ?? this.motionRun)?.moments.length ?? 0;
  }
  private get last(): number {
    return Math.max(0, this.count - 1);
  }
  private get isLast(): boolean {
    return this.state.step >= this.last;
  }

  /** Another pair, that `reset` returns to; the views are fitted to it. */
  async open(state: State): Promise<void> {
    this.history.remember(this.state);
    this.opened = state;
    await this.show(state);
    this.focusTimeline();
  }

  private async show(state: State, { clear = true, fit = true } = {}): Promise<void> {
    this.stop();
    if (clear) this.notice('');
    this.state = state;
    this.times = [];
    forgetControls();
    const other = this.stageDim !== state.record.dim;
    if (other) await this.prepareStage(state.record.dim);
    if (isMotionVerb(state.verb) && !(await this.prepareMotion(state))) return;
    this.compute();
    if (fit || other) this.fit();
    this.draw();
    document.body.dataset.ready = String(state.record.dim);
  }

  fit(): void {
    this.stage?.fit(this.state, isMotionVerb(this.state.verb) ? this.motion : null);
  }
  zoom(factor: number): void {
    this.stage?.zoom(factor);
  }

  /** The keys of the steps work where the focus is then. */
  private focusTimeline(): void {
    (slider.disabled ? stages[0]! : slider).focus({ preventScroll: true });
  }

  /**
   * Fetches abut-motion.wasm with the first query that needs it. Returns false if that failed, or if another query has
   * replaced this one.
   */
  private async prepareMotion(state: State): Promise<boolean> {
    if (!this.motion) {
      delete document.body.dataset.ready;
      try {
        this.motion = await loadMotion(fetch(motionWasm));
      } catch (error) {
        if (this.state !== state) return false;
        this.notice(
          `The module for motion could not be loaded: ${message(error)}. Choose the question again to try once more.`,
        );
        await this.show(
          { ...state, verb: 'distance', record: asked(state.record, 'distance', this.before), step: Infinity },
          { clear: false },
        );
        return false;
      }
    }
    return this.state === state;
  }

  /** Another query about the same shapes; contact begins with a pair that touches. */
  ask(verb: Verb): void {
    const { record, method: _method, ...rest } = this.state;
    if (verb === 'contact' && this.state.record === this.opened.record && !this.touches()) {
      void this.open({ ...firstState(record.dim, verb), precision: this.state.precision });
      return;
    }
    if (verb === 'raycast' && this.state.verb !== 'raycast') this.before = startOf(record, 'a');
    const next =
      isMotionVerb(verb) || isMotionVerb(this.state.verb)
        ? asked(record, isMotionVerb(verb) ? verb : 'distance', this.before)
        : record;
    this.history.remember(this.state);
    const unchanged = this.state.record === this.opened.record;
    const state = { ...rest, record: next, verb, step: Infinity, explain: false };
    if (unchanged) this.opened = state;
    void this.show(state);
  }

  private touches(): boolean {
    const { record, precision } = this.state;
    if (isMotionVerb(this.state.verb)) return false;
    return touching(this.abut.contact({ dim: record.dim, precision }, record.a, record.b)).length > 0;
  }

  /** The same state but for the settings, at the same place of its run. */
  set(settings: Partial<Pick<State, 'method' | 'precision'>>): void {
    this.history.remember(this.state);
    this.state = { ...this.state, ...settings };
    this.recompute();
    this.draw();
  }

  /** Another dimension opens with a pair of its own. */
  setDimension(dim: 2 | 3): void {
    if (this.state.record.dim === dim) return;
    void this.open({ ...firstState(dim, this.state.verb), precision: this.state.precision }).then(() =>
      find(`dim${dim}`).focus(),
    );
  }

  private async prepareStage(dim: 2 | 3): Promise<void> {
    this.stage?.dispose();
    this.stage = null;
    this.stageDim = dim;
    delete document.body.dataset.ready;
    const change = (side: Side, operand: Operand) => this.change(side, operand),
      reshape = (record: QueryRecord) => this.reshape(record);
    if (dim === 2) {
      this.stage = planeStage(this.abut, stages, change, reshape);
      return;
    }
    for (const stage of stages) stage.innerHTML = '<p class="wait">loading the 3D view</p>';
    try {
      const { spaceStage } = await import('../view3/stage.js');
      if (this.stageDim === 3) this.stage = spaceStage(this.abut, stages, change, reshape);
    } catch (error) {
      for (const stage of stages) stage.innerHTML = '<p class="wait">no 3D view here; the numbers below are right</p>';
      this.notice(`The 3D view could not be started: ${message(error)}`);
    }
  }

  /** Computes the run of the state, and keeps the step in it. */
  private compute(): void {
    const moves = isMotionVerb(this.state.verb);
    try {
      this.run = moves ? null : solve(this.abut, this.state);
      this.motionRun = moves && this.motion ? solveMotion(this.abut, this.motion, this.state) : null;
      if (this.faulty) this.notice('');
      this.faulty = false;
      const { milliseconds } = this.run ?? this.motionRun ?? { milliseconds: 0 };
      this.times = [...this.times.slice(-499), milliseconds];
    } catch (error) {
      this.run = this.motionRun = null;
      this.faulty = true;
      this.notice(message(error));
    }
    this.state = { ...this.state, step: Math.min(this.state.step, this.last) };
  }

  /** After a change: who is at the last step stays there. */
  private recompute(): void {
    if (this.isLast || !this.state.explain) this.state = { ...this.state, step: Infinity };
    this.compute();
  }

  private change(side: Side, operand: Operand): void {
    this.reshape(withStart(this.state.record, side, operand));
  }

  private reshape(record: QueryRecord): void {
    this.history.remember(this.state);
    this.state = { ...this.state, record };
    this.recompute();
    this.stage?.know(this.state);
    this.drawSoon();
  }

  undo(): void {
    this.restore(this.history.undo(this.state));
  }
  redo(): void {
    this.restore(this.history.redo(this.state));
  }
  private restore(state: State | null): void {
    if (state) void this.show({ ...state, step: state.explain ? state.step : Infinity }, { fit: false });
  }
  reset(): void {
    this.history.remember(this.state);
    void this.show({ ...this.opened, step: Infinity, explain: false });
  }

  private drawSoon(): void {
    if (this.framePending) return;
    this.framePending = true;
    requestAnimationFrame(() => {
      this.framePending = false;
      this.draw();
    });
  }

  draw(): void {
    const { state, run, motionRun, motion } = this,
      moves = isMotionVerb(state.verb);
    const scene =
      moves && motion
        ? { motion, run: motionRun, moment: motionRun?.moments[state.step] ?? null, isLast: this.isLast }
        : null;
    this.stage?.draw(state, run, find<HTMLInputElement>('regions').checked, scene);
    this.showControls();
    showHeader(state);
    showSteps(state, this.count);
    if (run ?? motionRun) report(state, run, motionRun, (step) => this.go(step));
    const { count: queries, median, slowest } = this.speed,
      drag = queries > 2 ? `; of the last ${queries}: median ${median.toFixed(2)}, slowest ${slowest.toFixed(2)}` : '',
      now = (run ?? motionRun)?.milliseconds.toFixed(2) ?? 'none';
    find('speed').textContent = `query and trace in WebAssembly: ${now} ms${drag}`;
  }

  private showControls(): void {
    showControls(this.state, {
      choose: (side, name) => {
        this.change(side, chosen(this.operand(side), name, this.state.record.dim));
        this.state = { ...this.state, title: '', source: '' };
        this.fit();
      },
      round: (side, radius) => this.change(side, { ...this.operand(side), radius }),
      addVertex: (side) => this.change(side, withVertexAdded(this.operand(side))),
      removeVertex: (side) =>
        this.change(side, withVertexRemoved(this.operand(side), verticesOf(this.operand(side), 2).length - 1)),
      turnMode: (mode) => this.stage?.mode?.(mode),
    });
    const able = (id: string, on: boolean) => (find<HTMLButtonElement>(id).disabled = !on);
    able('undo', this.history.canUndo);
    able('redo', this.history.canRedo);
    able('reset', this.state.record !== this.opened.record || this.state.verb !== this.opened.verb);
  }

  /** The operand at its start, if it moves. */
  private operand(side: Side): Operand {
    return startOf(this.state.record, side);
  }

  notice(text: string): void {
    const box = find('notice');
    box.textContent = text;
    box.hidden = text === '';
  }

  /** Shows a step, with all marks of the search. */
  go(step: number): void {
    this.state = { ...this.state, explain: true, step: Math.max(0, Math.min(this.last, step)) };
    this.draw();
  }
  stepBy(by: number): void {
    this.go(this.state.step + by);
  }

  /** From the answer to the first step, and back. */
  explain(): void {
    this.stop();
    if (!this.state.explain) this.go(0);
    else {
      this.state = { ...this.state, explain: false, step: this.last };
      this.draw();
    }
    this.focusTimeline();
  }

  private stop(): void {
    clearInterval(this.playing);
    this.playing = 0;
    find('play').textContent = 'play';
  }

  play(): void {
    if (this.playing) return this.stop();
    if (this.isLast) this.go(0);
    find('play').textContent = 'pause';
    this.playing = window.setInterval(() => {
      this.stepBy(1);
      if (this.isLast) this.stop();
    }, 900);
  }

  link(): void {
    history.replaceState(null, '', `#${pack(this.state)}`);
    navigator.clipboard?.writeText(location.href).then(
      () => this.flash('link', 'copied'),
      () => this.flash('link', 'in the address bar'),
    );
  }

  private flash(id: string, text: string): void {
    const button = find(id),
      before = button.dataset.name ?? button.textContent ?? '';
    button.dataset.name = before;
    button.textContent = text;
    setTimeout(() => (button.textContent = before), 1500);
  }

  async save(kind: 'svg' | 'png'): Promise<void> {
    const flat = this.state.record.dim === 2;
    if (kind === 'svg' && !flat) return this.notice('SVG is for 2D; in 3D save a PNG.');
    this.stage?.render?.();
    download(
      kind === 'svg' ? new Blob([svgText(stages)], { type: 'image/svg+xml' }) : await pngOf(stages),
      `abut.${kind}`,
    );
  }

  /** Opens the link in the address. */
  follow(): void {
    try {
      if (location.hash.length > 1) void this.open(unpack(location.hash.slice(1)));
    } catch (error) {
      this.notice(`This link can not be opened: ${message(error)}.`);
    }
  }
}
