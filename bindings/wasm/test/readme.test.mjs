// The snippets of README.md compile with `tsc --strict` against the packed package, run in node, and print what the
// comments behind them say.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { compile, install } from './packed.mjs';

const readme = readFileSync(new URL('../README.md', import.meta.url), 'utf8');
const snippets = (language) =>
  [...readme.matchAll(/^```(\w+)\n(.*?)^```$/gms)].filter(([, name]) => name === language).map(([, , code]) => code);

/** What the program prints, by its comments. */
const announced = (code) => [...code.matchAll(/^console\.log\(.*\); \/\/ (.*)$/gm)].map(([, text]) => text);

/** Lets node import `file?url` as Vite does: the address of the file, here one with its bytes in it. */
const bundler = `
import { readFileSync } from 'node:fs';
export async function resolve(specifier, context, next) {
  if (!specifier.endsWith('?url')) return next(specifier, context);
  const { url } = await next(specifier.slice(0, -4), context);
  return { url: url + '?url', format: 'module', shortCircuit: true };
}
export async function load(url, context, next) {
  if (!url.endsWith('?url')) return next(url, context);
  const bytes = readFileSync(new URL(url.slice(0, -4))).toString('base64');
  const source = 'export default ' + JSON.stringify('data:application/wasm;base64,' + bytes);
  return { source, format: 'module', shortCircuit: true };
}`;

const { folder } = install();
const write = (name, text) => writeFileSync(join(folder, name), text);

function run(name) {
  return execFileSync('node', ['--import', './register.mjs', name], { cwd: folder, encoding: 'utf8' })
    .trimEnd()
    .split('\n');
}

write('bundler.mjs', bundler);
write('register.mjs', "import { register } from 'node:module'; register('./bundler.mjs', import.meta.url);");
write('bundler.d.ts', "declare module '*?url' {\n  const url: string;\n  export default url;\n}\n");

test('the TypeScript of README.md is one program, which compiles and runs', () => {
  const parts = snippets('ts'),
    program = parts.join('\n');
  assert.ok(parts.length >= 4 && announced(program).length >= 3, 'snippets were not found');
  write('readme.ts', program);
  compile(folder, ['readme.ts', 'bundler.d.ts'], true);
  assert.deepEqual(run('readme.js'), announced(program));
});

test('the JavaScript of README.md runs', () => {
  const programs = snippets('js');
  assert.ok(programs.length >= 1, 'snippets were not found');
  programs.forEach((program, i) => {
    write(`readme${i}.mjs`, program);
    assert.ok(announced(program).length > 0, program);
    assert.deepEqual(run(`readme${i}.mjs`), announced(program));
  });
});
