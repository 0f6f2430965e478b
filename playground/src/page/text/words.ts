/** The sentences of the page about a run. */
import type { Moment, Run, State } from '../../model/model.js';

const feature = ['nothing', 'a vertex', 'an edge', 'a face', 'all of it'];

export function number(x: number, allDigits: boolean): string {
  if (!Number.isFinite(x)) return x > 0 ? '∞' : x < 0 ? '−∞' : 'none';
  if (allDigits) return String(x + 0).replace('-', '−');
  const size = Math.abs(x);
  const text = size !== 0 && (size < 1e-4 || size >= 1e6) ? x.toExponential(4) : x.toFixed(6);
  return text.replace(/-/g, '−');
}

export const vector = (v: readonly number[], allDigits: boolean): string => `(${v.map((x) => number(x, allDigits)).join(', ')})`;

/** "b2 − a1" */
export function pairName(ids: [number, number]): string {
  const name = (letter: string, id: number) => (id < 0 ? letter : `${letter}${id}`);
  return `${name('b', ids[1])} − ${name('a', ids[0])}`;
}

export function regionName(moment: Moment, dim: number): string {
  if (moment.event !== 'gjk') return 'none';
  const count = moment.region.length;
  if (count === dim + 1) return 'inside the simplex';
  const names = moment.region.map((i) => pairName(moment.pairs[i]?.ids ?? [-1, -1]));
  return `${feature[count] ?? 'nothing'}: ${names.join('; ')}`;
}

const because: Record<string, string> = {
  repeated_vertex:
    'The support point is already in the simplex: no point of B − A lies further toward the origin, so the answer is exact up to rounding.',
  bounds_met: 'Lower and upper bound agree as closely as was asked, or as rounding allows.',
  origin_reached: 'The simplex contains the origin: a point of A is a point of B, so the shapes meet.',
  cutoff:
    'The plane through the support lies between the origin and B − A: the shapes are apart, and nothing more was asked.',
  rounding: 'Rounding would undo any further step. The bounds hold all the same.',
};

/** Why the run stopped. */
export function whyStopped(run: Run): string {
  const last = run.moments[run.moments.length - 1];
  if (!last) return 'Against a half-space one support is enough: nothing is searched.';
  if (run.answer.status === 'iteration_limit')
    return 'The limit of iterations was reached. The bounds are wider than asked, and hold.';
  if (last.event === 'epa' && last.stop === 'repeated_vertex') {
    return 'Nothing of B − A lies beyond this facet: it is the part of the boundary nearest to the origin, and the way out leads through it.';
  }
  if (last.event === 'mpr' && last.stop === 'origin_reached')
    return 'The origin lies between the center and the portal: a point of A is a point of B, so the shapes meet.';
  return last.stop ? (because[last.stop] ?? '') : 'The search ended with the last step.';
}

/** What happens in a step. */
export function caption(state: State, run: Run): string {
  const moment = run.moments[state.step];
  if (!moment) return whyStopped(run);
  const found = `the support point of B − A against the direction is ${pairName(moment.ids)}`,
    step = `Step ${state.step + 1}`;
  if (moment.stop && state.step === run.moments.length - 1)
    return `${step}: ${found}. ${whyStopped(run)}`;
  if (moment.stop) return `${step}: ${found}. ${because[moment.stop] ?? ''} EPA goes on from here.`;
  if (moment.event === 'epa') {
    return `${step}, EPA: the facet nearest to the origin is pushed out; ${found}. The depth is at least that of the facet, at most that of the plane.`;
  }
  if (moment.event === 'mpr') {
    return moment.corners.length === 0
      ? `${step}, MPR: a first simplex is gathered; ${found}.`
      : `${step}, MPR: the ray from the center leaves through the portal; ${found}, and the portal moves out to it.`;
  }
  const kept = feature[moment.region.length] ?? 'nothing';
  return `${step}: ${found}. It joins the simplex, of which ${kept} is now nearest to the origin: the next direction.`;
}

/** Terms, each explained where it first appears. */
export const glossary: Record<string, { text: string; figure: string }> = {
  support: {
    text: 'The support point of a direction is the point of a shape that lies furthest along it. It is all that the search queries.',
    figure:
      '<path class="fill-b" d="M20 40 40 12 66 22 60 46Z"/><path class="arrow" d="M66 22h26m-7-5 7 5-7 5"/><circle class="dot" cx="66" cy="22" r="3.5"/>',
  },
  simplex: {
    text: 'A simplex is a point, an edge, a triangle or a tetrahedron. The search keeps one, of points it has found, and moves it toward the origin.',
    figure: '<path class="fill-s" d="M20 46 50 12 84 44Z"/><circle class="dot" cx="50" cy="12" r="3.5"/>',
  },
  difference: {
    text: 'B − A is every point of B minus every point of A. Its distance from the origin is the distance of the shapes; if the origin is in it, they meet.',
    figure:
      '<path class="fill-d" d="M40 46 44 16 70 8 92 26 80 48Z"/><path class="plain" d="M12 30h12m-6-6v12"/><path class="arrow" d="M18 30 42 30"/>',
  },
  bounds: {
    text: 'No point of B − A is nearer than the lower bound: a plane proves it. One point of it is as near as the upper bound. The truth is between them.',
    figure:
      '<path class="plain" d="M14 46h80M14 46V8"/><path class="up" d="M14 12 40 26 66 31 92 32"/><path class="low" d="M14 44 40 38 66 34 92 32"/>',
  },
  region: {
    text: 'The Voronoi region of a vertex or edge is where the origin would have to be for that part of the simplex to be nearest to it.',
    figure:
      '<path class="fill-s" d="M30 42 52 16 76 42Z"/><path class="thin" d="M52 16 38 4M52 16 68 4M30 42 14 30M30 42V56M76 42 94 28M76 42V56"/>',
  },
  plane: {
    text: 'The plane through the support, across the direction: all of B − A lies on its far side. Its height is the lower bound.',
    figure:
      '<path class="fill-d" d="M52 44 56 16 80 10 96 28 84 48Z"/><path class="low" d="M50 4 52 56"/><path class="plain" d="M12 30h12m-6-6v12"/>',
  },
};
