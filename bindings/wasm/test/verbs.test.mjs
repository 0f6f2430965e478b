// WebAssembly gives the bits of the C API, which gives those of C++: every verb, for pairs of shapes of every kind,
// with hulls by handle, half-spaces, caches and start policies. The native program prints its calls and their answers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Cache, load, loadHull, loadMotion, starts } from '../dist/index.js';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const program = process.env.ABUT_C_VERBS ?? `${root}/build/release/bindings/c/test/abut_c_verbs`;
assert.ok(
  existsSync(program),
  `${program} is missing: cmake --preset release && cmake --build --preset release --target abut_c_verbs`,
);
const lines = execFileSync(program, ['--json'], { maxBuffer: 1 << 30, encoding: 'utf8' })
  .trimEnd()
  .split('\n');
const abut = await load(),
  motion = await loadMotion(),
  hulls = await loadHull();

const infinities = { Infinity, '-Infinity': -Infinity };
const revived = (_, value) => (typeof value === 'string' && value in infinities ? infinities[value] : value);

/** The hulls, which are built once: by space and number of points. */
const built = new Map(),
  keyOf = ({ dim, precision }, count) => `${dim} ${precision} ${count}`;

let cache;
/** An argument as the wrapper takes it. */
function argument(space, value) {
  if (value === null || value === undefined) return undefined;
  if (value.hull) return { ...value, hull: built.get(keyOf(space, value.hull)) };
  if (value.cache === 'new') cache = new Cache();
  return value.cache ? { ...value, cache } : value;
}

const ofMotion = ['rayCast', 'shapeCast', 'timeOfImpact'];
const moduleOf = (verb) => (verb === 'depthAlong' || ofMotion.includes(verb) ? motion : verb === 'massProperties' ? hulls : abut);

/** What the wrapper returns for an answer of the C API. */
function expected(verb, dim, r) {
  const vector = (v) => v.slice(0, dim);
  const normal = vector(r.normal),
    points = { pointA: vector(r.pointA), pointB: vector(r.pointB) },
    point = vector(r.point);
  const outcome = { status: r.status, iterations: r.iterations },
    bounds = { lower: r.lower, upper: r.upper };
  if (verb === 'aabb') return { min: r.min, max: r.max };
  if (verb === 'massProperties') {
    const [xx, yy, zz, xy, xz, yz] = r.inertia;
    return { volume: r.volume, centroid: r.centroid, inertia: { xx, yy, zz, xy, xz, yz } };
  }
  if (ofMotion.includes(verb)) {
    const found = { hit: r.hit === 1, miss: r.miss === 1, t: r.t, tSafe: r.tSafe, start: starts[r.start], normal };
    const { depth, safeSeparation, hitSeparation, targetTolerance } = r;
    if (verb === 'shapeCast') return { ...outcome, ...found, ...points, depth };
    if (verb === 'rayCast') return { ...outcome, ...found, point };
    return { ...outcome, ...found, ...points, safeSeparation, hitSeparation, targetTolerance };
  }
  const answer = { ...outcome, ...bounds },
    { distance, depth, separation } = r;
  if (verb === 'overlap')
    return { ...answer, overlap: r.overlap === 1, apart: r.apart === 1, axis: vector(r.axis), point };
  if (verb === 'closestPoint') return { ...answer, distance, inside: r.inside === 1, point, normal };
  if (verb === 'contact') return { ...answer, separation, normal, points: r.points };
  const places = { ...answer, normal, ...points };
  if (verb === 'distance') return { ...places, distance };
  if (verb === 'penetration' || verb === 'depthAlong') return { ...places, depth };
  const signed = { ...places, separation, uniqueNormal: r.uniqueNormal === 1 };
  return verb === 'separation' ? signed : { ...signed, a: r.a, b: r.b, unique: r.unique === 1 };
}

/** All but what the native program does not print. */
function told({ features, points, ...rest }) {
  const bare = ({ pointA, pointB, separation }) => ({ pointA, pointB, separation });
  return points ? { ...rest, points: points.map(bare) } : rest;
}

const byVerb = {};
for (const line of lines) {
  const call = JSON.parse(line, revived);
  if (call.points) built.set(keyOf(call.space, call.hull), hulls.hull(call.space, call.points));
  else (byVerb[call.verb] ??= []).push({ ...call, line });
}

for (const [verb, all] of Object.entries(byVerb)) {
  test(`${verb}: the native bits, ${all.length} times`, () => {
    assert.ok(all.length > 50);
    for (const { space, arguments: given, answer, line } of all) {
      const found = moduleOf(verb)[verb](space, ...given.map((value) => argument(space, value)));
      assert.deepStrictEqual(told(found), expected(verb, space.dim, answer), line.slice(0, 400));
    }
  });
}

test('every verb is among them', () => {
  const verbs = ['distance', 'overlap', 'separation', 'penetration', 'depthAlong', 'contact', 'separationGradient', 'closestPoint'];
  assert.deepEqual(Object.keys(byVerb).sort(), [...verbs, ...ofMotion, 'aabb', 'massProperties'].sort());
});
