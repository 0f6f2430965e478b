// Compiled, never run: the package as a user's TypeScript sees it.
import {
  type Answer,
  type Hull,
  type Impact,
  load,
  loadHull,
  loadMotion,
  type MotionStep,
  parseRecord,
  type Step,
} from 'abut';

const abut = await load(fetch('abut.wasm'));
const gap: Answer = abut.distance(
  { dim: 3, precision: 'float' },
  { shape: { shape: 'box', half: [1, 1, 1] } },
  { shape: { shape: 'point' }, pose: { p: [3, 0, 0] } },
);
const bounds: [number, number] = [gap.lower, gap.upper];
const steps: Step[] = abut.traced(
  'separation',
  { dim: 2, precision: 'double' },
  parseRecord('').a,
  parseRecord('').b,
).steps;
// @ts-expect-error there is no such shape
abut.distance({ dim: 2, precision: 'double' }, { shape: { shape: 'torus' } }, { shape: { shape: 'point' } });
// @ts-expect-error in four dimensions there is nothing
abut.overlap({ dim: 4, precision: 'double' }, { shape: { shape: 'point' } }, { shape: { shape: 'point' } });
const motion = await loadMotion(fetch('abut-motion.wasm'));
const hit: { answer: Impact; steps: MotionStep[] } = motion.traced({ dim: 2, precision: 'double' }, () =>
  motion.timeOfImpact(
    { dim: 2, precision: 'double' },
    { shape: { shape: 'point' } },
    { velocity: [1, 0], turn: 1 },
    { shape: { shape: 'ball', radius: 1 } },
    undefined,
    { method: 'bilateral' },
  ),
);
motion.rayCast(
  { dim: 2, precision: 'double' },
  { origin: [0, 0], direction: [1, 0] },
  { shape: { shape: 'point' } },
  // @ts-expect-error substeps are a method of times of impact
  { method: 'substep' },
);
const hull: Hull = (await loadHull(fetch('abut-hull.wasm'))).hull({ dim: 3, precision: 'float' }, [[0, 0, 0]]);
export { bounds, hit, hull, steps };
