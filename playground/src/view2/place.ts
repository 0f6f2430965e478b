/**
 * Places labels so that none covers another: the most important first, each as near as it can be to where it is wished,
 * away from dots and lines, and in the frame.
 */
export type Point = readonly [number, number];
export type Line = readonly [Point, Point];

/** A label of a measured size, in pixels. */
export interface Wish {
  /** What it names. */
  anchor: Point;
  /** The center that it would have alone. */
  center: Point;
  width: number;
  height: number;
  /** A label without a free place is left out, unless it must be shown. */
  must: boolean;
}

export interface Surroundings {
  width: number;
  height: number;
  /** Marks that a label should not cover: points, and lines and arrows that say something. */
  dots: readonly Point[];
  lines: readonly Line[];
  /** Outlines of shapes, which a label may cross where there is no better place nearby. */
  outlines?: readonly Line[];
}

interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** Pixels between two labels, around a dot, beside a line, and between a label and its anchor. */
const apart = 2,
  dotSize = 6,
  lineSize = 2,
  gap = 9;
/** How far a label moves, in pixels, rather than cover a dot or a line, or cross an outline. */
const detour = 48,
  smallDetour = 42;
const directions = 16,
  rings = 4,
  ringsOfMust = 16;

const boxAt = ([x, y]: Point, { width, height }: Wish): Box => ({
  left: x - width / 2,
  right: x + width / 2,
  top: y - height / 2,
  bottom: y + height / 2,
});

const meet = (a: Box, b: Box, margin: number): boolean =>
  a.left < b.right + margin && b.left < a.right + margin && a.top < b.bottom + margin && b.top < a.bottom + margin;

/** Whether a segment passes through a box or near it: it is cut by the four sides one by one. */
function crosses(box: Box, [[px, py], [qx, qy]]: Line): boolean {
  let from = 0,
    to = 1;
  for (const [p, d, low, high] of [
    [px, qx - px, box.left - lineSize, box.right + lineSize],
    [py, qy - py, box.top - lineSize, box.bottom + lineSize],
  ] as const) {
    if (d === 0) {
      if (p < low || p > high) return false;
      continue;
    }
    const first = (low - p) / d,
      second = (high - p) / d;
    from = Math.max(from, Math.min(first, second));
    to = Math.min(to, Math.max(first, second));
  }
  return from <= to;
}

/** The wished center, then places around the anchor, ring by ring. */
function* candidates(wish: Wish): Generator<Point> {
  yield wish.center;
  const [x, y] = wish.anchor;
  for (let ring = 0; ring < (wish.must ? ringsOfMust : rings); ++ring) {
    for (let i = 0; i < directions; ++i) {
      const angle = (2 * Math.PI * i) / directions,
        reach = gap * (1 + ring);
      yield [x + (reach + wish.width / 2) * Math.cos(angle), y - (reach + wish.height / 2) * Math.sin(angle)];
    }
  }
}

/** What a place covers, as a detour for every mark. */
function covered(box: Box, around: Surroundings): number {
  const dots = around.dots.filter(([x, y]) => meet(box, { left: x, right: x, top: y, bottom: y }, dotSize)).length;
  const lines = around.lines.filter((line) => crosses(box, line)).length,
    isCrossed = around.outlines?.some((line) => crosses(box, line)) ?? false;
  return detour * (dots + lines) + (isCrossed ? smallDetour : 0);
}

/** The centers of the labels, in the order given, which is that of their importance; null for those left out. */
export function place(wishes: readonly Wish[], around: Surroundings): (Point | null)[] {
  const taken: Box[] = [];
  const frame: Box = { left: 0, top: 0, right: around.width, bottom: around.height };
  return wishes.map((wish) => {
    let best: { center: Point; box: Box; cost: number } | null = null;
    for (const center of candidates(wish)) {
      const box = boxAt(center, wish),
        far = Math.hypot(center[0] - wish.center[0], center[1] - wish.center[1]);
      if (best && far >= best.cost) continue;
      if (box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom)
        continue;
      if (taken.some((other) => meet(box, other, apart))) continue;
      const price = far + covered(box, around);
      if (!best || price < best.cost) best = { center, box, cost: price };
      if (price === 0) break;
    }
    if (best) taken.push(best.box);
    return best?.center ?? null;
  });
}
