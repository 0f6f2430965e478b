/** Lesson: where the origin can still be, while the boolean test gathers a simplex. */
import type { Abut, Overlap } from 'abut';
import { regionPolygons } from '../../view2/difference.js';
import { cross, dot, hull2, left, mean, scale, sub, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { type Body, body, boxPoints, cornersOf, drawBody, drawTurn, operandOf, withRoom } from '../bodies.js';
import { lesson } from '../lesson.js';

interface Round {
  /** The newest corner is the last. */
  simplex: Vector[];
  d: Vector;
  /** How far the newest corner gets toward the origin and beyond; below 0 it does not reach it. */
  beyond: number;
  end: 'apart' | 'inside' | null;
}
interface State {
  a: Body;
  b: Body;
  step: number;
}
interface Result {
  rounds: Round[];
  now: Round;
  isLast: boolean;
  hull: Vector[];
  overlap: Overlap;
  regions: { polygon: Vector[]; excluded: boolean }[];
}

const space = { dim: 2, precision: 'double' } as const;
const limit = 20;
const turn = (p: Vector, q: Vector) => cross([...p, 0], [...q, 0])[2]!;

/** The direction across an edge toward the origin. */
function toward(from: Vector, to: Vector): Vector {
  const e = sub(to, from);
  return turn(e, scale(from, -1)) > 0 ? left(e) : scale(left(e), -1);
}

/** The edge at the newest corner that has the origin outside, if one has. */
function outerEdge([s0, s1, s2]: Vector[]): [Vector, Vector] | null {
  for (const [p, other] of [
    [s0!, s1!],
    [s1!, s0!],
  ]) {
    const out = turn(sub(s2!, p!), sub(other!, p!)) > 0 ? -1 : 1;
    if (out * turn(sub(s2!, p!), scale(p!, -1)) > 0) return [p!, s2!];
  }
  return null;
}

/** Signs alone decide: no distance, no weights. */
function search(abut: Abut, a: Body, b: Body): Round[] {
  const rounds: Round[] = [];
  let kept: Vector[] = [],
    d: Vector = [1, 0];
  while (rounds.length < limit) {
    const onA = abut.support(space, operandOf(a), [scale(d, -1)])[0]!,
      onB = abut.support(space, operandOf(b), [d])[0]!,
      p = sub(onB, onA),
      simplex = [...kept, p],
      beyond = dot(p, d);
    const round: Round = { simplex, d, beyond, end: rounds.length > 0 && beyond < 0 ? 'apart' : null };
    rounds.push(round);
    if (round.end) return rounds;
    if (simplex.length === 1) d = scale(p, -1);
    if (simplex.length === 2) d = toward(simplex[0]!, simplex[1]!);
    kept = simplex;
    if (simplex.length < 3) continue;
    const outer = outerEdge(simplex);
    if (!outer) {
      round.end = 'inside';
      return rounds;
    }
    kept = outer;
    d = toward(...outer);
  }
  return rounds;
}

/** Vertex regions are out, and so is the edge that the newest corner was sought across. */
function regionsOf({ simplex, end }: Round, frame: Vector[]): Result['regions'] {
  if (simplex.length < 2 || end === 'apart') return [];
  return regionPolygons(simplex, frame).map(({ polygon, parts }) => ({
    polygon,
    excluded: parts.length === 1 || (simplex.length === 3 && parts.length === 2 && !parts.includes(2)),
  }));
}

const wide: Vector[] = [
  [-50, -50],
  [50, -50],
  [50, 50],
  [-50, 50],
];

export default lesson<State, Result>({
  question: {
    ask: 'Two corners of B − A split the plane into four regions. In how many can the origin still be?',
    choices: ['all 4', '3', '2'],
    answer: ({ now, regions }) =>
      now.simplex.length === 2 && regions.length === 4 && regions.filter(({ excluded }) => !excluded).length === 2
        ? 2
        : null,
    see: 'step to the second corner.',
    because: 'Beyond either end there is nothing of B − A, or the search would have ended.',
  },
  text: [
    'A yes or no needs neither distance nor weights. Fetch a corner of B − A, then the one furthest toward the origin. If that does not reach the origin, they are apart: done.',
    'Else the segment has four regions. The two beyond its ends (red) are excluded: the search asked for the furthest point there, and it was past the origin. Left or right? One sign tells, and the next corner is sought on that side.',
    'A triangle has seven. Out are the three corners, for the same reason, and the side that was looked away from. Left are two sides and the inside: two signs. A side: forget the corner opposite, and go on. Neither: they meet.',
  ],
  why: {
    picture:
      '<path class="open" d="M0 0H22L36 60H0ZM88 0H110V60H74L60 0Z"/><path class="good" d="M29 30 67 30"/><circle class="dot" cx="29" cy="30" r="3"/><circle class="dot" cx="67" cy="30" r="3"/>',
    text: 'Half of the tests of a region table can never succeed; who knows which writes a shorter loop.',
  },
  hands: 'Drag or turn the shapes; step with the slider. Tab and arrow keys do the same.',
  goals: [
    {
      text: 'End with a triangle around the origin, at the last step.',
      done: ({ now }) => now.end === 'inside',
    },
    {
      text: 'Find shapes apart that take at least four corners to tell.',
      done: ({ rounds }) => rounds.length >= 4 && rounds[rounds.length - 1]!.end === 'apart',
      progress: ({ rounds }) => `${rounds.length} corners, ${rounds[rounds.length - 1]!.end ?? 'open'}`,
    },
  ],
  hint: 'For many corners let a corner of one shape just miss the other. The first direction is to the right.',
  moral: 'The support function has already answered the questions about excluded regions. Do not ask them again.',
  start: () => ({
    a: body(
      [
        [-1, -0.8],
        [1, -0.8],
        [0, 1],
      ],
      [-0.6, -0.3],
      0.4,
    ),
    b: body(boxPoints(0.8, 0.8), [0.5, 0.4], 0.3),
    step: 1,
  }),
  solve(abut, state) {
    const { a, b } = state,
      rounds = search(abut, a, b),
      va = cornersOf(a);
    state.step = Math.min(state.step, rounds.length - 1);
    const now = rounds[state.step]!;
    return {
      rounds,
      now,
      isLast: state.step === rounds.length - 1,
      hull: hull2(cornersOf(b).flatMap((q) => va.map((p) => sub(q, p)))),
      overlap: abut.overlap(space, operandOf(a), operandOf(b)),
      regions: regionsOf(now, wide),
    };
  },
  controls: [
    {
      kind: 'range',
      id: 'step',
      label: 'corner',
      min: 0,
      max: (_, { rounds }) => rounds.length - 1,
      get: (s) => s.step,
      set: (s, v) => (s.step = v),
      text: ({ step }, { rounds }) => `${step + 1} of ${rounds.length}`,
    },
  ],
  panes: [
    {
      title: 'shapes',
      view: () => [
        [-2.8, -2],
        [2.8, 2],
      ],
      draw(paper, { a, b }) {
        drawBody(paper, a, 'a', 'shape-a', 'A');
        drawBody(paper, b, 'b', 'shape-b', 'B');
        drawTurn(paper, a, 'a', 'turn-a', 'A');
        drawTurn(paper, b, 'b', 'turn-b', 'B');
      },
    },
    {
      title: 'difference B − A',
      view: (_, { hull }) => withRoom([...hull, [0, 0]]),
      draw(paper, _, { hull, now }) {
        const regions = regionsOf(now, paper.camera.frame());
        regions.forEach(({ polygon, excluded }, i) => paper.polygon(polygon, excluded ? 'region out' : `region r${i}`));
        paper.polygon(hull, 'difference');
        paper.polygon(now.simplex, 'simplex');
        regions.forEach(({ polygon, excluded }) => {
          if (polygon.length < 3) return;
          paper.text(mean(polygon), excluded ? 'excluded' : 'possible', excluded ? 'small' : 'strong');
        });
        const newest = now.simplex[now.simplex.length - 1]!;
        if (now.end === 'apart') paper.plane(newest, now.d);
        now.simplex.forEach((p, i) => {
          paper.bead(p, `simplex${p === newest ? ' newest' : ''}`, p === newest ? 6 : 5);
          paper.corner(p, hull, `s${i}`, 'id s');
        });
        paper.pointer(newest, now.d, 40, 'search');
        paper.origin();
      },
    },
  ],
  say: ({ now }) => {
    if (now.end === 'apart') return 'The furthest corner this way does not reach the origin: they are apart.';
    if (now.end === 'inside')
      return 'The origin is outside of neither side at the newest corner: it is in the triangle, they meet.';
    return now.simplex.length === 1
      ? 'One corner: look from it toward the origin.'
      : now.simplex.length === 2
        ? 'Two corners, four regions: beyond the ends there is nothing. One sign chooses the side.'
        : 'Three corners, seven regions, four of them out. The origin is beyond a side at the newest corner.';
  },
  numbers: ({ now, regions, rounds, overlap }) => [
    ['direction', vector(now.d, false)],
    ['newest corner, height along it', number(now.beyond, false)],
    [
      'regions left',
      regions.length > 0
        ? `${regions.filter(({ excluded }) => !excluded).length} of ${regions.length}`
        : 'none to choose from',
    ],
    ['this search says', rounds[rounds.length - 1]!.end === 'inside' ? 'they meet' : 'apart'],
    ['abut says', overlap.overlap ? 'they meet' : overlap.apart ? 'apart' : 'open'],
  ],
});
