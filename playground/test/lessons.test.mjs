// The lessons in a real browser: each loads quietly, its figure reacts to a drag, and its task can be solved and is recognised.
import assert from 'node:assert/strict';
import { existsSync, mkdirSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { serve } from './server.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const shots = `${root}/build/playground`;
const browserPath = process.env.CHROMIUM ?? '/usr/bin/chromium';
mkdirSync(shots, { recursive: true });

let browser, server;
before(async () => {
  assert.ok(existsSync(browserPath), `${browserPath} is missing: scripts/setup test installs it; CHROMIUM names another`);
  server = await serve();
  browser = await chromium.launch({
    executablePath: browserPath,
    args: ['--no-sandbox', '--disable-quic', '--no-first-run', '--disable-background-networking', '--disable-component-update', '--disable-sync'],
  });
});
after(async () => {
  await browser?.close();
  server?.close();
});

/** A page with one lesson; complaints of any kind fail the test that calls `done`. */
async function open(id, options = {}) {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  const page = await context.newPage(), trouble = [];
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && trouble.push(message.text()));
  page.on('pageerror', (error) => trouble.push(error.message));
  page.on('request', (request) => {
    if (!request.url().startsWith(server.url) && !/^(data|blob):/.test(request.url())) trouble.push(`external request: ${request.url()}`);
  });
  await page.goto(`${server.url}lessons.html#${id}`);
  await page.waitForSelector(`body[data-ready="${id}"]`);
  return { page, ...hands(page), async done() { assert.deepEqual(trouble, []); await context.close(); } };
}

const nextFrame = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

/** What a reader does. Places are points of the figure. */
function hands(page) {
  return {
    goals: () => page.evaluate(() => [...window.lessons.session.goals]),
    async move(key, ...places) {
      for (const place of places) {
        const [from, to] = await page.evaluate(([k, p]) => window.lessons.session.screen(k, p), [key, place]);
        await page.mouse.move(...from);
        await page.mouse.down();
        await page.mouse.move(...to, { steps: 6 });
        await page.mouse.up();
        await nextFrame(page);
      }
    },
    async slide(id, ...values) {
      for (const value of values) {
        await page.locator(`#${id}`).fill(String(value));
        await nextFrame(page);
      }
    },
    async end(id = 'step') {
      await page.focus(`#${id}`);
      await page.keyboard.press('End');
      await nextFrame(page);
    },
  };
}

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
  polygons: ({ move }) => move('shape-b', [1.75, 0.35], [1.9, 1.5], [0.2, 1.5]),
  async minkowski({ move, end }) {
    await end('wrapped');
    await move('d', [-1, -0.4]);
    await move('shape-b', [-1.2, 0]);
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
    for (const place of [[3.5, 1], [0.5, -1], [0, -2], [0, 0]]) {
      await move('q', place);
      await page.click('#end');
      await nextFrame(page);
    }
  },
  collinear: ({ move }) => move('c', [1, 0.25], [0.25, 0.25]),
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
  async sweep({ move }) {
    await move('v', [1.2, 0.55], [1.5, 0.7], [0.6, -1.5]);
  },
  async rotation({ move, slide }) {
    await slide('steps', 4);
    await move('shape-b', [0.8, -1], [0.4, -1.95], [-0.5, 0.2]);
    await slide('turn', 10);
    await move('shape-b', [-0.2, 0.1]);
  },
  async tetrahedron({ move, slide }) {
    const around = [[1.5, 0], [1.4, 1.3], [0, 1.6], [-1.4, 1.2], [-1.6, 0], [-1.3, -1.2], [0, -1.4], [1.4, -1.2], [0, 0]];
    await move('q', ...around);
    for (const yaw of [0.5, 1.5]) {
      await slide('yaw', yaw);
      await move('q', ...around);
    }
  },
  microscope: ({ slide }) => slide('gap', 20, 19, 18, 17, 16, 15, -30),
};

test('every lesson is in the list, in order, and tested', async () => {
  const { page, done } = await open('segment');
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
    const { page, done, ...hand } = await open(id);
    assert.equal(await page.locator('#task.solved').count(), 0);
    const seen = async () => ({ figure: await page.locator('#panes').innerHTML(), numbers: await page.innerText('#numbers') });
    const first = await seen(), key = await page.locator('#panes [data-handle]').first().getAttribute('data-handle');
    const [[x, y]] = await page.evaluate((name) => window.lessons.session.screen(name, [0, 0]), key);
    await page.mouse.move(x + 3, y);
    await page.mouse.down();
    await page.mouse.move(x + 28, y - 35, { steps: 4 });
    await page.mouse.up();
    await nextFrame(page);
    const second = await seen();
    assert.ok(second.figure !== first.figure, 'the figure changes');
    assert.notEqual(second.numbers, first.numbers);
    await page.reload();
    await page.waitForSelector(`body[data-ready="${id}"]`);
    await solve({ ...hand, page });
    assert.deepEqual((await hand.goals()).map(String), (await hand.goals()).map(() => 'true'), 'all goals are met');
    assert.equal(await page.locator('#task.solved').count(), 1);
    assert.ok(await page.locator('#moral').isVisible());
    assert.equal(await page.locator(`#list li.done a[href="#${id}"]`).count(), 1);
    await page.screenshot({ path: `${shots}/lesson-${id}.png`, fullPage: true });
    await page.reload();
    await page.waitForSelector(`body[data-ready="${id}"]`);
    assert.equal(await page.locator('#task.solved').count(), 0, 'a new visit begins anew');
    assert.equal(await page.locator(`#list li.done a[href="#${id}"]`).count(), 1, 'but the tick stays');
    await done();
  });
}

/** What must hold of a lesson's result wherever things are dragged: facts that do not come from the code that is tested. */
const near = (a, b, slack = 1e-9) => assert.ok(Math.abs(a - b) <= slack * Math.max(1, Math.abs(a)), `${a} and ${b}`);
const sum = (list) => list.reduce((total, x) => total + x, 0);
const truths = {
  segment: ['q', ({ weights, line, answer, region }) => {
    assert.equal(region, line[0] <= 0 ? 'B' : line[1] <= 0 ? 'A' : 'AB');
    near(sum(weights), 1);
    near(sum(line), 1);
    const v = Math.max(0, Math.min(1, line[1])); // the foot on the line, cut off at the ends
    near(weights[1], v);
    assert.ok(answer.lower <= answer.value && answer.value <= answer.upper);
  }],
  triangle: ['q', ({ weights, areas, region }) => {
    near(sum(weights), 1);
    near(sum(areas), 1);
    assert.equal(region === 'ABC', areas.every((x) => x > 0));
    if (region === 'ABC') areas.forEach((x, i) => near(x, weights[i]));
  }],
  tetrahedron: ['q', ({ weights, volumes, region }) => {
    near(sum(weights), 1);
    near(sum(volumes), 1);
    assert.equal(region === 'ABCD', volumes.every((x) => x > 0));
  }],
  minkowski: ['shape-b', ({ apart, fromOrigin, cloud, hull, onA, onB }) => {
    near(apart.value, fromOrigin.value);
    assert.ok(cloud.some(([x, y]) => Math.hypot(x - onB[0] + onA[0], y - onB[1] + onA[1]) < 1e-12), 'the support of B - A is a difference of supports');
    assert.equal(cloud.length, 12);
    assert.ok(hull.length <= 7);
  }],
  mpr: ['shape-b', ({ exit, depth }) => assert.ok(!exit || exit.depth >= depth - 1e-9, 'never too small')],
  advancement: ['shape-b', ({ cast, curve }) => {
    for (const [t, d] of curve) assert.ok(t >= cast.hit.safe || d > 0, 'free before the hit');
    cast.planes.slice(1).forEach((step, i) => assert.ok(step.safe >= cast.planes[i].safe));
  }],
  sweep: ['shape-b', ({ cast, exit, depth, swept, start }) => {
    assert.ok(swept.length >= start.length);
    if (cast.hit.hit && exit && cast.hit.t > 0) near(1 - depth / Math.hypot(2.4, 0.9), cast.hit.t);
    if (cast.hit.hit !== null && cast.hit.start === 'separated') assert.equal(cast.hit.hit, exit !== null);
  }],
  rotation: ['shape-b', ({ impact, curve, substepHits, looks }) => {
    for (const [t, d] of curve) assert.ok(t >= impact.safe || d > 0, 'free before the hit');
    for (const i of [0, 2, 8, 16]) near(looks.substep[i].d, curve[7.5 * i][1]); // the same times
    if (substepHits) assert.ok(impact.hit, 'what is seen is found');
    if (impact.hit && looks.first.length < 400) near(looks.first.at(-1).t, impact.t, 1e-3);
  }],
  microscope: ['b', ({ curve }) => curve.forEach(({ k, lower, upper, value }) => assert.ok(lower <= k && k <= upper && value === k, `gap ${k}`))],
};

for (const [id, [key, check]] of Object.entries(truths)) {
  test(`lesson ${id} tells the truth wherever it is dragged`, async () => {
    const { page, move, done } = await open(id);
    const places = [[0.7, 0.4], [-0.8, 0.9], [1.3, -1.1], [0.1, -0.2], [-1.6, -0.7], [0.9, 1.3], [-0.2, 0.6], [1.6, 0.2], [2.6, 0.6], [-2.6, -0.9]];
    for (const place of id === 'microscope' ? [[12, 0], [-7, 0]] : places) {
      await move(key, place);
      check(await page.evaluate(() => {
        const { steps: _steps, chart: _chart, ...plain } = window.lessons.session.found; // what can be sent
        return plain;
      }));
    }
    await done();
  });
}

test('the keyboard alone is enough', async () => {
  const { page, goals, done } = await open('segment');
  for (let i = 0; i < 40 && (await page.evaluate(() => document.activeElement.dataset.handle)) !== 'q'; ++i) await page.keyboard.press('Tab');
  assert.equal(await page.evaluate(() => document.activeElement.dataset.handle), 'q');
  for (let i = 0; i < 60 && !(await goals())[0]; ++i) await page.keyboard.press('ArrowRight');
  for (let i = 0; i < 300 && !(await goals())[1]; ++i) await page.keyboard.press('Shift+ArrowLeft');
  await nextFrame(page);
  assert.equal(await page.locator('#task.solved').count(), 1);
  await page.locator('#next').focus();
  await page.keyboard.press('Enter');
  await page.waitForSelector('body[data-ready="triangle"]');
  assert.equal(await page.evaluate(() => document.activeElement.id), 'title');
  await done();
});

test('a handle stays in sight, and dragging is not lost at the edge', async () => {
  const { page, move, done } = await open('polygons');
  await move('shape-b', [40, 30]);
  const [[x, y]] = await page.evaluate(() => window.lessons.session.screen('shape-b', [0, 0]));
  const box = await page.locator('#panes svg').boundingBox();
  assert.ok(x > box.x && x < box.x + box.width && y > box.y && y < box.y + box.height);
  await done();
});

test('on a phone: one column, nothing cut off, the list folded', async () => {
  const { page, done } = await open('segment', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' });
  assert.ok(await page.evaluate(() => document.documentElement.classList.contains('dark')));
  for (const id of Object.keys(solutions)) {
    await page.evaluate((hash) => (location.hash = hash), id);
    await page.waitForSelector(`body[data-ready="${id}"]`);
    assert.equal(await page.locator('#contents').getAttribute('open'), null);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), id);
    await page.screenshot({ path: `${shots}/lesson-${id}-phone.png`, fullPage: true });
  }
  await done();
});

test('the playground loads nothing of the lessons, and links to them; all of them are light', async () => {
  const context = await browser.newContext(), page = await context.newPage();
  server.sent.clear();
  await page.goto(server.url);
  await page.waitForSelector('body[data-ready]');
  const lessonFile = (name) => /lesson|segment|triangle|polygon|microscope/.test(name);
  assert.deepEqual([...server.sent.keys()].filter(lessonFile), []);
  await page.click('#lessons');
  await page.waitForSelector('body[data-ready="segment"]');
  for (const id of Object.keys(solutions)) {
    await page.evaluate((hash) => (location.hash = hash), id);
    await page.waitForSelector(`body[data-ready="${id}"]`);
  }
  assert.ok([...server.sent.keys()].some(lessonFile));
  const total = [...server.sent.values()].reduce((sum, size) => sum + size, 0);
  assert.ok(total < 1_500_000, `${total} bytes`);
  await page.click('header a');
  await page.waitForSelector('#world svg');
  await context.close();
});

test('without the library the lessons say so', async () => {
  const context = await browser.newContext(), page = await context.newPage();
  await page.route('**/*.wasm', (route) => route.fulfill({ status: 503, body: '' }));
  await page.goto(`${server.url}lessons.html`);
  await page.waitForSelector('#notice:not([hidden])');
  assert.match(await page.innerText('#notice'), /could not be loaded: .*503/);
  await context.close();
});
