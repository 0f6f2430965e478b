// WebAssembly answers the recorded cases as the native library does, bit for bit: every number of every answer of `abut
// query`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { answerMotionRecord, answerRecord, askMotion, load, loadHull, loadMotion, parseRecord } from '../dist/index.js';
import { boxesOfRadiusZero, pairsAtRest, pairsInMotion } from './magnitudes.mjs';
import { printed } from './printed.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tool = process.env.ABUT ?? `${root}/build/release/abut`;
const abut = await load(readFileSync(new URL('../dist/abut.wasm', import.meta.url)));
const motion = await loadMotion(readFileSync(new URL('../dist/abut-motion.wasm', import.meta.url)));
const hulls = await loadHull(readFileSync(new URL('../dist/abut-hull.wasm', import.meta.url)));

function recorded(pattern) {
  return ['', 'field/'].flatMap((folder) =>
    readdirSync(`${root}/tests/cases/${folder}`)
      .filter((name) => pattern.test(name))
      .map((name) => `${root}/tests/cases/${folder}${name}`),
  );
}

function linesOf(files) {
  return files.flatMap((file) =>
    readFileSync(file, 'utf8')
      .split('\n')
      .filter((line) => line !== ''),
  );
}

function run(command, input, ...options) {
  assert.ok(
    existsSync(tool),
    `${tool} is missing: cmake --preset release && cmake --build --preset release --target abut_tool`,
  );
  return execFileSync(tool, [command, ...options], { input, maxBuffer: 1 << 28, encoding: 'utf8' });
}

function answersOf(input, ...options) {
  const answers = run('query', input.join('\n'), ...options)
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  assert.equal(answers.length, input.length);
  return answers;
}

function compare(lines, precision, ops) {
  const input = lines.map((line) => line.replace(/"op":"\w+"/, (op) => (ops ? `"op":"${ops}"` : op)));
  const answers = answersOf(input, '--precision', precision);
  input.forEach((line, i) => {
    const { id, op, ...expected } = answers[i];
    const found = answerRecord(abut, parseRecord(line), precision);
    for (const key of Object.keys(expected)) {
      assert.deepStrictEqual(printed(key, found[key]), expected[key], `${id} (${op}, ${precision}): ${key}`);
    }
  });
  return input.length;
}

for (const precision of ['float', 'double']) {
  test(`recorded distances, ${precision}`, () => {
    const count = compare(linesOf(recorded(/^(distance|primitive_distance)/)), precision);
    assert.ok(count > 1900, `only ${count} cases`);
  });
  test(`recorded rounded shapes, ${precision}`, () => {
    compare(linesOf(recorded(/^rounded/)), precision);
  });
  for (const op of ['overlap', 'penetration', 'separation']) {
    test(`the field cases as ${op}, ${precision}`, () => {
      compare(
        linesOf(recorded(/^(distance|primitive_distance)/)).filter((line) => line.includes('"realworld"')),
        precision,
        op,
      );
    });
  }
}

test('pairs with a closed form', () => {
  const lines = [];
  const shapes = [
    '"point"',
    '"unit_ball"',
    '"unit_capsule"',
    '{"shape":"segment","a":[0,0,1],"b":[1,2,3]}',
    '"unit_box"',
    '"unit_cone"',
    '{"shape":"half_space","normal":[0,1,2],"offset":-1}',
  ];
  for (const a of shapes) {
    for (const b of shapes.slice(0, 6)) {
      for (const op of ['distance', 'overlap', 'separation', 'penetration']) {
        for (const p of [
          [3, 1, 0.5],
          [0.3, 0.2, 0.1],
        ]) {
          lines.push(`{"op":"${op}","dim":3,"a":${a},"b":${b},"pose_b":{"p":[${p}],"q":[3,1,0,1]}}`);
        }
      }
    }
  }
  for (const precision of ['float', 'double']) compare(lines, precision);
});

test('rotations by an angle are those of the library, not of the browser', () => {
  const lines = Array.from(
    { length: 300 },
    (_, i) =>
      `{"op":"distance","dim":2,"a":"square","b":"triangle","pose_a":{"angle":${i * 0.37}},"pose_b":{"p":[3,${i / 100}],"angle":${-i * i * 0.01}}}`,
  );
  for (const precision of ['float', 'double']) compare(lines, precision);
});

function compareMotion(lines, precision, method) {
  const answers = answersOf(lines, '--precision', precision, '--method', method);
  lines.forEach((line, i) => {
    const { id, op, ...expected } = answers[i];
    assert.ok(!expected.error, expected.error);
    const found = answerMotionRecord(motion, parseRecord(line), precision, method);
    assert.deepStrictEqual(Object.keys(found), Object.keys(expected));
    for (const key of Object.keys(expected)) {
      const bound = key === 't' && op !== 'toi' ? 'cast t' : key;
      assert.deepStrictEqual(
        printed(bound, found[key]),
        expected[key],
        `${id} (${op}, ${method}, ${precision}): ${key}`,
      );
    }
  });
  return lines.length;
}

for (const precision of ['float', 'double']) {
  for (const method of ['gjk', 'advancement', 'mpr']) {
    test(`recorded casts by ${method}, ${precision}`, () => {
      const count = compareMotion(
        linesOf(recorded(/^(raycast|linearcast|primitive_raycast|primitive_linearcast)/)),
        precision,
        method,
      );
      assert.ok(count > 700, `only ${count} cases`);
    });
  }
  for (const method of ['advancement', 'bilateral', 'substep']) {
    test(`recorded times of impact by ${method}, ${precision}`, () => {
      const count = compareMotion(linesOf(recorded(/^toi/)), precision, method);
      assert.ok(count > 250, `only ${count} cases`);
    });
  }
}

test('casts at half-spaces, and of what has a closed form', () => {
  const lines = [];
  const shapes = [
    '"point"',
    '"unit_ball"',
    '"unit_capsule"',
    '"unit_box"',
    '"unit_cone"',
    '{"shape":"half_space","normal":[0,1,2],"offset":-1}',
  ];
  for (const b of shapes) {
    for (const dir of [
      [0, -1, -1],
      [1, -2, 0.5],
      [0, 0, 0],
      [0, 1, 1],
    ]) {
      lines.push(
        `{"op":"raycast","dim":3,"origin":[0.25,4,3],"dir":[${dir}],"b":${b},"pose_b":{"p":[0,0.5,0],"q":[3,1,0,1]},"rb":0}`,
      );
      for (const a of shapes.slice(0, 5)) {
        lines.push(
          `{"op":"linear_cast","dim":3,"a":${a},"pose_a":{"p":[0.25,4,3]},"v":[${dir.map((x) => 8 * x)}],"b":${b},"target":0.125,"max_t":0.75}`,
        );
      }
    }
  }
  for (const precision of ['float', 'double']) compareMotion(lines, precision, 'gjk');
});

// In float the subnormal numbers of double are 0. WebAssembly rescaled every problem in double, and dropped them.
test('subnormal numbers beside ordinary ones', () => {
  for (const precision of ['float', 'double']) compare(pairsAtRest(1, 3000), precision);
});
for (const method of ['gjk', 'advancement', 'mpr']) {
  test(`casts of subnormal numbers beside ordinary ones, and from the same center, by ${method}`, () => {
    for (const precision of ['float', 'double']) compareMotion(pairsInMotion(2, 3000), precision, method);
  });
}

test('boxes of radius 0 have the closed form of boxes', () => {
  for (const precision of ['float', 'double']) compare(boxesOfRadiusZero(3, 2000), precision);
});

for (const precision of ['float', 'double']) {
  test(`recorded hulls, ${precision}`, () => {
    const lines = linesOf(recorded(/^hull/)),
      answers = answersOf(lines, '--precision', precision);
    lines.forEach((line, i) => {
      const { id, dim, points } = JSON.parse(line),
        { vertices, rank, measure } = hulls.hull({ dim, precision }, points);
      const found = { vertices: vertices.length, rank, measure };
      for (const key of Object.keys(found))
        assert.deepStrictEqual(printed(key, found[key]), answers[i][key], `${id} (${precision}): ${key}`);
    });
    assert.ok(lines.length > 20, `only ${lines.length} cases`);
  });
}

/** How `abut trace` writes a step. */
function stepRecord(step) {
  const { corners, pointA, pointB, tSafe, ...rest } = step;
  const ids = step.ids && { ids: step.ids.map((id) => (id < 0 ? null : id)) };
  if (step.event === 'cast') return { ...rest, ...ids, t_safe: tSafe };
  if (step.event === 'toi') return { ...rest, point_a: pointA, point_b: pointB };
  if (step.event === 'gjk') return { ...rest, ...ids, simplex: corners };
  const { upper, nearest, weights, region, ...mpr } = rest;
  return { ...mpr, ...ids, center: corners.length > 0 ? nearest : null, portal: corners.length > 0 ? corners : null };
}

const traced = [
  ['linearcast2d.jsonl', 'gjk'],
  ['linearcast3d.jsonl', 'advancement'],
  ['linearcast2d.jsonl', 'mpr'],
  ['raycast3d.jsonl', 'gjk'],
  ['toi2d.jsonl', 'advancement'],
  ['toi3d.jsonl', 'bilateral'],
];
for (const [file, method] of traced) {
  test(`the steps of ${file} by ${method} are those of the native tool`, () => {
    const lines = linesOf([`${root}/tests/cases/${file}`]);
    for (let i = 0; i < lines.length; i += 16) {
      const record = parseRecord(lines[i]),
        space = { dim: record.dim, precision: 'double' };
      const { events } = JSON.parse(run('trace', lines[i], '--method', method));
      const { steps } = motion.traced(space, () => askMotion(motion, record, 'double', method));
      assert.equal(steps.length, events.length, record.id);
      steps.forEach((step, k) => {
        const found = stepRecord(step);
        assert.deepStrictEqual(Object.keys(found).sort(), Object.keys(events[k]).sort());
        for (const key of Object.keys(found))
          assert.deepStrictEqual(printed(key, found[key]), events[k][key], `${record.id}, step ${k}: ${key}`);
      });
    }
  });
}
