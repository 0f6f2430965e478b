// Every argument of every function is checked: what is wrong is refused by an AbutError that names the place.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  AbutError,
  answerMotionRecord,
  answerRecord,
  askMotion,
  isMotionOp,
  load,
  loadHull,
  loadMotion,
  motionOf,
  parseRecord,
  recordText,
} from '../dist/index.js';

const abut = await load(),
  motion = await loadMotion(),
  hulls = await loadHull();
const space = { dim: 3, precision: 'double' },
  plane = { dim: 2, precision: 'float' };
const crate = { shape: { shape: 'box', half: [1, 1, 1] } },
  ball = { shape: { shape: 'ball', radius: 0.5 }, pose: { p: [3, 0, 0], q: [1, 0, 0, 0] }, radius: 0.25 };

/** Values that are never an object with the members of an argument. */
const noObjects = [undefined, null, 0, NaN, true, 'box', [1, 2, 3], () => 1, Symbol('box'), 1n];
/** Each row: the wrong value, and the place after that of the argument, which is '' if there is none. */
const all = (values, at = '') => values.map((value) => [value, at]);

const spaces = [
  ...all(noObjects),
  [{}, ''],
  [crate, ''],
  [{ dim: 4, precision: 'double' }, '.dim'],
  [{ dim: '3', precision: 'double' }, '.dim'],
  [{ precision: 'double' }, '.dim'],
  [{ dim: 3 }, '.precision'],
  [{ dim: 3, precision: 'half' }, '.precision'],
];

/** What a vector of `count` numbers may not be. */
const vectors = (count) => {
  const right = Array.from({ length: count }, (_, i) => i + 1),
    last = `[${count - 1}]`;
  const ending = (x) => [...right.slice(0, -1), x];
  return [
    ...all([undefined, null, 7, '123', {}, { length: count }, () => 1, new DataView(new ArrayBuffer(8 * count))]),
    [[], ''],
    [right.slice(0, -1), ''],
    [[...right, 1], ''],
    ...[NaN, Infinity, undefined, null, '1', [1], 1n].map((x) => [ending(x), last]),
    [new Array(count), '[0]'],
    [new BigInt64Array(count), '[0]'],
  ];
};

/** Wrong values of a member, in an object that is right without it. */
const inside = (right, member, rows) => rows.map(([value, at]) => [{ ...right, [member]: value }, `.${member}${at}`]);
const given = (rows) => rows.filter(([value]) => value !== undefined); // a member that may be left out
const sizes = all([null, -1, NaN, Infinity, '1', [1]]);
const numbers = all([null, NaN, -Infinity, '1', {}]);

const poses = (dim) => [
  ...all(noObjects.slice(1)),
  ...inside({}, 'p', given(vectors(dim))),
  ...inside({}, 'q', given(vectors(dim === 2 ? 2 : 4))),
  [{ q: new Array(dim === 2 ? 2 : 4).fill(0) }, '.q'],
  [{ position: [1, 2, 3] }, '.position'],
  ...(dim === 2 ? inside({}, 'angle', numbers) : [[{ angle: 1 }, '.angle']]),
  ...(dim === 2 ? [[{ angle: 1, q: [1, 0] }, '.angle']] : []),
];

const pointLists = (dim) => [
  ...all([undefined, null, 7, '123', {}, new Float64Array(dim), () => 1]),
  ...vectors(dim).map(([value, at]) => [[new Array(dim).fill(1), value], `[1]${at}`]),
];

const v = [1, 2, 3];
const shapes = [
  ...all(noObjects.filter((value) => value !== 'box')),
  [{}, '.shape'],
  [{ shape: 'torus' }, '.shape'],
  [{ shape: 'toString' }, '.shape'],
  [{ shape: ['box'], half: v }, '.shape'],
  [{ shape: 'ball' }, '.radius'],
  [{ shape: 'ball', radius: 1, raduis: 1 }, '.raduis'],
  ...inside({ shape: 'ball' }, 'radius', sizes),
  ...inside({ shape: 'capsule', radius: 1 }, 'half_height', [[undefined, ''], ...sizes]),
  ...inside({ shape: 'capsule', half_height: 1 }, 'radius', [[undefined, ''], ...sizes]),
  ...inside({ shape: 'cylinder', radius: 1, half_height: 1 }, 'axis', all([null, 'w', 2, ['x']])),
  ...inside({ shape: 'cone', radius: 1 }, 'half_height', [[undefined, ''], ...sizes]),
  ...inside({ shape: 'ellipsoid' }, 'radii', vectors(3)),
  ...inside({ shape: 'box' }, 'half', vectors(3)),
  [{ shape: 'box', half: [1, -1, 1] }, '.half[1]'],
  [{ shape: 'ellipsoid', radii: [1, 1, -1] }, '.radii[2]'],
  ...inside({ shape: 'segment', b: v }, 'a', vectors(3)),
  ...inside({ shape: 'triangle', a: v, b: v }, 'c', vectors(3)),
  ...inside({ shape: 'tetrahedron', a: v, b: v, c: v }, 'd', vectors(3)),
  ...inside({ shape: 'points' }, 'vertices', pointLists(3)),
  [{ shape: 'points', vertices: [] }, '.vertices'],
  ...inside({ shape: 'hull' }, 'vertices', pointLists(3)),
  ...inside({ shape: 'half_space', offset: 1 }, 'normal', vectors(3)),
  ...inside({ shape: 'half_space', normal: v }, 'offset', [[undefined, ''], ...numbers]),
];
const tetrahedron = [v, [0, 0, 0], [1, 0, 0], [0, 1, 0]],
  handle = hulls.hull(space, tetrahedron),
  disposed = hulls.hull(space, tetrahedron);
disposed.dispose();
const operands = [
  ...all(noObjects),
  [{}, '.shape'],
  [handle, ''], // not an operand
  ...inside({}, 'hull', all([null, 7, 'hull', [], {}, crate, disposed])),
  [{ hull: hulls.hull({ dim: 3, precision: 'float' }, tetrahedron) }, '.hull'], // of another space
  [{ hull: handle, shape: crate.shape }, '.shape'],
  ...inside({ hull: handle }, 'pose', poses(3)),
  ...inside({ hull: handle }, 'radius', sizes),
  [{ shape: 'box', half: [1, 1, 1] }, ''], // a shape, as in a record
  [{ ...crate, position: [1, 2, 3] }, '.position'],
  ...inside({}, 'shape', shapes),
  ...inside(crate, 'pose', poses(3)),
  ...inside(crate, 'radius', sizes),
];

const counts = all([null, -1, NaN, Infinity, 1.5, 2 ** 31, '9']);
const bounds = all([null, -1, NaN, '1']);
const names = all([null, 'epa', 0, 'toString']);
const options = (members) => [
  ...all(noObjects.filter((value) => value !== undefined)),
  [{ tolerence: 1e-3 }, '.tolerence'],
  ...Object.entries(members).flatMap(([name, rows]) => inside({}, name, rows)),
];
const standing = {
  tolerance: sizes,
  cutoff: bounds,
  margin: bounds,
  slope: [...bounds, [2, '']],
  maxIterations: counts,
  maxPoints: counts,
  method: names,
  cache: all([null, 7, {}, [], new Uint32Array(16)]),
};
const pairOptions = options({ ...standing, method: [...names, ['mpr', '']] }),
  castMembers = { maxT: bounds, method: [...names, ['substep', '']], tolerance: sizes, maxIterations: counts };

const motions = (dim) => [
  ...all(noObjects.slice(1)),
  ...inside({}, 'start', poses(dim)),
  ...inside({}, 'center', given(vectors(dim))),
  ...inside({}, 'velocity', given(vectors(dim))),
  ...(dim === 3 ? inside({}, 'axis', given(vectors(3))) : [[{ axis: [0, 0, 1] }, '.axis']]),
  ...inside({}, 'angle', numbers),
  [{ speed: [1, 2, 3] }, '.speed'],
];

const resting = parseRecord('{"op":"distance","dim":2,"a":[[0,0],[2,0]],"b":"disc"}'),
  rayRecord = parseRecord('{"op":"raycast","dim":2,"hull":[[0,0],[1,0]],"origin":[-3,0],"dir":[1,0]}'),
  bodies = parseRecord(
    '{"op":"toi","dim":2,"a":"disc","b":"disc","sweep_a":{"c0":[0,0],"c1":[4,0]},"sweep_b":{"c0":[4,0],"c1":[4,0]}}',
  );
const { a: sweep } = bodies.sweeps;
const sweeps = [
  ...all(noObjects),
  ...inside(sweep, 'c0', vectors(2)),
  ...inside(sweep, 'c1', vectors(2)),
  ...inside(sweep, 'a0', numbers),
  [{ ...sweep, axis: [0, 0, 1] }, '.axis'],
];
const records = [
  ...all(noObjects),
  [{ ...resting, op: 'distanse' }, '.op'],
  [{ ...resting, dim: 4 }, '.dim'],
  [{ ...resting, a: undefined }, '.a'],
  [{ ...resting, b: { shape: { shape: 'points', vertices: [[0, NaN]] } } }, '.b.shape.vertices[0][1]'],
  ...inside(resting, 'target', sizes),
  ...inside(resting, 'v', given(vectors(2))),
  [{ ...resting, ray: { origin: [0, 0] } }, '.ray.dir'],
  ...inside(bodies, 'sweeps', [[null, ''], ...inside({ b: sweep }, 'a', sweeps)]),
];
const precisions = all([undefined, null, 'half', 2]);
const functions = all(noObjects.filter((value) => typeof value !== 'function'));

/** Each function: arguments that are right, and for each its name and the wrong values of it. */
const verbs = {
  traced: [
    (...args) => abut.traced(...args),
    ['verb', 'distance', all([undefined, null, 'contact', 'toString', {}])],
    ['space', space, spaces],
    ['a', crate, operands],
    ['b', ball, operands],
    ['options', {}, pairOptions],
  ],
  closestPoint: [
    (...args) => abut.closestPoint(...args),
    ['space', space, spaces],
    ['q', [4, 0, 0], vectors(3)],
    ['shape', crate, operands],
    ['options', {}, pairOptions],
  ],
  support: [
    (...args) => abut.support(...args),
    ['space', space, spaces],
    ['shape', crate, operands],
    ['directions', [[0, 0, 1]], [...pointLists(3), [[[0, 0, 0]], '[0]']]],
  ],
  aabb: [(...args) => abut.aabb(...args), ['space', space, spaces], ['shape', crate, operands]],
  massProperties: [(...args) => hulls.massProperties(...args), ['space', space, spaces], ['shape', crate, operands]],
  rotation: [
    (...args) => hulls.rotation(...args),
    ['space', space, spaces],
    ['angle', 1, [[undefined, ''], ...numbers]],
    ['axis', [0, 0, 1], given(vectors(3))],
  ],
  hull: [
    (...args) => hulls.hull(...args),
    ['space', space, spaces],
    ['points', [[0, 0, 1]], [...pointLists(3), [[], '']]],
  ],
  rayCast: [
    (...args) => motion.rayCast(...args),
    ['space', space, spaces],
    [
      'ray',
      { origin: [-4, 0, 0], direction: [1, 0, 0] },
      [
        ...all(noObjects),
        ...inside({ direction: v }, 'origin', vectors(3)),
        ...inside({ origin: v }, 'direction', vectors(3)),
        [{ origin: v, direction: v, limit: 1 }, '.limit'],
      ],
    ],
    ['shape', crate, operands],
    ['options', {}, options({ ...castMembers, atStart: all([null, 'out', 1, 'penetration']) })],
  ],
  depthAlong: [
    (...args) => motion.depthAlong(...args),
    ['space', space, spaces],
    ['a', crate, operands],
    ['b', ball, operands],
    ['direction', [0, 0, 2], [...vectors(3), [[0, 0, 0], '']]],
    ['options', {}, options({ tolerance: sizes, maxIterations: counts })],
  ],
  shapeCast: [
    (...args) => motion.shapeCast(...args),
    ['space', space, spaces],
    ['a', crate, operands],
    ['translation', [4, 0, 0], vectors(3)],
    ['b', ball, operands],
    [
      'options',
      {},
      options({
        ...castMembers,
        target: sizes,
        translationB: given(vectors(3)),
        atStart: all([null, 'out', 1, 'leave']),
        cache: standing.cache,
      }),
    ],
  ],
  timeOfImpact: [
    (...args) => motion.timeOfImpact(...args),
    ['space', space, spaces],
    ['a', crate, operands],
    ['motionA', { velocity: [4, 0, 0] }, motions(3)],
    ['b', ball, operands],
    ['motionB', undefined, motions(3)],
    [
      'options',
      {},
      options({
        target: sizes,
        targetTolerance: sizes,
        maxT: [...bounds, [2, '']],
        method: [...names, ['gjk', '']],
        maxIterations: counts,
      }),
    ],
  ],
  'traced, of motion': [
    (...args) => motion.traced(...args),
    ['space', space, spaces],
    ['ask', () => motion.shapeCast(space, crate, [4, 0, 0], ball), functions],
  ],
  poseAt: [
    (...args) => motion.poseAt(...args),
    ['dim', 2, all([undefined, null, 4, '2', space])],
    ['motion', { angle: 1 }, [[undefined, ''], ...motions(2)]],
    ['t', 0.5, all([undefined, null, -0.5, 1.5, NaN, '1'])],
  ],
  parseRecord: [parseRecord, ['text', recordText(resting), functions.filter(([value]) => value !== 'box')]],
  recordText: [recordText, ['record', resting, records]],
  isMotionOp: [isMotionOp, ['op', 'toi', all([undefined, null, 'torque', 'toString', 7])]],
  answerRecord: [
    answerRecord,
    ['abut', abut, all([...noObjects, {}, motion])],
    ['record', resting, [...records, [rayRecord, '.op']]],
    ['precision', 'float', precisions],
  ],
  motionOf: [
    motionOf,
    ['motion', motion, all([...noObjects, {}, abut])],
    ['sweep', sweep, sweeps],
    ['dim', 2, all([undefined, null, 4, '2'])],
    ['precision', 'float', precisions],
  ],
};
for (const verb of ['distance', 'overlap', 'penetration', 'separation', 'separationGradient', 'contact']) {
  verbs[verb] = [
    (...args) => abut[verb](...args),
    ['space', space, spaces],
    ['a', crate, operands],
    ['b', ball, operands],
    ['options', {}, verb === 'overlap' ? options(standing) : pairOptions],
  ];
}
for (const answer of [askMotion, answerMotionRecord]) {
  verbs[answer.name] = [
    answer,
    ['motion', motion, all([...noObjects, {}, abut])],
    ['record', bodies, [...records, [resting, '']]],
    ['precision', 'float', precisions],
    ['method', 'bilateral', all([null, 'gjk', 7])],
  ];
}

/** The value as it is shown in the name of a failure. */
const shown = (value) =>
  JSON.stringify(value, (_, x) => (typeof x === 'object' || Number.isFinite(x) ? x : String(x)))?.slice(0, 200);

for (const [name, [call, ...parameters]] of Object.entries(verbs)) {
  test(`${name} refuses what is wrong, and says where`, () => {
    const right = parameters.map(([, value]) => value);
    call(...right); // answers
    parameters.forEach(([parameter, , rows], i) => {
      for (const [wrong, at] of rows) {
        const what = `${parameter} = ${shown(wrong)}`;
        let thrown;
        try {
          call(...right.map((value, k) => (k === i ? wrong : value)));
        } catch (error) {
          thrown = error;
        }
        assert.ok(thrown instanceof AbutError, `${what}: ${thrown ?? 'no error'}`);
        const place = `${parameter}${at}: `;
        assert.ok(thrown.message.startsWith(place), `${what}: "${thrown.message}" is not about "${place}"`);
        assert.match(thrown.message, /expected |all zero$|given beside/, what);
      }
    });
    call(...right); // and goes on
  });
}

test('every function of the package is in the table', async () => {
  const library = await import('../dist/index.js');
  const methods = [abut, motion, hulls].flatMap((module) =>
    Object.getOwnPropertyNames(Object.getPrototypeOf(module)).filter((name) => name !== 'constructor'),
  );
  const inner = [
    ...['ask', 'writeOptions', 'readContact', 'readGradient', 'vector', 'writeMotion', 'readHit', 'readPoints'],
    ...['readMotionStep', 'read', 'pack'],
  ];
  const loaders = ['load', 'loadMotion', 'loadHull']; // of load.test.mjs
  const isFunction = (name) => typeof library[name] === 'function' && !/^[A-Z]/.test(name);
  for (const name of [...methods, ...Object.keys(library).filter(isFunction)]) {
    assert.ok(Object.hasOwn(verbs, name) || inner.includes(name) || loaders.includes(name), name);
  }
});

test('the dimension decides how many numbers there are', () => {
  const flat = { shape: { shape: 'box', half: [1, 1] } };
  const refused = (message, operand, pose) => {
    const b = pose ? { ...operand, pose } : operand;
    assert.throws(() => abut.distance(plane, flat, b), { name: 'AbutError', message });
  };
  refused('b.shape.half: 3 numbers, expected 2', crate);
  refused('b.pose.p: 3 numbers, expected 2', flat, { p: [1, 2, 3] });
  refused('b.pose.q: 4 numbers, expected 2', flat, { q: [1, 0, 0, 0] });
  refused("b.shape.axis: is 'z', expected 'x' or 'y'", {
    shape: { shape: 'capsule', radius: 1, half_height: 1, axis: 'z' },
  });
  refused(
    'b.shape.shape: there is no cone in 2D, expected one of point, ball, sphere, capsule, ellipsoid, box, segment, ' +
      'triangle, hull, points, half_space',
    { shape: { shape: 'cone', radius: 1, half_height: 1 } },
  );
  for (const [pose, at] of poses(2)) {
    assert.throws(
      () => abut.distance(plane, flat, { ...flat, pose }),
      (error) => error instanceof AbutError && error.message.startsWith(`b.pose${at}: `),
      shown(pose),
    );
  }
});

test('messages', () => {
  const refused = (message, ...args) => assert.throws(() => abut.distance(...args), { name: 'AbutError', message });
  refused("space: missing, expected {dim: 2 | 3, precision: 'float' | 'double'}");
  refused("space: has neither dim nor precision, expected {dim: 2 | 3, precision: 'float' | 'double'}", crate, ball);
  refused('b: missing, expected an operand {shape: {shape: ...}, pose?: {p, q}, radius?: number}', space, crate);
  refused(
    "a: is a shape {shape: 'box'}, expected an operand {shape: {shape: ...}, pose?: {p, q}, radius?: number}",
    space,
    crate.shape,
    ball,
  );
  refused('a.shape.half: 2 numbers, expected 3', space, { shape: { shape: 'box', half: [1, 1] } }, ball);
  refused(
    'options.tolerence: not a member of the options, expected tolerance, cutoff, margin, slope, maxIterations, ' +
      'maxPoints, method, cache',
    space,
    crate,
    ball,
    { tolerence: 1 },
  );
});

test('where and index of an error', () => {
  const at = (call, where, index) =>
    assert.throws(call, (error) => error instanceof AbutError && error.where === where && error.index === index);
  at(() => abut.distance({}, crate, ball), '', -1);
  at(() => abut.distance(space, crate, { shape: { shape: 'box', half: [1, 1, NaN] } }), 'b', 2);
  at(() => abut.distance(space, crate, ball, { cutoff: -1 }), 'o', -1);
  at(() => abut.closestPoint(space, [1, NaN, 0], crate), 'q', 1);
  at(() => motion.shapeCast(space, crate, [NaN, 0, 0], ball), 'm', 0);
  at(() => motion.depthAlong(space, crate, ball, [0, NaN, 0]), 'm', 1);
  at(() => hulls.hull(space, [v, v, [0, 0]]), 'a', 2);
});

test('what may be left out, and what may be given otherwise', () => {
  const answer = abut.distance(space, crate, ball);
  const empty = { tolerance: undefined, method: undefined };
  assert.deepEqual(abut.distance(space, { ...crate, pose: undefined, radius: undefined }, ball, empty), answer);
  assert.deepEqual(abut.distance(space, { shape: { shape: 'box', half: new Float32Array([1, 1, 1]) } }, ball), answer);
  assert.deepEqual(abut.distance(Object.freeze({ ...space }), Object.freeze({ ...crate }), ball), answer);
});

// Regressions.

test('RawMemoryReturnedForSpaceWithoutDimension', () => {
  assert.throws(() => abut.distance({}, crate, ball), AbutError);
});

test('ShortVectorPaddedWithZeros', () => {
  assert.throws(() => abut.closestPoint(space, [4], crate), AbutError);
  assert.throws(() => motion.rayCast(space, { origin: [-4], direction: [1, 0] }, crate), AbutError);
});

test('StepsOfTheQueryBeforeReturnedWhenNothingIsAsked', () => {
  assert.ok(motion.traced(space, () => motion.shapeCast(space, crate, [4, 0, 0], ball)).steps.length > 0);
  assert.deepEqual(motion.traced(space, () => 1), { answer: 1, steps: [] });
});
