// The page in a real browser, with shapes at rest.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { test } from 'node:test';
import { coveredLabels, crossedLengths, desk, looksRight, phone } from './seen.mjs';
import { centerOf, drag, native, nextFrame, open, openWithout, root, server, shoot, shots } from './browser.mjs';

test('the steps: from the first by the button, by the keys, by play, and back to the answer', async () => {
  const { page, view, text, done } = await open();
  await shoot(page, '2d', { fullPage: true });
  assert.equal(await page.evaluate(() => document.activeElement.id), 'slider');
  await page.click('#how');
  assert.equal((await view()).step, 0);
  const seen = async () => ({
    simplex: await page.locator('#difference .simplex').first().getAttribute('d'),
    bounds: await text('bounds'),
    caption: await text('caption'),
  });
  const first = await seen();
  await page.keyboard.press('ArrowRight');
  assert.equal((await view()).step, 1);
  const second = await seen();
  assert.notEqual(second.caption, first.caption);
  assert.notEqual(second.bounds, first.bounds);
  assert.notEqual(second.simplex, first.simplex);
  await page.keyboard.press('End');
  assert.match(await text('caption'), /already in the simplex/);
  await shoot(page, '2d-end');
  await page.keyboard.press('Home');
  assert.equal((await view()).step, 0);
  await page.keyboard.press('Space');
  await page.waitForFunction(() => window.playground.view.step === window.playground.view.steps - 1, null, {
    timeout: 10000,
  });
  await page.click('#how');
  assert.equal((await view()).explain, false);
  await done();
});

test('the 2D view needs nothing of the 3D part', async () => {
  server.sent.clear();
  const { page, done } = await open();
  const sent3D = () => [...server.sent.keys()].some((name) => name.includes('/stage-'));
  assert.ok(!sent3D(), [...server.sent.keys()].join(' '));
  await page.click('#dim3');
  await page.waitForSelector('body[data-ready="3"]');
  assert.ok(sent3D(), [...server.sent.keys()].join(' '));
  await done();
});

test('a drag gives what the native library gives, in float and double', async () => {
  const { page, answer, record, text, done } = await open();
  const before = (await answer()).distance;
  const from = await centerOf(page.locator('[data-handle="shape-b-0"] .shape'));
  await drag(page, from, [from[0] + 60, from[1] - 40]);
  await nextFrame(page);
  const dragged = native(await record()).distance;
  assert.equal((await answer()).distance, dragged);
  assert.ok((await text('headline')).includes(dragged.toFixed(6)));
  for (const precision of ['double', 'float']) {
    await page.click(`#${precision}`);
    const found = await answer(),
      expected = native(await record(), precision);
    assert.equal(found.distance, expected.distance);
    assert.deepEqual(found.pointA, expected.point_a);
    assert.ok(expected.lower <= found.lower && found.upper <= expected.upper);
    assert.notEqual(found.distance, before);
  }
  await page.check('#digits');
  assert.ok((await text('headline')).includes(String((await answer()).distance)));
  await done();
});

test('vertices are dragged, added and removed; shapes turn; all by keyboard too', async () => {
  const { page, record, answer, done } = await open();
  const vertices = async () => JSON.parse(await record()).a.length;
  const knob = await centerOf(page.locator('[data-handle="vertex-a-1"] .bead'));
  await drag(page, knob, [knob[0] + 30, knob[1] + 10]);
  assert.equal((await answer()).distance, native(await record()).distance);
  assert.equal(await vertices(), 3);
  await page.click('#add-a');
  assert.equal(await vertices(), 4);
  await page.locator('[data-handle="vertex-a-3"]').focus();
  const moved = await record();
  await page.keyboard.press('ArrowUp');
  await nextFrame(page);
  assert.notEqual(await record(), moved);
  await page.keyboard.press('Delete');
  assert.equal(await vertices(), 3);
  await page.locator('[data-handle="shape-b-0"]').focus();
  const angle = JSON.parse(await record()).pose_b.angle;
  await page.keyboard.press('r');
  assert.ok(JSON.parse(await record()).pose_b.angle > angle);
  const turn = await centerOf(page.locator('[data-handle="turn-b-0"] .knob'));
  await drag(page, turn, [turn[0] + 50, turn[1] + 40]);
  assert.ok(JSON.parse(await record()).pose_b.angle < angle);
  await page.selectOption('#shape-b', 'capsule');
  await page.locator('#radius-a').fill('0.3');
  const found = await answer(),
    expected = native(await record());
  assert.equal(found.distance, expected.distance);
  assert.equal(JSON.parse(await record()).ra, 0.3);
  await shoot(page, '2d-round');
  await done();
});

test('hovering a simplex vertex lights up its pair', async () => {
  const { page, done } = await open();
  await page.click('#how');
  await page.keyboard.press('ArrowRight');
  await page.mouse.move(...(await centerOf(page.locator('#difference .bead.simplex').first())));
  await nextFrame(page);
  assert.equal(await page.locator('#world .vertex.lit').count(), 2);
  await done();
});

test('the permalink restores everything', async () => {
  const { page, record, view, done } = await open();
  const from = await centerOf(page.locator('[data-handle="shape-a-0"] .shape'));
  await drag(page, from, [from[0] - 20, from[1] + 30]);
  await page.click('#float');
  await page.selectOption('#verb', 'separation');
  await page.focus('#slider');
  await page.keyboard.press('ArrowLeft');
  await page.click('#link');
  const hash = await page.evaluate(() => location.hash),
    kept = { record: await record(), ...(await view()) };
  await done();
  const again = await open(hash);
  assert.deepEqual({ record: await again.record(), ...(await again.view()) }, kept);
  await again.done();
  const broken = await open('#bm90IGEgbGluaw');
  assert.match(await broken.text('notice'), /link can not be opened/);
  await broken.done();
});

test('a pasted pair is shown; an error is reported at its place', async () => {
  const { page, record, answer, done } = await open();
  await page.click('#open-paste');
  await page.fill('#paste textarea', '{"op":"distance","dim":2,\n "a":[[0,0],[1,oops]],"b":"disc"}');
  await page.keyboard.press('Control+Enter');
  assert.match(await page.innerText('#paste .fault'), /line 2, column 16/);
  assert.equal(await page.innerText('#paste mark'), 'oops');
  await shoot(page, 'paste');
  await page.fill('#paste textarea', '{"op":"distance","dim":2,"a":{"shape":"ball","raduis":1},"b":"disc"}');
  await page.keyboard.press('Control+Enter');
  assert.match(await page.innerText('#paste .fault'), /a\.raduis: not a member of ball/);
  assert.equal(await page.innerText('#paste mark'), '"raduis"');
  await page.fill('#paste textarea', '{"op":"separation","dim":2,"a":"triangle","b":"disc","pose_b":{"p":[3,0.25]}}');
  await page.keyboard.press('Control+Enter');
  assert.equal(JSON.parse(await record()).b.radius, 1);
  assert.equal((await answer()).separation, native(await record()).separation);
  await done();
});

/** Opens a pair of the gallery, without the time of two clicks. */
async function show(page, entry) {
  await page.evaluate(() => document.getElementById('open-gallery').click());
  await page.waitForSelector('#gallery[open]');
  await page.evaluate((id) => document.querySelector(`[data-entry="${id}"]`).click(), entry);
  await page.waitForFunction(() => document.body.dataset.ready && window.playground.answer !== null);
}

/** In the answer, and in a step with all marks of the search. Leaves a picture of both. */
async function looksAt(page, entry, size) {
  assert.deepEqual(await crossedLengths(page), [], `${entry}, the answer`);
  await looksRight(page, `${entry}, the answer`);
  await shoot(page, `gallery-${entry}-${size}`);
  await page.evaluate(() => window.playground.go(1));
  await nextFrame(page);
  assert.deepEqual(await coveredLabels(page), [], `${entry}, a step`);
  await shoot(page, `gallery-${entry}-${size}-step`);
}

const entriesOf = async (page) => {
  await page.evaluate(() => document.getElementById('open-gallery').click());
  await page.waitForSelector('#gallery[open]');
  return page.locator('[data-entry]').evaluateAll((all) => all.map((e) => e.dataset.entry));
};

test('the gallery opens every pair, each looks right, and is answered as natively', async () => {
  const { page, record, answer, view, done } = await open('', desk);
  const entries = await entriesOf(page);
  await looksRight(page, 'the gallery');
  await shoot(page, 'gallery');
  assert.ok(entries.length >= 20);
  await page.locator('#gallery h3 button').click();
  for (const entry of entries) {
    await show(page, entry);
    const { verb } = await view(),
      found = await answer();
    await looksAt(page, entry, 'desk');
    if ('tSafe' in found) {
      assert.deepEqual(found.pointB ?? found.point, native(await record()).point_b ?? native(await record()).point, entry);
      continue;
    }
    const op = verb === 'contact' ? 'separation' : verb,
      expected = native(JSON.stringify({ ...JSON.parse(await record()), op }));
    assert.equal(
      (found.distance ?? found.separation) + 0,
      verb === 'distance' ? (expected.signed_distance ?? expected.distance) : expected.separation,
      entry,
    );
  }
  await done();
});

test('on a phone too, every pair of the gallery looks right', async () => {
  const { page, done } = await open('', { ...phone, colorScheme: 'dark' });
  const entries = await entriesOf(page);
  await looksRight(page, 'the gallery');
  await shoot(page, 'gallery-phone');
  await page.locator('#gallery h3 button').click();
  for (const entry of entries) {
    await show(page, entry);
    await looksAt(page, entry, 'phone');
  }
  await done();
});

test('copies C++ that compiles to the same answer, and saves pictures', async () => {
  const { page, answer, done } = await open();
  await page.click('#open-copy');
  const code = await page.inputValue('#copy textarea');
  const program = `${shots}/copied`;
  execFileSync(
    'g++',
    [
      '-std=c++20',
      '-O0',
      '-ffp-contract=off',
      '-DABUT_HEADER_ONLY',
      `-I${root}/include`,
      '-x',
      'c++',
      '-',
      '-o',
      program,
    ],
    { input: code },
  );
  assert.ok(execFileSync(program, { encoding: 'utf8' }).startsWith(`${(await answer()).distance}`));
  await page.locator('#copy h3 button').click();
  await page.selectOption('#verb', 'penetration');
  await page.click('#open-copy');
  await page.click('#copy-json');
  assert.equal(JSON.parse(await page.inputValue('#copy textarea')).op, 'penetration');
  const [svg] = await Promise.all([page.waitForEvent('download'), page.click('#save-svg')]);
  await svg.saveAs(`${shots}/saved.svg`);
  await page.click('#open-copy');
  const [png] = await Promise.all([page.waitForEvent('download'), page.click('#save-png')]);
  await png.saveAs(`${shots}/saved.png`);
  await page.goto(`file://${shots}/saved.svg`);
  assert.ok((await page.locator('.shape').count()) >= 2);
  await page.context().close();
  void done;
});

test('every question is answered, and EPA and MPR are drawn', async () => {
  const { page, view, done } = await open();
  await page.click('#open-gallery');
  await page.click('[data-entry="overlap"]');
  for (const verb of ['distance', 'separation', 'penetration', 'overlap', 'mpr', 'contact']) {
    await page.selectOption('#verb', verb);
    await page.focus('#slider');
    await page.keyboard.press('End');
    assert.ok((await view()).steps > 0, verb);
    if (verb === 'separation') await shoot(page, '2d-epa');
    if (verb === 'mpr') await shoot(page, '2d-mpr');
  }
  await done();
});

test('pairs that are hard to draw: half-spaces, points, near overflow and underflow, thousands of vertices', async () => {
  const { page, answer, record, view, done } = await open();
  const many = Array.from({ length: 3000 }, (_, i) => [Math.cos(i), Math.sin(i)]);
  const pairs = [
    '{"op":"separation","dim":2,"a":{"shape":"half_space","normal":[1,2],"offset":1},"b":"square","pose_b":{"p":[3,2]}}',
    '{"op":"separation","dim":3,"a":"unit_box","b":{"shape":"half_space","normal":[0,0,-1],"offset":-3}}',
    '{"op":"separation","dim":2,"a":[[0,0]],"b":[[0,0]]}',
    '{"op":"separation","dim":3,"a":[[0,0,0],[1,0,0]],"b":[[0,2,1]]}',
    '{"op":"separation","dim":2,"a":[[0,0],[1e300,0]],"b":[[0,1e300],[1e299,1e300]]}',
    '{"op":"separation","dim":2,"a":[[0,0],[1e-300,0]],"b":[[0,1e-300]]}',
    '{"op":"separation","dim":3,"a":{"shape":"ellipsoid","radii":[2,1e-9,1]},"b":"unit_ball","pose_b":{"p":[0,3,0]}}',
    JSON.stringify({ op: 'separation', dim: 2, a: many, b: [[5, 0]] }),
  ];
  for (const pair of pairs) {
    await page.click('#open-paste');
    await page.fill('#paste textarea', pair);
    await page.keyboard.press('Control+Enter');
    await page.waitForSelector('body[data-ready]');
    assert.equal((await view()).verb, 'separation');
    assert.equal((await answer()).separation + 0, native(await record()).separation, pair.slice(0, 80));
  }
  await done();
});

test('in 3D: steps, drags and rotations, with the native answers', async () => {
  const { page, record, answer, view, done } = await open();
  await page.click('#dim3');
  await page.waitForSelector('body[data-ready="3"]');
  assert.equal(await page.locator('#world canvas').count(), 1);
  await shoot(page, '3d');
  const before = await answer();
  const from = await centerOf(page.locator('#world .tag.big.a'));
  await drag(page, from, [from[0] - 30, from[1] + 40]);
  await nextFrame(page);
  assert.notEqual((await answer()).distance, before.distance);
  assert.equal((await answer()).distance, native(await record()).distance);
  await page.locator('#world canvas').focus();
  await page.keyboard.press('b');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('PageUp');
  await nextFrame(page);
  assert.equal((await answer()).distance, native(await record()).distance);
  await page.focus('#slider');
  await page.keyboard.press('End');
  assert.equal((await view()).step, (await view()).steps - 1);
  await page.click('#theme');
  await nextFrame(page);
  await shoot(page, '3d-dark');
  await page.click('#dim2');
  await page.waitForSelector('body[data-ready="2"]');
  assert.equal(await page.locator('#world svg').count(), 1);
  await done();
});

test('64 vertices each are dragged, and the page says how long query and trace took', async () => {
  const { page, text, done } = await open();
  for (const [dim, shape] of [
    ['2', '64-gon'],
    ['3', 'hull of 64'],
  ]) {
    if (dim === '3') {
      await page.click('#dim3');
      await page.waitForSelector('body[data-ready="3"]');
    }
    for (const side of ['a', 'b']) await page.selectOption(`#shape-${side}`, shape);
    await page.click('#fit');
    await nextFrame(page);
    const from = await centerOf(
      dim === '2' ? page.locator('[data-handle="shape-b-0"] .shape') : page.locator('#world .tag.big.b'),
    );
    await drag(page, from, [from[0] + 40, from[1] + 30]);
    await nextFrame(page);
    assert.match(await text('speed'), /median \d/);
    console.log(`${shape}: ${await text('speed')}`); // printed, not checked: the machine may be busy
    await shoot(page, `64-${dim}d`);
  }
  await done();
});

test('hovering in 3D lights up the pair in both views', async () => {
  const { page, done } = await open();
  await page.click('#dim3');
  await page.waitForSelector('body[data-ready="3"]');
  /** Where the corner is that a label belongs to. */
  const placeOf = (label) =>
    label.evaluate((span) => {
      const box = span.parentElement.getBoundingClientRect();
      return [box.left + Number(span.dataset.x), box.top + Number(span.dataset.y)];
    });
  await page.click('#how');
  await page.keyboard.press('ArrowRight');
  await page.mouse.move(...(await placeOf(page.locator('#difference .tag.id.s').first())));
  await nextFrame(page);
  assert.equal(await page.locator('#world .tag.lit').count(), 2);
  assert.equal(await page.locator('#difference .tag.lit').count(), 1);
  const pair = await page.locator('#difference .tag.lit').innerText();
  await shoot(page, '3d-hover');
  const stage = await page.locator('#difference').boundingBox();
  for (const away of [
    [stage.x + 8, stage.y + 8],
    [5, 5],
  ]) {
    await page.mouse.move(...away);
    await nextFrame(page);
    assert.equal(await page.locator('.tag.lit').count(), 0);
  }
  const vertex = page
    .locator('#world .tag.id.b')
    .filter({ hasText: pair.split(' ')[0] })
    .first();
  await page.mouse.move(...(await placeOf(vertex)));
  await nextFrame(page);
  assert.equal(await page.locator('#difference .tag.lit').count(), 1);
  await done();
});

test('a PNG in 3D, and a reason why there is no SVG', async () => {
  const { page, text, done } = await open();
  await page.click('#dim3');
  await page.waitForSelector('body[data-ready="3"]');
  await page.click('#open-copy');
  const [png] = await Promise.all([page.waitForEvent('download'), page.click('#save-png')]);
  await png.saveAs(`${shots}/saved-3d.png`);
  assert.ok(statSync(`${shots}/saved-3d.png`).size > 20_000);
  await page.click('#open-copy');
  await page.click('#save-svg');
  assert.match(await text('notice'), /SVG is for 2D/);
  await done();
});

test('all of it is less than 2.4 MB, 3D and motion included', async () => {
  server.sent.clear();
  const { page, done } = await open();
  await page.click('#dim3');
  await page.waitForSelector('body[data-ready="3"]');
  await page.selectOption('#verb', 'toi');
  await page.waitForSelector('body[data-ready="3"]');
  const total = [...server.sent.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(total < 2_400_000, `${total} bytes`);
  await done();
});

test('without the library it says so', async () => {
  const { notice, close } = await openWithout('**/*.wasm');
  assert.match(await notice(), /could not be loaded: .*503/);
  await close();
});

test('without the module of hulls 2D works, and 3D says what is missing', async () => {
  const { page, notice, close } = await openWithout('**/abut-hull*.wasm');
  await page.waitForSelector('body[data-ready="2"]');
  await page.click('#dim3');
  assert.match(await notice(), /3D view could not be started: .*503/);
  await close();
});
