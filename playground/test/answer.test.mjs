// The first ten seconds: the page opens on the answer, keeps to it, and nothing is lost.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { readFileSync } from 'node:fs';
import { centerOf, nextFrame, open, root, server, shoot } from './browser.mjs';
import { agrees, desk, frame, looksRight, phone } from './seen.mjs';

const sizes = { desk, phone };

for (const [name, size] of Object.entries(sizes))
  test(`opens on the answer, said in one sentence, readable in light and dark: ${name}`, async () => {
    const { page, view, text, done } = await open('', size);
    assert.equal(await text('lead'), 'Two shapes. The line is the gap. Drag one.');
    assert.deepEqual([(await view()).explain, (await view()).step], [false, (await view()).steps - 1]);
    agrees(await frame(page));
    assert.equal(await page.locator('.ring, .simplex, .region, .label.id').count(), 0);
    await shoot(page, `opening-${name}`);
    const outline = () => page.locator('#slider').evaluate((slider) => getComputedStyle(slider).outlineStyle);
    assert.equal(await outline(), 'none', 'no frame is drawn around a control before a key is pressed');
    await page.keyboard.press('Shift');
    assert.equal(await outline(), 'solid');
    const how = await page.locator('#how').boundingBox();
    assert.ok(how.y + how.height < size.viewport.height / 4, 'the steps are offered on top');
    const dots = await page
      .locator('#chart circle')
      .evaluateAll((all) => all.slice(-2).map((c) => c.getAttribute('cy')));
    assert.equal(dots[0], dots[1], 'the chart closes');
    assert.match(await text('chart'), /how far the bounds are apart, log scale/);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    await looksRight(page, 'the answer');
    for (const colorScheme of ['dark', 'light']) {
      await page.emulateMedia({ colorScheme });
      await shoot(page, `answer-${name}-${colorScheme}`);
    }
    await page.click('#how');
    assert.deepEqual([(await view()).explain, (await view()).step], [true, 0]);
    assert.match(await text('lead'), /shortest found so far/);
    const buttons = await page.locator('.buttons').boundingBox();
    assert.ok(buttons.y + buttons.height <= size.viewport.height, 'one steps without scrolling');
    await looksRight(page, 'the first step');
    await done();
  });

/** Drags B through some places, relative to where it is taken, first with the answer alone and then with a step. */
async function dragThrough(page, view, grip, places, diameter) {
  for (const explain of [false, true]) {
    if (explain) {
      await page.click('#how');
      await page.keyboard.press('ArrowRight');
    }
    let before = await view();
    const [x, y] = await centerOf(page.locator(grip));
    await page.mouse.move(x, y);
    await page.mouse.down();
    for (const [dx, dy] of places) {
      await page.mouse.move(x + dx, y + dy);
      const seen = await frame(page, diameter);
      agrees(seen);
      assert.ok(seen.inSight, `at ${dx}, ${dy}`);
      // Who is at the last step stays there; else the number of the step stays, as long as there are so many.
      const last = seen.steps - 1,
        stays = before.step === before.steps - 1 ? last : Math.min(before.step, last);
      assert.equal(seen.step, stays);
      before = seen;
    }
    await looksRight(page, 'while it is dragged');
    await page.mouse.up();
  }
}

/** Around, out of the pane, and back. */
const around = (reach, count = 14) =>
  Array.from({ length: count }, (_, i) => (14 * (i + 1)) / count).map((k) => [
    reach * Math.sin(k / 2.2),
    k * (3 * k - 45),
  ]);
/** Over the other shape and back, past the place where they touch. */
const across = (dx, dy) => [2, 3, 4, 5, 7, 4, -1].map((k) => [(k * dx) / 7, (k * dy) / 7]);

for (const [name, size] of Object.entries(sizes))
  test(`both lines are what the headline and the bars say, and both shapes are in sight, in every frame of a drag: ${name}`, async () => {
    const { page, view, done } = await open('', size),
      reach = size === desk ? 420 : 150,
      grip = '[data-handle="shape-b-0"] .shape';
    await dragThrough(page, view, grip, around(reach));
    // Signed, a depth, and with radii: from apart to overlapping and back.
    const over = () =>
      page.evaluate(() => {
        const [a, b] = ['a', 'b'].map((side) => document.querySelector(`#world .name.${side}`).getBoundingClientRect());
        return [a.x - b.x, a.y - b.y];
      });
    for (const verb of ['separation', 'penetration']) {
      await page.click('#reset');
      await page.selectOption('#verb', verb);
      await dragThrough(page, view, grip, across(...(await over())));
    }
    await page.click('#reset');
    await page.selectOption('#shape-b', 'disc');
    await page.locator('#radius-a').fill('0.3');
    for (const verb of ['separation', 'distance']) {
      await page.selectOption('#verb', verb);
      await dragThrough(page, view, grip, across(...(await over())), 1.6);
    }
    await done();
  });

for (const [name, size] of Object.entries(sizes))
  test(`in space too, in every frame of a drag: boxes, then a cylinder with a radius: ${name}`, async () => {
    const { page, view, done } = await open('', size);
    await page.click('#dim3');
    await page.waitForSelector('body[data-ready="3"]');
    await dragThrough(page, view, '#world .tag.big.b', around(size === desk ? 300 : 120, 7));
    await page.selectOption('#shape-b', 'cylinder');
    await page.locator('#radius-a').fill('0.3');
    await page.selectOption('#verb', 'separation');
    await page.click('#fit');
    await nextFrame(page);
    const [[ax, ay], [bx, by]] = [
      await centerOf(page.locator('#world .tag.big.a')),
      await centerOf(page.locator('#world .tag.big.b')),
    ];
    await dragThrough(page, view, '#world .tag.big.b', across(ax - bx, ay - by));
    await done();
  });

for (const [name, size] of Object.entries(sizes))
  test(`in space and in motion texts are readable, controls have names, labels are apart: ${name}`, async () => {
    const { page, done } = await open('', size);
    await page.selectOption('#verb', 'toi');
    await page.waitForFunction(() => window.playground.answer && 'tSafe' in window.playground.answer);
    await looksRight(page, 'time of impact');
    await page.click('#dim3');
    await page.waitForSelector('body[data-ready="3"]');
    await nextFrame(page);
    await looksRight(page, 'time of impact in space');
    await done();
  });

for (const [name, size] of Object.entries(sizes))
  test(`undo, redo and reset; wheel, buttons and a drag of the background move the view, and fit restores it: ${name}`, async () => {
    const { page, record, view, done } = await open('', size);
    const first = await record(),
      shape = page.locator('[data-handle="shape-b-0"] .shape');
    const dragBy = async (dx, dy) => {
      const [x, y] = await centerOf(shape);
      await page.mouse.move(x, y);
      await page.mouse.down();
      await page.mouse.move(x + dx / 2, y + dy / 2);
      await page.mouse.move(x + dx, y + dy);
      await page.mouse.up();
      await nextFrame(page);
    };
    assert.ok(await page.isDisabled('#undo'));
    await dragBy(40, 20);
    const second = await record();
    await dragBy(-30, 30);
    const third = await record();
    await page.keyboard.press('Control+z');
    assert.equal(await record(), second);
    await page.keyboard.press('Control+z');
    assert.equal(await record(), first);
    await page.keyboard.press('Control+Shift+Z');
    await page.click('#redo');
    assert.equal(await record(), third);
    await page.click('#reset');
    assert.equal(await record(), first);
    await page.click('#undo');
    assert.equal(await record(), third);
    await page.selectOption('#verb', 'overlap');
    await page.click('#undo');
    assert.equal((await view()).verb, 'distance');
    await page.click('#fit');

    const d = () => shape.getAttribute('d'),
      width = async () => (await shape.boundingBox()).width;
    const fitted = await d(),
      before = await width(),
      box = await page.locator('#world').boundingBox();
    await page.mouse.move(box.x + 20, box.y + 20);
    await page.mouse.wheel(0, -300);
    await page.waitForFunction(
      (old) => document.querySelector('#world .grip.b .shape').getBoundingClientRect().width > old,
      before + 5,
    );
    await page.mouse.down();
    await page.mouse.move(box.x + 60, box.y + 50);
    await page.mouse.up();
    assert.notEqual(await d(), fitted);
    await page.click('#fit');
    assert.equal(await d(), fitted);
    await page.click('#zoom-in');
    assert.ok((await width()) > before);
    await looksRight(page, 'zoomed');
    await done();
  });

for (const [name, size] of Object.entries(sizes))
  test(`contact opens on a pair that touches, with numbered points in view and table; verdicts have no chart: ${name}`, async () => {
    const { page, text, answer, done } = await open('', size);
    await page.selectOption('#verb', 'contact');
    await page.waitForFunction(() => window.playground.answer?.points?.length === 2);
    assert.match(await text('headline'), /^2 points, deepest 0\.\d+/);
    assert.deepEqual(await page.locator('#world .label.point').allTextContents(), ['1', '2']);
    assert.equal(await page.locator('#world .patch').count(), 1);
    await looksRight(page, 'contact');
    const depths = (await answer()).points.map(({ separation }) => (-separation).toFixed(6));
    assert.deepEqual(await page.locator('#contacts td:nth-child(2)').allTextContents(), depths);
    await page.click('#undo');
    await page.waitForFunction(() => /^distance/.test(document.querySelector('#headline').textContent));
    await page.selectOption('#verb', 'overlap');
    assert.ok(await page.isHidden('#chart'));
    await page.click('#dim3');
    await page.waitForSelector('body[data-ready="3"]');
    await page.selectOption('#verb', 'contact');
    await page.waitForFunction(() => window.playground.answer?.points?.length === 4);
    assert.match(await text('headline'), /^4 points, deepest 0\.05/);
    assert.deepEqual((await page.locator('#world .tag.point').allTextContents()).sort(), ['1', '2', '3', '4']);
    await looksRight(page, 'contact in space');
    await done();
  });

test('after gallery and paste the keys of the steps work', async () => {
  const { page, view, done } = await open('', desk);
  await page.click('#open-gallery');
  await page.click('[data-entry="overlap"]');
  await page.waitForFunction(() => window.playground.view.verb === 'separation');
  await page.keyboard.press('Home');
  assert.equal((await view()).step, 0);
  await page.click('#open-paste');
  await page.fill('#paste textarea', '{"op":"distance","dim":2,"a":"triangle","b":"disc","pose_b":{"p":[3,1]}}');
  await page.keyboard.press('Control+Enter');
  await page.waitForFunction(() => window.playground.view.verb === 'distance');
  await page.keyboard.press('ArrowLeft');
  assert.deepEqual([(await view()).explain, (await view()).step], [true, (await view()).steps - 2]);
  await page.keyboard.press('End');
  assert.equal((await view()).step, (await view()).steps - 1);
  assert.equal(await page.evaluate(() => scrollY), 0);
  await done();
});

test('on a phone: one row and a menu, views side by side to swipe, the caption whole, no scroll traps', async () => {
  const { page, text, done } = await open('', phone);
  assert.ok((await page.locator('header').boundingBox()).height < 56);
  const clipped = await page.locator('#verb').evaluate((select) => {
    const whole = select.cloneNode(true);
    whole.style.maxWidth = 'none';
    select.after(whole);
    const narrower = whole.offsetWidth - select.offsetWidth;
    whole.remove();
    return narrower;
  });
  const menu = await page.locator('#menu').boundingBox();
  assert.ok(menu.x + menu.width <= phone.viewport.width - 4, `the menu ends at ${menu.x + menu.width}`);
  assert.ok(clipped <= 0, `the longest question is clipped by ${clipped} pixels`);
  assert.ok(await page.isHidden('#open-gallery'));
  await page.click('#menu');
  assert.ok(await page.isVisible('#open-gallery'));
  await looksRight(page, 'the menu');
  await page.keyboard.press('Escape');
  assert.ok(await page.isHidden('#open-gallery'));
  const whole = (id) =>
    page
      .locator(id)
      .evaluate((e) => e.scrollHeight <= e.clientHeight + 1 && e.getBoundingClientRect().bottom <= innerHeight);
  assert.ok(await whole('#caption'), await text('caption'));
  const stage = await page.locator('#world').boundingBox();
  assert.ok(stage.y < 200 && stage.height > 200);
  const views = page.locator('.views');
  assert.match(await views.evaluate((e) => getComputedStyle(e).scrollSnapType), /x mandatory/);
  await views.evaluate((e) => e.scrollTo({ left: e.scrollWidth, behavior: 'instant' }));
  await page.waitForFunction(() => document.querySelector('#difference').getBoundingClientRect().right <= innerWidth);
  const scrolls = () =>
    page.evaluate(() => {
      const inner = [...document.querySelectorAll('main *')].filter(
        (e) =>
          /auto|scroll/.test(getComputedStyle(e).overflowY) &&
          e.scrollHeight > e.clientHeight + 1 &&
          e.checkVisibility(),
      );
      const held = [...document.querySelectorAll('.stage, .stage > *')].filter(
        (e) => getComputedStyle(e).touchAction === 'none',
      );
      return [...inner, ...held].map((e) => e.outerHTML.slice(0, 60));
    });
  assert.deepEqual(await scrolls(), []);
  await page.click('#dim3');
  await page.waitForSelector('body[data-ready="3"]');
  assert.deepEqual(await scrolls(), []);
  await done();
});

test('two fingers zoom the drawing', async () => {
  const { page, done } = await open('', phone),
    client = await page.context().newCDPSession(page),
    box = await page.locator('#world').boundingBox(),
    shape = page.locator('#world .grip.b .shape'),
    before = (await shape.boundingBox()).width;
  const touch = (type, apart) =>
    client.send('Input.dispatchTouchEvent', {
      type,
      touchPoints:
        apart === null
          ? []
          : [-1, 1].map((side, id) => ({ x: box.x + 60 + side * apart, y: box.y + box.height - 30, id })),
    });
  await touch('touchStart', 15);
  for (const apart of [20, 30, 40]) await touch('touchMove', apart);
  await touch('touchEnd', null);
  await nextFrame(page);
  assert.ok((await shape.boundingBox()).width > 1.5 * before);
  await done();
});

test('the first load is at most 300 kB before the module, compressed, and so is the one module that it needs', async () => {
  server.sent.clear();
  const { done } = await open('', desk);
  const compressed = (files) =>
    files.reduce((sum, name) => sum + gzipSync(readFileSync(`${root}/playground/dist/${name}`)).length, 0);
  const sent = [...server.sent.keys()],
    modules = sent.filter((name) => name.endsWith('.wasm')),
    files = sent.filter((name) => !modules.includes(name));
  console.log(
    `first load: ${compressed(files)} bytes compressed, ${files.length} files; module: ${compressed(modules)}`,
  );
  assert.ok(compressed(files) <= 300_000, `${compressed(files)} bytes`);
  assert.equal(modules.length, 1, modules.join());
  assert.match(modules[0], /^assets\/abut-(?!motion-|hull-)/);
  assert.ok(compressed(modules) <= 300_000, `${compressed(modules)} bytes`);
  await done();
});
