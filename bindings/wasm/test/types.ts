// Compiled, never run: the package as a user's TypeScript sees it.
import {
  type Distance,
  type Hull,
  load,
  loadHull,
  loadMotion,
  motionOf,
  type MotionStep,
  parseRecord,
  recordText,
  type Step,
  type TimeOfImpact,
} from 'abut';

const abut = await load(fetch('abut.wasm'));
const gap: Distance = abut.distance(
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
const depth: number = abut.traced('penetration', { dim: 2, precision: 'double' }, parseRecord('').a, parseRecord('').b)
  .answer.depth;
// @ts-expect-error a distance is no depth
void gap.depth;
// @ts-expect-error there is no such shape
abut.distance({ dim: 2, precision: 'double' }, { shape: { shape: 'torus' } }, { shape: { shape: 'point' } });
// @ts-expect-error in four dimensions there is nothing
abut.overlap({ dim: 4, precision: 'double' }, { shape: { shape: 'point' } }, { shape: { shape: 'point' } });
const motion = await loadMotion(fetch('abut-motion.wasm'));
const hit: { answer: TimeOfImpact; steps: MotionStep[] } = motion.traced({ dim: 2, precision: 'double' }, () =>
  motion.timeOfImpact(
    { dim: 2, precision: 'double' },
    { shape: { shape: 'point' } },
    { velocity: [1, 0], angle: 1 },
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
// Whatever is passed may be read-only.
const plane = { dim: 2, precision: 'double' } as const;
const frozen = {
  shape: { shape: 'points', vertices: [[0, 0], [1, 0]] },
  pose: { p: [3, 0], q: [1, 0] },
} as const;
const triangle = { shape: { shape: 'triangle', a: [0, 0], b: [1, 0], c: [0, 1] } } as const;
const along = [[0, 1]] as const;
const way = { start: frozen.pose, center: [0, 0], velocity: [1, 0] } as const;
const sweep = { c0: [0, 0], c1: [1, 0] } as const;
abut.contact(plane, frozen, triangle, { slope: 0.2 } as const);
abut.closestPoint(plane, frozen.pose.p, triangle);
abut.support(plane, triangle, along);
abut.rotation({ dim: 3, precision: 'double' }, 1, [0, 0, 1] as const);
motion.rayCast(plane, { origin: [0, 0], direction: [1, 0] } as const, frozen);
motion.depthAlong(plane, triangle, frozen, way.velocity, { tolerance: 0.1 } as const);
motion.shapeCast(plane, triangle, way.velocity, frozen, { translationB: [0, 0], atStart: 'penetration' } as const);
motion.timeOfImpact(plane, triangle, way, frozen, undefined);
const place: number[] = motion.poseAt(2, way, 0.5).p;
motionOf(motion, sweep, 2, 'double');
(await loadHull()).hull(plane, frozen.shape.vertices);
recordText({ op: 'toi', dim: 2, rounded: false, a: triangle, b: triangle, sweeps: { a: sweep, b: sweep } } as const);
// Where a list is returned, it is the caller's own.
gap.normal.push(0);

export { bounds, depth, hit, hull, place, steps };
