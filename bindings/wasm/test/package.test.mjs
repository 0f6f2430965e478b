// What `npm pack` packs: it installs elsewhere, its types check there, and it answers.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createRequire } from 'node:module';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));

test('the packed package', () => {
  const folder = mkdtempSync(join(tmpdir(), 'abut-pack-'));
  try {
    const [packed] = JSON.parse(
      execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: here, encoding: 'utf8' }),
    );
    const names = packed.files.map((file) => file.path);
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

    mkdirSync(join(folder, 'node_modules/abut'), { recursive: true });
    execFileSync('tar', [
      'xzf',
      join(folder, packed.filename),
      '-C',
      join(folder, 'node_modules/abut'),
      '--strip-components=1',
    ]);
    for (const module of ['abut.wasm', 'abut-motion.wasm', 'abut-hull.wasm'])
      assert.ok(statSync(join(folder, 'node_modules/abut/dist', module)).size < 400_000, module);

    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    copyFileSync(join(here, 'test/types.ts'), join(folder, 'types.ts'));
    const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
    execFileSync(
      'node',
      [
        tsc,
        '--noEmit',
        '--strict',
        '--target',
        'es2022',
        '--module',
        'es2022',
        '--moduleResolution',
        'bundler',
        '--lib',
        'es2022,dom',
        'types.ts',
      ],
      { cwd: folder, stdio: 'pipe' },
    );
    writeFileSync(
      join(folder, 'use.mjs'),
      `import { load } from 'abut'; import { readFileSync } from 'node:fs';
const abut = await load(readFileSync(new URL('node_modules/abut/dist/abut.wasm', import.meta.url)));
const point = (x) => ({ shape: { shape: 'point' }, pose: { p: [x, 0] } });
console.log(abut.distance({ dim: 2, precision: 'double' }, point(1), point(4)).value);`,
    );
    assert.equal(execFileSync('node', ['use.mjs'], { cwd: folder, encoding: 'utf8' }), '3\n');
  } finally {
    rmSync(folder, { recursive: true });
  }
});
