// A real browser, and what the tests of the page do with it. Screenshots go to build/playground: `make screenshots`.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { after, before } from 'node:test';
import { fileURLToPath } from 'node:url';
import { launch, watchedPage } from './chromium.mjs';
import { serve } from './server.mjs';

export const root = fileURLToPath(new URL('../..', import.meta.url));
const tool = process.env.ABUT ?? `${root}/build/release/abut`;
export const shots = `${root}/build/playground`;
mkdirSync(shots, { recursive: true });

/** A screenshot for `make screenshots`; a test run takes none, since each holds the page up for half a second. */
export async function shoot(page, name, options = {}) {
  if (process.env.ABUT_SCREENSHOTS) await page.screenshot({ ...options, path: `${shots}/${name}.png` });
}

export let browser, server;
before(async () => {
  server = await serve();
  // WebGL, without a graphics card.
  browser = await launch('--use-gl=angle', '--use-angle=swiftshader', '--enable-unsafe-swiftshader');
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A fresh page; errors of any kind fail the test that calls `done`. */
export async function open(hash = '', options = {}) {
  const { context, page, trouble } = await watchedPage(browser, server.url, options);
  await page.goto(server.url + hash);
  await page.waitForSelector('body[data-ready]');
  const view = () => page.evaluate(() => window.playground.view);
  return {
    page,
    view,
    trouble,
    answer: () => page.evaluate(() => window.playground.answer),
    record: () => page.evaluate(() => window.playground.record),
    text: (id) => page.locator(`#${id}`).innerText(),
    async done() {
      assert.deepEqual(trouble, []);
      await context.close();
    },
  };
}

/** A page for which requests of `files` fail; `notice` is what it then says. */
export async function openWithout(files, path = '') {
  const context = await browser.newContext(),
    page = await context.newPage();
  await page.route(files, (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(server.url + path);
  return {
    page,
    async notice() {
      await page.waitForSelector('#notice:not([hidden])');
      return page.innerText('#notice');
    },
    close: () => context.close(),
  };
}

export function native(record, precision = 'double', ...options) {
  return JSON.parse(
    execFileSync(tool, ['query', '--precision', precision, ...options], { input: record, encoding: 'utf8' }),
  );
}

export async function drag(page, from, to) {
  await page.mouse.move(...from);
  await page.mouse.down();
  for (let i = 1; i <= 8; ++i)
    await page.mouse.move(from[0] + ((to[0] - from[0]) * i) / 8, from[1] + ((to[1] - from[1]) * i) / 8);
  await page.mouse.up();
}

/** Drawings are replaced as a whole: an element may be gone before it is measured, so this tries again. */
export const centerOf = async (locator) => {
  for (let attempt = 0; attempt < 10; ++attempt) {
    const box = await locator.boundingBox();
    if (box) return [box.x + box.width / 2, box.y + box.height / 2];
  }
  throw new Error(`${locator} is not drawn`);
};

export const nextFrame = (page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
