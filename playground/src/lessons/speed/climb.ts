/** Lesson: the support point of a hull by climbing, and where to begin. */
import { cross, dot, mean, norm, scale, sub, unit, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { polygonOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { source } from '../source.js';
import minkowskiDifference from '../../../../examples/textbook/minkowski_difference.hpp?raw';

type Begin = 'zero' | 'last';
interface State {
  d: Vector;
  begin: Begin;
  /** Where the last search ended, and for which direction. */
  last: number;
  lastD: Vector;
}
interface Result {
  path: number[];
  looks: number;
  support: Vector;
  found: Vector;
  /** The angle from the last direction, in degrees. */
  turned: number;
}

const count = 24;
const corners: Vector[] = Array.from({ length: count }, (_, i) => {
  const t = (2 * Math.PI * (i + 0.3 * Math.sin(5 * i))) / count;
  return [2.6 * Math.cos(t), 1.7 * Math.sin(t)];
});
const next = (i: number, way: number) => (i + way + count) % count;

/** From a corner to the better of its neighbors, until none is better. */
function climb(from: number, d: Vector): { path: number[]; looks: number } {
  const height = (i: number) => dot(corners[i]!, d),
    path = [from];
  let looks = 1;
  for (const way of [1, -1]) {
    for (;;) {
      const here = path[path.length - 1]!;
      ++looks;
      if (height(next(here, way)) <= height(here)) break;
      path.push(next(here, way));
    }
    if (path.length > 1) break; // uphill one way is downhill the other
  }
  return { path, looks };
}

export default lesson<State, Result>({
  question: {
    ask: 'Go from corner to the higher neighbor, until both are lower. Can that be a false summit?',
    choices: ['yes', 'not on a convex hull'],
    answer: ({ path, found, support }) => (path.length > 8 && norm(sub(found, support)) === 0 ? 1 : null),
    see: 'find a direction with a long climb, and compare with the support by abut.',
    because: 'Both neighbors lower means that all of the hull is below the line through this corner.',
  },
  text: [
    'The support point is the corner furthest along d. Looking at all 24 corners finds it. A hull knows the neighbors of each corner, so one can climb: go to a neighbor that is higher along d, and stop where none is. The dashed line there has the whole hull behind it, so a local best is the best of all. For points that are not convex this is false.',
    'Where to begin? Queries come in sequences: the next direction, the next frame, is nearly the last one. A search that begins where the last one ended has little to climb. That is <dfn>caching</dfn>: the answer does not depend on it, only the work.',
  ],
  why: {
    picture:
      '<path class="a" d="M8 34 20 14 46 6 76 10 96 26 92 46 64 56 26 52Z"/><path class="bad" d="M26 52 8 34 20 14 46 6 76 10 96 26"/><path class="line" d="M96 26l10-5m-6-1 6 1-3 5"/>',
    text: 'On a large hull most corners are never looked at.',
  },
  source: source({
    file: 'minkowski_difference.hpp',
    text: minkowskiDifference,
    from: 'struct Polytope {',
    blocks: { scan: 'for (const Vec p : points)', better: 'if (dot(p, d) > dot(best, d)) best = p' },
    lit: () => ['scan', 'better'],
  }),
  hands: 'Drag the handle d, and choose where the climb begins. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'Begin at corner 0, and find a direction that takes at least 10 looks.',
      done: ({ looks }, { begin }) => begin === 'zero' && looks >= 10,
      progress: ({ looks }) => `${looks} looks`,
    },
    {
      text: 'Begin where the last climb ended, and turn d to a new corner with at most 4 looks.',
      done: ({ path, looks, turned }, { begin }) => begin === 'last' && path.length > 1 && turned > 0 && looks <= 4,
      progress: ({ looks }, { begin }) => (begin === 'last' ? `${looks} looks` : 'begin where the last one ended'),
    },
  ],
  hint: 'Corner 0 is at the right. Small turns of d, by arrow keys say, need small climbs.',
  moral: 'Climbing needs convexity to be right, and a good beginning to be fast.',
  start: () => ({ d: unit([0.9, 0.5]), begin: 'zero', last: 0, lastD: unit([0.9, 0.5]) }),
  solve(abut, state) {
    const { d, begin, last, lastD } = state,
      { path, looks } = climb(begin === 'zero' ? 0 : last, d),
      end = path[path.length - 1]!;
    state.last = end;
    state.lastD = d;
    return {
      path,
      looks,
      support: abut.support({ dim: 2, precision: 'double' }, polygonOf(corners), [d])[0]!,
      found: corners[end]!,
      turned: (Math.abs(Math.atan2(cross([...lastD, 0], [...d, 0])[2]!, dot(lastD, d))) * 180) / Math.PI,
    };
  },
  controls: [
    {
      kind: 'choice',
      id: 'begin',
      label: 'where the climb begins',
      options: { zero: 'at corner 0', last: 'where the last one ended' },
      get: (s) => s.begin,
      set: (s, v) => (s.begin = v as Begin),
    },
  ],
  panes: [
    {
      title: 'a hull of 24 corners',
      view: () => [
        [-3.4, -2.5],
        [3.4, 2.5],
      ],
      draw(paper, state, { path, found }) {
        paper.polygon(corners, 'shape a');
        path.slice(1).forEach((i, k) => paper.line(corners[path[k]!]!, corners[i]!, 'lower'));
        corners.forEach((c, i) => {
          const seen = path.includes(i);
          paper.bead(c, seen ? 'simplex newest' : 'corner', seen ? 5 : 3);
        });
        paper.corner(corners[0]!, [mean(corners)], '0', 'id a');
        paper.plane(found, state.d);
        paper.bead(found, 'support', 10);
        paper.pointer([0, 0], state.d, 56, 'search');
        const at = scale(state.d, 68 / paper.camera.pixelsPerUnit);
        paper.knob(
          { key: 'd', name: 'direction d', at, to: (p) => (state.d = norm(p) > 0 ? unit(p) : state.d) },
          'd',
          'd',
        );
      },
    },
  ],
  say: ({ path, looks }, { begin }) =>
    `From corner ${path[0]} to ${path[path.length - 1]}: ${looks} looks instead of ${count}${begin === 'last' ? ', from where the last one ended' : ''}.`,
  numbers: ({ looks, found, support }, { d }) => [
    ['d', vector(d, false)],
    ['found by climbing', vector(found, false)],
    ['support by abut', vector(support, false)],
    ['its height along d', number(dot(support, d), false)],
    ['looks', `${looks} of ${count}`],
  ],
});
