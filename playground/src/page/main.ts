/** The page: one state, one run of it, and everything that shows them. */
import './style.css';
import '../view2/drawing.css';
import { type Abut, type AbutMotion, load, loadMotion, type Operand, type QueryRecord, recordText } from 'abut';
import wasm from 'abut/abut.wasm?url';
import motionWasm from 'abut/abut-motion.wasm?url';
import { chosen, forgetControls, showControls } from './controls.js';
import { type Run, type Side, solve, type State, type Verb, verbs, verticesOf } from '../model/model.js';
import { asked, isMotionVerb, methodsOf, type MotionRun, solveMotion, startOf, withStart } from '../model/motion.js';
import { showMotionOutcome, showMotionTable, showMotionValues } from './motion_numbers.js';
import { motionCaption } from './motion_words.js';
import { showOutcome, showTable, showValues } from './numbers.js';
import { firstState, openCopy, openGallery, openPaste } from './panels.js';
import { pack, unpack } from '../model/permalink.js';
import { download, pngOf, svgText } from './picture.js';
import { planeStage, type Stage, withVertexAdded, withVertexRemoved } from '../view2/stage.js';
import { wireTheme } from './theme.js';
import { drawChart, stepAt } from './timeline.js';
import { caption, glossary } from './words.js';

const find = <T extends HTMLElement>(id: string): T => document.getElementById(id) as T;
const stages = [find('world'), find('difference')];
const slider = find<HTMLInputElement>('slider');

class Page {
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

  constructor(
    private readonly abut: Abut,
    state: State,
  ) {
    this.state = state;
    this.wire();
    void this.show(state, false);
  }

  /** For tests: the query and its answer. */
  get record(): string {
    return recordText(this.state.record);
  }
  get answer(): Run['answer'] | MotionRun['answer'] | null {
    return this.run?.answer ?? this.motionRun?.answer ?? null;
  }
  get view(): { step: number; steps: number; precision: string; verb: string; method: string } {
    const { step, precision, verb, method } = this.state;
    return { step, steps: this.count, precision, verb, method: method ?? '' };
  }
  private get count(): number {
    return (this.run ?? this.motionRun)?.moments.length ?? 0;
  }
  private get last(): number {
    return Math.max(0, this.count - 1);
  }
  get speed(): { count: number; median: number; slowest: number } {
    const sorted = [...this.times].sort((a, b) => a - b);
    return { count: sorted.length, median: sorted[sorted.length >> 1] ?? 0, slowest: sorted[sorted.length - 1] ?? 0 };
  }

  /** Another pair: the views are fitted to it. */
  async show(state: State, clear = true): Promise<void> {
    this.stop();
    if (clear) this.notice('');
    this.state = state;
    this.times = [];
    forgetControls();
    if (this.stageDim !== state.record.dim) await this.prepareStage(state.record.dim);
    if (isMotionVerb(state.verb) && !(await this.prepareMotion(state))) return;
    this.compute();
    this.fit();
    this.draw();
    document.body.dataset.ready = String(state.record.dim);
  }

  private fit(): void {
    this.stage?.fit(this.state, isMotionVerb(this.state.verb) ? this.motion : null);
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
          `The module for motion could not be loaded: ${error instanceof Error ? error.message : String(error)}. Choose the question again to try once more.`,
        );
        this.state = { ...state, verb: 'distance', record: asked(state.record, 'distance', this.before), step: 0 };
        this.compute();
        this.fit();
        this.draw();
        document.body.dataset.ready = String(state.record.dim);
        return false;
      }
    }
    return this.state === state;
  }

  /** Another query about the same shapes. */
  private ask(verb: Verb): void {
    const { record, method: _method, ...rest } = this.state;
    if (verb === 'raycast' && this.state.verb !== 'raycast') this.before = startOf(record, 'a');
    const next =
      isMotionVerb(verb) || isMotionVerb(this.state.verb)
        ? asked(record, isMotionVerb(verb) ? verb : 'distance', this.before)
        : record;
    void this.show({ ...rest, record: next, verb, step: 0 });
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
      this.notice(`The 3D view could not be started: ${error instanceof Error ? error.message : String(error)}`);
    }
  }

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
      this.notice(error instanceof Error ? error.message : String(error));
    }
    this.state.step = Math.min(this.state.step, this.last);
  }

  private change(side: Side, operand: Operand): void {
    this.reshape(withStart(this.state.record, side, operand));
  }

  private reshape(record: QueryRecord): void {
    this.state = { ...this.state, record };
    this.stage?.know(this.state);
    this.compute();
    this.drawSoon();
  }

  private drawSoon(): void {
    if (this.framePending) return;
    this.framePending = true;
    requestAnimationFrame(() => {
      this.framePending = false;
      this.draw();
    });
  }

  private draw(): void {
    const { state, run } = this,
      digits = find<HTMLInputElement>('digits').checked;
    const { motionRun, motion } = this,
      moves = isMotionVerb(state.verb);
    const scene =
      moves && motion
        ? { motion, run: motionRun, moment: motionRun?.moments[state.step] ?? null, isLast: state.step >= this.last }
        : null;
    this.stage?.draw(state, run, find<HTMLInputElement>('regions').checked, scene);
    showControls(state, {
      choose: (side, name) => {
        this.change(side, chosen(this.operand(side), name, this.state.record.dim));
        this.state = { ...this.state, title: '', source: '' };
        this.fit();
      },
      round: (side, radius) => this.change(side, { ...this.operand(side), radius }),
      addVertex: (side) => this.change(side, withVertexAdded(this.operand(side))),
      removeVertex: (side) =>
        this.change(side, withVertexRemoved(this.operand(side), verticesOf(this.operand(side), 2).length - 1)),
      turnMode: (mode) => (this.stage as (Stage & { mode?: (m: string) => void }) | null)?.mode?.(mode),
      fit: () => {
        this.fit();
        this.draw();
      },
    });
    this.drawHeader();
    const { count } = this;
    slider.max = String(Math.max(0, count - 1));
    slider.value = String(state.step);
    slider.disabled = count < 2;
    slider.setAttribute('aria-valuetext', count > 0 ? `step ${state.step + 1} of ${count}` : 'no steps');
    find('count').textContent = count > 0 ? `step ${state.step + 1} of ${count}` : 'one support, no steps';
    if (count < 2) find('hint').hidden = true;
    const choose = (step: number) => this.go(step);
    if (run) {
      find('chart').replaceChildren(drawChart(run, state.step));
      find('caption').textContent = caption(state, run);
      showOutcome(state, run, digits);
      showValues(state, run, digits);
      showTable(state, run, digits, choose);
    } else if (motionRun) {
      find('chart').replaceChildren(drawChart(motionRun, state.step));
      find('caption').textContent = motionCaption(state, motionRun);
      showMotionOutcome(state, motionRun, digits);
      showMotionValues(state, motionRun, digits);
      showMotionTable(state, motionRun, digits, choose);
    } else {
      return;
    }
    const { count: queries, median, slowest } = this.speed,
      drag = queries > 2 ? `; of the last ${queries}: median ${median.toFixed(2)}, slowest ${slowest.toFixed(2)}` : '';
    find('speed').textContent =
      `query and trace in WebAssembly: ${(run ?? motionRun)!.milliseconds.toFixed(2)} ms${drag}`;
  }

  /** The operand at its start, if it moves. */
  private operand(side: Side): Operand {
    return startOf(this.state.record, side);
  }

  private drawHeader(): void {
    const { state } = this;
    find<HTMLSelectElement>('verb').value = state.verb;
    for (const [id, on] of [
      ['dim2', state.record.dim === 2],
      ['dim3', state.record.dim === 3],
      ['float', state.precision === 'float'],
      ['double', state.precision === 'double'],
    ] as const) {
      find(id).setAttribute('aria-checked', String(on));
    }
    find('title').textContent = [state.title, state.source].filter((text) => text !== '').join(' · ');
    find('regions').parentElement!.hidden = state.record.dim === 3 || isMotionVerb(state.verb);
    const method = find<HTMLSelectElement>('method');
    method.parentElement!.hidden = !isMotionVerb(state.verb);
    if (!isMotionVerb(state.verb)) return;
    const names = methodsOf[state.verb];
    if (method.dataset.verb !== state.verb) method.replaceChildren(...names.map((name) => new Option(name, name)));
    method.dataset.verb = state.verb;
    method.value = state.method ?? names[0]!;
  }

  private notice(text: string): void {
    const box = find('notice');
    box.textContent = text;
    box.hidden = text === '';
  }

  private go(step: number): void {
    this.state.step = Math.max(0, Math.min(this.last, step));
    find('hint').hidden = true;
    this.draw();
  }

  private stop(): void {
    clearInterval(this.playing);
    this.playing = 0;
    find('play').textContent = 'play';
  }

  private play(): void {
    if (this.playing) return this.stop();
    if (this.state.step >= this.last) this.go(0);
    find('play').textContent = 'pause';
    this.playing = window.setInterval(() => {
      this.go(this.state.step + 1);
      if (this.state.step >= this.last) this.stop();
    }, 900);
  }

  private link(): void {
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

  private async save(kind: 'svg' | 'png'): Promise<void> {
    const flat = this.state.record.dim === 2;
    if (kind === 'svg' && !flat) return this.notice('SVG is for 2D; in 3D save a PNG.');
    (this.stage as (Stage & { render?: () => void }) | null)?.render?.();
    download(
      kind === 'svg' ? new Blob([svgText(stages)], { type: 'image/svg+xml' }) : await pngOf(stages),
      `abut.${kind}`,
    );
  }

  private wire(): void {
    const panels = {
      state: () => this.state,
      open: (state: State) => void this.show(state),
      say: (text: string) => this.notice(text),
      save: (kind: 'svg' | 'png') => this.save(kind),
    };
    const on = (id: string, act: () => void) => find(id).addEventListener('click', act);
    const verb = find<HTMLSelectElement>('verb');
    verb.replaceChildren(...Object.entries(verbs).map(([value, text]) => new Option(text, value)));
    verb.addEventListener('change', () => this.ask(verb.value as Verb));
    const method = find<HTMLSelectElement>('method');
    method.addEventListener('change', () => {
      this.state = { ...this.state, method: method.value, step: 0 };
      this.compute();
      this.draw();
    });
    on(
      'dim2',
      () =>
        this.state.record.dim === 3 &&
        void this.show({ ...firstState(2, this.state.verb), precision: this.state.precision }),
    );
    on(
      'dim3',
      () =>
        this.state.record.dim === 2 &&
        void this.show({ ...firstState(3, this.state.verb), precision: this.state.precision }),
    );
    for (const precision of ['float', 'double'] as const) {
      on(precision, () => {
        this.state = { ...this.state, precision };
        this.compute();
        this.draw();
      });
    }
    on('open-gallery', () => openGallery(panels));
    on('open-paste', () => openPaste(panels));
    on('open-copy', () => openCopy(panels));
    on('link', () => this.link());
    on('play', () => this.play());
    on('previous', () => this.go(this.state.step - 1));
    on('next', () => this.go(this.state.step + 1));
    for (const id of ['digits', 'regions']) find(id).addEventListener('change', () => this.draw());
    slider.addEventListener('input', () => this.go(Number(slider.value)));
    const chart = find('chart');
    const choose = (event: PointerEvent) => {
      const box = chart.getBoundingClientRect();
      this.go(stepAt((event.clientX - box.left) / box.width, this.count));
    };
    chart.addEventListener('pointerdown', choose);
    chart.addEventListener('pointermove', (event) => event.buttons === 1 && choose(event));
    document.addEventListener('keydown', (event) => this.key(event));
    window.addEventListener('hashchange', () => this.follow());
  }

  private key(event: KeyboardEvent): void {
    const target = event.target as HTMLElement;
    if (document.querySelector('dialog[open]') || event.ctrlKey || event.metaKey || event.altKey) return;
    if (
      event.key === ' ' &&
      !['BUTTON', 'SELECT', 'SUMMARY', 'TEXTAREA'].includes(target.tagName) &&
      !(target instanceof HTMLInputElement && target.type === 'checkbox')
    ) {
      event.preventDefault();
      this.play();
    }
    if (target !== document.body) return;
    const steps: Record<string, number> = {
      ArrowRight: this.state.step + 1,
      ArrowLeft: this.state.step - 1,
      Home: 0,
      End: Infinity,
    };
    const step = steps[event.key];
    if (step !== undefined) this.go(step);
  }

  private follow(): void {
    try {
      if (location.hash.length > 1) void this.show(unpack(location.hash.slice(1)));
    } catch (error) {
      this.notice(`This link can not be opened: ${error instanceof Error ? error.message : String(error)}.`);
    }
  }
}

/** A click on a term shows two lines and a small figure. */
function wireGlossary(): void {
  const box = find('explain');
  document.addEventListener('click', (event) => {
    const term = (event.target as Element).closest<HTMLElement>('[data-term]');
    const entry = term && glossary[term.dataset.term ?? ''];
    box.hidden = !entry;
    if (!term || !entry) return;
    box.innerHTML = `<svg viewBox="0 0 106 60" aria-hidden="true">${entry.figure}</svg>`;
    box.append(entry.text);
    const at = term.getBoundingClientRect();
    box.style.left = `${Math.max(8, Math.min(at.left, innerWidth - 370)) + scrollX}px`;
    box.style.top = `${at.bottom + 8 + scrollY}px`;
  });
  document.addEventListener('keydown', (event) => event.key === 'Escape' && (box.hidden = true));
}

async function start(): Promise<void> {
  wireTheme(find('theme'));
  wireGlossary();
  let state = firstState(2),
    trouble = '';
  try {
    if (location.hash.length > 1) state = unpack(location.hash.slice(1));
  } catch (error) {
    trouble = `This link can not be opened: ${error instanceof Error ? error.message : String(error)}. Here is the first pair instead.`;
  }
  for (const stage of stages) stage.innerHTML = '<p class="wait">loading</p>';
  try {
    const page = new Page(await load(fetch(wasm)), state);
    Object.assign(window, { playground: page });
    slider.focus({ preventScroll: true });
  } catch (error) {
    trouble = `The library could not be loaded: ${error instanceof Error ? error.message : String(error)}. Reload to try again.`;
    for (const stage of stages) stage.replaceChildren();
  }
  if (trouble) {
    find('notice').textContent = trouble;
    find('notice').hidden = false;
  }
}

void start();
