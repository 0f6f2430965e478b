// The tables of docs/limits.md, as far as they are about JavaScript: each cell is asked.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { load, loadHull, loadMotion } from '../dist/index.js';

const module = (name) => readFileSync(new URL(`../dist/${name}`, import.meta.url));
const abut = await load(module('abut.wasm'));
const motion = await loadMotion(module('abut-motion.wasm'));
const hull = await loadHull(module('abut-hull.wasm'));
const space = { dim: 3, precision: 'double' };

const rows = (columns) =>
  readFileSync(new URL('../../../docs/limits.md', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => line.split('|').slice(1, -1).map((cell) => cell.trim().replaceAll('`', '')))
    .filter((row) => row.length === columns);

const shapes = {
  point: { shape: 'point' },
  segment: { shape: 'segment', a: [0, 0, 3], b: [1, 0, 3] },
  triangle: { shape: 'triangle', a: [0, 0, 3], b: [1, 0, 3], c: [0, 1, 3] },
  tetrahedron: { shape: 'tetrahedron', a: [0, 0, 3], b: [1, 0, 3], c: [0, 1, 3], d: [0, 0, 4] },
  box: { shape: 'box', half: [1, 1, 1] },
  ball: { shape: 'ball', radius: 1 },
  capsule: { shape: 'capsule', radius: 1, half_height: 1 },
  ellipsoid: { shape: 'ellipsoid', radii: [1, 2, 3] },
  cylinder: { shape: 'cylinder', radius: 1, half_height: 1 },
  cone: { shape: 'cone', radius: 1, half_height: 1 },
  points: { shape: 'points', vertices: [[0, 0, 3], [1, 0, 3], [0, 1, 3], [0, 0, 4]] },
  half_space: { shape: 'half_space', normal: [0, 0, 1], offset: 0 },
};
const other = { shape: shapes.box, pose: { p: [9, 0, 9], q: [1, 0, 0, 0] } };
const moving = { start: { p: [0, 0, 9], q: [1, 0, 0, 0] }, velocity: [0, 0, 1] };
const solids = ['tetrahedron', 'box', 'ball', 'capsule', 'ellipsoid', 'cylinder', 'cone'];

const verbs = {
  distance: (a) => abut.distance(space, a, other),
  overlap: (a) => abut.overlap(space, a, other),
  separation: (a) => abut.separation(space, a, other),
  penetration: (a) => abut.penetration(space, a, other),
  depth_along: (a) => motion.depthAlong(space, a, other, [0, 0, 1]),
  contact: (a) => abut.contact(space, a, other),
  separation_gradient: (a) => abut.separationGradient(space, a, other),
  closest_point: (a) => abut.closestPoint(space, [0, 0, 9], a),
  ray_cast: (a) => motion.rayCast(space, { origin: [0, 0, 9], direction: [0, 0, -1] }, a),
  shape_cast: (a) => motion.shapeCast(space, other, [0, 0, 1], a),
  time_of_impact: (a) => motion.timeOfImpact(space, a, undefined, { shape: shapes.box }, moving),
  aabb: (a) => abut.aabb(space, a),
  mass_properties: (a) => hull.massProperties(space, a),
};

test('every verb and shape of the tables', () => {
  const verbRows = rows(9),
    shapeRows = rows(5);
  assert.deepEqual(verbRows.map(([name]) => name).sort(), Object.keys(verbs).sort());
  assert.deepEqual(shapeRows.map(([name]) => name).sort(), Object.keys(shapes).sort());
  for (const [verb, , , inJavaScript] of verbRows) {
    for (const [name, , , shapeInJavaScript] of shapeRows) {
      const ask = () => verbs[verb]({ shape: shapes[name] });
      if (inJavaScript !== 'yes' || shapeInJavaScript !== 'yes') {
        assert.throws(ask, `${verb} of ${name}`);
      } else if (verb !== 'mass_properties' || solids.includes(name)) {
        assert.doesNotThrow(ask, `${verb} of ${name}`);
      }
    }
  }
});
