// A static server that offers the built page in a folder of its own, as any web server would.
import { createServer } from 'node:http';
import { readFile } from 'node:fs/promises';
import { extname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../dist', import.meta.url));
const types = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
};
const folder = '/some/folder/';

export async function serve(dist = built) {
  const sent = new Map(); // bytes by name
  const server = createServer(async (request, response) => {
    const path = new URL(request.url, 'http://localhost').pathname;
    try {
      if (!path.startsWith(folder)) throw new Error('elsewhere');
      const name = normalize(path.slice(folder.length)) === '.' ? 'index.html' : normalize(path.slice(folder.length));
      const bytes = await readFile(join(dist, name));
      sent.set(name, bytes.length);
      response.writeHead(200, { 'content-type': types[extname(name)] ?? 'application/octet-stream' });
      response.end(bytes);
    } catch {
      response.writeHead(404).end();
    }
  });
  await new Promise((done) => server.listen(0, '127.0.0.1', done));
  return { url: `http://127.0.0.1:${server.address().port}${folder}`, sent, close: () => server.close() };
}
