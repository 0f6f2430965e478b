// How the modules are found and started.
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { load, loadHull, loadMotion } from '../dist/index.js';

const dist = fileURLToPath(new URL('../dist', import.meta.url));
const modules = { 'abut.wasm': load, 'abut-motion.wasm': loadMotion, 'abut-hull.wasm': loadHull };
const bytesOf = (name) => readFileSync(join(dist, name));

for (const [name, start] of Object.entries(modules)) {
  test(`${name} is found in node, wherever the program runs`, async () => {
    const folder = process.cwd();
    process.chdir(tmpdir());
    try {
      assert.match((await start()).version, /^\d+\.\d+\.\d+$/);
    } finally {
      process.chdir(folder);
    }
  });

  test(`${name} is started from all that its type allows`, async () => {
    const bytes = bytesOf(name),
      { buffer } = new Uint8Array(bytes);
    const answer = () => new Response(bytes, { headers: { 'Content-Type': 'application/wasm' } });
    const now = [bytes, buffer, new DataView(buffer), answer()],
      later = [readFile(join(dist, name)), Promise.resolve(answer())];
    for (const source of [...now, ...later]) assert.match((await start(source)).version, /^\d/);
  });

  test(`${name} is not started from anything else`, async () => {
    const others = Object.keys(modules).filter((other) => other !== name);
    // A module that imports a function: module 'a', name 'b', of the type without arguments and results.
    const foreign = Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0, 1, 4, 1, 96, 0, 0, 2, 7, 1, 1, 97, 1, 98, 0, 0);
    const read = new Response(bytesOf(name));
    await read.arrayBuffer();
    const wrong = [
      ...[null, 7, name, [0, 97, 115, 109], {}, () => 1].map((source) => [source, 'expected what fetch returns']),
      [Promise.resolve(undefined), 'missing, expected what fetch returns'],
      [new Uint8Array(0), 'is no WebAssembly module'],
      [new TextEncoder().encode('<!doctype html>'), 'is no WebAssembly module'],
      [new Response('<!doctype html>'), 'is no WebAssembly module'],
      [bytesOf(name).subarray(0, 1000), 'can not be started'],
      [foreign, 'can not be started'],
      [read, 'is a Response that was read before'],
      ...others.map((other) => [bytesOf(other), `is another module, expected ${name}`]),
    ];
    for (const [source, problem] of wrong) {
      await assert.rejects(
        start(source),
        (error) => error.name === 'AbutError' && /^source: /.test(error.message) && error.message.includes(problem),
        `${String(source)}: ${problem}`,
      );
    }
    await assert.rejects(start(new Response('', { status: 404 })), /could not be loaded: 404/);
  });
}

test('a file that is not beside the wrapper', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'abut-load-'));
  try {
    cpSync(dist, folder, { recursive: true, filter: (path) => !path.endsWith('.wasm') });
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
    const { load: lost } = await import(pathToFileURL(join(folder, 'index.js')).href);
    await assert.rejects(lost(), /abut\.wasm could not be read; give the bytes of abut\.wasm, or what fetch returns/);
    assert.ok(await lost(bytesOf('abut.wasm')));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
