/** Arranges the labels of a 2D drawing, so that they do not cover each other. */
import { type Line, place, type Point, type Wish } from './place.js';

/** Sizes by class and text: measured once. */
const sizes = new Map<string, { width: number; height: number }>();

function sizeOf(text: SVGTextElement): { width: number; height: number } {
  const key = `${text.getAttribute('class')}|${text.textContent}`,
    known = sizes.get(key);
  if (known) return known;
  const { width, height } = text.getBBox();
  if (width > 0) sizes.set(key, { width, height });
  return { width, height };
}

/** Names of shapes come first, those of vertices last. */
function importance(text: SVGTextElement): number {
  const of = (name: string) => text.classList.contains(name);
  return of('name') ? 0 : of('gap') || of('when') ? 1 : of('lit') ? 2 : of('id') ? 4 : 3;
}

const numbers = (text: SVGElement, ...names: string[]): number[] =>
  names.map((name) => Number(text.getAttribute(name)));

/** The straight parts of a path of M and L, and of its end if it is closed. */
function segmentsOf(path: SVGElement): Line[] {
  const d = path.getAttribute('d') ?? '';
  const points = [...d.matchAll(/([ML])(-?[\d.]+) (-?[\d.]+)/g)].map(([, command, x, y]) => ({
    moves: command === 'M',
    at: [Number(x), Number(y)] as Point,
  }));
  const parts = points.flatMap(({ moves, at }, i): Line[] => (moves || i === 0 ? [] : [[points[i - 1]!.at, at]]));
  return d.endsWith('Z') && points.length > 1 ? [...parts, [points.at(-1)!.at, points[0]!.at]] : parts;
}

/**
 * Call this when the drawing is in the document. A label with `data-x` and `data-y` names that point; any other one
 * names its own place.
 */
export function arrangeLabels(svg: SVGElement, width: number, height: number): void {
  const texts = [...svg.querySelectorAll<SVGTextElement>('text.label')];
  for (const text of texts) text.removeAttribute('visibility');
  texts.sort((a, b) => importance(a) - importance(b));
  const dots = [...svg.querySelectorAll<SVGElement>('circle:not(.target)')].map((dot): Point => {
    const [x = 0, y = 0] = numbers(dot, 'cx', 'cy');
    return [x, y];
  });
  const segments = (paths: string) => [...svg.querySelectorAll<SVGElement>(paths)].flatMap(segmentsOf);
  const lines = segments('path.line, path.arrow, path.simplex'),
    outlines = segments('path.shape, path.difference:not(.grown)');
  const wishes = texts.map((text): Wish => {
    const [x = 0, y = 0] = numbers(text, 'x', 'y'),
      [ax = x, ay = y] = text.hasAttribute('data-x') ? numbers(text, 'data-x', 'data-y') : [];
    return { center: [x, y], anchor: [ax, ay], ...sizeOf(text), must: importance(text) < 2 };
  });
  place(wishes, { width, height, dots, lines, outlines }).forEach((center, i) => {
    const text = texts[i]!;
    if (!center) return text.setAttribute('visibility', 'hidden');
    text.setAttribute('x', center[0].toFixed(2));
    text.setAttribute('y', center[1].toFixed(2));
  });
}
