/**
 * Both 3D views: drag the background to orbit, move and rotate the shapes; both cameras look along the same direction.
 */
import { type Object3D, Object3D as Proxy, Plane, Quaternion, Raycaster, Vector2, Vector3 } from 'three';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { Abut, AbutMotion, Operand } from 'abut';
import { boundaryOf, type Run, type Side, type State } from '../model/model.js';
import { startOf, wayOf, withSpin, withWay } from '../model/motion.js';
import { type MotionScene, movers } from '../view2/motion.js';
import { type Floor, floorDrawing, floorOf, stillBelow } from './floor.js';
import { bodiesNow, differenceObjects, spaceDifference, spacePoints, wayObjects } from './motion.js';
import {
  answerMarks,
  differenceDrawing,
  differenceOf,
  grownOf,
  middleOf,
  pointsOf,
  shapes,
  sides,
  stepMarks,
} from './rest.js';
import { three } from './scene.js';
import { type Change, type Reshape, type Stage, standing } from '../view2/stage.js';
import { add, rotate, rotationOf, sub, type Vector } from '../model/vector.js';
import { type Drawn, View } from './view.js';

/** Moved and turned about a center. */
function transformed(operand: Operand, center: Vector, to: Vector, turn: Vector): Operand {
  const p = operand.pose?.p ?? [0, 0, 0],
    q = rotationOf(operand.pose, 3);
  const product = new Quaternion(turn[1], turn[2], turn[3], turn[0]).multiply(new Quaternion(q[1], q[2], q[3], q[0]));
  return {
    ...operand,
    pose: { p: add(to, rotate(turn, sub(p, center))), q: [product.w, product.x, product.y, product.z] },
  };
}

/** All of several drawings. */
function together(...parts: Drawn[]): Drawn {
  return {
    objects: parts.flatMap(({ objects }) => objects),
    labels: parts.flatMap(({ labels }) => labels),
    lines: parts.flatMap(({ lines }) => lines ?? []),
  };
}

class SpaceStage implements Stage {
  private readonly world: View;
  private readonly difference: View;
  private readonly gizmo: TransformControls;
  private readonly proxy = new Proxy();
  private readonly resize: ResizeObserver;
  private readonly retheme = () => this.redraw();
  private floors: { world: Floor | null; difference: Floor | null } = { world: null, difference: null };
  private state: State | null = null;
  private run: Run | null = null;
  /** The body with the handles; none until one is chosen. */
  private selected: Side | null = null;
  private start: { operand: Operand; center: Vector } | null = null;
  private scene: MotionScene | null = null;
  /** `last` is where the pointer was: the camera may move meanwhile, to keep the shape in sight. */
  private drag: { side: Side; tip: boolean; at: Vector3; last: PointerEvent } | null = null;
  /** The pair under the pointer, by its index in the simplex. */
  private lit = -1;
  /** The keyboard moves the end of the way, not the start. */
  private atEnd = false;
  private syncing = false;

  constructor(
    private readonly abut: Abut,
    stages: HTMLElement[],
    private readonly change: Change,
    private readonly reshape: Reshape,
  ) {
    const sync = (view: View) => this.sync(view);
    this.world = new View(stages[0]!, sync);
    this.difference = new View(stages[1]!, sync);
    const canvas = this.world.renderer.domElement;
    canvas.tabIndex = 0;
    canvas.setAttribute('role', 'application');
    canvas.setAttribute(
      'aria-label',
      'shapes in 3D: A or B selects, E the end of its way; arrow keys and Page Up, Page Down move, with Shift they turn',
    );
    this.difference.renderer.domElement.setAttribute('role', 'img');
    this.difference.renderer.domElement.setAttribute('aria-label', 'the difference B minus A in 3D');
    this.gizmo = this.makeGizmo(canvas);
    canvas.addEventListener('pointerdown', (e) => this.grab(e), true);
    canvas.addEventListener('pointermove', (e) => this.pull(e));
    for (const name of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(name, () => this.letGo());
    canvas.addEventListener('keydown', (e) => this.key(e));
    for (const view of [this.world, this.difference]) {
      const element = view.renderer.domElement;
      element.style.touchAction = 'pan-x pan-y';
      element.addEventListener('pointermove', (e) => this.look(view, e));
      element.addEventListener('pointerleave', () => this.light(-1));
      // A finger on a shape drags it, and two look around; else the page scrolls.
      element.addEventListener(
        'touchstart',
        (e) => (this.drag || this.gizmo.dragging || e.touches.length > 1) && e.preventDefault(),
        { passive: false },
      );
    }
    document.addEventListener('theme', this.retheme);
    this.resize = new ResizeObserver(() => {
      if (this.state && !this.world.held) this.fit(this.state, this.scene?.motion);
      this.render();
    });
    for (const stage of stages) this.resize.observe(stage);
  }

  private makeGizmo(canvas: HTMLElement): TransformControls {
    const gizmo = new TransformControls(this.world.camera, canvas);
    gizmo.setSize(0.7);
    this.world.scene.add(this.proxy, gizmo.getHelper());
    gizmo.addEventListener('change', () => this.render());
    gizmo.addEventListener('dragging-changed', (event) => {
      this.world.orbit.enabled = !event.value;
      this.start =
        event.value && this.state && this.selected
          ? { operand: startOf(this.state.record, this.selected), center: this.centerOf(this.selected) }
          : null;
      if (event.value) this.proxy.quaternion.identity();
    });
    gizmo.addEventListener('objectChange', () => this.follow());
    return gizmo;
  }

  dispose(): void {
    this.resize.disconnect();
    document.removeEventListener('theme', this.retheme);
    this.gizmo.detach();
    this.gizmo.dispose();
    this.world.dispose();
    this.difference.dispose();
  }

  /** The handles of the selected body; of B if none is. */
  mode(mode: string): void {
    this.gizmo.setMode(mode === 'turn' ? 'rotate' : 'translate');
    if (this.state && !this.selected) this.select('b');
    this.redraw();
  }

  zoom(factor: number): void {
    for (const view of [this.world, this.difference]) {
      view.look(view.direction, view.zoom / factor);
      view.held = true;
    }
    this.render();
  }

  fit(state: State, motion: AbutMotion | null = null): void {
    const direction = new Vector3(-0.5, -0.78, 0.38).normalize();
    const world = this.worldPoints(state, motion),
      difference = this.differencePoints(state, motion),
      flat = sides.some((side) => boundaryOf(state.record[side]) !== null);
    this.floors = { world: flat ? null : floorOf(world), difference: floorOf(difference) };
    const onFloor = (points: Vector[], floor: Floor | null) =>
      floor ? [...points, [...floor.low, floor.z], [...floor.high, floor.z]] : points;
    this.syncing = true;
    this.world.fit(onFloor(world, this.floors.world), direction);
    this.difference.fit(onFloor(difference, this.floors.difference), direction);
    this.world.orbit.update();
    this.difference.orbit.update();
    this.syncing = false;
    if (this.selected) this.select(this.selected);
  }

  /** A half-space has no handles: the other body is selected instead. */
  private select(side: Side | null): void {
    const other: Side = side === 'a' ? 'b' : 'a';
    this.selected = side && this.state?.record[side].shape.shape === 'half_space' ? other : side;
  }

  private worldPoints(state: State, motion: AbutMotion | null): Vector[] {
    const scene = motion ? { abut: this.abut, state, motion, run: null, moment: null, isLast: false } : null,
      { record } = standing(state);
    const points = [
      ...sides.flatMap((side) => pointsOf(this.abut, record[side])),
      ...(scene ? spacePoints(scene) : []),
    ];
    const boundaries = sides.flatMap((side) => boundaryOf(record[side]) ?? []);
    const all = [...points, ...boundaries.flatMap(({ project }) => points.map(project))];
    return all.length > 0 ? all : [[0, 0, 0]];
  }

  private differencePoints(state: State, motion: AbutMotion | null): Vector[] {
    if (!motion) return [...differenceOf(this.abut, state), ...grownOf(this.abut, state), [0, 0, 0]];
    const scene = { abut: this.abut, state, motion, run: null, moment: null, isLast: false },
      way = state.record.ray?.dir ?? state.record.v;
    return [...spaceDifference(scene, 0), ...spaceDifference(scene, 1), ...(way ? [way] : []), [0, 0, 0]];
  }

  know(state: State): void {
    this.state = state;
  }

  draw(state: State, run: Run | null, _showRegions: boolean, scene: MotionScene | null = null): void {
    this.state = state;
    this.run = run;
    this.scene = scene;
    const world = this.worldPoints(state, scene?.motion ?? null),
      difference = this.differencePoints(state, scene?.motion ?? null);
    this.world.keepInSight(world);
    this.difference.keepInSight(difference);
    if (this.floors.world) this.floors.world = stillBelow(this.floors.world, world);
    if (this.floors.difference) this.floors.difference = stillBelow(this.floors.difference, difference);
    this.redraw();
  }

  render(): void {
    this.world.render();
    this.difference.render();
  }

  drawn(): ReturnType<NonNullable<Stage['drawn']>> {
    const bodies = this.world.content.children.filter(({ userData }) => userData.side);
    return {
      world: this.world.gaps,
      difference: this.difference.gaps,
      extents: bodies.map((object) => this.world.extentOf(object)),
    };
  }

  private redraw(): void {
    const { state, run } = this;
    if (!state) return;
    const moment = run?.moments[state.step] ?? null,
      isLast = run !== null && state.step >= run.moments.length - 1;
    if (this.lit >= (moment?.pairs.length ?? 0)) this.lit = -1;
    const rest = { abut: this.abut, state: standing(state), run, moment, isLast, lit: this.lit },
      scene = this.scene && { ...this.scene, abut: this.abut, state };
    const still = sides.map((side) => ({ points: pointsOf(this.abut, rest.state.record[side]), name: side }));
    const world = { ...rest, unit: this.world.unit },
      difference = { ...rest, unit: this.difference.unit };
    this.world.show(
      together(
        floorDrawing(
          this.floors.world,
          scene ? [...bodiesNow(scene), ...still.slice(movers(state).length)] : still,
          this.world.unit,
        ),
        shapes(world, scene ? movers(state) : []),
        stepMarks(world),
        scene ? wayObjects(scene, this.world.unit) : answerMarks(world),
      ),
    );
    const shape = scene ? spaceDifference(scene, scene.moment?.time ?? 0) : differenceOf(this.abut, state);
    this.difference.show(
      together(
        floorDrawing(
          this.floors.difference,
          [
            { points: shape, name: 'd' },
            { points: [[0, 0, 0]], name: 'ink' },
          ],
          this.difference.unit,
        ),
        scene ? differenceObjects(scene, this.difference.unit) : differenceDrawing(difference),
      ),
    );
    this.placeGizmo();
    this.render();
  }

  private placeGizmo(): void {
    if (this.gizmo.dragging) return;
    if (!this.selected) return void this.gizmo.detach();
    this.proxy.position.copy(three(this.centerOf(this.selected)));
    this.proxy.quaternion.identity();
    this.gizmo.attach(this.proxy);
  }

  private centerOf(side: Side): Vector {
    return middleOf(startOf(this.state!.record, side));
  }

  /** The other camera looks the same way. */
  private sync(from: View): void {
    if (this.syncing) return;
    this.syncing = true;
    const to = from === this.world ? this.difference : this.world;
    to.look(from.direction, from.zoom);
    to.orbit.update();
    this.syncing = false;
    this.render();
  }

  /** The pair behind the corner of the simplex that the pointer is at, in either view. */
  private look(view: View, event: PointerEvent): void {
    const moment = this.state && this.run?.moments[this.state.step];
    if (!moment || event.buttons !== 0) return;
    const near = moment.pairs.map((pair, i) => {
      const places = view === this.difference ? [moment.corners[i]!] : pair ? [pair.a, pair.b] : [];
      return Math.min(...places.map((p) => view.pixelsFrom(p, event)));
    });
    const best = near.indexOf(Math.min(...near));
    this.light(best >= 0 && near[best]! < 16 ? best : -1);
  }
  private light(index: number): void {
    if (index === this.lit) return;
    this.lit = index;
    this.redraw();
  }

  private ray(event: PointerEvent): Raycaster {
    const box = this.world.renderer.domElement.getBoundingClientRect(),
      caster = new Raycaster(),
      within = (x: number) => Math.max(-1, Math.min(1, x)); // nothing is dragged out of sight
    caster.setFromCamera(
      new Vector2(
        within(((event.clientX - box.left) / box.width) * 2 - 1),
        within(1 - ((event.clientY - box.top) / box.height) * 2),
      ),
      this.world.camera,
    );
    return caster;
  }

  private grab(event: PointerEvent): void {
    if (this.gizmo.axis !== null || !this.state) return;
    const caster = this.ray(event),
      of = (name: string) => this.world.content.children.filter((c) => c.userData[name]);
    const tipHit = caster.intersectObjects(of('tip'), true)[0],
      hit = tipHit ?? caster.intersectObjects(of('side'), true)[0],
      name = tipHit ? 'tip' : 'side';
    let found: Object3D | null = hit?.object ?? null;
    while (found && !found.userData[name]) found = found.parent;
    if (!hit || !found) {
      this.selected = null;
      return this.redraw();
    }
    const side = found.userData[name] as Side;
    if (!tipHit) this.selected = side;
    this.drag = { side, tip: tipHit !== undefined, at: hit.point.clone(), last: event };
    this.world.renderer.domElement.setPointerCapture(event.pointerId);
    this.world.orbit.enabled = false;
    this.redraw();
  }

  private pull(event: PointerEvent): void {
    if (!this.drag || !this.state) return;
    const facing = new Plane().setFromNormalAndCoplanarPoint(this.world.direction, this.drag.at),
      from = this.ray(this.drag.last).ray.intersectPlane(facing, new Vector3()),
      now = this.ray(event).ray.intersectPlane(facing, new Vector3());
    this.drag.last = event;
    if (!now || !from) return;
    const by = now.sub(from),
      center = this.centerOf(this.drag.side);
    this.drag.at.add(by);
    if (this.drag.tip) return this.pullTip(this.state, this.drag.side, [by.x, by.y, by.z]);
    this.change(
      this.drag.side,
      transformed(startOf(this.state.record, this.drag.side), center, add(center, [by.x, by.y, by.z]), [1, 0, 0, 0]),
    );
  }

  private pullTip({ record }: State, side: Side, by: Vector): void {
    const way = wayOf(record, side);
    if (way) this.reshape(withWay(record, side, add(way.by, by)));
  }

  private letGo(): void {
    if (this.drag) this.world.orbit.enabled = true;
    this.drag = null;
  }

  private follow(): void {
    if (!this.start || !this.selected) return;
    const { x, y, z } = this.proxy.position,
      q = this.proxy.quaternion;
    this.change(this.selected, transformed(this.start.operand, this.start.center, [x, y, z], [q.w, q.x, q.y, q.z]));
  }

  private key(event: KeyboardEvent): void {
    if (!this.state || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.key.toLowerCase();
    if (name === 'a' || name === 'b') {
      this.select(name);
      this.atEnd = false;
      this.redraw();
      return;
    }
    const selected = this.selected ?? (this.state.record.b.shape.shape === 'half_space' ? 'a' : 'b');
    if (name === 'e') this.atEnd = !this.atEnd && wayOf(this.state.record, selected) !== null;
    const right = new Vector3().setFromMatrixColumn(this.world.camera.matrix, 0),
      up = new Vector3().setFromMatrixColumn(this.world.camera.matrix, 1);
    const ways: Record<string, [Vector3, number]> = {
      ArrowRight: [right, 1],
      ArrowLeft: [right, -1],
      ArrowUp: [up, 1],
      ArrowDown: [up, -1],
      PageUp: [this.world.direction, -1],
      PageDown: [this.world.direction, 1],
    };
    const way = ways[event.key];
    if (!way) return;
    event.preventDefault();
    const [axis, sign] = way,
      by = axis.clone().multiplyScalar(sign * 0.04 * this.world.unit);
    if (this.atEnd && this.scene && !event.shiftKey) return this.pullTip(this.state, selected, [by.x, by.y, by.z]);
    if (this.atEnd && this.scene) return this.reshape(withSpin(this.state.record, selected, (sign * Math.PI) / 36));
    const center = this.centerOf(selected),
      operand = startOf(this.state.record, selected);
    if (event.shiftKey) {
      const about = event.key.startsWith('Page') ? this.world.direction : axis === right ? up : right;
      const q = new Quaternion().setFromAxisAngle(about, (sign * Math.PI) / 36);
      this.change(selected, transformed(operand, center, center, [q.w, q.x, q.y, q.z]));
    } else {
      this.change(selected, transformed(operand, center, add(center, [by.x, by.y, by.z]), [1, 0, 0, 0]));
    }
  }
}

export function spaceStage(abut: Abut, stages: HTMLElement[], change: Change, reshape: Reshape): Stage {
  return new SpaceStage(abut, stages, change, reshape);
}
