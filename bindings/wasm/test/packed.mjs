// Installs what `npm pack` packs in a new folder, as a user has it. The folder is gone when the process ends.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(new URL('..', import.meta.url));

/** The folder, and the names of the packed files. */
export function install() {
  const folder = mkdtempSync(join(tmpdir(), 'abut-pack-'));
  process.on('exit', () => rmSync(folder, { recursive: true }));
  const [packed] = JSON.parse(
    execFileSync('npm', ['pack', '--json', '--pack-destination', folder], { cwd: here, encoding: 'utf8' }),
  );
  const home = join(folder, 'node_modules/abut');
  mkdirSync(home, { recursive: true });
  execFileSync('tar', ['xzf', join(folder, packed.filename), '-C', home, '--strip-components=1']);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  return { folder, names: packed.files.map((file) => file.path) };
}

/** Checks files of the folder as a strict user does, and compiles them if `emit`. */
export function compile(folder, files, emit = false) {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  const options = ['--strict', '--target', 'es2022', '--module', 'es2022', '--moduleResolution', 'bundler'];
  const args = [tsc, ...(emit ? [] : ['--noEmit']), ...options, '--lib', 'es2022,dom', ...files];
  try {
    execFileSync('node', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    throw new Error(`tsc --strict: ${error.stdout}`);
  }
}
