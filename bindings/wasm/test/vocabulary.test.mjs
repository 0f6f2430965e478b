// One vocabulary: the answer of every verb has the fields of its result in C++, and so has the struct of the C API.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load, loadMotion } from '../dist/index.js';

const include = new URL('../../../include/abut/', import.meta.url);

/** The names of what `struct name` of a header declares, without functions and constants. */
function fieldsOf(text, name) {
  const [, body] = new RegExp(`^(?:typedef )?struct ${name} \\{\\n(.*?)^\\}`, 'ms').exec(text);
  let plain = body.replace(/\/\/.*$|\/\*[^]*?\*\//gm, '').replace(/<[^<>]*>/g, '');
  while (plain.includes('{')) plain = plain.replace(/\{[^{}]*\}/g, '@');
  return plain
    .replace(/[^;]*\) const @/g, '') // a function and its body
    .replace(/@|=[^;,]*/g, '')
    .split(';')
    .filter((line) => line.trim() !== '' && !line.trim().startsWith('static'))
    .flatMap((line) => line.split(','))
    .map((part) => /(\w+)\s*(?:\[.*\])?\s*$/.exec(part)[1]);
}
const result = (file, name) => fieldsOf(readFileSync(new URL(file, include), 'utf8'), name);
const inC = fieldsOf(readFileSync(new URL('../../c/include/abut.h', import.meta.url), 'utf8'), 'abut_answer');

const camel = (name) => name.replace(/_(\w)/g, (_, letter) => letter.toUpperCase());
/** Lists are arrays here. */
const lists = { feature_count: [], feature_a: ['features'], feature_b: [], count: [] };
const expected = (names) => names.flatMap((name) => lists[name] ?? [camel(name)]).sort();

const plane = { dim: 2, precision: 'double' },
  box = { shape: { shape: 'box', half: [1, 1] } },
  other = { ...box, pose: { p: [1.5, 0] } };
const abut = await load(),
  motion = await loadMotion();

const answers = [
  ['distance.hpp', 'Distance', abut.distance(plane, box, other)],
  ['overlap.hpp', 'Overlap', abut.overlap(plane, box, other)],
  ['penetration.hpp', 'Penetration', abut.penetration(plane, box, other)],
  ['penetration.hpp', 'Penetration', motion.depthAlong(plane, box, other, [1, 0])],
  ['separation.hpp', 'Separation', abut.separation(plane, box, other)],
  ['contact.hpp', 'Contact', abut.contact(plane, box, other)],
  ['closest_point.hpp', 'ClosestPoint', abut.closestPoint(plane, [3, 0], box)],
  ['ray_cast.hpp', 'RayCast', motion.rayCast(plane, { origin: [3, 0], direction: [-1, 0] }, box)],
  ['shape_cast.hpp', 'ShapeCast', motion.shapeCast(plane, box, [1, 0], other)],
  ['time_of_impact.hpp', 'TimeOfImpact', motion.timeOfImpact(plane, box, { velocity: [1, 0] }, other, undefined)],
];
for (const [file, name, answer] of answers) {
  test(`the fields of ${name}`, () => {
    const names = result(file, name);
    assert.ok(names.includes('status') && names.length > 5, `${names}`);
    assert.deepEqual(Object.keys(answer).sort(), expected(names));
    const missing = names.filter((field) => !inC.includes(field) && field !== 'points'); // written to the caller's room
    assert.deepEqual(missing, [], 'fields of abut_answer');
  });
}

test('the fields of SeparationGradient, and those of its separation', () => {
  const own = result('separation_gradient.hpp', 'SeparationGradient').filter((name) => name !== 'separation');
  const names = [...own, ...result('separation.hpp', 'Separation')];
  assert.deepEqual(Object.keys(abut.separationGradient(plane, box, other)).sort(), expected(names));
});

test('the fields of a contact point', () => {
  const names = result('contact.hpp', 'ContactPoint');
  assert.deepEqual(Object.keys(abut.contact(plane, box, other).points[0]).sort(), expected(names));
});
