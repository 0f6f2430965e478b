// The TypeScript wrapper: traces, contacts, supports, errors, and records with their errors at the place.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { AbutError, Cache, load, loadHull, loadMotion, parseRecord, RecordError, recordText } from '../dist/index.js';
import { printed } from './printed.mjs';

const abut = await load(readFileSync(new URL('../dist/abut.wasm', import.meta.url)));
const plane = { dim: 2, precision: 'double' },
  space = { dim: 3, precision: 'float' };
const box = (half, pose) => ({ shape: { shape: 'box', half }, ...(pose ? { pose } : {}) });

test('the version is that of the library', () => {
  const header = readFileSync(new URL('../../../include/abut/version.hpp', import.meta.url), 'utf8');
  const number = (part) => new RegExp(`ABUT_VERSION_${part} (\\d+)`).exec(header)[1];
  const version = `${number('MAJOR')}.${number('MINOR')}.${number('PATCH')}`;
  assert.equal(abut.version, version);
  assert.equal(JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')).version, version);
});

test('a trace is the one of docs/trace-format.md', () => {
  const record = parseRecord('{"op":"distance","dim":2,"a":[[0,0],[2,0],[0,2]],"b":[[3,2]]}');
  const { answer, steps } = abut.traced('distance', plane, record.a, record.b);
  const documented = readFileSync(new URL('../../../docs/trace-format.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('{"event":"gjk"'))
    .map((line) => JSON.parse(line.replace(/,$|\],"answer":$/, '')));
  assert.equal(steps.length, documented.length);
  steps.forEach((step, i) => {
    const { corners: simplex, ...rest } = step;
    for (const [name, value] of Object.entries({ simplex, ...rest })) {
      assert.deepEqual(printed(name, value), documented[i][name], `step ${i}: ${name}`);
    }
  });
  assert.equal(answer.distance, 2.1213203435596424);
});

test('more steps than there was room for are asked for again', () => {
  const ellipse = (p) => ({ shape: { shape: 'ellipsoid', radii: [2, 1e-3, 1] }, pose: { p, q: [3, 1, 0, 2] } });
  abut.stepCapacity = 1;
  const { answer, steps } = abut.traced(
    'distance',
    { dim: 3, precision: 'double' },
    ellipse([0, 0, 0]),
    ellipse([3, 2, 1]),
  );
  assert.ok(steps.length > 4);
  assert.equal(steps.length, answer.iterations);
});

test('epa goes on where the cores overlap', () => {
  const { steps } = abut.traced('separation', plane, box([1, 1]), box([1, 1], { p: [1, 0.25] }));
  assert.deepEqual([steps[0].event, steps.at(-1).event], ['gjk', 'epa']);
});

test('contacts of two boxes', () => {
  const { points, separation } = abut.contact(space, box([1, 1, 1]), box([1, 1, 1], { p: [2, 0, 0] }));
  assert.equal(separation, 0);
  assert.equal(points.length, 4);
  for (const p of points) assert.equal(p.pointA[0], 1);
});

test('the half-space may be either operand', () => {
  const ground = { shape: { shape: 'half_space', normal: [0, 0, 1], offset: 0 } },
    sunk = box([1, 1, 1], { p: [0, 0, 0.5] });
  const below = abut.contact(space, ground, sunk),
    above = abut.contact(space, sunk, ground);
  assert.deepEqual(
    below.normal.map((x) => 0 - x),
    above.normal.map((x) => x + 0),
  );
  assert.deepEqual(
    below.points.map((p) => p.pointA),
    above.points.map((p) => p.pointB),
  );
  assert.equal(below.separation, -0.5);
});

test('support points and closest points', () => {
  const ball = { shape: { shape: 'ball', radius: 2 }, pose: { p: [1, 0] }, radius: 0.5 };
  assert.deepEqual(
    abut.support(plane, ball, [
      [0, 3],
      [-1, 0],
    ]),
    [
      [1, 2.5],
      [-1.5, 0],
    ],
  );
  assert.deepEqual(abut.closestPoint(plane, [9, 0], ball).point, [3.5, 0]);
});

test('thousands of points', () => {
  const vertices = Array.from({ length: 20000 }, (_, i) => [Math.cos(i), Math.sin(i), i % 7]);
  const r = abut.distance(
    space,
    { shape: { shape: 'points', vertices } },
    { shape: { shape: 'point' }, pose: { p: [0, 0, 10] } },
  );
  assert.ok(r.lower <= 4 && r.upper >= 4 && r.upper < 4.001);
});

test('errors say why, and where', () => {
  const point = { shape: { shape: 'point' } };
  assert.throws(
    () => abut.distance(plane, point, { shape: { shape: 'ball', radius: -1 } }),
    (error) => {
      assert.ok(error instanceof AbutError);
      assert.equal(error.message, 'b.shape.radius: is -1, expected a finite number of 0 or more');
      return error.where === 'b' && error.index === -1;
    },
  );
  assert.throws(
    () =>
      abut.distance(plane, point, {
        shape: {
          shape: 'points',
          vertices: [
            [1, 2],
            [NaN, 0],
          ],
        },
      }),
    (error) =>
      error.message === 'b.shape.vertices[1][0]: is NaN, expected a finite number' &&
      error.where === 'b' &&
      error.index === 1,
  );
  assert.throws(
    () => abut.distance(plane, point, { shape: { shape: 'points', vertices: [[1, 2], [3]] } }),
    /^AbutError: b\.shape\.vertices\[1\]: 1 number, expected 2$/,
  );
  const ground = { shape: { shape: 'half_space', normal: [0, 1], offset: 0 } };
  assert.throws(
    () => abut.support(plane, ground, [[1, 0]]), // which only the library refuses
    (error) => error instanceof AbutError && error.where === 'a' && /^a: a half-space has no end/.test(error.message),
  );
  assert.equal(abut.distance(plane, point, point).distance, 0); // and goes on
});

const errors = [
  ['{"op":"distance","dim":2,"a":[[0,0]],"b":[[1,2,3]]}', 'b[0]: has 3 coordinates, expected 2', '[1,2,3]'],
  [
    '{"op":"distance","dim":3,"a":{"shape":"sphere","raduis":1},"b":"unit_box"}',
    'a.raduis: not a member of sphere, expected shape, radius',
    '"raduis"',
  ],
  [
    '{"op":"distance","dim":2,"a":"triangel","b":"disc"}',
    /^a: no shape is named 'triangel' in 2D, expected one of point, disc/,
    '"triangel"',
  ],
  ['{"op":"distance","dim":2,"a":[[0,0]],"b":[[1,oops]]}', /^not JSON/, 'oops'],
  ['{"op":"distance","dim":2,"a":[[0,0]]', 'a comma or a closing } is missing', ''],
  ['{"op":"distance","dim":4,"a":[[0,0]],"b":[[0,0]]}', 'dim: is 4, expected 2 or 3', '4'],
  ['{"op":"distance","dim":2,"b":[[0,0]]}', 'a: missing', '{"op":"distance","dim":2,"b":[[0,0]]}'],
  ['{"op":"distance","dim":2,"a":[[0,0]],"a":[[0,0]]}', 'a: given twice', '"a"'],
  ['{"op":"rounded","dim":2,"a":[[0,0]],"ra":-1,"b":"disc"}', 'ra: negative', '-1'],
  ['{"op":"distance","dim":2,"a":[[0,1e999]],"b":"disc"}', 'the number does not fit a double', '1e999'],
  [
    '{"op":"distance","dim":3,"a":"unit_box","b":"unit_box","pose_b":{"q":[0,0,0,0]}}',
    'pose_b.q: all zero',
    '[0,0,0,0]',
  ],
  ['[1]', 'not a JSON object', '[1]'],
];
for (const [text, message, at] of errors) {
  test(`an error: ${text}`, () => {
    assert.throws(
      () => parseRecord(text),
      (error) => {
        assert.ok(error instanceof RecordError, String(error));
        if (typeof message === 'string') assert.equal(error.message, message);
        else assert.match(error.message, message);
        assert.equal(text.slice(error.from, error.to), at);
        return true;
      },
    );
  });
}

test('a record survives being written', () => {
  const text =
    '{"op":"distance","dim":2,"a":[[0,0],[1,0.1]],"b":{"shape":"box","half":[0.5,0.5]},"pose_b":{"p":[3,0],"angle":0.5},"ra":0.25}';
  const record = parseRecord(text);
  // A radius given is a radius of both.
  assert.deepEqual(parseRecord(recordText(record)), { ...record, b: { ...record.b, radius: 0 } });
});

const motion = await loadMotion(readFileSync(new URL('../dist/abut-motion.wasm', import.meta.url)));

test('rays: hits, misses, and starts inside', () => {
  const shape = box([1, 1]),
    ray = (direction, origin = [-4, 0]) => motion.rayCast(plane, { origin, direction }, shape);
  const hit = ray([2, 0]);
  assert.deepEqual([hit.hit, hit.t, hit.normal[0], hit.point, hit.start], [true, 1.5, -1, [-1, 0], 'separated']);
  assert.ok(hit.tSafe <= 1.5);
  const miss = ray([0, 1]);
  assert.deepEqual([miss.hit, miss.miss, miss.t, miss.tSafe], [false, true, Infinity, Infinity]);
  assert.equal(motion.rayCast(plane, { origin: [-4, 0], direction: [2, 0] }, shape, { maxT: 1 }).miss, true);
  assert.deepEqual([ray([1, 0], [0, 0]).t, ray([1, 0], [0, 0]).start], [0, 'overlapping']);
  assert.equal(motion.rayCast(plane, { origin: [0, 0], direction: [1, 0] }, shape, { atStart: 'leave' }).normal[0], 1);
  assert.equal(motion.rayCast(plane, { origin: [0, 0], direction: [1, 0] }, shape, { atStart: 'ignore' }).miss, true);
});

test('a limit of 0 tests the start alone', () => {
  const hit = motion.shapeCast(plane, box([1, 1]), [4, 0], box([1, 1], { p: [3, 0] }), { maxT: 0 });
  assert.equal(hit.miss, true);
  assert.ok(hit.tSafe <= Number.MIN_VALUE, `${hit.tSafe}`); // which stands for 0 in the C API
});

test('two that move, and their steps', () => {
  const a = box([1, 1, 1]),
    b = box([1, 1, 1], { p: [6, 0, 0] });
  const options = { translationB: [-2, 0, 0], target: 1, method: 'advancement' },
    ask = () => motion.shapeCast(space, a, [2, 0, 0], b, options);
  const { answer, steps } = motion.traced(space, ask);
  assert.deepEqual({ ...answer }, { ...ask() });
  assert.ok(Math.abs(answer.t - 0.75) <= 2 ** -23 && answer.tSafe <= 0.75);
  assert.deepEqual([...new Set(steps.map((step) => step.event))], ['cast', 'gjk']);
  assert.equal(steps.filter((step) => step.event === 'cast').length, answer.iterations);
});

test('a rod that turns hits a point, where poseAt says it is', () => {
  const rod = { shape: { shape: 'segment', a: [-1, 0], b: [1, 0] } },
    point = { shape: { shape: 'point' }, pose: { p: [0, 0.5] } };
  const spin = { start: { p: [0, 0], angle: 0 }, angle: Math.PI };
  const targetTolerance = 1e-6; // a length, as asked for; the rod is 2 long
  motion.stepCapacity = 1;
  const { answer, steps } = motion.traced(plane, () =>
    motion.timeOfImpact(plane, rod, spin, point, undefined, { targetTolerance }),
  );
  assert.ok(answer.hit && answer.hitSeparation <= targetTolerance && answer.tSafe <= 0.5);
  assert.equal(steps.length, answer.iterations);
  assert.equal(steps.at(-1).t, answer.t);
  const { q } = motion.poseAt(2, spin, answer.t);
  assert.ok(Math.abs(Math.atan2(q[1], q[0]) - Math.PI * answer.t) <= 2 ** -49);
  assert.throws(() => motion.timeOfImpact(plane, rod, spin, point, spin), /b: it has a pose and a motion/);
  assert.throws(
    () => motion.timeOfImpact(plane, rod, { angle: NaN }, point, undefined),
    /^AbutError: motionA\.angle: is NaN, expected a finite number$/,
  );
});

const motionErrors = [
  [
    '{"op":"raycast","dim":2,"hull":[[0,0]],"origin":[1,2]}',
    'dir: missing',
    '{"op":"raycast","dim":2,"hull":[[0,0]],"origin":[1,2]}',
  ],
  ['{"op":"linear_cast","dim":2,"a":"disc","b":"disc","v":[1]}', 'v: has 1 numbers, expected 2', '[1]'],
  [
    '{"op":"toi","dim":2,"a":"disc","b":"disc","sweep_a":{"c0":[0,0],"c1":[0,0],"angle":1},"sweep_b":{"c0":[0,0],"c1":[0,0]}}',
    'sweep_a.angle: not a member of a sweep in 2D, expected c0, c1, a0, a1',
    '"angle"',
  ],
  [
    '{"op":"toi","dim":2,"a":"disc","b":"disc","pose_a":{}}',
    'pose_a: not a field of toi, expected id, op, dim, a, b, ra, rb, sweep_a, sweep_b, target, tol, method',
    '"pose_a"',
  ],
];
for (const [text, message, at] of motionErrors) {
  test(`an error: ${text}`, () => {
    assert.throws(
      () => parseRecord(text),
      (error) => {
        assert.equal(error.message, message);
        assert.equal(text.slice(error.from, error.to), at);
        return true;
      },
    );
  });
}

test('records of what moves survive being written', () => {
  for (const text of [
    '{"op":"raycast","dim":2,"b":[[0,0],[1,1]],"origin":[1,2],"dir":[0,-1],"max_t":3}',
    '{"op":"linear_cast","dim":2,"a":[[0,0]],"b":{"shape":"box","half":[1,1]},"pose_b":{"p":[3,0]},"v":[1,0],"target":0.1}',
    '{"op":"toi","dim":3,"a":[[0,0,0]],"b":[[1,0,0]],"sweep_a":{"c0":[0,0,0],"c1":[1,0,0],"q0":[0,0,0,1],"axis":[0,0,1],"angle":3},"sweep_b":{"c0":[0,0,0],"c1":[0,0,0]},"tol":0.001}',
  ]) {
    const record = parseRecord(text);
    assert.deepEqual(parseRecord(recordText(record)), record);
    assert.deepEqual(JSON.parse(recordText(record)), JSON.parse(text));
  }
});

const hulls = await loadHull(readFileSync(new URL('../dist/abut-hull.wasm', import.meta.url)));

test('the hull of a cube, of flat points, and of a point', () => {
  const cube = Array.from({ length: 8 }, (_, i) => [i & 1, (i >> 1) & 1, (i >> 2) & 1]);
  const solid = hulls.hull(space, [...cube, [0.5, 0.5, 0.5], [0.5, 0.5, 1]]);
  assert.deepEqual([solid.vertices, solid.rank, solid.measure], [[0, 1, 2, 3, 4, 5, 6, 7], 3, 1]);
  assert.deepEqual(
    solid.faces.map((face) => face.length),
    [4, 4, 4, 4, 4, 4],
  );
  const flat = hulls.hull(space, [
    [0, 0, 0],
    [1, 0, 0],
    [1, 1, 0],
    [0, 1, 0],
    [0.5, 0.5, 0],
  ]);
  assert.deepEqual(
    [flat.rank, flat.faces],
    [
      2,
      [
        [0, 1, 2, 3],
        [3, 2, 1, 0],
      ],
    ],
  );
  const told = ({ space, vertices, faces, rank, measure }) => ({ space, vertices, faces, rank, measure });
  assert.deepEqual(
    told(
      hulls.hull(plane, [
        [0, 0],
        [4, 0],
        [0, 4],
        [1, 1],
      ]),
    ),
    {
      space: plane,
      vertices: [0, 1, 2],
      faces: [
        [0, 1],
        [1, 2],
        [2, 0],
      ],
      rank: 2,
      measure: 8,
    },
  );
  assert.deepEqual(
    told(
      hulls.hull(plane, [
        [2, 3],
        [2, 3],
      ]),
    ),
    { space: plane, vertices: [0], faces: [], rank: 0, measure: 0 },
  );
  assert.throws(() => hulls.hull(plane, []), /^AbutError: points: 0 points, expected 1 or more$/);
  assert.throws(
    () =>
      hulls.hull(space, [
        [0, 0, 0],
        [0, NaN, 0],
      ]),
    (error) => error instanceof AbutError && error.index === 1,
  );
});

test('the edges of a hull are each in two faces, in opposite directions', () => {
  const points = Array.from({ length: 500 }, (_, i) => [Math.cos(i), Math.sin(2 * i), Math.cos(3 * i + 1)]);
  for (const precision of ['float', 'double']) {
    const { vertices, faces } = hulls.hull({ dim: 3, precision }, points);
    const sides = faces.flatMap((face) => face.map((v, k) => `${v} ${face[(k + 1) % face.length]}`)),
      all = new Set(sides);
    assert.equal(all.size, sides.length);
    for (const side of sides) assert.ok(all.has(side.split(' ').reverse().join(' ')), side);
    assert.equal(vertices.length - sides.length / 2 + faces.length, 2);
  }
});

/** 500 points of a sphere. */
const sphere = Array.from({ length: 500 }, (_, i) => {
  const z = 1 - (2 * i + 1) / 500,
    r = Math.sqrt(1 - z * z),
    turn = i * Math.PI * (3 - Math.sqrt(5));
  return [r * Math.cos(turn), r * Math.sin(turn), z];
});

test('a hull is a shape in every module, and names its vertices', () => {
  const hull = hulls.hull(space, sphere),
    pose = { p: [4, 0, 0], q: [1, 0, 0, 0] },
    point = { shape: { shape: 'point' } };
  const gap = abut.distance(space, point, { hull, pose }),
    same = abut.distance(space, point, { shape: { shape: 'points', vertices: sphere }, pose });
  assert.deepEqual([gap.distance, gap.lower, gap.upper], [same.distance, same.lower, same.upper]);
  assert.deepEqual(
    gap.features.map(([, id]) => hull.vertices[id]).sort(),
    same.features.map(([, id]) => id).sort(),
  );
  assert.equal(abut.distance(space, point, { hull, pose, radius: 0.5 }).lower > 0, true);
  const hit = motion.rayCast(space, { origin: [0, 0, 0], direction: [1, 0, 0] }, { hull, pose });
  assert.ok(hit.hit && hit.tSafe <= 3.01 && hit.t >= 3);
  const { volume, centroid } = hulls.massProperties(space, { hull, pose });
  assert.ok(Math.abs(volume - hull.measure) <= 2 ** -20 * volume && Math.abs(centroid[0] - 4) <= 0.01);
  const { min, max } = abut.aabb(space, { hull, pose });
  assert.ok(min[0] <= gap.upper && min[0] >= 3 && max[0] <= 5.001);
});

test('a disposed hull is refused, and its memory is used again', () => {
  const address = (hull) => {
    abut.distance(space, { hull }, { hull });
    return abut.hulls.get(hull);
  };
  const first = hulls.hull(space, sphere),
    where = address(first);
  assert.equal(address(first), where); // copied once
  first.dispose();
  first.dispose();
  assert.ok(first.isDisposed);
  assert.throws(() => abut.distance(space, { hull: first }, box([1, 1, 1])), /^AbutError: a\.hull: was disposed/);
  assert.equal(address(hulls.hull(space, sphere)), where);
  const flat = hulls.hull(plane, [
    [0, 0],
    [1, 0],
  ]);
  assert.throws(
    () => abut.distance(space, box([1, 1, 1]), { hull: flat }),
    /^AbutError: b\.hull: built in 2D double, expected 3D float$/,
  );
});

test('hulls that are garbage are freed', async () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc');
  const before = abut.exports.memory.buffer.byteLength,
    count = 200;
  let size = 0;
  for (let i = 0; i < count; ++i) {
    const hull = hulls.hull(space, sphere);
    abut.distance(space, { hull }, box([1, 1, 1]));
    size = hull.bytes.length;
    if (i % 20 > 0) continue;
    gc();
    await new Promise((resolve) => setTimeout(resolve));
  }
  const grown = abut.exports.memory.buffer.byteLength - before;
  assert.ok(grown < (count * size) / 2, `${grown} bytes for ${count} hulls of ${size}`);
});

test('a cache begins where the last query ended', () => {
  const vertices = sphere.slice(0, 40),
    a = { shape: { shape: 'points', vertices } },
    b = { ...a, pose: { p: [3, 0.3, 0.2], q: [1, 0.2, 0.1, 0] } };
  const cache = new Cache(),
    cold = abut.distance(space, a, b),
    first = abut.distance(space, a, b, { cache }),
    warm = abut.distance(space, a, b, { cache });
  assert.deepEqual(first, cold);
  assert.ok(warm.iterations < cold.iterations, `${warm.iterations} of ${cold.iterations}`);
  assert.ok(warm.lower <= cold.upper && cold.lower <= warm.upper);
  cache.clear();
  assert.deepEqual(abut.distance(space, a, b, { cache }), cold);
});

test('starts in contact: a hit, a miss, or a depth', () => {
  const cast = (translation, options) =>
    motion.shapeCast(plane, box([1, 1]), translation, box([1, 1], { p: [1.5, 0] }), options);
  assert.deepEqual([cast([1, 0]).hit, cast([1, 0]).start], [true, 'overlapping']);
  const ignore = { atStart: 'ignore_separating' };
  assert.deepEqual([cast([-1, 0], ignore).miss, cast([1, 0], ignore).t], [true, 0]);
  const deep = cast([1, 0], { atStart: 'penetration' });
  assert.deepEqual([deep.depth, deep.normal, deep.t], [0.5, [1, 0], 0]);
  assert.equal(cast([1, 0], { target: 1 }).start, 'overlapping');
});

test('the depth along a direction, and its steps', () => {
  const ask = (direction, options) =>
    motion.depthAlong(plane, box([1, 1]), box([1, 1], { p: [1.5, 0] }), direction, options);
  const tolerance = 1e-12, // the default, a part of the depth
    rounding = 32 * Number.EPSILON * (1.5 + 1.5 + 1.5); // of the size: what the boxes reach, and between their centers
  for (const [direction, depth] of [[[2, 0], 0.5], [[0, 3], 2], [[-0.25, 0], 3.5]]) {
    const r = ask(direction);
    assert.ok(r.lower <= depth && depth <= r.upper && r.lower <= r.depth && r.depth <= r.upper, `${depth}`);
    assert.ok(r.upper - r.lower <= tolerance * depth + rounding, `${depth}`);
    assert.deepEqual(r.normal.map((x) => x + 0), direction.map(Math.sign));
  }
  assert.notEqual(ask([2, 0], { maxIterations: 1 }).status, 'converged');
  assert.equal(motion.depthAlong(plane, box([1, 1]), box([1, 1], { p: [4, 0] }), [1, 0]).upper, 0);
  const ground = { shape: { shape: 'half_space', normal: [0, 1], offset: 0 } };
  assert.equal(motion.depthAlong(plane, ground, box([1, 1]), [0, 1]).depth, 1);
  assert.equal(motion.depthAlong(plane, ground, box([1, 1]), [1, -1]).depth, Infinity);
  const { answer, steps } = motion.traced(plane, () => ask([2, 0]));
  assert.deepEqual(answer, ask([2, 0]));
  assert.ok(steps.length > 0 && steps.every(({ event }) => event === 'mpr'));
});

test('half-spaces that move, and that rest', () => {
  const wall = { shape: { shape: 'half_space', normal: [1, 0], offset: 0 } },
    rod = { shape: { shape: 'segment', a: [1, 0], b: [3, 0] } };
  const swing = motion.timeOfImpact(plane, rod, { angle: Math.PI }, wall, undefined, { targetTolerance: 1e-6 });
  assert.ok(swing.hit && swing.tSafe <= 0.5 && Math.abs(swing.t - 0.5) <= 1e-6);
  const push = motion.timeOfImpact(plane, wall, { velocity: [2, 0] }, rod, undefined);
  assert.ok(push.hit && push.tSafe <= 0.5 && Math.abs(push.t - 0.5) <= 1e-3 && push.normal[0] === 1);
  assert.equal(motion.timeOfImpact(plane, wall, { velocity: [2, 0] }, rod, undefined, { maxT: 0.25 }).tSafe, 0.25);
  const leave = () => motion.timeOfImpact(plane, rod, undefined, wall, { velocity: [-2, 0] }),
    { answer, steps } = motion.traced(plane, leave);
  assert.deepEqual([answer.miss, answer.hit, answer.tSafe, answer.t], [true, false, 1, Infinity]);
  assert.ok(steps.length > 0);
});

test('the gradient of the separation', () => {
  const ball = (p) => ({ shape: { shape: 'ball', radius: 1 }, pose: { p } });
  const g = abut.separationGradient(plane, ball([0, 0]), ball([3, 0]));
  assert.deepEqual([g.separation, g.unique], [1, true]);
  assert.deepEqual([...g.b.translation, ...g.b.rotation].map((x) => x + 0), [1, 0, 0]);
  assert.deepEqual(g.a.translation.map((x) => x + 0), [-1, 0]);
  const ground = { shape: { shape: 'half_space', normal: [0, 1], offset: -2 } };
  assert.deepEqual(abut.separationGradient(plane, ground, ball([0, 0])).b.translation, [0, 1]);
});
