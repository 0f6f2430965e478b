// The search: by key and by touch, from a server, from a folder, and without scripts.
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { test } from 'node:test';
import { desk, phone, root, shoot, unreadable, visit } from './browser.mjs';

/** Types a query, and waits until its results are shown. */
async function search(page, query) {
  await page.getByRole('combobox', { name: 'Search' }).fill(query);
  await page.waitForSelector(`dialog.search[data-shown="${query}"]`);
  return page.getByRole('option').locator('b').allTextContents();
}

test('by the keyboard alone: /, words, arrows, Enter; Escape closes', async () => {
  const { page, done } = await visit('docs/guide/gjk.html', desk);
  await page.keyboard.press('/');
  await page.waitForSelector('dialog.search[open]');
  await page.keyboard.press('Escape');
  await page.waitForSelector('dialog.search:not([open])', { state: 'attached' });
  await page.keyboard.press('/');
  const found = await search(page, 'separation_gradient');
  assert.equal(found[0], 'separation_gradient');
  assert.equal(await page.getByRole('option', { selected: true }).count(), 1);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  const active = await page.getByRole('combobox').getAttribute('aria-activedescendant');
  assert.equal(await page.locator(`#${active}`).locator('b').textContent(), found[0]);
  await page.keyboard.press('Enter');
  await page.waitForURL(/api\/separation_gradient\.html#separation_gradient/);
  assert.match(await page.locator(':target').innerText(), /separation_gradient/);
  await done();
});

test('what is searched for comes first', async () => {
  const { page, done } = await visit('index.html', desk);
  await page.keyboard.press('/');
  for (const [query, first] of [
    ['t_safe', /^t_safe$/],
    ['Hull3d', /^Hull$/],
    ['margin', /^margin$/],
    ['half-space', /[Hh]alf-space/],
    ['from Bullet', /Bullet/],
    ['warm start', /warm/i],
    ['portals', /portal/i],
  ])
    assert.match((await search(page, query))[0] ?? 'nothing', first, query);
  assert.ok((await search(page, 'safe')).includes('t_safe'), 'a part of a name');
  assert.deepEqual(await search(page, 'xyzzy'), []);
  assert.match(await page.locator('#found').innerText(), /Nothing found/);
  await done();
});

test('every header of the reference is found by its name', async () => {
  const { page, done } = await visit('index.html', desk);
  await page.keyboard.press('/');
  for (const name of readdirSync(`${root}/build/site/api`).filter((n) => n !== 'index.html')) {
    const header = name.replace('-', '/').replace('.html', '.hpp');
    assert.equal((await search(page, header))[0], header);
  }
  await done();
});

for (const [name, options] of Object.entries({ desk, phone }))
  for (const colorScheme of ['light', 'dark'])
    test(`by pointer or touch, readable: ${name}, ${colorScheme}`, async () => {
      const { page, done } = await visit('docs/guide/epa.html', { ...options, colorScheme });
      await page.getByRole('link', { name: /^Search/ }).click();
      const found = await search(page, 'contact');
      assert.ok(found.length > 5);
      assert.deepEqual(await unreadable(page), []);
      const box = await page.locator('dialog.search').boundingBox();
      assert.ok(
        box.x >= 0 && box.x + box.width <= options.viewport.width && box.y + box.height <= options.viewport.height,
      );
      await shoot(page, `searching-${name}-${colorScheme}`);
      await page.getByRole('option').nth(1).click();
      await page.waitForURL((url) => !url.pathname.endsWith('epa.html'));
      await done();
    });

test('nothing of the search is loaded before it is wanted', async () => {
  const { page, done } = await visit('index.html', desk);
  const loaded = () => page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name));
  assert.ok(!(await loaded()).some((name) => name.includes('search-index')));
  await page.keyboard.press('/');
  await search(page, 'gjk');
  assert.ok((await loaded()).some((name) => name.includes('search-index')));
  await done();
});

test('without scripts the link leads to all headings', async () => {
  const { page, done } = await visit('docs/guide/gjk.html', { ...desk, javaScriptEnabled: false });
  await page.getByRole('link', { name: /^Search/ }).click();
  await page.waitForURL(/search\.html$/);
  const text = await page.locator('main').innerText();
  for (const name of ['separation_gradient', 'Cookbook', 'HalfSpace']) assert.ok(text.includes(name), name);
  await done();
});

test('pages opened from a folder can search', async () => {
  const { page, context } = await visit('index.html', desk);
  await page.goto(pathToFileURL(`${root}/build/site/docs/guide/gjk.html`).href);
  await page.keyboard.press('/');
  assert.equal((await search(page, 'shape_cast'))[0], 'shape_cast');
  await page.keyboard.press('Enter');
  await page.waitForURL(/^file:.*api\/shape_cast\.html/);
  await context.close();
});
