// What `npm pack` packs: it installs elsewhere, its types check there, and it answers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { limits } from '../limits.mjs';
import { compile, install } from './packed.mjs';

test('the packed package', () => {
  const { folder, names } = install();
  for (const needed of [
    'dist/abut.wasm',
    'dist/abut-motion.wasm',
    'dist/abut-hull.wasm',
    'dist/index.js',
    'dist/index.d.ts',
    'package.json',
    'README.md',
  ])
    assert.ok(names.includes(needed), needed);
  assert.ok(!names.some((name) => name.startsWith('src/') || name.startsWith('test/')), names.join(' '));
  for (const [module, limit] of Object.entries(limits))
    assert.ok(statSync(join(folder, 'node_modules/abut/dist', module)).size < limit, module);

  copyFileSync(fileURLToPath(new URL('types.ts', import.meta.url)), join(folder, 'types.ts'));
  compile(folder, ['types.ts']);
  writeFileSync(
    join(folder, 'use.mjs'),
    `import { load } from 'abut'; import { readFileSync } from 'node:fs';
const abut = await load(readFileSync(new URL('node_modules/abut/dist/abut.wasm', import.meta.url)));
const point = (x) => ({ shape: { shape: 'point' }, pose: { p: [x, 0] } });
console.log(abut.distance({ dim: 2, precision: 'double' }, point(1), point(4)).distance);`,
  );
  assert.equal(execFileSync('node', ['use.mjs'], { cwd: folder, encoding: 'utf8' }), '3\n');
});
