/** Both 2D views, and what the pointer and the keyboard do in them. */
import type { Abut, AbutMotion, Operand, QueryRecord } from 'abut';
import { drawDifference, outlines } from './difference.js';
import { hasFreeVertices, moved, type Run, type Side, type State, verticesOf, withVertices } from '../model/model.js';
import { startOf, wayOf, withSpin, withWay } from '../model/motion.js';
import { drawMotionDifference, drawNow, drawWay, motionDifference, motionPoints, type MotionScene } from './motion.js';
import { Camera, element } from './svg.js';
import { add, dot, hull2, mean, norm, rotate, scale, sub, type Vector } from '../model/vector.js';
import { drawWorld, type Handle, handleKey, worldPoints } from './world.js';

export interface Stage {
  /** `scene` replaces the run of casts and times of impact. */
  draw(state: State, run: Run | null, showRegions: boolean, scene?: MotionScene | null): void;
  fit(state: State, motion?: AbutMotion | null): void;
  /** The current state, drawn with the next frame: a second key or move of the pointer before that starts from it. */
  know(state: State): void;
  dispose(): void;
}

export type Change = (side: Side, operand: Operand) => void;
/** Changes the motion. */
export type Reshape = (record: QueryRecord) => void;

/** The operand rotated by an angle about its middle. */
export function turned(operand: Operand, angle: number): Operand {
  const vertices = verticesOf(operand, 2),
    q = [Math.cos(angle), Math.sin(angle)];
  if (!operand.pose && hasFreeVertices(operand)) {
    const center = mean(vertices);
    return withVertices(
      operand,
      vertices.map((v) => add(center, rotate(q, sub(v, center)))),
    );
  }
  const before = operand.pose?.angle ?? Math.atan2(operand.pose?.q?.[1] ?? 0, operand.pose?.q?.[0] ?? 1);
  const p = operand.pose?.p ?? [0, 0],
    center = vertices.length > 0 ? mean(vertices) : p;
  return { ...operand, pose: { p: add(center, rotate(q, sub(p, center))), angle: before + angle } };
}

/** The operand with one more vertex, on the longest edge, or on the edge nearest to a point. */
export function withVertexAdded(operand: Operand, near?: Vector): Operand {
  const vertices = verticesOf(operand, 2),
    ring = hull2(vertices);
  if (ring.length < 2) return withVertices(operand, [...vertices, add(vertices[0]!, [0.5, 0])]);
  const edges = ring.map((p, i) => [p, ring[(i + 1) % ring.length]!] as const);
  const score = ([p, q]: readonly [Vector, Vector]) => {
    if (!near) return norm(sub(q, p));
    const along = sub(q, p),
      t = Math.max(0, Math.min(1, dot(sub(near, p), along) / (dot(along, along) || 1)));
    return -norm(sub(near, add(p, scale(along, t))));
  };
  const [p, q] = edges.reduce((best, edge) => (score(edge) > score(best) ? edge : best));
  const outward = scale([q[1]! - p[1]!, p[0]! - q[0]!], 0.12);
  return withVertices(operand, [...vertices, near ?? add(scale(add(p, q), 0.5), outward)]);
}

export function withVertexRemoved(operand: Operand, index: number): Operand {
  const vertices = verticesOf(operand, 2);
  return vertices.length > 1
    ? withVertices(
        operand,
        vertices.filter((_, i) => i !== index),
      )
    : operand;
}

/** The shapes at their start. */
export function standing(state: State): State {
  return { ...state, record: { ...state.record, a: startOf(state.record, 'a'), b: startOf(state.record, 'b') } };
}

class PlaneStage implements Stage {
  private readonly world: SVGElement;
  private readonly difference: SVGElement;
  private cameras: { world: Camera; difference: Camera } | null = null;
  private state: State | null = null;
  private run: Run | null = null;
  private scene: MotionScene | null = null;
  private showRegions = true;
  private selected: Handle | null = null;
  private hover: { corner: number } | { vertex: string } | null = null;
  private drag: { handle: Handle; last: Vector; pointer: number } | null = null;
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
    const [world, difference] = this.stages as [HTMLElement, HTMLElement];
    const points = [
      ...worldPoints(this.abut, standing(state)),
      ...(motion ? motionPoints(this.abut, motion, state) : []),
    ];
    this.cameras = {
      world: Camera.around(points.length > 0 ? points : [[0, 0]], world.clientWidth, world.clientHeight),
      difference: Camera.around(
        [...this.differencePoints(state, motion), [0, 0]],
        difference.clientWidth,
        difference.clientHeight,
      ),
    };
  }

  private differencePoints(state: State, motion: AbutMotion | null): Vector[] {
    if (!motion) {
      const { outline, grown } = outlines(this.abut, state);
      return [...outline, ...grown];
    }
    const { ray, v } = state.record,
      way = ray?.dir ?? v;
    return [0, 0.5, 1].flatMap((t) => motionDifference(this.abut, motion, state, t)).concat(way ? [way] : []);
  }

  know(state: State): void {
    this.state = state;
  }

  draw(state: State, run: Run | null, showRegions: boolean, scene: MotionScene | null = null): void {
    this.state = state;
    this.run = run;
    this.scene = scene;
    this.showRegions = showRegions;
    if (!this.cameras) this.fit(state, scene?.motion);
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
          lit: litCorners,
          ...outlines(this.abut, state),
        }),
      );
    }
    if (focused) this.world.querySelector<SVGElement>(`[data-handle="${focused}"]`)?.focus({ preventScroll: true });
  }

  private handleAt(target: EventTarget | null): Handle | null {
    const found = target instanceof Element ? target.closest<SVGElement>('[data-handle]')?.dataset.handle : undefined;
    if (!found) return null;
    const [kind, side, index] = found.split('-') as [Handle['kind'], Side, string];
    return { kind: kind === 'corner' ? 'shape' : kind, side, index: Number(index) };
  }

  private position(event: PointerEvent | MouseEvent): Vector {
    const box = this.world.getBoundingClientRect();
    return this.cameras!.world.plane(event.clientX - box.left, event.clientY - box.top);
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
    this.drag = { handle, last: this.position(event), pointer: event.pointerId };
    this.world.querySelector<SVGElement>(`[data-handle="${handleKey(handle)}"]`)?.focus({ preventScroll: true });
  }

  private pull(event: PointerEvent): void {
    const { drag, state } = this;
    if (!drag || !state || event.pointerId !== drag.pointer) return;
    const now = this.position(event),
      { side, kind } = drag.handle,
      from = drag.last;
    drag.last = now;
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
      vertices[handle.index] = to;
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
    if (hasFreeVertices(operand)) this.change(handle.side, withVertexAdded(operand, this.position(event)));
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

export function planeStage(abut: Abut, stages: HTMLElement[], change: Change, reshape: Reshape): Stage {
  return new PlaneStage(abut, stages, change, reshape);
}
