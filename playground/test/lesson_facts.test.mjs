// Checks figures of the lessons against facts that do not come from their code, wherever things are dragged.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import './browser.mjs';
import { openLesson } from './lesson.mjs';

const near = (a, b, slack = 1e-9) => assert.ok(Math.abs(a - b) <= slack * Math.max(1, Math.abs(a)), `${a} and ${b}`);
const sum = (list) => list.reduce((total, x) => total + x, 0);
/** Is the origin inside a convex polygon, and not on its border? */
const holdsOrigin = (polygon) => {
  const turns = polygon.map(([x, y], i) => {
    const [u, v] = polygon[(i + 1) % polygon.length];
    return x * v - y * u;
  });
  return polygon.length > 2 && (turns.every((t) => t > 1e-9) || turns.every((t) => t < -1e-9));
};
/** By lesson: what is dragged, and what must hold of its result. */
const truths = {
  segment: [
    'q',
    ({ weights, line, answer, region }) => {
      assert.equal(region, line[0] <= 0 ? 'B' : line[1] <= 0 ? 'A' : 'AB');
      near(sum(weights), 1);
      near(sum(line), 1);
      const v = Math.max(0, Math.min(1, line[1])); // the foot on the line, clamped to the ends
      near(weights[1], v);
      assert.ok(answer.lower <= answer.distance && answer.distance <= answer.upper);
    },
  ],
  triangle: [
    'q',
    ({ weights, areas, region }) => {
      near(sum(weights), 1);
      near(sum(areas), 1);
      assert.equal(
        region === 'ABC',
        areas.every((x) => x > 0),
      );
      if (region === 'ABC') areas.forEach((x, i) => near(x, weights[i]));
    },
  ],
  tetrahedron: [
    'q',
    ({ weights, volumes, region }) => {
      near(sum(weights), 1);
      near(sum(volumes), 1);
      assert.equal(
        region === 'ABCD',
        volumes.every((x) => x > 0),
      );
    },
  ],
  minkowski: [
    'shape-b',
    ({ apart, fromOrigin, cloud, hull, onA, onB }) => {
      near(apart.distance, fromOrigin.distance);
      // A length: a few thousand roundings in double of coordinates of size 1.
      assert.ok(
        cloud.some(([x, y]) => Math.hypot(x - onB[0] + onA[0], y - onB[1] + onA[1]) < 1e-12),
        'the support of B - A is a difference of supports',
      );
      assert.equal(cloud.length, 12);
      assert.ok(hull.length <= 7);
    },
  ],
  mpr: ['shape-b', ({ exit, depth }) => assert.ok(!exit || exit.depth >= depth - 1e-9, 'never too small')],
  advancement: [
    'shape-b',
    ({ cast, curve }) => {
      for (const [t, d] of curve) assert.ok(t >= cast.hit.tSafe || d > 0, 'free before the hit');
      cast.planes.slice(1).forEach((step, i) => assert.ok(step.tSafe >= cast.planes[i].tSafe));
    },
  ],
  sweep: [
    'shape-b',
    ({ cast, exit, depth, swept, start }) => {
      assert.ok(swept.length >= start.length);
      if (cast.hit.hit && exit && cast.hit.t > 0) near(1 - depth / Math.hypot(2.4, 0.9), cast.hit.t);
      if ((cast.hit.hit || cast.hit.miss) && cast.hit.start === 'separated') assert.equal(cast.hit.hit, exit !== null);
    },
  ],
  caratheodory: [
    'q',
    ({ rounds, library }) => {
      rounds.forEach((masses, i) => {
        near(sum(masses), 1);
        assert.equal(masses.filter((x) => x > 0).length, 6 - i);
        assert.ok(masses.every((x) => x >= 0));
      });
      near(sum(library), 1);
      assert.ok(library.filter((x) => x > 0).length <= 3);
    },
  ],
  orientation: [
    'q',
    ({ computed, exact, answer }) => {
      assert.ok(exact === 0 ? answer.distance === 0 : answer.lower > 0, 'abut tells in float what the formula can not');
      assert.ok(Number.isFinite(computed));
    },
  ],
  regions: [
    'shape-b',
    ({ rounds, overlap, regions }) => {
      assert.equal(rounds.at(-1).end === 'inside', overlap.overlap);
      for (const { polygon, excluded } of regions)
        if (excluded) assert.ok(!holdsOrigin(polygon), 'the origin is in no excluded region');
    },
  ],
  contact: [
    'shape-b',
    ({ points, separation }) => {
      assert.ok(points.length <= 2);
      if (points.length > 0) near(Math.min(...points.map((point) => point.separation)), separation, 1e-9);
    },
  ],
  clip: [
    'shape',
    ({ cast, clipped, both, whole, part }) => {
      if (!cast.hit.hit) return;
      assert.ok(clipped && cast.hit.t >= both[0] - 1e-9 && cast.hit.t <= both[1] + 1e-9);
      assert.ok(part <= whole);
    },
  ],
  swept: ['shape-b', ({ cast, segment }) => segment.lower > 1e-9 && assert.ok(cast.hit.hit, 'what overlaps is hit')],
  substeps: [
    'shape-b',
    ({ ballFree, seen, impact, curve }) => {
      for (const [t, d] of curve) assert.ok(t >= ballFree || d > 0, 'free before the ball arrives');
      if (impact.hit) assert.ok(impact.t >= ballFree);
      if (seen !== null) assert.ok(impact.hit && seen >= impact.tSafe, 'what is seen is found');
    },
  ],
  rotation: [
    'shape-b',
    ({ impact, curve, looks }) => {
      for (const [t, d] of curve) assert.ok(t >= impact.tSafe || d > 0, 'free before the hit');
      if (impact.hit && looks.first.length < 400) near(looks.first.at(-1).t, impact.t, 1e-3);
    },
  ],
  climb: ['d', ({ found, support }) => assert.deepEqual(found, support)],
  warm: ['shape-b', ({ agree, frames }) => assert.ok(agree && frames.every(({ warm }) => warm >= 1))],
  microscope: [
    'b',
    ({ curve }) =>
      curve.forEach(({ k, lower, upper, value }) => assert.ok(lower <= k && k <= upper && value === k, `gap ${k}`)),
  ],
};

for (const [id, [key, check]] of Object.entries(truths)) {
  test(`lesson ${id} tells the truth wherever it is dragged`, async () => {
    const { page, move, done } = await openLesson(id);
    const places = [
      [0.7, 0.4],
      [-0.8, 0.9],
      [1.3, -1.1],
      [0.1, -0.2],
      [-1.6, -0.7],
      [0.9, 1.3],
      [-0.2, 0.6],
      [1.6, 0.2],
      [2.6, 0.6],
      [-2.6, -0.9],
    ];
    for (const place of id === 'microscope'
      ? [
          [12, 0],
          [-7, 0],
        ]
      : places) {
      await move(key, place);
      check(
        await page.evaluate(() => {
          const { steps: _steps, chart: _chart, ...plain } = window.lessons.visit.found; // what can be sent
          return plain;
        }),
      );
    }
    await done();
  });
}
