// The site in a real browser, from a folder of a server: bright, dark, and on a phone. Screenshots go to build/site-shots.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from '../../playground/test/server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shots = `${root}/build/site-shots`;
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
mkdirSync(shots, { recursive: true });

let browser, server;
before(async () => {
  assert.ok(existsSync(browserPath), `${browserPath} is missing: scripts/setup test installs it; CHROMIUM names another`);
  server = await serve(`${root}/build/site`);
  browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** Opens a page, and fails on messages of the console, requests to elsewhere, and pages wider than the screen. */
async function visit(path, name, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage(), trouble = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) trouble.push(`external request: ${request.url()}`);
  });
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

for (const [path, name] of [['index.html', 'index'], ['docs/guide/gjk.html', 'gjk'], ['docs/guide/touching.html', 'touching'], ['docs/guide/migration.html', 'migration'], ['docs/benchmarks.html', 'benchmarks'], ['docs/guide/cookbook.html', 'cookbook']]) {
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
