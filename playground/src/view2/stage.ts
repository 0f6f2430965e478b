/** Both 2D views, and what the pointer and the keyboard do in them. */
import type { Abut, AbutMotion, Operand, QueryRecord } from 'abut';
import { drawDifference, outlines } from './difference.js';
import { turned, withVertexAdded, withVertexRemoved } from './edit.js';
import { arrangeLabels } from './labels.js';
import {
  hasFreeVertices,
  isVerdict,
  moved,
  type Run,
  type Side,
  type State,
  verticesOf,
  withVertices,
} from '../model/model.js';
import { startOf, wayOf, withSpin, withWay } from '../model/motion.js';
import { drawMotionDifference, drawNow, drawWay, motionDifference, motionPoints, type MotionScene } from './motion.js';
import { navigate } from './navigate.js';
import { Camera, element } from './svg.js';
import { add, mean, sub, type Vector } from '../model/vector.js';
import { drawWorld, type Handle, handleKey, worldPoints } from './world.js';

export interface Stage {
  /** `scene` replaces the run of casts and times of impact. */
  draw(state: State, run: Run | null, showRegions: boolean, scene?: MotionScene | null): void;
  fit(state: State, motion?: AbutMotion | null): void;
  /** Both views, about their middles. */
  zoom(factor: number): void;
  /** The current state, drawn with the next frame: a second key or move of the pointer before that starts from it. */
  know(state: State): void;
  dispose(): void;
  /** In 3D: what the handles do, move or turn. */
  mode?(mode: string): void;
  /** In 3D: draws into the canvas at once. */
  render?(): void;
  /** In 3D, for tests: the ends of the black lines in both views, and where A and B are seen, in pixels. */
  drawn?(): { world: [Vector, Vector][]; difference: [Vector, Vector][]; extents: Extent[] };
}

/** A part of the picture, in pixels. */
export interface Extent {
  low: [number, number];
  high: [number, number];
}

export type Change = (side: Side, operand: Operand) => void;
/** Changes the motion. */
export type Reshape = (record: QueryRecord) => void;

/** The shapes at their start. */
export function standing(state: State): State {
  return { ...state, record: { ...state.record, a: startOf(state.record, 'a'), b: startOf(state.record, 'b') } };
}

type ViewName = 'world' | 'difference';

/** How far zoom goes, relative to what fits. */
const leastZoom = 0.1,
  mostZoom = 1e6;

class PlaneStage implements Stage {
  private readonly world: SVGElement;
  private readonly difference: SVGElement;
  private cameras: Record<ViewName, Camera> | null = null;
  /** Views that were zoomed or panned by hand: they stay as they are until the next fit. */
  private readonly held = new Set<ViewName>();
  private state: State | null = null;
  private run: Run | null = null;
  private scene: MotionScene | null = null;
  private fitted: Record<ViewName, number> = { world: 1, difference: 1 };
  private showRegions = true;
  private selected: Handle | null = null;
  private hover: { corner: number } | { vertex: string } | null = null;
  /** `last` in pixels: while a shape is dragged the camera may move to keep it in sight. */
  private drag: { handle: Handle; last: [number, number]; pointer: number } | null = null;
  private readonly resize: ResizeObserver;

  constructor(
    private readonly abut: Abut,
    private readonly stages: HTMLElement[],
    private readonly change: Change,
    private readonly reshape: Reshape,
  ) {
    this.world = element('svg', { 'aria-label': 'shapes A and B', role: 'group' });
    this.difference = element('svg', { 'aria-label': 'the difference B minus A', role: 'img' });
    stages[0]!.replaceChildren(this.world);
    stages[1]!.replaceChildren(this.difference);
    this.world.addEventListener('pointerdown', (e) => this.grab(e));
    this.world.addEventListener('pointermove', (e) => this.pull(e));
    for (const name of ['pointerup', 'pointercancel'] as const)
      this.world.addEventListener(name, () => (this.drag = null));
    this.world.addEventListener('dblclick', (e) => this.addAt(e));
    this.world.addEventListener('keydown', (e) => this.key(e));
    this.world.addEventListener('focusin', (e) => (this.selected = this.handleAt(e.target)));
    this.world.addEventListener('touchstart', (e) => this.drag && e.preventDefault(), { passive: false });
    for (const name of ['world', 'difference'] as const) this.wireView(name);
    for (const svg of [this.world, this.difference]) {
      svg.addEventListener('pointerover', (e) => this.look(e.target));
      svg.addEventListener('pointerleave', () => this.look(null));
    }
    this.resize = new ResizeObserver(() => {
      if (!this.state) return;
      this.fit(this.state, this.scene?.motion);
      this.redraw();
    });
    for (const stage of stages) this.resize.observe(stage);
  }

  dispose(): void {
    this.resize.disconnect();
    for (const stage of this.stages) stage.replaceChildren();
  }

  fit(state: State, motion: AbutMotion | null = null): void {
    const around = (stage: HTMLElement, points: Vector[]) =>
      Camera.around(points.length > 0 ? points : [[0, 0]], stage.clientWidth, stage.clientHeight);
    this.held.clear();
    this.cameras = {
      world: around(this.stages[0]!, this.worldPoints(state, motion)),
      difference: around(this.stages[1]!, this.differencePoints(state, motion)),
    };
    this.fitted = { world: this.cameras.world.pixelsPerUnit, difference: this.cameras.difference.pixelsPerUnit };
  }

  zoom(factor: number): void {
    for (const name of ['world', 'difference'] as const) {
      const camera = this.cameras?.[name];
      if (camera) this.zoomView(name, factor, camera.width / 2, camera.height / 2);
    }
  }

  private wireView(name: ViewName): void {
    navigate(this[name], {
      zoom: (factor, x, y) => this.zoomView(name, factor, x, y),
      pan: (dx, dy) => {
        if (this.cameras) this.setCamera(name, this.cameras[name].panned(dx, dy));
      },
      isTaken: (target) => name === 'world' && this.handleAt(target) !== null,
    });
  }

  private zoomView(name: ViewName, factor: number, x: number, y: number): void {
    if (!this.cameras || this.drag) return;
    const camera = this.cameras[name],
      now = camera.pixelsPerUnit / this.fitted[name];
    const allowed = Math.max(leastZoom, Math.min(mostZoom, now * factor)) / now;
    this.setCamera(name, camera.zoomed(allowed, x, y));
  }

  private setCamera(name: ViewName, camera: Camera): void {
    this.held.add(name);
    this.cameras![name] = camera;
    this.redraw();
  }

  /** Moves the cameras so that everything is in sight, unless they were moved by hand. */
  private keepInSight(state: State): void {
    const motion = this.scene?.motion ?? null,
      { cameras } = this;
    if (!cameras) return this.fit(state, motion);
    if (!this.held.has('world')) cameras.world = cameras.world.including(this.worldPoints(state, motion));
    if (!this.held.has('difference'))
      cameras.difference = cameras.difference.including(this.differencePoints(state, motion));
  }

  private worldPoints(state: State, motion: AbutMotion | null): Vector[] {
    return [
      ...worldPoints(this.abut, standing(state)),
      ...(motion ? motionPoints(this.abut, motion, state) : []),
    ];
  }

  private differencePoints(state: State, motion: AbutMotion | null): Vector[] {
    if (!motion) {
      const { outline, grown } = outlines(this.abut, state);
      return [...outline, ...grown, [0, 0]];
    }
    const { ray, v } = state.record,
      way = ray?.dir ?? v;
    return [0, 0.5, 1].flatMap((t) => motionDifference(this.abut, motion, state, t)).concat(way ? [way] : [], [[0, 0]]);
  }

  know(state: State): void {
    this.state = state;
  }

  draw(state: State, run: Run | null, showRegions: boolean, scene: MotionScene | null = null): void {
    this.state = state;
    this.run = run;
    this.scene = scene;
    this.showRegions = showRegions;
    this.keepInSight(state);
    this.redraw();
  }

  private redraw(): void {
    const { state, run, cameras } = this;
    if (!state || !cameras) return;
    const moment = run?.moments[state.step] ?? null,
      before = run?.moments[state.step - 1] ?? null;
    const isLast = run !== null && state.step >= run.moments.length - 1;
    const focused = document.activeElement instanceof SVGElement ? document.activeElement.dataset.handle : undefined;
    const litVertices = new Set<string>(),
      litCorners = new Set<number>();
    moment?.pairs.forEach((pair, i) => {
      if (!pair || !this.hover) return;
      const names = [`a${pair.ids[0]}`, `b${pair.ids[1]}`];
      if ('corner' in this.hover ? this.hover.corner === i : names.includes(this.hover.vertex)) {
        litCorners.add(i);
        for (const name of names) litVertices.add(name);
      }
    });
    const size = (svg: SVGElement, c: Camera) => svg.setAttribute('viewBox', `0 0 ${c.width} ${c.height}`);
    size(this.world, cameras.world);
    size(this.difference, cameras.difference);
    const shapes = {
      abut: this.abut,
      state: standing(state),
      run,
      moment,
      isLast,
      plain: !state.explain,
      camera: cameras.world,
      selected: this.selected,
      lit: litVertices,
    };
    if (this.scene) {
      const way = { ...this.scene, abut: this.abut, state, camera: cameras.world };
      this.world.replaceChildren(...drawWay(way), ...drawWorld(shapes), ...drawNow(way));
      this.difference.replaceChildren(...drawMotionDifference({ ...way, camera: cameras.difference }));
    } else {
      this.world.replaceChildren(...drawWorld(shapes));
      this.difference.replaceChildren(
        ...drawDifference({
          abut: this.abut,
          state,
          run,
          moment,
          before,
          camera: cameras.difference,
          showRegions: this.showRegions,
          plain: !state.explain,
          isAnswered: isLast && !isVerdict(state.verb),
          answer: isLast && run ? answerOf(state, run) : null,
          lit: litCorners,
          ...outlines(this.abut, state),
        }),
      );
    }
    arrangeLabels(this.world, cameras.world.width, cameras.world.height);
    arrangeLabels(this.difference, cameras.difference.width, cameras.difference.height);
    if (focused) this.world.querySelector<SVGElement>(`[data-handle="${focused}"]`)?.focus({ preventScroll: true });
  }

  private handleAt(target: EventTarget | null): Handle | null {
    const found = target instanceof Element ? target.closest<SVGElement>('[data-handle]')?.dataset.handle : undefined;
    if (!found) return null;
    const [kind, side, index] = found.split('-') as [Handle['kind'], Side, string];
    return { kind: kind === 'corner' ? 'shape' : kind, side, index: Number(index) };
  }

  /** In pixels of the picture; never outside of it, so that nothing is dragged out of sight. */
  private pixel(event: PointerEvent | MouseEvent): [number, number] {
    const box = this.world.getBoundingClientRect(),
      within = (x: number, size: number) => Math.max(4, Math.min(size - 4, x));
    return [within(event.clientX - box.left, box.width), within(event.clientY - box.top, box.height)];
  }

  private look(target: EventTarget | null): void {
    if (this.drag) return;
    const at = target instanceof Element ? target : null;
    const corner = at?.closest<SVGElement>('[data-corner]')?.dataset.corner,
      handle = at?.closest<SVGElement>('[data-handle]')?.dataset.handle;
    const [kind, side, index] = handle?.split('-') ?? [];
    const hover =
      corner !== undefined && corner !== '-1'
        ? { corner: Number(corner) }
        : kind === 'vertex' || kind === 'corner'
          ? { vertex: `${side}${index}` }
          : null;
    if (JSON.stringify(hover) === JSON.stringify(this.hover)) return;
    this.hover = hover;
    this.redraw();
  }

  private grab(event: PointerEvent): void {
    const handle = this.handleAt(event.target);
    if (!handle || !this.state) return;
    event.preventDefault();
    this.world.setPointerCapture(event.pointerId);
    this.selected = handle;
    this.drag = { handle, last: this.pixel(event), pointer: event.pointerId };
    this.world.querySelector<SVGElement>(`[data-handle="${handleKey(handle)}"]`)?.focus({ preventScroll: true });
  }

  private pull(event: PointerEvent): void {
    const { drag, state } = this;
    if (!drag || !state || event.pointerId !== drag.pointer) return;
    const { world } = this.cameras!,
      { side, kind } = drag.handle,
      from = world.plane(...drag.last),
      pixel = this.pixel(event),
      now = world.plane(...pixel);
    drag.last = pixel;
    if (kind === 'tip' || kind === 'spin') this.pullWay(state, side, kind, from, now);
    else this.change(side, this.dragged(startOf(state.record, side), drag.handle, from, now));
  }

  /** The end of a way, or the turn on it. */
  private pullWay({ record }: State, side: Side, kind: 'tip' | 'spin', from: Vector, to: Vector): void {
    const way = wayOf(record, side);
    if (!way) return;
    if (kind === 'tip') return this.reshape(withWay(record, side, add(way.by, sub(to, from))));
    const center = add(way.from, way.by),
      angle = (p: Vector) => Math.atan2(p[1]! - center[1]!, p[0]! - center[0]!);
    const by = angle(to) - angle(from);
    // Across the cut of the angle.
    this.reshape(withSpin(record, side, by - 2 * Math.PI * Math.round(by / (2 * Math.PI))));
  }

  private dragged(operand: Operand, handle: Handle, from: Vector, to: Vector): Operand {
    if (handle.kind === 'vertex') {
      const vertices = verticesOf(operand, 2);
      vertices[handle.index] = add(vertices[handle.index]!, sub(to, from));
      return withVertices(operand, vertices);
    }
    if (handle.kind === 'turn') {
      const vertices = verticesOf(operand, 2),
        center = vertices.length > 0 ? mean(vertices) : (operand.pose?.p ?? [0, 0]);
      const angle = (p: Vector) => Math.atan2(p[1]! - center[1]!, p[0]! - center[0]!);
      return turned(operand, angle(to) - angle(from));
    }
    return moved(operand, sub(to, from), 2);
  }

  private addAt(event: MouseEvent): void {
    const handle = this.handleAt(event.target);
    if (!handle || handle.kind !== 'shape' || !this.state) return;
    const operand = startOf(this.state.record, handle.side);
    if (hasFreeVertices(operand)) this.change(handle.side, withVertexAdded(operand, this.cameras!.world.plane(...this.pixel(event))));
  }

  private key(event: KeyboardEvent): void {
    const handle = this.handleAt(event.target);
    if (!handle || !this.state || event.ctrlKey || event.metaKey || event.altKey) return;
    const { record } = this.state,
      operand = startOf(record, handle.side),
      fine = event.shiftKey ? 0.2 : 1,
      pixel = (8 * fine) / this.cameras!.world.pixelsPerUnit;
    const ways: Record<string, Vector> = {
      ArrowLeft: [-pixel, 0],
      ArrowRight: [pixel, 0],
      ArrowUp: [0, pixel],
      ArrowDown: [0, -pixel],
    };
    const way = ways[event.key];
    const spin = ((way && (way[0]! > 0 || way[1]! < 0) ? -1 : 1) * fine * Math.PI) / 36;
    if (handle.kind === 'tip' || handle.kind === 'spin') {
      if (!way) return;
      event.preventDefault();
      event.stopPropagation();
      return this.reshape(
        handle.kind === 'spin'
          ? withSpin(record, handle.side, spin)
          : withWay(record, handle.side, add(wayOf(record, handle.side)!.by, way)),
      );
    }
    let changed: Operand | null = null;
    if (way && handle.kind === 'turn') changed = turned(operand, spin);
    else if (way && handle.kind === 'vertex') {
      const vertices = verticesOf(operand, 2);
      vertices[handle.index] = add(vertices[handle.index]!, way);
      changed = withVertices(operand, vertices);
    } else if (way) changed = moved(operand, way, 2);
    else if (event.key.toLowerCase() === 'r') changed = turned(operand, ((event.shiftKey ? -1 : 1) * Math.PI) / 36);
    else if ((event.key === 'Delete' || event.key === 'Backspace') && handle.kind === 'vertex')
      changed = withVertexRemoved(operand, handle.index);
    else if (event.key === '+' && hasFreeVertices(operand)) changed = withVertexAdded(operand);
    if (!changed) return;
    event.preventDefault();
    event.stopPropagation();
    this.change(handle.side, changed);
  }
}

/** What the line of the answer in the difference is: from the origin to this point. */
function answerOf({ verb }: State, { line }: Run): { to: Vector; value: number } | null {
  return isVerdict(verb) || line.length === 0 ? null : { to: sub(line.pointB, line.pointA), value: line.length };
}

export function planeStage(abut: Abut, stages: HTMLElement[], change: Change, reshape: Reshape): Stage {
  return new PlaneStage(abut, stages, change, reshape);
}
