/** Lesson: a point of a polygon is held by three of its corners. */
import { dot, left, mean, sub, type Vector } from '../../model/vector.js';
import { number, vector } from '../../page/text/words.js';
import { between, lastStep, pointAt, polygonOf, weightsOf } from '../bodies.js';
import { lesson } from '../lesson.js';
import { source } from '../source.js';
import gjk2 from '../../../../examples/textbook/gjk2.hpp?raw';

interface State {
  q: Vector;
  step: number;
}
interface Result {
  /** The masses after each exchange. */
  rounds: number[][];
  masses: number[];
  mine: string;
  library: number[];
  theirs: string;
}

const corners: Vector[] = [
  [-2.4, -0.6],
  [-0.8, -1.7],
  [1.6, -1.5],
  [2.6, 0.2],
  [1.2, 1.6],
  [-1.4, 1.5],
];
const names = ['A', 'B', 'C', 'D', 'E', 'F'];
const area = (a: Vector, b: Vector, c: Vector) => dot(left(sub(b, a)), sub(c, a)) / 2;

/** Masses on all corners whose center is q (Wachspress). */
function spreadMasses(q: Vector): number[] {
  const n = corners.length,
    at = (i: number) => corners[(i + n) % n]!;
  const raw = corners.map(
    (c, i) => area(at(i - 1), c, at(i + 1)) / (area(q, at(i - 1), c) * area(q, c, at(i + 1))),
  );
  const sum = raw.reduce((total, x) => total + x, 0);
  return raw.map((x) => x / sum);
}

/** Shifts masses between four corners, with their center at rest, until one of them has none. */
function exchange(masses: number[]): number[] {
  const four = masses.flatMap((x, i) => (x > 0 ? [i] : [])).slice(0, 4),
    [a, b, c, d] = four.map((i) => corners[i]!) as [Vector, Vector, Vector, Vector],
    whole = area(a, b, c);
  // d as a center of masses on a, b and c: put those on, and take the mass of d away, or the other way round.
  const shift = [area(d, b, c) / whole, area(d, c, a) / whole, area(d, a, b) / whole, -1];
  const most = Math.min(...four.flatMap((i, k) => (shift[k]! > 0 ? [masses[i]! / shift[k]!] : [])));
  return masses.map((x, i) => {
    const k = four.indexOf(i),
      rest = k < 0 ? x : x - most * shift[k]!;
    return k >= 0 && shift[k]! > 0 && masses[i]! / shift[k]! === most ? 0 : rest;
  });
}

const nameOf = (masses: number[]) => names.filter((_, i) => masses[i]! > 0).join('');

export default lesson<State, Result>({
  question: {
    ask: 'Q is the center of six masses, one at each corner. How many corners could hold Q alone?',
    choices: ['6', '4', '3'],
    answer: (_, { step }) => (step === 3 ? 2 : null),
    see: 'take masses away, one after the other.',
    because: 'With four corners or more there is always an exchange that frees one of them.',
  },
  text: [
    'Every point of a convex polygon is a center of masses on its corners. Do we need all of them?',
    'Take four corners that carry mass. One of them is itself a combination of the other three, so mass can be exchanged among the four while Q does not move. Go on until one mass is used up, and forget that corner. Three corners are left in the end: a triangle has no such exchange. This is <dfn>Carathéodory’s theorem</dfn>: d + 1 points suffice in d dimensions.',
    'Which three is not determined. GJK finds its own triangle by looking for the origin.',
  ],
  why: {
    picture:
      '<path class="a" d="M8 40 26 10 60 6 84 22 76 48 38 54Z"/><path class="s" d="M8 40 60 6 76 48Z"/><circle class="dot" cx="48" cy="30" r="3"/>',
    text: 'It is why GJK may keep three corners in the plane and four in space, of thousands.',
  },
  source: source({
    file: 'gjk2.hpp',
    text: gjk2,
    from: 'inline Closest<Vec2> reduce(',
    blocks: { triangle: 'closest = closest_on_triangle(', drop: 'if (closest.weight[i] == 0) continue' },
    lit: () => ['triangle', 'drop'],
  }),
  hands: 'Drag Q inside the polygon; exchange masses with the slider. Tab and arrow keys do the same.',
  goals: [
    { text: 'Exchange until three corners hold Q.', done: (_, { step }) => step === 3 },
    {
      text: 'Find a Q for which the triangle of abut is not yours.',
      done: ({ mine, theirs }, { step }) => step === 3 && theirs.length === 3 && mine !== theirs,
      progress: ({ mine, theirs }) => `yours ${mine}, abut’s ${theirs}`,
    },
  ],
  hint: 'Both triangles contain Q. Move Q across a diagonal of the polygon, and one of them has to change.',
  moral: 'A simplex is as much as a proof ever needs: three corners, and masses that are not negative.',
  start: () => ({ q: [0.3, 0.2], step: 0 }),
  solve(abut, state) {
    const space = { dim: 2, precision: 'double' } as const,
      inside = abut.closestPoint(space, state.q, polygonOf(corners.map((c) => between(c, mean(corners), 0.06))));
    if (inside.distance > 0) state.q = inside.point;
    const rounds = [spreadMasses(state.q)];
    while (rounds.length < 4) rounds.push(exchange(rounds[rounds.length - 1]!));
    const { steps } = abut.traced('distance', space, polygonOf(corners), pointAt(state.q)),
      library = weightsOf(
        lastStep(steps),
        corners.map((c) => sub(state.q, c)),
      ),
      masses = rounds[state.step]!;
    return { rounds, masses, mine: nameOf(masses), library, theirs: nameOf(library) };
  },
  controls: [
    {
      kind: 'range',
      id: 'step',
      label: 'exchanges',
      min: 0,
      max: 3,
      get: (s) => s.step,
      set: (s, v) => (s.step = v),
      text: ({ step }) => `${step} of 3`,
    },
  ],
  panes: [
    {
      title: 'six masses and their center',
      view: () => [
        [-3, -2.2],
        [3.2, 2.1],
      ],
      draw(paper, state, { masses, library }) {
        paper.polygon(corners, 'shape a');
        const held = corners.filter((_, i) => masses[i]! > 0);
        paper.polygon(held, 'simplex');
        const theirs = corners.filter((_, i) => library[i]! > 0);
        if (state.step === 3) theirs.forEach((p, i) => paper.line(p, theirs[(i + 1) % theirs.length]!, 'plane'));
        corners.forEach((c, i) => {
          if (masses[i]! > 0) paper.bead(c, 'mass', 26 * Math.sqrt(masses[i]!));
          paper.corner(c, corners, names[i]!, 'id a');
        });
        paper.knob({ key: 'q', name: 'point Q', at: state.q, to: (p) => (state.q = p) }, 'Q', 'q');
      },
    },
  ],
  say: ({ mine, theirs }, { step }) =>
    step < 3
      ? `${mine.length} corners hold Q. Any four of them have an exchange to spare.`
      : `${mine} holds Q. The triangle that abut ended with (dashed) is ${theirs}.`,
  numbers: ({ masses, library }, { q }) => [
    ['masses at A to F', masses.map((x) => number(x, false)).join(', ')],
    ['of abut’s simplex', library.map((x) => number(x, false)).join(', ')],
    ['Q', vector(q, false)],
  ],
});
