// Puts the modules beside the compiled wrapper. `cmake --build --preset wasm` makes them.
import { copyFileSync, existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { limits } from './limits.mjs';

for (const [name, limit] of Object.entries(limits)) {
  const from = fileURLToPath(new URL(`../../build/wasm/${name}`, import.meta.url));
  if (!existsSync(from)) {
    console.error(`${from} is missing: make it with\n  cmake --preset wasm && cmake --build --preset wasm`);
    process.exit(1);
  }
  const size = statSync(from).size;
  if (size >= limit) {
    console.error(`${name} has ${size} bytes; pages load it first, so it must stay below ${limit}`);
    process.exit(1);
  }
  copyFileSync(from, fileURLToPath(new URL(`dist/${name}`, import.meta.url)));
  console.log(`${name}: ${size} bytes`);
}
