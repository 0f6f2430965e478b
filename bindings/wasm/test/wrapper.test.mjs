// The TypeScript wrapper: traces, contacts, supports, errors, and records with their errors at the place.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { AbutError, load, parseRecord, RecordError, recordText } from '../dist/index.js';
import { printed } from './printed.mjs';

const abut = await load(readFileSync(new URL('../dist/abut.wasm', import.meta.url)));
const plane = { dim: 2, precision: 'double' }, space = { dim: 3, precision: 'float' };
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
    .split('\n').filter((line) => line.startsWith('{"event":"gjk"')).map((line) => JSON.parse(line.replace(/,$|\],"answer":$/, '')));
  assert.equal(steps.length, documented.length);
  steps.forEach((step, i) => {
    const { corners: simplex, ...rest } = step;
    for (const [name, value] of Object.entries({ simplex, ...rest })) {
      assert.deepEqual(printed(name, value), documented[i][name], `step ${i}: ${name}`);
    }
  });
  assert.equal(answer.value, 2.1213203435596424);
});

test('more steps than there was room for are asked for again', () => {
  const ellipse = (p) => ({ shape: { shape: 'ellipsoid', radii: [2, 1e-3, 1] }, pose: { p, q: [3, 1, 0, 2] } });
  abut.stepCapacity = 1;
  const { answer, steps } = abut.traced('distance', { dim: 3, precision: 'double' }, ellipse([0, 0, 0]), ellipse([3, 2, 1]));
  assert.ok(steps.length > 4);
  assert.equal(steps.length, answer.iterations);
});

test('epa goes on where the cores overlap', () => {
  const { steps } = abut.traced('separation', plane, box([1, 1]), box([1, 1], { p: [1, 0.25] }));
  assert.deepEqual([steps[0].event, steps.at(-1).event], ['gjk', 'epa']);
});

test('contacts of two boxes', () => {
  const { points, value } = abut.contact(space, box([1, 1, 1]), box([1, 1, 1], { p: [2, 0, 0] }));
  assert.equal(value, 0);
  assert.equal(points.length, 4);
  for (const p of points) assert.equal(p.pointA[0], 1);
});

test('the half-space may be either operand', () => {
  const ground = { shape: { shape: 'half_space', normal: [0, 0, 1], offset: 0 } }, sunk = box([1, 1, 1], { p: [0, 0, 0.5] });
  const below = abut.contact(space, ground, sunk), above = abut.contact(space, sunk, ground);
  assert.deepEqual(below.normal.map((x) => 0 - x), above.normal.map((x) => x + 0));
  assert.deepEqual(below.points.map((p) => p.pointA), above.points.map((p) => p.pointB));
  assert.equal(below.value, -0.5);
});

test('furthest points and nearest points', () => {
  const ball = { shape: { shape: 'ball', radius: 2 }, pose: { p: [1, 0] }, radius: 0.5 };
  assert.deepEqual(abut.support(plane, ball, [[0, 3], [-1, 0]]), [[1, 2.5], [-1.5, 0]]);
  assert.deepEqual(abut.closestPoint(plane, [9, 0], ball).pointA, [3.5, 0]);
});

test('thousands of points', () => {
  const vertices = Array.from({ length: 20000 }, (_, i) => [Math.cos(i), Math.sin(i), i % 7]);
  const r = abut.distance(space, { shape: { shape: 'points', vertices } }, { shape: { shape: 'point' }, pose: { p: [0, 0, 10] } });
  assert.ok(r.lower <= 4 && r.upper >= 4 && r.upper < 4.001);
});

test('what is refused says why, and where', () => {
  const point = { shape: { shape: 'point' } };
  assert.throws(() => abut.distance(plane, point, { shape: { shape: 'ball', radius: -1 } }), (error) => {
    assert.ok(error instanceof AbutError);
    assert.equal(error.message, 'b, number 2: negative; a size is 0 or more');
    return error.where === 'b' && error.index === 2;
  });
  assert.throws(() => abut.distance(plane, point, { shape: { shape: 'points', vertices: [[1, 2], [NaN, 0]] } }), /b, number 1: not a finite/);
  assert.throws(() => abut.distance(plane, point, { shape: { shape: 'points', vertices: [[1, 2], [3]] } }), /needs 2 coordinates/);
  assert.equal(abut.distance(plane, point, point).value, 0); // and goes on
});

const slips = [
  ['{"op":"distance","dim":2,"a":[[0,0]],"b":[[1,2,3]]}', 'b[0]: has 3 coordinates, expected 2', '[1,2,3]'],
  ['{"op":"distance","dim":3,"a":{"shape":"sphere","raduis":1},"b":"unit_box"}', 'a.raduis: not a member of sphere, expected shape, radius', '1'],
  ['{"op":"distance","dim":2,"a":"triangel","b":"disc"}', /^a: no shape is named 'triangel' in 2D, expected one of point, disc/, '"triangel"'],
  ['{"op":"distance","dim":2,"a":[[0,0]],"b":[[1,oops]]}', /^not JSON/, 'oops'],
  ['{"op":"distance","dim":2,"a":[[0,0]]', 'a comma or a closing } is missing', ''],
  ['{"op":"distance","dim":4,"a":[[0,0]],"b":[[0,0]]}', 'dim: is 4, expected 2 or 3', '4'],
  ['{"op":"distance","dim":2,"b":[[0,0]]}', 'a: missing', '{"op":"distance","dim":2,"b":[[0,0]]}'],
  ['{"op":"distance","dim":2,"a":[[0,0]],"a":[[0,0]]}', 'a: given twice', '"a"'],
  ['{"op":"rounded","dim":2,"a":[[0,0]],"ra":-1,"b":"disc"}', 'ra: negative', '-1'],
  ['{"op":"distance","dim":2,"a":[[0,1e999]],"b":"disc"}', 'the number does not fit a double', '1e999'],
  ['{"op":"distance","dim":3,"a":"unit_box","b":"unit_box","pose_b":{"q":[0,0,0,0]}}', 'pose_b.q: all zero', '[0,0,0,0]'],
  ['[1]', 'not a JSON object', '[1]'],
];
for (const [text, message, at] of slips) {
  test(`a slip: ${text}`, () => {
    assert.throws(() => parseRecord(text), (error) => {
      assert.ok(error instanceof RecordError, String(error));
      if (typeof message === 'string') assert.equal(error.message, message);
      else assert.match(error.message, message);
      assert.equal(text.slice(error.from, error.to), at);
      return true;
    });
  });
}

test('a record survives being written', () => {
  const text = '{"op":"distance","dim":2,"a":[[0,0],[1,0.1]],"b":{"shape":"box","half":[0.5,0.5]},"pose_b":{"p":[3,0],"angle":0.5},"ra":0.25}';
  const record = parseRecord(text);
  assert.deepEqual(parseRecord(recordText(record)), { ...record, b: { ...record.b, radius: 0 } }); // a radius given is a radius of both
});
