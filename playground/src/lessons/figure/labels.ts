/** Labels that keep clear of each other: whoever would lie on another one moves to the nearest free place. */
interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

const gap = 1.5; // pixels between labels
const ways = Array.from({ length: 12 }, (_, i) => (Math.PI * i) / 6);
const reaches = [8, 14, 20, 28, 38, 50, 64, 80];
const moves: [number, number][] = [
  [0, 0],
  ...reaches.flatMap((r) => ways.map((w): [number, number] => [r * Math.cos(w), r * Math.sin(w)])),
];

const moved = (box: Box, [dx, dy]: [number, number]): Box => ({ ...box, x: box.x + dx, y: box.y + dy });
const meet = (a: Box, b: Box, room: number): boolean =>
  a.x < b.x + b.width + room &&
  b.x < a.x + a.width + room &&
  a.y < b.y + b.height + room &&
  b.y < a.y + a.height + room;

/** What a label should not cover: the dots, but not the discs that are areas, and the lines that are answers. */
function marksOf(svg: SVGSVGElement): Box[] {
  const dots = [...svg.querySelectorAll<SVGCircleElement>('circle.dot, circle.bead:not(.mass)')];
  const lines = [...svg.querySelectorAll<SVGPathElement>('path.line.gap, path.arrow')];
  return [
    ...dots.map((dot) => dot.getBBox()),
    ...lines.flatMap((line) => {
      const length = Math.min(line.getTotalLength(), 2000);
      return Array.from({ length: Math.ceil(length / 6) }, (_, i) => {
        const { x, y } = line.getPointAtLength(6 * i);
        return { x: x - 2, y: y - 2, width: 4, height: 4 };
      });
    }),
  ];
}

/** Names of handles stay where they are if they can; the others give way. */
export function spreadLabels(svg: SVGSVGElement, width: number, height: number): void {
  const inSight = ({ x, y, width: w, height: h }: Box) => x >= 0 && y >= 0 && x + w <= width && y + h <= height;
  const all = [...svg.querySelectorAll<SVGTextElement>('text.label')].filter((text) => text.textContent);
  const own = (text: SVGTextElement) => text.parentElement?.closest('[data-handle]') !== null;
  const taken: Box[] = [],
    marks = marksOf(svg);
  for (const text of [...all.filter(own), ...all.filter((other) => !own(other))]) {
    const { x, y, width: w, height: h } = text.getBBox(),
      box = { x, y, width: w, height: h };
    if (x > width || y > height || x + w < 0 || y + h < 0) continue;
    const free = (move: [number, number]) =>
      inSight(moved(box, move)) && !taken.some((other) => meet(moved(box, move), other, gap));
    const clear = (move: [number, number]) => free(move) && !marks.some((dot) => meet(moved(box, move), dot, -1));
    const move = moves.find(clear) ?? moves.find(free) ?? moves[0]!;
    taken.push(moved(box, move));
    if (move[0] === 0 && move[1] === 0) continue;
    text.setAttribute('x', (Number(text.getAttribute('x')) + move[0]).toFixed(2));
    text.setAttribute('y', (Number(text.getAttribute('y')) + move[1]).toFixed(2));
  }
}
