// The page in a real browser, with motion: ray casts, shape casts, times of impact.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { centerOf, drag, native, nextFrame, open, openWithout, root, server, shoot, shots } from './browser.mjs';

async function choose(page, verb) {
  await page.selectOption('#verb', verb);
  await page.waitForFunction(
    (name) => document.body.dataset.ready && window.playground.view.verb === name && window.playground.answer !== null,
    verb,
  );
}

async function entry(page, id) {
  if (await page.isVisible('#menu')) await page.click('#menu');
  await page.click('#open-gallery');
  await page.click(`[data-entry="${id}"]`);
  await page.waitForFunction(() => document.body.dataset.ready && window.playground.view.steps > 0);
}

/**
 * That the page has the answer of the native tool. Times are printed rounded outward, by one unit in the last place.
 */
async function agrees({ record, answer, view }) {
  const { precision, method } = await view(),
    found = await answer(),
    text = await record();
  const expected = native(text, precision, ...(method ? ['--method', method] : []));
  const near = (a, b) => Math.abs(a - b) <= 2 ** -52 * Math.abs(a);
  assert.equal(found.hit || (found.miss ? false : null), expected.hit, text);
  assert.equal(found.iterations, expected.iterations, text);
  if (Number.isFinite(found.tSafe))
    assert.ok(near(found.tSafe, expected.t_safe) && found.tSafe >= expected.t_safe, `${found.tSafe} ${expected.t_safe}`);
  else assert.equal(expected.t_safe, null);
  if (!found.hit) return found;
  assert.ok(near(found.t, expected.t), `${found.t} ${expected.t}`);
  assert.deepEqual(found.pointB ?? found.point, expected.point_b ?? expected.point);
  return found;
}

const casts = ['gjk', 'advancement', 'mpr'],
  impacts = ['advancement', 'bilateral', 'substep'];

test('the module of what moves is fetched with the first such question', async () => {
  server.sent.clear();
  const opened = await open(),
    { page } = opened,
    fetched = () => [...server.sent.keys()].filter((name) => /motion.*\.wasm$/.test(name)).length;
  assert.equal(fetched(), 0);
  await choose(page, 'shapecast');
  assert.equal(fetched(), 1);
  await agrees(opened);
  await choose(page, 'distance');
  assert.equal(JSON.parse(await opened.record()).v, undefined);
  await opened.done();
});

test('every question of what moves by every method, in float and double, as natively', async () => {
  const opened = await open(),
    { page, view } = opened;
  for (const [verb, methods] of [
    ['raycast', casts],
    ['shapecast', casts],
    ['toi', impacts],
  ]) {
    await choose(page, verb);
    for (const method of methods) {
      await page.selectOption('#method', method);
      for (const precision of ['float', 'double']) {
        await page.click(`#${precision}`);
        await agrees(opened);
      }
      assert.ok((await view()).steps > 0);
    }
  }
  await choose(page, 'distance'); // and back: A is again what it was before the ray
  assert.equal(JSON.parse(await opened.record()).a.length, 3);
  await opened.done();
});

test('the end of a way is dragged; starts, turns and vertices too; all by keyboard', async () => {
  const opened = await open(),
    { page } = opened,
    fields = async () => JSON.parse(await opened.record());
  await entry(page, 'cast');
  const before = await fields(),
    tip = await centerOf(page.locator('[data-handle="tip-a-0"] .bead'));
  await drag(page, tip, [tip[0] - 30, tip[1] + 50]);
  await nextFrame(page);
  assert.notDeepEqual((await fields()).v, before.v);
  assert.deepEqual((await fields()).a, before.a);
  await agrees(opened);
  const start = await centerOf(page.locator('[data-handle="shape-a-0"] .shape'));
  await drag(page, [start[0] - 12, start[1]], [start[0] - 32, start[1] + 15]);
  assert.notDeepEqual((await fields()).a, before.a);
  await agrees(opened);

  await entry(page, 'swing');
  const { sweep_a: first } = await fields(),
    turn = await centerOf(page.locator('[data-handle="spin-a-0"] .knob'));
  await drag(page, turn, [turn[0] + 30, turn[1] + 20]);
  const { sweep_a: spun } = await fields();
  assert.deepEqual([spun.c0, spun.c1, spun.a0], [first.c0, first.c1, first.a0]);
  assert.notEqual(spun.a1, first.a1);
  await page.locator('[data-handle="tip-b-0"]').focus();
  const { sweep_b: still } = await fields();
  await page.keyboard.press('ArrowUp');
  await nextFrame(page);
  assert.ok((await fields()).sweep_b.c1[1] > still.c1[1] && (await fields()).sweep_b.c0[1] === still.c0[1]);
  await page.locator('[data-handle="spin-b-0"]').focus();
  await page.keyboard.press('ArrowLeft');
  await page.locator('[data-handle="shape-b-0"]').focus();
  await page.keyboard.press('r');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('+');
  assert.equal((await fields()).b.length, 4);
  await agrees(opened);
  await shoot(page, '2d-toi-dragged');
  await opened.done();
});

test('a step says what it proves, and the last one why it was the last', async () => {
  const { page, text, view, done } = await open();
  for (const [id, why] of [
    ['ray', /The point has come to the plane/],
    ['cast', /A has come to the plane/],
    ['swing', /this is the first contact/],
  ]) {
    await entry(page, id);
    await page.focus('#slider');
    await page.keyboard.press('Home');
    await shoot(page, `2d-${id}`);
    const first = await text('bounds');
    await page.keyboard.press('End');
    assert.match(await text('caption'), why);
    assert.match(await text('bounds'), /hit at/i);
    assert.notEqual(await text('bounds'), first);
    assert.equal(await page.locator('#trace tr').count(), (await view()).steps + 1);
    assert.equal(await page.locator('#world .arrow.motion').count(), id === 'swing' ? 2 : 1);
    assert.ok((await page.locator('#world .now').count()) > 0);
    await shoot(page, `2d-${id}-end`);
  }
  await done();
});

test('misses are proven, a start in contact is a hit at 0, and substeps admit what they do not know', async () => {
  const opened = await open(),
    { page, text } = opened;
  const paste = async (record) => {
    await page.click('#open-paste');
    await page.fill('#paste textarea', record);
    await page.keyboard.press('Control+Enter');
    await page.waitForFunction(
      () => document.body.dataset.ready && window.playground.answer !== null && 'tSafe' in window.playground.answer,
    );
    await page.focus('#slider');
    await page.keyboard.press('End');
    return agrees(opened);
  };
  assert.equal(
    (await paste('{"op":"raycast","dim":2,"hull":[[2,-1],[4,0],[2,1]],"origin":[0,3],"dir":[4,0],"max_t":1}')).hit,
    false,
  );
  assert.match(await text('caption'), /a proven miss/);
  assert.equal(
    (await paste('{"op":"raycast","dim":2,"hull":[[2,-1],[4,0],[2,1]],"origin":[0,3],"dir":[4,-0.5]}')).tSafe,
    Infinity,
  );
  assert.equal((await paste('{"op":"linear_cast","dim":2,"a":"square","b":"disc","v":[1,0]}')).t, 0);
  assert.match(await text('caption'), /At the start/);
  await paste(
    '{"op":"toi","dim":2,"a":[[-1,0],[1,0]],"sweep_a":{"c0":[0,0],"c1":[0,0],"a0":0,"a1":3.2},"b":[[0,0.5]],"sweep_b":{"c0":[0,0],"c1":[0,0]}}',
  );
  await page.selectOption('#method', 'substep');
  await page.focus('#slider');
  await page.keyboard.press('End');
  await agrees(opened);
  assert.match(await text('caption'), /may have been passed over/);
  assert.equal(
    (
      await paste(
        '{"op":"linear_cast","dim":2,"a":"disc","pose_a":{"p":[0,4]},"b":{"shape":"half_space","normal":[0,1],"offset":0},"v":[0,-6]}',
      )
    ).hit,
    true,
  );
  await shoot(page, '2d-cast-ground');
  await page.click('#open-paste');
  await page.fill(
    '#paste textarea',
    '{"op":"toi","dim":2,"a":"disc","b":"disc","sweep_a":{"c0":[0,0],"c1":[0,"x"]},"sweep_b":{"c0":[0,0],"c1":[0,0]}}',
  );
  await page.keyboard.press('Control+Enter');
  assert.match(await page.innerText('#paste .fault'), /sweep_a\.c1\[1\]: not a finite number/);
  assert.equal(await page.innerText('#paste mark'), '"x"');
  await opened.done();
});

test('the permalink restores what moves, with its method', async () => {
  const { page, record, view, done } = await open();
  await entry(page, 'swing');
  await page.selectOption('#method', 'bilateral');
  await page.focus('#slider');
  await page.keyboard.press('ArrowLeft');
  await page.click('#link');
  const hash = await page.evaluate(() => location.hash),
    kept = { record: await record(), ...(await view()) };
  await done();
  const again = await open(hash);
  await again.page.waitForFunction(() => window.playground.view.steps > 0);
  assert.deepEqual({ record: await again.record(), ...(await again.view()) }, kept);
  assert.equal(kept.method, 'bilateral');
  await again.done();
});

test('copies C++ that compiles to the same times', async () => {
  const { page, answer, done } = await open(),
    parts = [],
    times = [];
  for (const id of ['ray', 'cast', 'swing', 'tumble']) {
    await entry(page, id);
    await page.click('#open-copy');
    parts.push((await page.inputValue('#copy textarea')).replace('int main()', `static void part${parts.length}()`));
    times.push((await answer()).t);
    await page.click('#copy-json');
    assert.match(JSON.parse(await page.inputValue('#copy textarea')).op, /raycast|linear_cast|toi/);
    await page.locator('#copy h3 button').click();
  }
  const program = `${shots}/copied-motion`,
    code = `${parts.join('\n')}\nint main() {\n${parts.map((_, i) => `  part${i}();`).join('\n')}\n}\n`;
  execFileSync(
    'g++',
    ['-std=c++20', '-O0', '-ffp-contract=off', '-DABUT_HEADER_ONLY', `-I${root}/include`, '-x', 'c++', '-', '-o', program],
    { input: code },
  );
  const lines = execFileSync(program, { encoding: 'utf8' }).trim().split('\n');
  // The page places both shapes where one has a pose, the C++ only that one: the last bit may round another way.
  lines.forEach((line, i) =>
    assert.ok(Math.abs(Number(/^hit at (\S+),/.exec(line)[1]) - times[i]) <= 2 ** -51, `${line}, not ${times[i]}`),
  );
  await done();
});

test('in space: casts and tumbling bodies, dragged by their ends', async () => {
  const opened = await open(),
    { page } = opened,
    fields = async () => JSON.parse(await opened.record());
  await entry(page, 'cast-space');
  await page.waitForSelector('body[data-ready="3"]');
  await agrees(opened);
  await page.locator('#world canvas').focus();
  await page.keyboard.press('a'); // the gizmo goes to A, away from the end, with the next frame
  await nextFrame(page);
  const { v } = await fields(),
    place = await page.locator('#world .tag.tip.a').evaluate((span) => {
      const box = span.parentElement.getBoundingClientRect();
      return [box.left + Number(span.dataset.x), box.top + Number(span.dataset.y)];
    });
  await drag(page, place, [place[0] + 40, place[1] - 30]);
  await nextFrame(page);
  assert.notDeepEqual((await fields()).v, v);
  await agrees(opened);
  await page.focus('#slider');
  await page.keyboard.press('End');
  await shoot(page, '3d-cast');
  await entry(page, 'tumble');
  await agrees(opened);
  const { sweep_a: first } = await fields();
  await page.locator('#world canvas').focus();
  await page.keyboard.press('a');
  await page.keyboard.press('e');
  // Within a frame: the second key begins where the first has come to.
  await page.locator('#world canvas').evaluate((canvas) => {
    for (const how of [{ key: 'ArrowUp' }, { key: 'ArrowRight', shiftKey: true }])
      canvas.dispatchEvent(new KeyboardEvent('keydown', how));
  });
  await nextFrame(page);
  const { sweep_a: next } = await fields();
  assert.deepEqual(next.c0, first.c0);
  assert.notDeepEqual(next.c1, first.c1);
  assert.notEqual(next.angle, first.angle);
  await agrees(opened);
  await page.click('#theme');
  await nextFrame(page);
  await shoot(page, '3d-toi-dark');
  await choose(page, 'raycast');
  await agrees(opened);
  await shoot(page, '3d-ray');
  await opened.done();
});

test('what moves, on a phone', async () => {
  const { page, done } = await open('', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  await entry(page, 'swing');
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await shoot(page, 'phone-toi');
  await done();
});

test('without its module the page says so, and goes on with what it has', async () => {
  const { page, notice, close } = await openWithout('**/*motion*.wasm');
  await page.waitForSelector('body[data-ready]');
  await page.selectOption('#verb', 'toi');
  assert.match(await notice(), /module for motion could not be loaded: .*503/);
  await page.waitForSelector('body[data-ready]');
  assert.equal(await page.evaluate(() => window.playground.view.verb), 'distance');
  assert.ok(await page.evaluate(() => window.playground.view.steps > 0));
  await close();
});
