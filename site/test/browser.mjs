// The built site in Debian's chromium, from a folder of a server. `make screenshots` puts pictures in build/site-shots.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, watchedPage } from '../../playground/test/chromium.mjs';
import { serve } from '../../playground/test/server.mjs';

export { desk, phone, unreadable } from '../../playground/test/seen.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const shots = `${root}/build/site-shots`;
mkdirSync(shots, { recursive: true });

/** As the function of the playground's tests. */
export async function shoot(page, name) {
  if (process.env.ABUT_SCREENSHOTS) await page.screenshot({ path: `${shots}/${name}.png` });
}

export let browser, server;
before(async () => {
  server = await serve(`${root}/build/site`);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens a page; `done` fails on messages of the console and on requests to elsewhere. */
export async function visit(path, options = {}) {
  const { context, page, trouble } = await watchedPage(browser, server.url, options);
  await page.goto(server.url + path, { waitUntil: 'load' });
  return {
    page,
    context,
    async done() {
      await context.close();
      assert.deepEqual(trouble, []);
    },
  };
}
