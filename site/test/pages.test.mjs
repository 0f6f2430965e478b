// The site in a real browser, from a folder of a server: bright, dark, and on a phone. Screenshots go to
// build/site-shots.
import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, watchedPage } from '../../playground/test/chromium.mjs';
import { serve } from '../../playground/test/server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shots = `${root}/build/site-shots`;
mkdirSync(shots, { recursive: true });

let browser, server;
before(async () => {
  server = await serve(`${root}/build/site`);
  browser = await launch();
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens a page, and fails on messages of the console, requests to elsewhere, and pages wider than the screen. */
async function visit(path, name, options = {}) {
  const { context, page, trouble } = await watchedPage(browser, server.url, options);
  await page.goto(server.url + path, { waitUntil: 'load' });
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  return {
    page,
    async done() {
      await page.screenshot({ path: `${shots}/${name}.png` });
      await context.close();
      assert.deepEqual(trouble, []);
      assert.ok(wider <= 0, `${path} is ${wider} pixels wider than the screen`);
    },
  };
}

const phone = { viewport: { width: 375, height: 740 }, isMobile: true, deviceScaleFactor: 2 };

test('the front page says what abut does, shows it live, and gives the install line', async () => {
  const { page, done } = await visit('index.html', 'front');
  assert.match(await page.locator('main').innerText(), /proximity queries between convex shapes/);
  assert.match(await page.locator('main').innerText(), /target_link_libraries\(your_target PRIVATE abut::abut\)/);
  await page.frameLocator('iframe').locator('body[data-ready]').waitFor();
  await done();
});

for (const [path, name] of [
  ['index.html', 'index'],
  ['docs/guide/gjk.html', 'gjk'],
  ['docs/guide/touching.html', 'touching'],
  ['docs/guide/migration.html', 'migration'],
  ['docs/benchmarks.html', 'benchmarks'],
  ['docs/guide/cookbook.html', 'cookbook'],
]) {
  test(`${path} is readable, dark and on a phone`, async () => {
    await (await visit(path, name)).done();
    await (await visit(path, `${name}-dark`, { colorScheme: 'dark' })).done();
    await (await visit(path, `${name}-phone`, phone)).done();
  });
}

test('the API reference opens, and leads to a verb', async () => {
  const { page, done } = await visit('api/index.html', 'api', { colorScheme: 'dark' });
  await page.getByRole('link', { name: 'distance.hpp' }).first().click();
  await page.waitForLoadState('load');
  assert.match(await page.locator('body').innerText(), /How far apart are two convex shapes/);
  await done();
});
