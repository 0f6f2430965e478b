// WebAssembly answers the recorded cases as the native library does, bit for bit: every number of every answer of `abut query`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { answerRecord, load, parseRecord } from '../dist/index.js';
import { printed } from './printed.mjs';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const tool = process.env.ABUT ?? `${root}/build/release/abut`;
const abut = await load(readFileSync(new URL('../dist/abut.wasm', import.meta.url)));

function recorded(pattern) {
  return ['', 'field/'].flatMap((folder) =>
    readdirSync(`${root}/tests/cases/${folder}`).filter((name) => pattern.test(name)).map((name) => `${root}/tests/cases/${folder}${name}`));
}

function linesOf(files) {
  return files.flatMap((file) => readFileSync(file, 'utf8').split('\n').filter((line) => line !== ''));
}


function compare(lines, precision, ops) {
  assert.ok(existsSync(tool), `${tool} is missing: cmake --preset release && cmake --build --preset release --target abut_tool`);
  const input = lines.map((line) => line.replace(/"op":"\w+"/, (op) => (ops ? `"op":"${ops}"` : op)));
  const native = execFileSync(tool, ['query', '--precision', precision], { input: input.join('\n'), maxBuffer: 1 << 28, encoding: 'utf8' });
  const answers = native.trimEnd().split('\n').map((line) => JSON.parse(line));
  assert.equal(answers.length, input.length);
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
      compare(linesOf(recorded(/^(distance|primitive_distance)/)).filter((line) => line.includes('"realworld"')), precision, op);
    });
  }
}

test('what has a closed form, unless it is watched', () => {
  const lines = [];
  const shapes = ['"point"', '"unit_ball"', '"unit_capsule"', '{"shape":"segment","a":[0,0,1],"b":[1,2,3]}', '"unit_box"', '"unit_cone"',
    '{"shape":"half_space","normal":[0,1,2],"offset":-1}'];
  for (const a of shapes) {
    for (const b of shapes.slice(0, 6)) {
      for (const op of ['distance', 'overlap', 'separation', 'penetration']) {
        for (const p of [[3, 1, 0.5], [0.3, 0.2, 0.1]]) {
          lines.push(`{"op":"${op}","dim":3,"a":${a},"b":${b},"pose_b":{"p":[${p}],"q":[3,1,0,1]}}`);
        }
      }
    }
  }
  for (const precision of ['float', 'double']) compare(lines, precision);
});

test('rotations by an angle are those of the library, not of the browser', () => {
  const lines = Array.from({ length: 300 }, (_, i) =>
    `{"op":"distance","dim":2,"a":"square","b":"triangle","pose_a":{"angle":${i * 0.37}},"pose_b":{"p":[3,${i / 100}],"angle":${-i * i * 0.01}}}`);
  for (const precision of ['float', 'double']) compare(lines, precision);
});
