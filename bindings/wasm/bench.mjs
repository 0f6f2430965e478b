// The cost of a drag: a query and its trace, in WebAssembly, for two polygons and two hulls of 64 vertices each. Then
// that of a distance of hulls of 500 points that are built once.
import { readFileSync } from 'node:fs';
import { load, loadHull, loadMotion } from './dist/index.js';

const abut = await load(readFileSync(new URL('dist/abut.wasm', import.meta.url)));
const motion = await loadMotion(readFileSync(new URL('dist/abut-motion.wasm', import.meta.url)));

const ring = Array.from({ length: 64 }, (_, i) => [Math.cos((Math.PI * i) / 32), Math.sin((Math.PI * i) / 32)]);
const onSphere = (count) =>
  Array.from({ length: count }, (_, i) => {
    const z = 1 - (2 * i + 1) / count,
      r = Math.sqrt(1 - z * z),
      turn = i * Math.PI * (3 - Math.sqrt(5));
    return [r * Math.cos(turn), r * Math.sin(turn), z];
  });
const sphere = onSphere(64);

const pairs = { 'two 64-gons': { dim: 2, vertices: ring }, 'two hulls of 64 vertices': { dim: 3, vertices: sphere } };
const limit = 4; // milliseconds: a quarter of a frame

/** The query, untraced and traced. */
const asked = {
  distance: (space, a, b) => [() => abut.distance(space, a, b), () => abut.traced('distance', space, a, b)],
  separation: (space, a, b) => [() => abut.separation(space, a, b), () => abut.traced('separation', space, a, b)],
  shapeCast: (space, a, b) => {
    const ask = () => motion.shapeCast(space, a, [3, 0.2, 0.1].slice(0, space.dim), b);
    return [ask, () => motion.traced(space, ask)];
  },
  timeOfImpact: (space, { shape }, { pose }) => {
    const roll = { velocity: [2, 0.2, 0.1].slice(0, space.dim), angle: 2 };
    const ask = () => motion.timeOfImpact(space, { shape }, roll, { shape }, { start: pose, angle: -1 });
    return [ask, () => motion.traced(space, ask)];
  },
};

let slow = false;
for (const [name, { dim, vertices }] of Object.entries(pairs)) {
  for (const precision of ['float', 'double']) {
    for (const [verb, questions] of Object.entries(asked)) {
      const times = [];
      for (let i = 0; i < 2000; ++i) {
        const p = [verb === 'separation' ? 1 : 2.5, i / 1000, 0.3].slice(0, dim);
        const operand = { shape: { shape: 'points', vertices } },
          other = { ...operand, pose: { p, ...(dim === 2 ? { angle: i / 100 } : { q: [1, i / 1000, 0.2, 0] }) } };
        const start = performance.now();
        for (const ask of questions({ dim, precision }, operand, other)) ask();
        if (i >= 200) times.push(performance.now() - start); // the first ones compile
      }
      times.sort((a, b) => a - b);
      const at = (part) => times[Math.floor(part * (times.length - 1))].toFixed(3).padStart(7);
      console.log(
        `${name.padEnd(25)} ${precision.padEnd(7)} ${verb.padEnd(13)} median ${at(0.5)} ms   99 % ${at(0.99)} ms   worst ${at(1)} ms`,
      );
      slow ||= times[Math.floor(0.5 * times.length)] >= limit;
    }
  }
}
console.log(slow ? `a median above ${limit} ms` : `every median below ${limit} ms`);

const hulls = await loadHull(readFileSync(new URL('dist/abut-hull.wasm', import.meta.url)));
for (const precision of ['float', 'double']) {
  const space = { dim: 3, precision },
    a = { hull: hulls.hull(space, onSphere(500)) },
    pose = { p: [3, 0.2, 0.3], q: [1, 0.1, 0.2, 0.3] };
  const others = { 'a hull': { ...a, pose }, 'a box': { shape: { shape: 'box', half: [1, 1, 1] }, pose } };
  for (const [name, b] of Object.entries(others)) {
    const calls = 1000;
    let least = Infinity; // of many runs: what else the machine does only adds to it
    for (let run = 0; run < 60; ++run) {
      const start = performance.now();
      for (let i = 0; i < calls; ++i) abut.distance(space, a, b);
      least = Math.min(least, performance.now() - start);
    }
    const microseconds = ((1000 * least) / calls).toFixed(1);
    console.log(`a hull of 500 points and ${name.padEnd(7)} ${precision.padEnd(7)} distance  least ${microseconds} us`);
  }
}
