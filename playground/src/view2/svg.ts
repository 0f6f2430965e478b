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

export function label(text: string, [x, y]: [number, number], name: string): SVGElement {
  return element('text', { class: `label ${name}`, x: x.toFixed(2), y: y.toFixed(2) }, text);
}
