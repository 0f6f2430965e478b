// The pages of the site at the sizes of a desk and a phone, bright and dark.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { desk, phone, shoot, unreadable, visit } from './browser.mjs';

const sizes = { desk, phone };
const pages = {
  index: 'index.html',
  gjk: 'docs/guide/gjk.html',
  touching: 'docs/guide/touching.html',
  migration: 'docs/guide/migration.html',
  benchmarks: 'docs/benchmarks.html',
  cookbook: 'docs/guide/cookbook.html',
  api: 'api/index.html',
  distance: 'api/distance.html',
  shapes: 'api/shapes.html',
  search: 'search.html',
};

for (const [size, options] of Object.entries(sizes))
  for (const colorScheme of ['light', 'dark'])
    test(`pages are readable and fit the screen: ${size}, ${colorScheme}`, async () => {
      const { page, done } = await visit('LICENSE.html', { ...options, colorScheme });
      for (const [name, path] of Object.entries(pages)) {
        await page.goto(new URL(`/some/folder/${path}`, page.url()).href, { waitUntil: 'load' });
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wider <= 0, `${path} is ${wider} pixels wider than the screen`);
        assert.deepEqual(await unreadable(page), [], path);
        assert.equal(await page.locator('iframe').count(), 0, `${path} has no frame that holds the wheel`);
        await shoot(page, `${name}-${size}-${colorScheme}`);
      }
      await done();
    });

for (const [size, options] of Object.entries(sizes))
  test(`the front page says what abut does, and its picture opens the playground: ${size}`, async () => {
    const { page, done } = await visit('index.html', { ...options, colorScheme: 'dark' });
    assert.match(await page.locator('main').innerText(), /proximity queries between convex shapes/);
    assert.match(await page.locator('main').innerText(), /target_link_libraries\(your_target PRIVATE abut::abut\)/);
    const picture = page.getByRole('link', { name: /Open the playground/ }),
      image = picture.locator('img'),
      box = await image.boundingBox();
    assert.ok(box.y + box.height / 2 < options.viewport.height, `above the fold, not at ${box.y}`);
    assert.ok(
      (await image.evaluate((img) => img.currentSrc)).endsWith(size === 'phone' ? '-phone-dark.png' : '-dark.png'),
    );
    assert.ok(await image.evaluate((img) => img.complete && img.naturalWidth > 0));
    await picture.click();
    await page.waitForSelector('body[data-ready]');
    await done();
  });

test('the page of benchmarks begins with charts', async () => {
  for (const options of [desk, phone]) {
    const { page, done } = await visit('docs/benchmarks.html', options);
    const [chart, table] = await Promise.all(
      ['main img', 'main table'].map((what) => page.locator(what).first().boundingBox()),
    );
    assert.ok(chart.y < options.viewport.height && chart.y < table.y, `a chart at ${chart.y}, a table at ${table.y}`);
    await done();
  }
});
