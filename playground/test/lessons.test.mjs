// The lessons in a real browser: each loads quietly, its figure reacts to a drag, and its task can be solved and is
// recognized.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { browser, nextFrame, openWithout, server, shoot } from './browser.mjs';
import { openLesson, visit } from './lesson.mjs';

/** How each task is solved; in the order of the lessons. */
const solutions = {
  segment: ({ move }) => move('q', [3, 1], [-1.25, 0.65]),
  async triangle({ move }) {
    await move('q', [-2.6, -1.8], [0, -1.9], [2.6, -1.9], [2.4, 0.4], [1.2, 1.9], [0.5, -0.4]);
    await move('c', [0, -0.4]);
    await move('q', [0.35, 0.6]);
  },
  async polygon({ move, end }) {
    await end();
    await move('q', [0.3, 1.72], [0.3, 0.1]);
    await end();
  },
  async caratheodory({ move, slide, goals }) {
    await slide('step', 3);
    for (const place of [
      [-1, 0.2],
      [1, -0.5],
      [1.2, 0.6],
      [-0.5, -0.9],
    ])
      if (!(await goals())[1]) await move('q', place);
  },
  polygons: ({ move }) => move('shape-b', [1.75, 0.35], [1.9, 1.5], [0.2, 1.5]),
  async minkowski({ move, end }) {
    await end('wrapped');
    await move('d', [-1, -0.4]);
    await move('shape-b', [-1.2, 0]);
  },
  async orientation({ move, page }) {
    await move('q', [-10, 10]);
    await page.click('#precision-double');
    await nextFrame(page);
  },
  async direction({ move, slide, goals, page }) {
    await slide('gap', -5);
    for (let y = 3; !(await goals())[0] && y < 60; y += 3.7) {
      await move('q', [20, y]);
      await slide('gap', -5);
    }
    await page.click('#precision-double');
    await nextFrame(page);
  },
  async stop({ move, page }) {
    for (const place of [
      [3.5, 1],
      [0.5, -1],
      [0, -2],
      [0, 0],
    ]) {
      await move('q', place);
      await page.click('#end');
      await nextFrame(page);
    }
  },
  collinear: ({ move }) => move('c', [1, 0.25], [0.25, 0.25]),
  async regions({ move, end, goals }) {
    await end();
    for (let y = 1; !(await goals())[1] && y > -2; y -= 0.23) {
      await move('shape-b', [1.15, y]);
      await end();
    }
  },
  async overlap({ move, end }) {
    await move('shape-b', [1, 0.1], [-0.4, 0.1]);
    await end();
  },
  async epa({ move, end }) {
    await end();
    await move('shape-b', [-0.6, -1.2], [-0.3, -1.8]);
  },
  async mpr({ move, end }) {
    await end();
    await move('shape-b', [0.9, 0.1]);
  },
  async contact({ move, slide }) {
    await move('shape-b', [0.3, 0.05]);
    await slide('margin', 0.3);
    await move('turn-b', [0.3, 1.4]);
    await move('shape-b', [0.3, -0.02]);
  },
  async clip({ move, slide }) {
    await slide('far', 4);
    await move('tip', [0.5, 1.9]);
    await move('o', [0, -1.55]);
    await move('tip', [2.6, -0.25]);
  },
  async raycast({ move, end }) {
    await end();
    await move('o', [-3.4, -1.3]);
    await move('tip', [2.9, -1.75], [2.9, -1.6]);
    await move('o', [1, 0]);
  },
  async advancement({ move, end }) {
    await end();
    await move('shape-a', [-1.99, -0.74], [-2.15, -0.58]);
    await move('v', [1.2, -1.3], [1.3, -0.9], [1.35, -1.1], [1.8, 1.7], [0.5, 1.75]);
  },
  async swept({ move, page }) {
    await page.click('#way-shape');
    await move('o', [-1.4, -0.16]);
    await move('tip', [2.8, 0.323]);
    await move('o', [-2.9, -0.335]);
    await move('tip', [1.2, 0.138]);
  },
  async sweep({ move }) {
    await move('v', [1.2, 0.55], [1.5, 0.7], [0.6, -1.5]);
  },
  async substeps({ move, slide, goals }) {
    await slide('steps', 4);
    for (const x of [0.7, 0.8, 0.6]) if (!(await goals())[0]) await move('shape-b', [x, 0.65]);
    await move('shape-b', [0.5, 1.6]);
  },
  async rotation({ move, slide }) {
    await move('shape-b', [0.8, -1], [0.4, -1.95], [-0.5, 0.2]);
    await slide('turn', 10);
    await move('shape-b', [-0.2, 0.1]);
  },
  async climb({ move, page }) {
    await move('d', [-1, 0.3]);
    await page.click('#begin-last');
    await move('d', [-1, 1.6], [0.2, 1]);
  },
  warm: ({ slide }) => slide('speed', -1, 1.6),
  async tetrahedron({ move, slide }) {
    const around = [
      [1.5, 0],
      [1.4, 1.3],
      [0, 1.6],
      [-1.4, 1.2],
      [-1.6, 0],
      [-1.3, -1.2],
      [0, -1.4],
      [1.4, -1.2],
      [0, 0],
    ];
    await move('q', ...around);
    for (const yaw of [0.5, 1.5]) {
      await slide('yaw', yaw);
      await move('q', ...around);
    }
  },
  microscope: ({ slide }) => slide('gap', 20, 19, 18, 17, 16, 15, -30),
};

test('every lesson is in the list, in order, and tested', async () => {
  const { page, done } = await openLesson('segment');
  const listed = await page.locator('#list a').evaluateAll((all) => all.map((a) => a.hash.slice(1)));
  assert.deepEqual(listed, Object.keys(solutions));
  for (const id of listed.slice(1)) {
    await page.click('#next');
    await page.waitForSelector(`body[data-ready="${id}"]`);
  }
  assert.equal(await page.locator('#next').isVisible(), false);
  await page.click('#previous');
  await page.waitForSelector(`body[data-ready="${listed.at(-2)}"]`);
  await done();
});

for (const [id, solve] of Object.entries(solutions)) {
  test(`lesson ${id}: reacts to a drag; its task can be solved`, async () => {
    const { page, done, ...hand } = await openLesson(id);
    assert.equal(await page.locator('#task.solved').count(), 0);
    const seen = async () => ({
      figure: await page.locator('#panes').innerHTML(),
      numbers: await page.innerText('#numbers'),
    });
    const first = await seen(),
      key = await page.locator('#panes [data-handle]').first().getAttribute('data-handle');
    const [[x, y]] = await page.evaluate((name) => window.lessons.visit.screen(name, [0, 0]), key);
    await page.mouse.move(x + 3, y);
    await page.mouse.down();
    await page.mouse.move(x + 28, y - 35, { steps: 4 });
    await page.mouse.up();
    await nextFrame(page);
    const second = await seen();
    assert.ok(second.figure !== first.figure, 'the figure changes');
    assert.notEqual(second.numbers, first.numbers);
    await visit(page, id);
    assert.equal(await page.locator('#task.solved').count(), 0, 'a new visit begins anew');
    await solve({ ...hand, page });
    assert.deepEqual(
      (await hand.goals()).map(String),
      (await hand.goals()).map(() => 'true'),
      'all goals are met',
    );
    assert.equal(await page.locator('#task.solved').count(), 1);
    const truth = await page.evaluate(() => window.lessons.visit.truth);
    assert.notEqual(truth, null, 'the figure has answered the question');
    assert.ok(await page.locator('#moral').isVisible());
    assert.equal(await page.locator(`#list li.done a[href="#${id}"]`).count(), 1);
    await shoot(page, `lesson-${id}`);
    await done();
  });
}

test('the keyboard alone is enough', async () => {
  const { page, goals, done } = await openLesson('segment', {});
  for (let i = 0; i < 40 && (await page.evaluate(() => document.activeElement.dataset.handle)) !== 'q'; ++i)
    await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.handle), 'q');
  for (let i = 0; i < 60 && !(await goals())[0]; ++i) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 300 && !(await goals())[1]; ++i) await page.keyboard.press('Shift+ArrowLeft');
  await nextFrame(page);
  assert.equal(await page.locator('#task.solved').count(), 1);
  await page.reload();
  await page.waitForSelector('body[data-ready="segment"]');
  assert.equal(await page.locator('#list li.done').count(), 1, 'the tick outlasts the visit');
  await page.locator('#next').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('body[data-ready="triangle"]');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'title');
  await done();
});

test('a handle stays in sight, and dragging is not lost at the edge', async () => {
  const { page, move, done } = await openLesson('polygons');
  await move('shape-b', [40, 30]);
  const [[x, y]] = await page.evaluate(() => window.lessons.visit.screen('shape-b', [0, 0]));
  const box = await page.locator('#panes svg').boundingBox();
  assert.ok(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
  await done();
});

test('the playground loads nothing of the lessons, and links to them; all of them are light', async () => {
  const context = await browser.newContext(),
    page = await context.newPage();
  server.sent.clear();
  await page.goto(server.url);
  await page.waitForSelector('body[data-ready]');
  const lessonFile = (name) => /lesson|segment|triangle|polygon|microscope/.test(name);
  assert.deepEqual([...server.sent.keys()].filter(lessonFile), []);
  await page.click('#lessons');
  await page.waitForSelector('body[data-ready="segment"]');
  for (const id of Object.keys(solutions)) await visit(page, id);
  assert.ok([...server.sent.keys()].some(lessonFile));
  // Without the modules, whose limits are those of bindings/wasm/limits.mjs.
  const scripts = [...server.sent].filter(([name]) => !name.endsWith('.wasm')),
    total = scripts.reduce((sum, [, size]) => sum + size, 0),
    own = scripts.filter(([name]) => Object.keys(solutions).some((id) => name.includes(`/${id}-`)));
  assert.ok(total < 350_000, `${total} bytes`);
  for (const [name, size] of own) assert.ok(size < 8_000, `${name}: ${size} bytes`);
  assert.equal(own.length, Object.keys(solutions).length);
  await page.click('header a');
  await page.waitForSelector('#world svg');
  await context.close();
});

test('without the library the lessons say so', async () => {
  const { notice, close } = await openWithout('**/*.wasm', 'lessons.html');
  assert.match(await notice(), /could not be loaded: .*503/);
  await close();
});
