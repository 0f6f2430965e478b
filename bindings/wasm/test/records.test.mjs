// Records in the names of the library: WebAssembly reads what the native tool reads, refuses what it refuses, and
// answers with the same bits.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { annotations, fieldsOf } from '../dist/record/fields.js';
import {
  answerMotionRecord,
  answerRecord,
  isMotionOp,
  load,
  loadMotion,
  motionOps,
  ops,
  parseRecord,
  RecordError,
  recordText,
} from '../dist/index.js';
import { printed } from './printed.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tool = process.env.ABUT ?? `${root}/build/release/abut`;
const abut = await load(readFileSync(new URL('../dist/abut.wasm', import.meta.url)));
const motion = await loadMotion(readFileSync(new URL('../dist/abut-motion.wasm', import.meta.url)));
const schema = JSON.parse(readFileSync(`${root}/docs/query-format.schema.json`, 'utf8'));

/** The answers of the native tool, errors too. */
function native(records, ...options) {
  const input = records.map((record) => JSON.stringify(record)).join('\n');
  let text;
  try {
    text = execFileSync(tool, ['query', ...options], { input, maxBuffer: 1 << 28, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    text = error.stdout; // some records are errors
  }
  const answers = text
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(answers.length, records.length);
  return answers;
}

function answered(text, precision) {
  const record = parseRecord(text);
  return isMotionOp(record.op) ? answerMotionRecord(motion, record, precision) : answerRecord(abut, record, precision);
}

function compare(records, precision) {
  native(records, '--precision', precision).forEach(({ id, op, ...expected }, i) => {
    const text = JSON.stringify(records[i]);
    assert.ok(!expected.error, `${text}: ${expected.error}`);
    const found = answered(text, precision);
    assert.deepStrictEqual(Object.keys(found), Object.keys(expected), text);
    for (const key of Object.keys(expected))
      assert.deepStrictEqual(printed(key, found[key]), expected[key], `${precision}, ${key} of ${text}`);
  });
  return records.length;
}

const recorded = (name) =>
  readFileSync(`${root}/tests/cases/${name}`, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));

/** A recorded case in the words of the library. */
const inOwnWords = {
  raycast: ({ id, dim, hull, origin, dir, max_t }) => ({
    ...{ id, op: 'ray_cast', dim, a: hull, origin, direction: dir },
    ...(max_t === undefined ? {} : { max_t }),
  }),
  linear_cast: ({ id, dim, a, b, ra, rb, v, target, max_t }) => ({
    ...{ id, op: 'shape_cast', dim, a, b, ra, rb, translation: v, target, max_t },
  }),
  toi: ({ id, dim, a, b, ra, rb, sweep_a, sweep_b, target, tol }) => ({
    ...{ id, op: 'time_of_impact', dim, a, b, ra, rb, target, target_tolerance: tol },
    motion_a: motionOf(sweep_a, dim),
    motion_b: motionOf(sweep_b, dim),
  }),
};

function motionOf({ c0, c1, a0 = 0, a1 = 0, q0 = [0, 0, 0, 1], axis = [0, 0, 1], angle = 0 }, dim) {
  const velocity = c1.map((x, i) => x - c0[i]),
    [x, y, z, w] = q0;
  return dim === 2
    ? { start: { p: c0, angle: a0 }, velocity, angle: a1 - a0 }
    : { start: { p: c0, q: [w, x, y, z] }, velocity, axis, angle };
}

for (const [op, files] of [
  ['raycast', ['raycast2d.jsonl', 'raycast3d.jsonl']],
  ['linear_cast', ['linearcast2d.jsonl', 'linearcast3d.jsonl']],
  ['toi', ['toi2d.jsonl', 'toi3d.jsonl']],
]) {
  test(`recorded cases of ${op} in the words of the library`, () => {
    const records = files.flatMap(recorded).filter((record) => record.op === op);
    for (const precision of ['float', 'double']) {
      const count = compare(records.map(inOwnWords[op]), precision);
      assert.ok(count > 100, `only ${count}`);
    }
  });
}

const shapes = [
  '"point"',
  '"unit_ball"',
  '"unit_box"',
  '"unit_cone"',
  '[[0,0,0],[1,0,0.1],[0,2,0],[0.3,0.2,1]]',
  '{"shape":"half_space","normal":[0,1,2],"offset":-1}',
].map((text) => JSON.parse(text));
const pose = { p: [0.3, -0.2, 0.1], q: [3, 1, 0, 1] };

test('closest points', () => {
  const points = [
    [0.1, 0.2, 0.3],
    [3, 4, 5],
    [-40, 2, 0],
  ];
  const records = shapes.flatMap((a) =>
    [{}, { ra: a.shape === 'half_space' ? 0 : 0.5 }, { cutoff: 1, tolerance: 0.125 }, { tolerance: 0 }].flatMap(
      (more) => points.map((point) => ({ op: 'closest_point', dim: 3, a, point, ...more })),
    ),
  );
  for (const precision of ['float', 'double']) compare(records, precision);
});

test('options of a record', () => {
  const pair = { dim: 3, a: 'unit_cone', b: { shape: 'ellipsoid', radii: [1, 2, 0.5] } };
  const records = [
    [4, 3, 2],
    [1, 1, 0.5],
  ].flatMap((p) =>
    [
      { op: 'distance', tolerance: 0.05 },
      { op: 'distance', cutoff: 0.5, method: 'gjk' },
      { op: 'separation', cutoff: 0.5, tolerance: 0.01 },
      { op: 'penetration', tolerance: 0.05, method: 'epa' },
      { op: 'overlap', method: 'mpr' },
      { op: 'shape_cast', translation: [-9, -6, -4], method: 'advancement', tolerance: 0.01, max_t: 2 },
      { op: 'shape_cast', translation: [-9, -6, -4], translation_b: [1, 0, 0], method: 'mpr' },
      { op: 'time_of_impact', motion_a: { velocity: [9, 6, 4], angle: 2 }, method: 'bilateral', target: 0.1 },
    ].map((op) => ({ ...pair, ...op, pose_b: { ...pose, p } })),
  );
  for (const precision of ['float', 'double']) compare(records, precision);
});

test('rays that begin inside', () => {
  const records = shapes.flatMap((a) =>
    ['hit', 'ignore', 'leave'].map((at_start) => ({
      ...{ op: 'ray_cast', dim: 3, a, at_start, origin: [0.3, -0.2, 0.1], direction: [1, 2, -3] },
      ...(at_start === 'leave' ? {} : { pose_a: pose }),
    })),
  );
  for (const precision of ['float', 'double']) compare(records, precision);
});

const ground = { shape: 'half_space', normal: [0, 1, 2], offset: -1 };

test('shapes that meet at the start, by every policy', () => {
  const others = [...shapes.slice(0, 5), ground];
  const records = ['hit', 'ignore_separating', 'penetration'].flatMap((at_start) =>
    shapes.slice(0, 5).flatMap((a) =>
      others.flatMap((b) =>
        [{}, { pose_a: pose }, { pose_a: pose, target: 0.25, translation_b: [0, 0.5, 1] }].map((more) => ({
          ...{ op: 'shape_cast', dim: 3, a, b, at_start, translation: [1, 2, -3] },
          ...more,
        })),
      ),
    ),
  );
  for (const precision of ['float', 'double']) {
    compare(records, precision);
    const answers = native(records, '--precision', precision);
    assert.ok(answers.some(({ depth }) => depth > 0) && answers.some(({ start }) => start === 'within_target'));
  }
});

test('half-spaces that rest or move in a time of impact, and an earlier end', () => {
  const fall = { start: { p: [0.1, 3, 2], q: [3, 1, 0, 1] }, velocity: [0.5, -4, -3], axis: [1, 2, 0], angle: 2 },
    rise = { velocity: [0, 2, 1], center: [0, 0, 1], axis: [0, 1, 0], angle: 0.25 };
  const records = shapes.slice(0, 5).flatMap((shape) =>
    [
      { a: shape, b: ground, motion_a: fall },
      { a: ground, b: shape, motion_b: fall, target: 0.125 },
      { a: ground, b: shape, motion_a: rise, motion_b: fall, max_t: 0.25 },
      { a: shape, b: ground, motion_b: rise, pose_a: { p: [0, 2, 2] }, method: 'bilateral' },
      { a: shape, b: ground, pose_b: pose, motion_a: fall, max_t: 0.9, target_tolerance: 1e-3 },
      { a: shape, b: 'unit_box', motion_a: fall, max_t: 0.5 },
      { a: shape, b: 'unit_box', motion_a: fall, max_t: 0 },
    ].map((more) => ({ op: 'time_of_impact', dim: 3, ...more })),
  );
  for (const precision of ['float', 'double']) compare(records, precision);
  const swept = ['c0', 'c1'].reduce((sweep, name, i) => ({ ...sweep, [name]: [0.1, 3 - 5 * i, 2] }), {});
  const still = { c0: [0, 0, 0], c1: [0, 0, 0] };
  const recorded = shapes.slice(0, 5).map((a) => ({ op: 'toi', dim: 3, a, b: ground, sweep_a: swept, sweep_b: still }));
  for (const precision of ['float', 'double']) compare(recorded, precision);
});

test('motions: a center, a pose in place of a motion, an angle', () => {
  const bodies = { op: 'time_of_impact', dim: 2, a: [[-1, 0], [1, 0.1]], b: 'square' }; // prettier-ignore
  const records = [
    { motion_a: { center: [-1, 0], angle: 7, velocity: [2, 1] }, pose_b: { p: [3, 1], angle: 0.3 } },
    { motion_b: { start: { p: [3, 1], angle: 0.3 }, center: [0.1, 0.7], angle: -9.1, velocity: [-3, -1] }, ra: 0.1 },
    { motion_a: { start: { q: [0.3, 0.7] } }, motion_b: { start: { p: [3.1, 1] }, velocity: [-3, -1] }, target: 0.3 },
  ].map((more) => ({ ...bodies, ...more, target_tolerance: 1e-5 }));
  for (const precision of ['float', 'double']) compare(records, precision);
});

test('a record as text is the same record', () => {
  const pair = { dim: 3, a: 'unit_cone', b: 'unit_box' },
    one = { dim: 3, a: 'unit_cone', pose_a: pose, ra: 0.5 },
    still = { c0: [0, 0, 0], c1: [0, 0, 0] };
  const records = [
    { op: 'ray_cast', ...one, origin: [0, 0, 4], direction: [0, 0, -1], max_t: 9, at_start: 'leave' },
    { op: 'shape_cast', ...pair, translation: [1, 2, 3], translation_b: [0, 0, 1], target: 1, at_start: 'penetration' },
    { op: 'time_of_impact', ...pair, pose_b: pose, motion_a: { center: [1, 0, 0] }, target_tolerance: 1, max_t: 0.5 },
    { op: 'closest_point', ...one, point: [1, 2, 3], tolerance: 0.5 },
    { op: 'contact', ...pair, max_points: 2, margin: 0.5 },
    { op: 'distance', ...pair, ra: 0, rb: 1, cutoff: 1, method: 'gjk' },
    { op: 'raycast', dim: 3, b: 'unit_box', pose_b: pose, origin: [0, 0, 4], dir: [0, 0, -1] },
    { op: 'linear_cast', ...pair, v: [0, 0, 4] },
    { op: 'toi', ...pair, sweep_a: still, sweep_b: still, tol: 1 },
  ];
  const again = records.map((record) => JSON.parse(recordText(parseRecord(JSON.stringify(record)))));
  again.forEach((record, i) => {
    assert.deepStrictEqual(Object.keys(record).sort(), Object.keys(records[i]).sort());
  });
  assert.deepStrictEqual(native(again), native(records));
});

function errorOf(record) {
  try {
    parseRecord(JSON.stringify(record));
  } catch (error) {
    assert.ok(error instanceof RecordError, String(error));
    return error;
  }
  return assert.fail(`no error: ${JSON.stringify(record)}`);
}

test('the fields of every op, and the annotations, are those of the schema', () => {
  const rules = schema.allOf.map(({ if: { properties }, then }) => [properties.op.enum, then.$ref.split('/').pop()]);
  const hasSolids = ([names]) => names.includes('inside'); // of which the page knows none
  for (const [names, definition] of rules.filter((rule) => !hasSolids(rule)))
    assert.deepStrictEqual(fieldsOf(names[0]), schema.$defs[definition].propertyNames.anyOf[1].enum);
  assert.deepStrictEqual(annotations, schema.$defs.annotation.anyOf[1].enum);
});

test('unknown and misspelled fields are the errors of the native tool', () => {
  const slips = [];
  for (const op of [...ops, ...motionOps]) {
    for (const field of [...fieldsOf(op).slice(1), 'color', 'c', 'hull', 'v', 'dir', 'tol', 'max_points', 'points']) {
      for (const slip of [field, field.toUpperCase(), field.slice(0, -2) + field.slice(-1) + field.slice(-2, -1)])
        if (!fieldsOf(op).includes(slip) && !annotations.includes(slip)) slips.push({ op, dim: 3, [slip]: 1 });
    }
  }
  assert.ok(slips.length > 200, `only ${slips.length}`);
  native(slips).forEach(({ error }, i) => assert.equal(errorOf(slips[i]).message, error));
});

test('an error is at its field: an unknown one at its name, a wrong one at its value', () => {
  const text = '{"op":"shape_cast","dim":2,"a":"disc","b":"square","v":[1,0]}';
  const { from, to, message } = errorOf(JSON.parse(text));
  assert.equal(message, 'v: not a field of shape_cast, did you mean translation?');
  assert.equal(text.slice(from, to), '"v"');
  for (const [pair, place] of [
    ['{"op":"distance","dim":2,"a":{"shape":"ball","raduis":1},"b":"disc"}', '"raduis"'],
    ['{"op":"distance","dim":2,"a":{"shape":"ball","radius":-1},"b":"disc"}', '-1'],
  ]) {
    const wrong = errorOf(JSON.parse(pair));
    assert.equal(pair.slice(wrong.from, wrong.to), place);
  }
});

test('annotations are not read', () => {
  const record = { op: 'distance', dim: 2, a: 'disc', b: 'square', margin: 'wide', point: 7, _mine: 1, 'x-color': 2 };
  assert.equal(parseRecord(JSON.stringify(record)).op, 'distance');
});

test('errors of the new fields', () => {
  const flat = { dim: 2, a: 'disc', b: 'square' };
  for (const [record, message] of [
    [{ op: 'time_of_impact', ...flat }, 'motion_a: missing, and motion_b too: nothing moves'],
    [
      { op: 'time_of_impact', ...flat, motion_a: {}, pose_a: {} },
      'pose_a: given beside motion_a, whose start is the pose',
    ],
    [{ op: 'time_of_impact', ...flat, motion_a: { start: { q: [0, 0] } } }, 'motion_a.start.q: all zero'],
    [
      { op: 'time_of_impact', ...flat, motion_a: { turn: 1 } },
      'motion_a.turn: not a member of a motion in 2D, expected start, center, velocity, angle',
    ],
    [
      { op: 'ray_cast', dim: 2, a: 'disc', origin: [0, 0], direction: [1, 0], at_start: 'enter' },
      "at_start: is 'enter', expected one of hit, ignore, leave",
    ],
    [
      { op: 'shape_cast', ...flat, translation: [1, 0], at_start: 'leave' },
      "at_start: is 'leave', expected one of hit, ignore_separating, penetration",
    ],
    [{ op: 'time_of_impact', ...flat, motion_a: {}, max_t: 1.5 }, 'max_t: is 1.5, expected at most 1'],
    [{ op: 'time_of_impact', ...flat, motion_a: {}, max_t: -1 }, 'max_t: negative'],
    [{ op: 'closest_point', dim: 2, a: 'disc' }, 'point: missing'],
    [{ op: 'contact', ...flat, max_points: 9 }, 'max_points: is 9, expected a whole number from 1 to 8'],
    [{ op: 'distance', ...flat, method: 'epa' }, 'method: distance has no method epa, only gjk'],
    [{ op: 'separation', ...flat, cutoff: -1 }, 'cutoff: negative'],
  ]) {
    assert.equal(errorOf(record).message, message);
    assert.equal(native([record])[0].error, message);
  }
});

test('what only the native tool answers is said to be so', () => {
  const flat = { dim: 2, a: 'disc', b: 'square' };
  for (const op of ['aabb', 'depth_along', 'separation_gradient', 'gradient', 'hull'])
    assert.equal(errorOf({ op, ...flat }).message, `op: ${op} is answered by abut query, not here`);
  for (const [more, message] of [
    [{ op: 'penetration', direction: [0, 1] }, 'direction: the depth along it is answered by abut query, not here'],
    [{ op: 'penetration', method: 'mpr' }, 'method: penetration by mpr is answered by abut query, not here'],
  ])
    assert.equal(errorOf({ ...flat, ...more }).message, message);
});
