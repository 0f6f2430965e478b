/** What lessons draw with: a picture, and the handles in it. */
import { arrow, Camera, element, label } from '../../view2/svg.js';
import { add, left, mean, norm, scale, sub, unit, type Vector } from '../../model/vector.js';

/** What can be dragged, or moved by arrow keys. */
export interface Handle {
  key: string;
  /** Its name, for screen readers. */
  name: string;
  at: Vector;
  /** It stays on multiples of this power of two, which float and double hold exactly. */
  grid?: number;
  to(place: Vector): void;
}

export class Paper {
  readonly parts: SVGElement[] = [];
  readonly handles = new Map<string, Handle>();

  constructor(readonly camera: Camera) {}

  polygon(points: Vector[], name: string): void {
    if (points.length > 0)
      this.parts.push(
        element('path', { class: `${name}${points.length < 3 ? ' thin' : ''}`, d: this.camera.path(points) }),
      );
  }
  line(p: Vector, q: Vector, name: string): void {
    this.parts.push(element('path', { class: `line ${name}`, d: this.camera.path([p, q], false) }));
  }
  /** A line through p, across n, from edge to edge. */
  plane(p: Vector, n: Vector, name = 'plane'): void {
    const across = scale(left(unit(n)), 3e3 / this.camera.pixelsPerUnit);
    this.line(sub(p, across), add(p, across), name);
  }
  arrow(p: Vector, q: Vector, name: string): void {
    this.parts.push(arrow(this.camera.paper(p), this.camera.paper(q), name));
  }
  /** A place at a distance in pixels, along a direction. */
  pointer(p: Vector, along: Vector, pixels: number, name: string): void {
    const [x, y] = this.camera.paper(p),
      u = unit(along);
    this.parts.push(arrow([x, y], [x + pixels * u[0]!, y - pixels * u[1]!], name));
  }
  bead(p: Vector, name: string, r = 4): void {
    const [x, y] = this.camera.paper(p);
    this.parts.push(element('circle', { class: `bead ${name}`, cx: x.toFixed(2), cy: y.toFixed(2), r: r.toFixed(2) }));
  }
  witness(p: Vector): void {
    const [x, y] = this.camera.paper(p);
    this.parts.push(element('circle', { class: 'dot witness', cx: x.toFixed(2), cy: y.toFixed(2), r: 4 }));
  }
  /** A label at an offset in pixels from a point. */
  text(p: Vector, words: string, name = 'small', [dx, dy]: [number, number] = [0, 0]): void {
    const [x, y] = this.camera.paper(p);
    this.parts.push(label(words, [x + dx, y + dy], name));
  }
  /** A label beside a corner, away from the middle of its shape. */
  corner(p: Vector, of: Vector[], words: string, name: string): void {
    const away = unit(sub(p, mean(of)));
    this.text(p, words, name, norm(away) > 0 ? [16 * away[0]!, -16 * away[1]!] : [14, -12]);
  }
  origin(): void {
    const [x, y] = this.camera.paper([0, 0]);
    this.parts.push(
      element(
        'g',
        { class: 'origin' },
        element('path', { d: `M${x - 9} ${y}h18M${x} ${y - 9}v18` }),
        element('circle', { cx: x, cy: y, r: 5 }),
        label('origin', [x - 12, y + 22], 'small'),
      ),
    );
  }

  /** A point to drag. */
  knob(handle: Handle, words: string, name: string, [dx, dy]: [number, number] = [0, -17]): void {
    const [x, y] = this.camera.paper(handle.at);
    this.handles.set(handle.key, handle);
    this.parts.push(
      element(
        'g',
        { class: `vertex free ${name}`, ...this.hand(handle) },
        element('circle', { class: 'target', cx: x.toFixed(2), cy: y.toFixed(2), r: 17 }),
        element('circle', { class: 'bead', cx: x.toFixed(2), cy: y.toFixed(2), r: 6 }),
        label(words, [x + dx, y + dy], `id ${name}`),
      ),
    );
  }
  /** A shape to drag. */
  grip(handle: Handle, outline: Vector[], name: string): void {
    this.handles.set(handle.key, handle);
    this.parts.push(
      element(
        'g',
        { class: `grip ${name}`, ...this.hand(handle) },
        element('path', { class: `shape ${name}${outline.length < 3 ? ' thin' : ''}`, d: this.camera.path(outline) }),
      ),
    );
  }
  private hand(handle: Handle): Record<string, string | number> {
    return {
      'data-handle': handle.key,
      tabindex: 0,
      role: 'button',
      'aria-label': `${handle.name}: arrow keys move it, with Shift finer`,
    };
  }
}
