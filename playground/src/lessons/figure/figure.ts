/** The panes of a figure: their cameras, and what the pointer and the keyboard do in them. */
import { Camera, element } from '../../view2/svg.js';
import { add, sub, type Vector } from '../../model/vector.js';
import { spreadLabels } from './labels.js';
import type { AnyLesson } from '../lesson.js';
import { type Handle, Paper } from './paper.js';

const margin = 14; // pixels that everything keeps from the edge of the pane
const keyStep = 8; // pixels
const spread = 1.15; // figures are small: less margin than the playground has

class PaneView {
  readonly svg = element('svg', { role: 'group' }) as SVGSVGElement;
  readonly stage = document.createElement('div');
  camera: Camera | null = null;
  handles = new Map<string, Handle>();
  private drag: { key: string; offset: Vector; pointer: number } | null = null;

  constructor(
    private readonly pane: AnyLesson['panes'][number],
    private readonly changed: (atOnce?: boolean) => void,
  ) {
    this.stage.className = 'stage';
    this.stage.append(this.svg);
    this.svg.setAttribute('aria-label', pane.title);
    this.svg.addEventListener('pointerdown', (event) => this.grab(event));
    this.svg.addEventListener('pointermove', (event) => this.pull(event));
    for (const name of ['pointerup', 'pointercancel'] as const) this.svg.addEventListener(name, () => this.release());
    this.svg.addEventListener('keydown', (event) => this.key(event));
  }

  fit(state: unknown, result: unknown): void {
    const { clientWidth: width, clientHeight: height } = this.stage;
    const wide = Camera.around(this.pane.view(state, result), spread * width, spread * height);
    this.camera = new Camera(wide.center, wide.pixelsPerUnit, width, height);
  }

  /** Fits again if something has left the pane, but not under the pointer. */
  follow(state: unknown, result: unknown): void {
    const { camera } = this;
    if (!camera || this.drag) return;
    const seen = this.pane.view(state, result).map((p) => camera.paper(p));
    if (seen.some(([x, y]) => x < margin || y < margin || x > camera.width - margin || y > camera.height - margin))
      this.fit(state, result);
  }

  draw(state: unknown, result: unknown): void {
    if (!this.camera) this.fit(state, result);
    const camera = this.camera!,
      paper = new Paper(camera);
    this.pane.draw(paper, state, result);
    this.handles = paper.handles;
    const focused = this.svg.contains(document.activeElement)
      ? (document.activeElement as SVGElement).dataset.handle
      : undefined;
    this.svg.setAttribute('viewBox', `0 0 ${camera.width} ${camera.height}`);
    this.svg.replaceChildren(...paper.parts);
    spreadLabels(this.svg, camera.width, camera.height);
    if (focused) this.focus(focused);
  }

  private focus(key: string): void {
    this.svg.querySelector<SVGElement>(`[data-handle="${key}"]`)?.focus({ preventScroll: true });
  }
  private handleOf(target: EventTarget | null): Handle | undefined {
    return this.handles.get((target as Element | null)?.closest?.<SVGElement>('[data-handle]')?.dataset.handle ?? '');
  }
  private place(event: PointerEvent): Vector {
    const box = this.svg.getBoundingClientRect();
    return this.camera!.plane(event.clientX - box.left, event.clientY - box.top);
  }
  /** Nothing is dragged out of sight. */
  private move(handle: Handle, to: Vector, atOnce = false): void {
    const camera = this.camera!,
      [x, y] = camera.paper(to);
    const within = (value: number, size: number) => Math.min(size - margin, Math.max(margin, value));
    const inside = within(x, camera.width) === x && within(y, camera.height) === y;
    const seen = inside ? to : camera.plane(within(x, camera.width), within(y, camera.height)),
      { grid } = handle;
    handle.to(grid ? seen.map((value) => Math.round(value / grid) * grid) : seen);
    this.changed(atOnce);
  }

  private grab(event: PointerEvent): void {
    const handle = this.handleOf(event.target);
    if (!handle) return;
    event.preventDefault();
    this.svg.setPointerCapture(event.pointerId);
    this.drag = { key: handle.key, offset: sub(handle.at, this.place(event)), pointer: event.pointerId };
    this.focus(handle.key);
  }
  private pull(event: PointerEvent): void {
    const handle = this.drag && this.handles.get(this.drag.key);
    if (handle && event.pointerId === this.drag!.pointer) this.move(handle, add(this.place(event), this.drag!.offset));
  }
  private release(): void {
    if (!this.drag) return;
    this.drag = null;
    this.changed();
  }
  private key(event: KeyboardEvent): void {
    const handle = this.handleOf(event.target),
      step = handle?.grid ?? ((event.shiftKey ? 0.2 : 1) * keyStep) / this.camera!.pixelsPerUnit;
    const ways: Record<string, Vector> = {
      ArrowLeft: [-step, 0],
      ArrowRight: [step, 0],
      ArrowUp: [0, step],
      ArrowDown: [0, -step],
    };
    const way = ways[event.key];
    if (!handle || !way || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    this.move(handle, add(handle.at, way), true); // the next key starts where this one ends
  }
}

export class Figure {
  private readonly views: PaneView[];
  private readonly resize: ResizeObserver;

  constructor(
    box: HTMLElement,
    lesson: AnyLesson,
    changed: (atOnce?: boolean) => void,
    private readonly again: () => void,
  ) {
    this.views = lesson.panes.map((pane) => new PaneView(pane, changed));
    box.replaceChildren(
      ...this.views.map((view, i) => {
        const section = document.createElement('section'),
          heading = document.createElement('h2');
        section.className = 'view';
        heading.textContent = lesson.panes[i]!.title;
        section.append(heading, view.stage);
        return section;
      }),
    );
    this.resize = new ResizeObserver(() => {
      for (const view of this.views) view.camera = null;
      this.again();
    });
    for (const view of this.views) this.resize.observe(view.stage);
  }

  draw(state: unknown, result: unknown): void {
    for (const view of this.views) {
      view.follow(state, result);
      view.draw(state, result);
    }
  }
  /** Where a handle is, and where it would be at another place, both on the screen. */
  screen(key: string, to: Vector): [number, number][] {
    const view = this.views.find(({ handles }) => handles.has(key))!,
      box = view.svg.getBoundingClientRect();
    return [view.handles.get(key)!.at, to].map((p) => {
      const [x, y] = view.camera!.paper(p);
      return [box.left + x, box.top + y];
    });
  }
  dispose(): void {
    this.resize.disconnect();
  }
}
