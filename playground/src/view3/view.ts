/** A 3D view: a canvas, its camera, and labels in front of it that avoid each other. */
import {
  AmbientLight,
  type CylinderGeometry,
  DirectionalLight,
  Group,
  type Mesh,
  type Object3D,
  PerspectiveCamera,
  Scene,
  TOUCH,
  Vector3,
  WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import { add, norm, scale, sub, type Vector } from '../model/vector.js';
import { type Line, place, type Point } from '../view2/place.js';
import type { Extent } from '../view2/stage.js';
import { free, three } from './scene.js';

export interface Label {
  at: Vector;
  text: string;
  /** Classes; `big` is centered at its point, any other one stands beside it. */
  name: string;
}
/** What is drawn, and the lines that labels should not cover, nor their ends. */
export interface Drawn {
  objects: Object3D[];
  labels: Label[];
  lines?: [Vector, Vector][];
}

/** How much of the picture the points fill, and how far out they may come before the camera moves back. */
const filled = 0.84,
  edge = 0.97,
  /** Marks are as large as in a scene of this many times half the height of the picture, however wide and flat it is. */
  ofHeight = 1.25;

function importance({ name }: Label): number {
  const of = (part: string) => name.split(' ').includes(part);
  return of('big') ? 0 : of('gap') || of('when') ? 1 : of('lit') ? 2 : of('id') ? 4 : of('axis') ? 5 : 3;
}

export class View {
  readonly renderer = new WebGLRenderer({ antialias: true, alpha: true, preserveDrawingBuffer: true });
  readonly scene = new Scene();
  readonly camera = new PerspectiveCamera(30, 1, 0.01, 100);
  readonly orbit: OrbitControls;
  readonly content = new Group();
  /** What the sizes of marks are parts of. */
  unit = 1;
  /** Zoomed or panned by hand: it stays as it is until the next fit. */
  held = false;
  private drawn: Drawn = { objects: [], labels: [] };
  private fitted = 1;
  private settled = { distance: 1, target: new Vector3() };
  private readonly overlay = document.createElement('div');
  private readonly sizes = new Map<string, { width: number; height: number }>();

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
    // One finger scrolls the page, as anywhere; two look around and zoom.
    this.orbit.touches = { ONE: null, TWO: TOUCH.DOLLY_ROTATE };
    this.renderer.domElement.style.touchAction = 'pan-x pan-y';
    this.orbit.addEventListener('change', () => {
      const { distance, target } = this.settled;
      if (Math.abs(this.distance / distance - 1) > 1e-9 || target.distanceTo(this.orbit.target) > 0) this.held = true;
      this.settle();
      changed(this);
    });
  }

  private get distance(): number {
    return this.camera.position.distanceTo(this.orbit.target);
  }
  private settle(): void {
    this.settled = { distance: this.distance, target: this.orbit.target.clone() };
  }

  /** Comes as near as all points allow, looking from a direction. */
  fit(points: Vector[], direction: Vector3): void {
    const low = points.reduce((a, p) => a.map((x, i) => Math.min(x, p[i]!))),
      high = points.reduce((a, p) => a.map((x, i) => Math.max(x, p[i]!)));
    const size = norm(sub(high, low)) / 2 || 1;
    const target = three(scale(add(low, high), 0.5)),
      right = new Vector3(0, 0, 1).cross(direction).normalize(),
      up = direction.clone().cross(right);
    const tall = filled * Math.tan((this.camera.fov * Math.PI) / 360),
      wide = (tall * this.box.clientWidth) / (this.box.clientHeight || 1);
    let distance = 4 * size;
    for (let pass = 0; pass < 5; ++pass) {
      const seen = points.map((p) => {
        const from = three(p).sub(target);
        return { x: from.dot(right), y: from.dot(up), near: from.dot(direction) };
      });
      const needed = Math.max(...seen.map(({ x, y, near }) => near + Math.max(Math.abs(x) / wide, Math.abs(y) / tall)));
      distance = needed > 0.1 * size ? needed : 4 * size;
      const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
      target.addScaledVector(right, distance * middle(seen.map(({ x, near }) => x / (distance - near || 1))));
      target.addScaledVector(up, distance * middle(seen.map(({ y, near }) => y / (distance - near || 1))));
    }
    this.orbit.target.copy(target);
    this.unit = Math.min(size, ofHeight * distance * Math.tan((this.camera.fov * Math.PI) / 360));
    this.camera.near = size / 50;
    this.camera.far = size * 100;
    this.fitted = distance;
    this.held = false;
    this.look(direction, 1);
  }
  /** From a direction, at a distance relative to the one that fits. */
  look(direction: Vector3, zoom: number): void {
    this.camera.position.copy(this.orbit.target).addScaledVector(direction, this.fitted * zoom);
    this.camera.lookAt(this.orbit.target);
    this.camera.updateMatrixWorld();
    this.settle();
  }
  get direction(): Vector3 {
    return this.camera.position.clone().sub(this.orbit.target).normalize();
  }
  get zoom(): number {
    return this.distance / this.fitted;
  }

  /** Moves back until all points are in sight, unless the view was moved by hand. */
  keepInSight(points: Vector[]): void {
    if (this.held) return;
    const outside = () =>
      points.some((point) => {
        const p = three(point).project(this.camera);
        return Math.abs(p.x) > edge || Math.abs(p.y) > edge;
      });
    for (let pass = 0; pass < 80 && outside(); ++pass) this.look(this.direction, 1.04 * this.zoom);
  }

  /** Where a point is seen, in pixels of the box. */
  private pixel(point: Vector): Point {
    const p = three(point).project(this.camera);
    return [((p.x + 1) / 2) * this.box.clientWidth, ((1 - p.y) / 2) * this.box.clientHeight];
  }
  /** How far the pointer is from where a point is seen. */
  pixelsFrom(point: Vector, event: PointerEvent): number {
    const [x, y] = this.pixel(point),
      box = this.renderer.domElement.getBoundingClientRect();
    return Math.hypot(event.clientX - box.left - x, event.clientY - box.top - y);
  }

  /** The ends of the lines that say how far or how deep, as they are drawn. */
  get gaps(): [Vector, Vector][] {
    return this.content.children.flatMap((object) => {
      if (!object.userData.gap) return [];
      const { height } = (object as Mesh<CylinderGeometry>).geometry.parameters,
        end = (side: number) => object.localToWorld(new Vector3(0, (side * height) / 2, 0)).toArray();
      object.updateWorldMatrix(true, false);
      return [[end(-1), end(1)]];
    });
  }

  /** Where an object is seen, in pixels of the box. */
  extentOf(object: Object3D): Extent {
    const seen: Point[] = [];
    object.updateWorldMatrix(true, true);
    object.traverse((part) => {
      const places = (part as Mesh).geometry?.getAttribute('position');
      for (let i = 0; i < (places?.count ?? 0); ++i)
        seen.push(this.pixel(part.localToWorld(new Vector3().fromBufferAttribute(places!, i)).toArray()));
    });
    const [xs, ys] = [0, 1].map((axis) => seen.map((p) => p[axis]!)) as [number[], number[]];
    return { low: [Math.min(...xs), Math.min(...ys)], high: [Math.max(...xs), Math.max(...ys)] };
  }

  show(drawn: Drawn): void {
    free(this.content);
    this.content.clear();
    this.content.add(...drawn.objects);
    this.drawn = drawn;
  }

  render(): void {
    const { clientWidth: width, clientHeight: height } = this.box;
    if (width === 0 || height === 0) return;
    this.renderer.setSize(width, height, false);
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
    this.renderer.render(this.scene, this.camera);
    this.showLabels(width, height);
  }

  private showLabels(width: number, height: number): void {
    const labels = this.drawn.labels.filter(({ text }) => text !== '').sort((a, b) => importance(a) - importance(b));
    const spans = labels.map(({ text, name }) => {
      const span = document.createElement('span');
      span.className = `tag ${name}`;
      span.textContent = text;
      return span;
    });
    this.overlay.replaceChildren(...spans);
    const anchors = labels.map(({ at }) => this.pixel(at)),
      sizes = labels.map((label, i) => this.sizeOf(label, spans[i]!));
    const wishes = labels.map((label, i) => {
      const [x, y] = anchors[i]!,
        size = sizes[i]!,
        center: Point = importance(label) === 0 ? [x, y] : [x + 12 + size.width / 2, y - 14];
      return { anchor: [x, y] as Point, center, ...size, must: importance(label) < 2 };
    });
    const lines = (this.drawn.lines ?? []).map(([p, q]): Line => [this.pixel(p), this.pixel(q)]),
      anchored = labels.filter((l) => importance(l) > 0).map(({ at }) => this.pixel(at)),
      dots = [...anchored, ...lines.flat()];
    place(wishes, { width, height, dots, lines }).forEach((center, i) => {
      const span = spans[i]!,
        size = sizes[i]!;
      span.hidden = center === null;
      span.dataset.x = String(anchors[i]![0]);
      span.dataset.y = String(anchors[i]![1]);
      if (!center) return;
      span.style.left = `${center[0] - size.width / 2}px`;
      span.style.top = `${center[1] - size.height / 2}px`;
    });
  }

  private sizeOf({ name, text }: Label, span: HTMLElement): { width: number; height: number } {
    const key = `${name}|${text}`,
      known = this.sizes.get(key) ?? { width: span.offsetWidth, height: span.offsetHeight };
    if (known.width > 0) this.sizes.set(key, known);
    return known;
  }

  dispose(): void {
    this.orbit.dispose();
    free(this.scene);
    this.renderer.dispose();
    this.renderer.forceContextLoss();
    this.box.replaceChildren();
  }
}
