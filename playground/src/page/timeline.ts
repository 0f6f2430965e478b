/**
 * The chart above the slider: lower and upper bound per iteration, closing on the answer. The distance from it is drawn
 * logarithmically.
 */
import { element } from '../view2/svg.js';

const width = 480,
  height = 92,
  middle = height / 2,
  margin = 12;

/** The digits of a double: a smaller gap, relative to the size, is drawn as none. */
const digits = 16;

/**
 * How far the bounds are apart, on a logarithmic scale of that many digits: 0 if they have met, 1 if nothing is known.
 */
function openness(bound: number, final: number, size: number): number {
  if (!Number.isFinite(bound) || !Number.isFinite(final)) return bound === final ? 0 : 1;
  const gap = Math.abs(bound - final) / size;
  return Math.min(1, Math.max(0, 1 + Math.log10(gap) / digits));
}

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

export function drawChart({ moments }: { moments: Bounded[] }, current: number): SVGElement {
  const count = moments.length;
  // Each algorithm bounds a quantity of its own: GJK the distance, EPA the depth, a cast the time.
  const finals = moments.map((m) => finalValue(moments.filter((other) => other.event === m.event)));
  const sizes = [...moments.map((m, i) => (Number.isFinite(m.upper) ? m.upper : finals[i]!)), ...finals]
    .map(Math.abs)
    .filter(Number.isFinite);
  const size = Math.max(...sizes, Number.MIN_VALUE);
  const y = (bound: number, i: number, up: boolean) =>
    middle + (up ? -1 : 1) * (2 + (middle - 12) * openness(bound, finals[i]!, size));
  const points = (up: boolean) =>
    moments.map((m, i) => `${chartX(i, count).toFixed(1)} ${y(up ? m.upper : m.lower, i, up).toFixed(1)}`);
  const upper = points(true),
    lower = points(false);
  const svg = element('svg', {
    viewBox: `0 0 ${width} ${height}`,
    preserveAspectRatio: 'none',
    role: 'img',
    'aria-label': 'lower and upper bound per iteration',
  });
  if (count === 0) return svg;
  svg.append(
    element('path', { d: `M${[...upper, ...lower.reverse()].join('L')}Z`, fill: 'var(--s-fill)', 'fill-opacity': 0.5 }),
    element('path', {
      d: `M${upper.join('L')}`,
      fill: 'none',
      stroke: 'var(--d)',
      'stroke-width': 2,
      'stroke-dasharray': '6 3',
    }),
    element('path', { d: `M${[...lower].reverse().join('L')}`, fill: 'none', stroke: 'var(--s)', 'stroke-width': 2 }),
    element('path', {
      d: `M${chartX(current, count).toFixed(1)} 2V${height - 2}`,
      stroke: 'var(--ink)',
      'stroke-width': 1.5,
    }),
  );
  moments.forEach((m, i) => {
    for (const up of [true, false]) {
      svg.append(
        element('circle', {
          cx: chartX(i, count).toFixed(1),
          cy: y(up ? m.upper : m.lower, i, up).toFixed(1),
          r: i === current ? 4.5 : 2.5,
          fill: i === current ? 'var(--ink)' : up ? 'var(--d)' : 'var(--s)',
        }),
      );
    }
  });
  return svg;
}
