/** SVG elements, and a camera from world coordinates to the picture. */
import type { Vector } from '../model/vector.js';

const svgSpace = 'http://www.w3.org/2000/svg';

export function element(
  name: string,
  attributes: Record<string, string | number> = {},
  ...children: (Node | string)[]
): SVGElement {
  const result = document.createElementNS(svgSpace, name);
  for (const [key, value] of Object.entries(attributes)) result.setAttribute(key, String(value));
  result.append(...children);
  return result;
}

/** In the world y points up, in the picture down. */
export class Camera {
  constructor(
    readonly center: Vector,
    readonly pixelsPerUnit: number,
    readonly width: number,
    readonly height: number,
  ) {}

  /** Fits all points, with a margin. */
  static around(points: Vector[], width: number, height: number): Camera {
    const xs = points.map((p) => p[0] ?? 0),
      ys = points.map((p) => p[1] ?? 0);
    const low = [Math.min(...xs), Math.min(...ys)],
      high = [Math.max(...xs), Math.max(...ys)];
    const wide = high[0]! - low[0]!,
      tall = high[1]! - low[1]!;
    const extent = Math.max(wide, tall) || Math.max(...xs.map(Math.abs), ...ys.map(Math.abs)) || 1;
    const pixels = Math.min((width * 0.74) / (wide || extent), (height * 0.7) / (tall || extent));
    return new Camera([low[0]! / 2 + high[0]! / 2, low[1]! / 2 + high[1]! / 2], pixels, width, height);
  }

  /** Zoomed about a point of the picture. */
  zoomed(factor: number, x: number, y: number): Camera {
    const [px = 0, py = 0] = this.plane(x, y),
      [cx = 0, cy = 0] = this.center;
    return new Camera(
      [px + (cx - px) / factor, py + (cy - py) / factor],
      this.pixelsPerUnit * factor,
      this.width,
      this.height,
    );
  }

  /** Moved by pixels of the picture. */
  panned(dx: number, dy: number): Camera {
    return new Camera(
      [this.center[0]! - dx / this.pixelsPerUnit, this.center[1]! + dy / this.pixelsPerUnit],
      this.pixelsPerUnit,
      this.width,
      this.height,
    );
  }

  /** The same if it sees all points; else moved as little as possible, and if that is not enough, fitted to them. */
  including(points: Vector[]): Camera {
    const seen = points.map((p) => this.paper(p)),
      margin = Math.min(28, this.width / 10, this.height / 10);
    const shift = (axis: 0 | 1, size: number): number => {
      const low = Math.min(...seen.map((p) => p[axis])),
        high = Math.max(...seen.map((p) => p[axis]));
      if (high - low > size - 2 * margin) return NaN;
      return Math.max(0, margin - low) + Math.min(0, size - margin - high);
    };
    if (points.length === 0) return this;
    const dx = shift(0, this.width),
      dy = shift(1, this.height);
    if (Number.isNaN(dx) || Number.isNaN(dy)) return Camera.around(points, this.width, this.height);
    return dx === 0 && dy === 0 ? this : this.panned(dx, dy);
  }

  paper(v: Vector): [number, number] {
    const seen = (x: number) => (Number.isFinite(x) ? x : -1e4); // near overflow: out of sight
    return [
      seen(this.width / 2 + ((v[0] ?? 0) - this.center[0]!) * this.pixelsPerUnit),
      seen(this.height / 2 - ((v[1] ?? 0) - this.center[1]!) * this.pixelsPerUnit),
    ];
  }
  plane(x: number, y: number): Vector {
    return [
      this.center[0]! + (x - this.width / 2) / this.pixelsPerUnit,
      this.center[1]! - (y - this.height / 2) / this.pixelsPerUnit,
    ];
  }
  /** The corners of what is seen, and some more. */
  frame(): Vector[] {
    return [
      [-20, -20],
      [-20, this.height + 20],
      [this.width + 20, this.height + 20],
      [this.width + 20, -20],
    ].map(([x, y]) => this.plane(x!, y!));
  }
  path(points: Vector[], closed = true): string {
    if (points.length === 0) return '';
    return `M${points
      .map((p) =>
        this.paper(p)
          .map((x) => x.toFixed(2))
          .join(' '),
      )
      .join('L')}${closed ? 'Z' : ''}`;
  }
}

/** An arrow on paper, from and to in pixels. */
export function arrow(from: [number, number], to: [number, number], name: string): SVGElement {
  const [dx, dy] = [to[0] - from[0], to[1] - from[1]],
    length = Math.hypot(dx, dy) || 1;
  const [ux, uy] = [dx / length, dy / length];
  const wing = (side: number) =>
    `${(to[0] - 8 * ux + side * 4 * uy).toFixed(2)} ${(to[1] - 8 * uy - side * 4 * ux).toFixed(2)}`;
  return element('path', {
    class: `arrow ${name}`,
    d: `M${from[0].toFixed(2)} ${from[1].toFixed(2)}L${to[0].toFixed(2)} ${to[1].toFixed(2)}M${wing(1)}L${to[0].toFixed(2)} ${to[1].toFixed(2)}L${wing(-1)}`,
  });
}

/** A label centered at a place; `of` is the point that it names, for `arrangeLabels`. */
export function label(text: string, [x, y]: [number, number], name: string, of?: [number, number]): SVGElement {
  const anchor: Record<string, string> = of ? { 'data-x': of[0].toFixed(2), 'data-y': of[1].toFixed(2) } : {};
  return element('text', { class: `label ${name}`, x: x.toFixed(2), y: y.toFixed(2), ...anchor }, text);
}
