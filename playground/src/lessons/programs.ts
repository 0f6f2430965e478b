/** The plain programs of examples/textbook, and the lines of them that a step of a run goes through. */
import advancementText from '../../../examples/textbook/conservative_advancement.hpp?raw';
import epa2Text from '../../../examples/textbook/epa2.hpp?raw';
import gjk2Text from '../../../examples/textbook/gjk2.hpp?raw';
import mpr2Text from '../../../examples/textbook/mpr2.hpp?raw';
import type { Steps } from './bodies.js';
import type { Cast } from './moving.js';
import { type Source, source } from './source.js';

export function gjk2Program<S>(): Source<S, { steps: Steps }> {
  return source({
    file: 'gjk2.hpp',
    text: gjk2Text,
    from: 'Gjk2Result gjk2(const Difference& support',
    blocks: {
      first: 'simplex = {support(Vec2{1, 0})}',
      nearest: '// 1. The point v',
      origin: '// 3. The origin is in the simplex',
      support: '// 4. The point w',
      nothing: '// 5. Nothing of B - A',
      larger: '// 6. A larger simplex',
    },
    lit({ steps: { moment, state } }) {
      if (!moment) return [];
      if (moment.stop === 'origin_reached') return ['nearest', 'origin'];
      if (moment.stop) return ['support', 'nothing'];
      return state.step === 0 ? ['first', 'nearest'] : ['support', 'larger', 'nearest'];
    },
  });
}

export function epa2Program<S>(): Source<S, { steps: Steps }> {
  return source({
    file: 'epa2.hpp',
    text: epa2Text,
    from: 'Epa2Result epa2(const Difference& support',
    blocks: {
      triangle: 'polygon = epa2_triangle(support, simplex, tolerance)',
      nearest: '// 1. The edge nearest',
      support: '// 2. The point w',
      boundary: '// 3. Nothing beyond the edge',
      insert: '// 4. Two edges',
    },
    lit({ steps: { moment } }) {
      if (moment?.event !== 'epa') return ['triangle'];
      return moment.stop ? ['nearest', 'support', 'boundary'] : ['nearest', 'support', 'insert'];
    },
  });
}

export function mpr2Program<S>(): Source<S, { steps: Steps }> {
  return source({
    file: 'mpr2.hpp',
    text: mpr2Text,
    from: 'Mpr2Result mpr2(const Difference& support',
    blocks: {
      find: 'Portal2 portal = find_portal(support, c, result)',
      normal: '// 1. The normal of the portal',
      support: '// 2. The point w',
      smaller: '// 4. With w',
    },
    lit({ steps: { moment } }) {
      if (!moment || moment.corners.length === 0) return ['find'];
      if (moment.stop === 'origin_reached') return ['normal'];
      return moment.stop ? ['normal', 'support'] : ['normal', 'support', 'smaller'];
    },
  });
}

const advancement = {
  file: 'conservative_advancement.hpp',
  text: advancementText,
  from: 'AdvancementResult conservative_advancement(',
  blocks: {
    measure: '// 1. How far apart',
    near: '// 2. Near enough',
    soon: '// 3. How soon',
    advance: '// 4. Advance to there',
  },
};

export function castProgram<S>(): Source<S, { cast: Cast }> {
  return source({
    ...advancement,
    lit({ cast: { now, hit, isLast } }) {
      if (now?.missed) return ['measure', 'soon'];
      return !now || (isLast && hit.hit) ? ['measure', 'near'] : ['measure', 'soon', 'advance'];
    },
  });
}

/** For a search of one's own: where it stands. */
export function advancementProgram<S, R>(
  where: (result: R, state: S) => 'arrived' | 'missed' | 'advancing' | 'none',
): Source<S, R> {
  return source({
    ...advancement,
    lit: (result: R, state: S) =>
      ({
        arrived: ['measure' as const, 'near' as const],
        missed: ['measure' as const, 'soon' as const],
        advancing: ['measure' as const, 'soon' as const, 'advance' as const],
        none: [],
      })[where(result, state)],
  });
}
