/**
 * The chart above the slider: lower and upper bound per step, closing on the answer. Their distance from it is drawn
 * logarithmically; where the digits on the page are equal, the two are one.
 */
import { element } from '../view2/svg.js';
import { number } from './text/words.js';

const width = 480,
  height = 92,
  middle = height / 2,
  margin = 12;

/** Decades of the scale: a little more than the digits on the page. */
const shownDigits = 7,
  allDigits = 16;

/** A run whose last bounds are further apart than that, relative to the size, has not closed. */
const closed = 1e-3;

/** A step, and the bounds it leaves. */
interface Bounded {
  event: string;
  lower: number;
  upper: number;
}

export function finalValue(moments: Bounded[]): number {
  const last = moments[moments.length - 1];
  return last ? (Number.isFinite(last.upper) ? (last.lower + last.upper) / 2 : last.lower) : 0;
}

export function chartX(step: number, count: number): number {
  return count < 2 ? width / 2 : margin + (step * (width - 2 * margin)) / (count - 1);
}

/** The step at a part of the chart's width. */
export function stepAt(part: number, count: number): number {
  if (count < 2) return 0;
  return Math.min(count - 1, Math.max(0, Math.round(((part * width - margin) * (count - 1)) / (width - 2 * margin))));
}

/** Whether the bounds meet in the end; a verdict, or a run that ends undecided, leaves them apart. */
export function closes(moments: Bounded[]): boolean {
  const last = moments[moments.length - 1];
  if (!last || !Number.isFinite(last.upper - last.lower)) return false;
  return last.upper - last.lower <= closed * Math.max(Math.abs(last.upper), Math.abs(last.lower));
}

/** The place of a bound: 0 in the middle, where its digits are those of the answer, to 1, where nothing is known. */
function opening(bound: number, final: number, size: number, all: boolean): number {
  if (!Number.isFinite(bound)) return 1;
  if (number(bound, all) === number(final, all)) return 0;
  const gap = Math.abs(bound - final) / size;
  return Math.min(1, Math.max(0.02, 1 + Math.log10(gap) / (all ? allDigits : shownDigits)));
}

/** The ends of the runs of one algorithm: each bounds a quantity of its own, GJK the distance, EPA the depth. */
function partsOf(moments: Bounded[]): number[][] {
  const parts: number[][] = [];
  moments.forEach(({ event }, i) => {
    if (i === 0 || event !== moments[i - 1]!.event) parts.push([]);
    parts[parts.length - 1]!.push(i);
  });
  return parts;
}

export function drawChart({ moments }: { moments: Bounded[] }, current: number, all = false): SVGElement {
  const count = moments.length,
    svg = element('svg', {
      viewBox: `0 0 ${width} ${height}`,
      preserveAspectRatio: 'none',
      role: 'img',
      'aria-label': 'the gap between lower and upper bound in every step, on a logarithmic scale',
    });
  svg.append(
    element('path', {
      d: `M${chartX(current, count).toFixed(1)} 2V${height - 2}`,
      stroke: 'var(--ink)',
      'stroke-width': 1.5,
    }),
  );
  for (const part of partsOf(moments)) if (isDrawn(moments, part)) svg.append(...funnel(moments, part, current, all));
  return svg;
}

const isDrawn = (moments: Bounded[], part: number[]): boolean =>
  part.length > 1 && closes(part.map((i) => moments[i]!));

function funnel(moments: Bounded[], part: number[], current: number, all: boolean): SVGElement[] {
  const count = moments.length,
    own = part.map((i) => moments[i]!),
    last = own[own.length - 1]!,
    met = number(last.lower, all) === number(last.upper, all);
  const sizes = own.flatMap(({ lower, upper }) => [lower, upper]).filter(Number.isFinite),
    size = Math.max(...sizes.map(Math.abs), Number.MIN_VALUE),
    final = finalValue(own);
  const place = (i: number, up: boolean): [string, string] => {
    const { lower, upper } = moments[i]!,
      joined = met && i === part[part.length - 1],
      open = joined ? 0 : opening(up ? upper : lower, final, size, all);
    return [chartX(i, count).toFixed(1), (middle + (up ? -1 : 1) * (middle - 10) * open).toFixed(1)];
  };
  const path = (up: boolean) => part.map((i) => place(i, up).join(' '));
  const upper = path(true),
    lower = path(false);
  const parts = [
    element('path', {
      d: `M${[...upper, ...[...lower].reverse()].join('L')}Z`,
      fill: 'var(--s-fill)',
      'fill-opacity': 0.5,
    }),
    element('path', {
      d: `M${upper.join('L')}`,
      fill: 'none',
      stroke: 'var(--d)',
      'stroke-width': 2,
      'stroke-dasharray': '6 3',
    }),
    element('path', { d: `M${lower.join('L')}`, fill: 'none', stroke: 'var(--s)', 'stroke-width': 2 }),
  ];
  for (const i of part)
    for (const up of [true, false]) {
      const [cx, cy] = place(i, up);
      parts.push(
        element('circle', {
          class: up ? 'upper' : 'lower',
          cx,
          cy,
          r: i === current ? 4.5 : 2.5,
          fill: i === current ? 'var(--ink)' : up ? 'var(--d)' : 'var(--s)',
        }),
      );
    }
  return parts;
}

/** In place of a part that does not close: the method alone. */
const partNames: Record<string, string> = { gjk: 'GJK finds the overlap', epa: 'EPA', mpr: 'MPR' };

/** The chart with words on its axes, and in the place of a part that is not drawn the name of its method. */
export function showChart(box: HTMLElement, run: { moments: Bounded[] }, current: number, all: boolean): void {
  const word = (name: string, text: string) => {
    const span = document.createElement('span');
    span.className = `axis ${name}`;
    span.textContent = text;
    return span;
  };
  const last = partsOf(run.moments).pop() ?? [];
  box.hidden = last.length < 2 || !closes(run.moments);
  if (box.hidden) return box.replaceChildren();
  const count = run.moments.length,
    chart = document.createElement('div');
  chart.className = 'drawn';
  chart.append(drawChart(run, current, all));
  for (const part of partsOf(run.moments)) {
    if (isDrawn(run.moments, part)) continue;
    const name = word('part', ''),
      end = Math.min(count - 1, part[part.length - 1]! + 1);
    name.style.left = `${((100 * chartX(part[0]!, count)) / width).toFixed(1)}%`;
    name.style.width = `${((100 * (chartX(end, count) - chartX(part[0]!, count))) / width).toFixed(1)}%`;
    name.append(document.createElement('b'));
    name.firstElementChild!.textContent = partNames[run.moments[part[0]!]!.event] ?? '';
    chart.append(name);
  }
  box.replaceChildren(word('y', 'how far the bounds are apart, log scale'), chart, word('x', `step 1 to ${count} →`));
}
