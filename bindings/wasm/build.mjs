// Puts the module beside the compiled wrapper. `cmake --build --preset wasm` makes it.
import { copyFileSync, existsSync, statSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const from = fileURLToPath(new URL('../../build/wasm/abut.wasm', import.meta.url));
if (!existsSync(from)) {
  console.error(`${from} is missing: make it with\n  cmake --preset wasm && cmake --build --preset wasm`);
  process.exit(1);
}
const size = statSync(from).size;
if (size >= 400_000) {
  console.error(`abut.wasm has ${size} bytes; pages wait for it, so it must stay below 400,000`);
  process.exit(1);
}
copyFileSync(from, fileURLToPath(new URL('dist/abut.wasm', import.meta.url)));
console.log(`abut.wasm: ${size} bytes`);
