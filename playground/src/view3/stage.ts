/**
 * Both 3D views: drag the background to orbit, move and rotate the shapes; both cameras look along the same direction.
 */
import {
  AmbientLight,
  DirectionalLight,
  Group,
  Object3D,
  PerspectiveCamera,
  Plane,
  Quaternion,
  Raycaster,
  Scene,
  Vector2,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { TransformControls } from 'three/addons/controls/TransformControls.js';
import type { Abut, AbutMotion, Operand } from 'abut';
import {
  allOver,
  boundaryOf,
  differencePoints,
  type Moment,
  outline,
  type Run,
  type Side,
  type State,
  verticesOf,
  withoutRadius,
  radiusOf,
} from '../model/model.js';
import { startOf, wayOf, withSpin, withWay } from '../model/motion.js';
import { type MotionScene, movers } from '../view2/motion.js';
import { differenceObjects, type Label, spaceDifference, spacePoints, wayObjects } from './motion.js';
import { arrow, bead, body, free, origin, plane, segment, simplex, three } from './scene.js';
import { type Change, type Reshape, type Stage, standing } from '../view2/stage.js';
import { add, mean, norm, rotate, rotationOf, scale, sub, type Vector } from '../model/vector.js';
import { pairName } from '../page/words.js';

const sides: Side[] = ['a', 'b'];

/** A canvas, its camera, and what is in front of it. */
class View {
  readonly renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(30, 1, 0.01, 100);
  readonly orbit: OrbitControls;
  readonly content = new Group();
  labels: Label[] = [];
  unit = 1;
  private readonly overlay = document.createElement('div');

  constructor(
    readonly box: HTMLElement,
    changed: (view: View) => void,
  ) {
    this.overlay.className = 'labels';
    box.replaceChildren(this.renderer.domElement, this.overlay);
    this.renderer.setPixelRatio(Math.min(devicePixelRatio, 2));
    this.camera.up.set(0, 0, 1);
    const sun = new DirectionalLight(0xffffff, 1.6);
    sun.position.set(2, -3, 5);
    this.scene.add(new AmbientLight(0xffffff, 1.7), sun, this.content);
    this.orbit = new OrbitControls(this.camera, this.renderer.domElement);
    this.orbit.enableDamping = false;
    this.orbit.addEventListener('change', () => changed(this));
  }

  fit(points: Vector[], direction: Vector3): void {
    const low = points.reduce((a, p) => a.map((x, i) => Math.min(x, p[i]!))),
      high = points.reduce((a, p) => a.map((x, i) => Math.max(x, p[i]!)));
    this.unit = norm(sub(high, low)) / 2 || 1;
    this.orbit.target.copy(three(scale(add(low, high), 0.5)));
    this.camera.near = this.unit / 50;
    this.camera.far = this.unit * 60;
    this.look(direction, 1);
  }
  /** From a direction, at a distance in units of what fits. */
  look(direction: Vector3, zoom: number): void {
    const narrow = Math.min(1, this.box.clientWidth / (this.box.clientHeight || 1));
    this.camera.position.copy(this.orbit.target).addScaledVector(direction, (3.8 * this.unit * zoom) / narrow);
    this.camera.lookAt(this.orbit.target);
  }
  get direction(): Vector3 {
    return this.camera.position.clone().sub(this.orbit.target).normalize();
  }
  get zoom(): number {
    const narrow = Math.min(1, this.box.clientWidth / (this.box.clientHeight || 1));
    return (this.camera.position.distanceTo(this.orbit.target) * narrow) / (3.8 * this.unit);
  }

  /** How far the pointer is from where a point is seen. */
  pixelsFrom(point: Vector, event: PointerEvent): number {
    const p = three(point).project(this.camera),
      box = this.renderer.domElement.getBoundingClientRect();
    return Math.hypot(
      event.clientX - box.left - ((p.x + 1) / 2) * box.width,
      event.clientY - box.top - ((1 - p.y) / 2) * box.height,
    );
  }

  show(objects: Object3D[], labels: Label[]): void {
    free(this.content);
    this.content.clear();
    this.content.add(...objects);
    this.labels = labels;
  }

  render(): void {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer.render(this.scene, this.camera);
    this.overlay.replaceChildren(
      ...this.labels.map(({ at, text, name }) => {
        const p = three(at).project(this.camera),
          span = document.createElement('span');
        span.className = `tag ${name}`;
        span.textContent = text;
        span.style.left = `${((p.x + 1) / 2) * width}px`;
        span.style.top = `${((1 - p.y) / 2) * height}px`;
        return span;
      }),
    );
  }

  dispose(): void {
    this.orbit.dispose();
    free(this.scene);
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.box.replaceChildren();
  }
}

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

class SpaceStage implements Stage {
  private readonly world: View;
  private readonly difference: View;
  private readonly gizmo: TransformControls;
  private readonly proxy = new Object3D();
  private readonly resize: ResizeObserver;
  private readonly retheme = () => this.redraw();
  private state: State | null = null;
  private run: Run | null = null;
  private selected: Side = 'b';
  private start: { operand: Operand; center: Vector } | null = null;
  private scene: MotionScene | null = null;
  private drag: { side: Side; tip: boolean; plane: Plane; last: Vector3 } | null = null;
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
    this.gizmo = new TransformControls(this.world.camera, canvas);
    this.gizmo.setSize(0.75);
    this.world.scene.add(this.proxy, this.gizmo.getHelper());
    this.gizmo.addEventListener('change', () => this.render());
    this.gizmo.addEventListener('dragging-changed', (event) => {
      this.world.orbit.enabled = !event.value;
      this.start =
        event.value && this.state
          ? { operand: startOf(this.state.record, this.selected), center: this.centerOf(this.selected) }
          : null;
      if (event.value) this.proxy.quaternion.identity();
    });
    this.gizmo.addEventListener('objectChange', () => this.follow());
    canvas.addEventListener('pointerdown', (e) => this.grab(e), true);
    canvas.addEventListener('pointermove', (e) => this.pull(e));
    for (const name of ['pointerup', 'pointercancel'] as const) canvas.addEventListener(name, () => this.letGo());
    canvas.addEventListener('keydown', (e) => this.key(e));
    for (const view of [this.world, this.difference]) {
      view.renderer.domElement.addEventListener('pointermove', (e) => this.look(view, e));
      view.renderer.domElement.addEventListener('pointerleave', () => this.light(-1));
    }
    document.addEventListener('theme', this.retheme);
    this.resize = new ResizeObserver(() => this.render());
    for (const stage of stages) this.resize.observe(stage);
  }

  dispose(): void {
    this.resize.disconnect();
    document.removeEventListener('theme', this.retheme);
    this.gizmo.detach();
    this.gizmo.dispose();
    this.world.dispose();
    this.difference.dispose();
  }

  mode(mode: string): void {
    this.gizmo.setMode(mode === 'turn' ? 'rotate' : 'translate');
    this.render();
  }

  fit(state: State, motion: AbutMotion | null = null): void {
    const direction = new Vector3(-0.55, -0.75, 0.42).normalize();
    const scene = motion ? { abut: this.abut, state, motion, run: null, moment: null, isLast: false } : null;
    const points = [
      ...sides.flatMap((side) => this.pointsOf(startOf(state.record, side))),
      ...(scene ? spacePoints(scene) : []),
    ];
    const shapes = [
      ...points,
      ...sides.flatMap((side) => boundaryOf(state.record[side]) ?? []).flatMap(({ project }) => points.map(project)),
    ];
    this.syncing = true;
    this.world.fit(shapes.length > 0 ? shapes : [[0, 0, 0]], direction);
    const way = state.record.ray?.dir ?? state.record.v;
    const difference = scene
      ? [...spaceDifference(scene, 0), ...spaceDifference(scene, 1), ...(way ? [way] : [])]
      : this.differenceOf(state);
    this.difference.fit([...difference, [0, 0, 0]], direction);
    this.world.orbit.update();
    this.difference.orbit.update();
    this.syncing = false;
    if (state.record[this.selected].shape.shape === 'half_space') this.selected = this.selected === 'a' ? 'b' : 'a';
  }

  know(state: State): void {
    this.state = state;
  }

  draw(state: State, run: Run | null, _showRegions: boolean, scene: MotionScene | null = null): void {
    this.state = state;
    this.run = run;
    this.scene = scene;
    this.redraw();
  }

  render(): void {
    this.world.render();
    this.difference.render();
  }

  private redraw(): void {
    const { state, run } = this;
    if (!state) return;
    const moment = run?.moments[state.step] ?? null,
      isLast = run !== null && state.step >= run.moments.length - 1;
    if (this.lit >= (moment?.pairs.length ?? 0)) this.lit = -1;
    this.drawWorld(state, run, moment, isLast);
    if (this.scene) {
      const { objects, labels } = differenceObjects({ ...this.scene, abut: this.abut, state }, this.difference.unit);
      this.difference.show(objects, labels);
    } else {
      this.drawDifference(state, moment);
    }
    if (!this.gizmo.dragging) {
      this.proxy.position.copy(three(this.centerOf(this.selected)));
      this.proxy.quaternion.identity();
      this.gizmo.attach(this.proxy);
    }
    this.render();
  }

  private pointsOf(operand: Operand): Vector[] {
    return operand.shape.shape === 'half_space' ? [] : outline(this.abut, operand, 3, allOver);
  }
  private differenceOf(state: State): Vector[] {
    const { a, b } = state.record;
    if (a.shape.shape === 'half_space' || b.shape.shape === 'half_space') return [[0, 0, 0]];
    return differencePoints(this.abut, withoutRadius(a), withoutRadius(b), 3, allOver);
  }
  private centerOf(side: Side): Vector {
    const operand = startOf(this.state!.record, side),
      vertices = verticesOf(operand, 3);
    return vertices.length > 0 ? mean(vertices) : (operand.pose?.p ?? [0, 0, 0]);
  }

  private drawWorld(state: State, run: Run | null, moment: Moment | null, isLast: boolean): void {
    const objects: Object3D[] = [],
      labels: Label[] = [],
      { unit } = this.world,
      { record } = standing(state);
    for (const side of sides) {
      const points = this.pointsOf(record[side]),
        boundary = boundaryOf(record[side]);
      if (boundary) {
        const foot = boundary.project(this.centerOf(side === 'a' ? 'b' : 'a'));
        objects.push(plane(foot, boundary.normal, 3 * unit, 0.25, side));
        labels.push({ at: foot, text: side.toUpperCase(), name: `big ${side}` });
      }
      if (points.length === 0) continue;
      const shape = body(points, side, this.scene && movers(state).includes(side) ? 0.25 : 0.5, unit);
      shape.userData.side = side;
      objects.push(shape);
      labels.push({ at: mean(points), text: side.toUpperCase(), name: `big ${side}` });
    }
    if (moment) {
      const pairs = moment.pairs.flatMap((pair) => (pair ? [pair] : [])),
        newest = pairs.indexOf(moment.found),
        lit = moment.pairs[this.lit] ?? null;
      for (const side of sides) {
        objects.push(
          simplex(
            pairs.map((pair) => pair[side]),
            newest,
            unit,
            lit ? pairs.indexOf(lit) : -1,
          ),
        );
        pairs.forEach((pair) =>
          labels.push({
            at: pair[side],
            text: idName(side, pair.ids),
            name: `id ${side}${pair === lit ? ' lit' : ''}`,
          }),
        );
      }
      if (!isLast && moment.witness) objects.push(...this.gap(moment.witness.a, moment.witness.b, unit));
    }
    if (this.scene) {
      const way = wayObjects({ ...this.scene, abut: this.abut, state }, unit);
      objects.push(...way.objects);
      labels.push(...way.labels);
    }
    const verdict = state.verb === 'overlap' || state.verb === 'mpr';
    if (run && isLast && !verdict && !(state.verb === 'penetration' && run.answer.value === 0)) {
      const { pointA, pointB, normal, value } = run.answer;
      for (const c of run.contacts) objects.push(...this.gap(c.pointA, c.pointB, unit));
      objects.push(...this.gap(pointA, pointB, unit), arrow(pointA, normal, 0.4 * unit, 'ink'));
      if (value > 0) objects.push(plane(scale(add(pointA, pointB), 0.5), normal, 1.5 * unit, 0.16));
    }
    this.world.show(objects, labels);
  }

  private gap(a: Vector, b: Vector, unit: number): Object3D[] {
    return [segment(a, b, 'ink'), bead(a, 'ink', 0.02 * unit), bead(b, 'ink', 0.02 * unit)];
  }

  private drawDifference(state: State, moment: Moment | null): void {
    const { unit } = this.difference,
      points = this.differenceOf(state);
    const objects: Object3D[] = [origin(unit)],
      labels: Label[] = [{ at: [0, 0, 0], text: 'origin', name: 'small' }];
    if (points.length > 1) {
      objects.push(body(points, 'd', 0.4, unit));
      labels.push({ at: mean(points), text: 'B − A', name: 'big d' });
    }
    if (radiusOf(state.record.a) + radiusOf(state.record.b) > 0 && points.length > 0) {
      objects.push(body(differencePoints(this.abut, state.record.a, state.record.b, 3, allOver), 'd', 0.12, unit));
    }
    if (moment) {
      objects.push(simplex(moment.corners, moment.pairs.indexOf(moment.found), unit, this.lit));
      moment.corners.forEach((corner, i) =>
        labels.push({
          at: corner,
          text: pairName(moment.pairs[i]?.ids ?? [-1, -1]),
          name: `id s${i === this.lit ? ' lit' : ''}`,
        }),
      );
      objects.push(
        plane(moment.support, moment.direction, 1.3 * unit, 0.14),
        arrow(moment.support, scale(moment.direction, -1), 0.35 * unit, 'plane'),
      );
      if (moment.event === 'gjk' && norm(moment.nearest) > 0)
        objects.push(...this.gap([0, 0, 0], moment.nearest, unit));
    }
    this.difference.show(objects, labels);
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
      caster = new Raycaster();
    caster.setFromCamera(
      new Vector2(((event.clientX - box.left) / box.width) * 2 - 1, 1 - ((event.clientY - box.top) / box.height) * 2),
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
    if (!hit || !found) return;
    const side = found.userData[name] as Side;
    if (!tipHit) this.selected = side;
    const facing = new Plane().setFromNormalAndCoplanarPoint(this.world.direction, hit.point);
    this.drag = { side, tip: tipHit !== undefined, plane: facing, last: hit.point.clone() };
    this.world.orbit.enabled = false;
    this.redraw();
  }

  private pull(event: PointerEvent): void {
    if (!this.drag || !this.state) return;
    const now = this.ray(event).ray.intersectPlane(this.drag.plane, new Vector3());
    if (!now) return;
    const by = now.clone().sub(this.drag.last),
      center = this.centerOf(this.drag.side);
    this.drag.last = now;
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
    if (!this.start) return;
    const { x, y, z } = this.proxy.position,
      q = this.proxy.quaternion;
    this.change(this.selected, transformed(this.start.operand, this.start.center, [x, y, z], [q.w, q.x, q.y, q.z]));
  }

  private key(event: KeyboardEvent): void {
    if (!this.state || event.ctrlKey || event.metaKey || event.altKey) return;
    const name = event.key.toLowerCase();
    if (name === 'a' || name === 'b') {
      this.selected = name;
      this.atEnd = false;
      this.redraw();
      return;
    }
    if (name === 'e') this.atEnd = !this.atEnd && wayOf(this.state.record, this.selected) !== null;
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
    if (this.atEnd && this.scene && !event.shiftKey) return this.pullTip(this.state, this.selected, [by.x, by.y, by.z]);
    if (this.atEnd && this.scene)
      return this.reshape(withSpin(this.state.record, this.selected, (sign * Math.PI) / 36));
    const center = this.centerOf(this.selected),
      operand = startOf(this.state.record, this.selected);
    if (event.shiftKey) {
      const about = event.key.startsWith('Page') ? this.world.direction : axis === right ? up : right;
      const q = new Quaternion().setFromAxisAngle(about, (sign * Math.PI) / 36);
      this.change(this.selected, transformed(operand, center, center, [q.w, q.x, q.y, q.z]));
    } else {
      this.change(this.selected, transformed(operand, center, add(center, [by.x, by.y, by.z]), [1, 0, 0, 0]));
    }
  }
}

function idName(side: Side, ids: [number, number]): string {
  const id = ids[side === 'a' ? 0 : 1];
  return id < 0 ? '' : `${side}${id}`;
}

export function spaceStage(abut: Abut, stages: HTMLElement[], change: Change, reshape: Reshape): Stage {
  return new SpaceStage(abut, stages, change, reshape);
}
