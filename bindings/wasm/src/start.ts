/** How a module is found and started. */
import { refuse, refuseValue } from './check.js';
import type { Exports } from './memory.js';

/** The C library imports these functions; none is called, as the module neither reads nor writes files. */
const noSystem = {
  fd_close: () => 8,
  fd_seek: () => 8,
  fd_write: () => 8,
  fd_read: () => 8,
  fd_fdstat_get: () => 8,
  environ_get: () => 0,
  environ_sizes_get: () => 0,
  proc_exit: () => {
    throw new Error('abut: the module has stopped');
  },
};

/** What `fetch` returns, or the bytes of a module. */
export type Source = Response | BufferSource | PromiseLike<Response | BufferSource>;

/** A module: the name of its file, where that lies, and a function that only it exports. */
export interface ModuleFile {
  name: string;
  /** `new URL(name, import.meta.url)`, written out, so that bundlers see which file it is. */
  address(): URL;
  verb: string;
}

/** Starts a module, by default from its file beside the wrapper. */
export async function start<E extends Exports>(source: Source | undefined, file: ModuleFile): Promise<E> {
  const bytes = await bytesOf(await (source === undefined ? ownFile(file) : source), file);
  const exports = (await instantiate(bytes, file)) as unknown as E;
  if (!(file.verb in exports)) refuse('source', `is another module, expected ${file.name}`);
  exports._initialize();
  return exports;
}

async function instantiate(bytes: BufferSource, { name }: ModuleFile): Promise<WebAssembly.Exports> {
  try {
    return (await WebAssembly.instantiate(bytes, { wasi_snapshot_preview1: noSystem })).instance.exports;
  } catch (error) {
    refuse('source', `can not be started (${String(error)}), expected ${name}`);
  }
}

/** The file of a module: read in node, where `fetch` knows no files, and fetched in a browser. */
async function ownFile({ name, address }: ModuleFile): Promise<Response | BufferSource> {
  const help = `give the bytes of ${name}, or what fetch returns for it`;
  let url: URL;
  try {
    url = address();
  } catch {
    throw new Error(`abut: where ${name} lies is not known, as import.meta.url is missing; ${help}`);
  }
  if (url.protocol !== 'file:') return fetch(url);
  const system = 'node:fs/promises'; // not as a literal: a bundler for browsers would look for it
  try {
    const { readFile } = (await import(/* @vite-ignore */ /* webpackIgnore: true */ system)) as {
      readFile(path: URL): Promise<Uint8Array<ArrayBuffer>>;
    };
    return await readFile(url);
  } catch (error) {
    throw new Error(`abut: ${url.href} could not be read; ${help}`, { cause: error });
  }
}

/** The four bytes that every module begins with. */
const magic = [0x00, 0x61, 0x73, 0x6d];

async function bytesOf(given: unknown, { name }: ModuleFile): Promise<Uint8Array<ArrayBuffer>> {
  let bytes = given;
  if (isResponse(given)) {
    if (!given.ok) throw new Error(`abut: ${given.url} could not be loaded: ${given.status} ${given.statusText}`);
    if (given.bodyUsed) refuse('source', 'is a Response that was read before, expected a new one');
    bytes = await given.arrayBuffer();
  }
  const view = bytes instanceof ArrayBuffer ? new Uint8Array(bytes) : bytes;
  if (!ArrayBuffer.isView(view)) refuseValue('source', given, `what fetch returns, or the bytes of ${name}`);
  const all = new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength); // not all take a DataView
  if (!magic.every((byte, i) => all[i] === byte))
    refuse('source', `is no WebAssembly module, expected what fetch returns for ${name}, or its bytes`);
  return all;
}

/** By its members: a Response may come from another realm, or from a library. */
function isResponse(given: unknown): given is Response {
  return typeof given === 'object' && given !== null && 'arrayBuffer' in given && 'ok' in given;
}
