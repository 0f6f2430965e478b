// The page of lessons at both sizes: what is where, what is said, and that nothing is printed over something else.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { nextFrame, root, shoot } from './browser.mjs';
import { openLesson, visit } from './lesson.mjs';
import { looksRight } from './seen.mjs';

const sizes = {
  desk: { viewport: { width: 1440, height: 900 } },
  phone: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, colorScheme: 'dark' },
};
const opened = {};
/** A page of each size, which goes from lesson to lesson. */
const at = (size) => (opened[size] ??= openLesson('segment', sizes[size]));

/** All that is measured of a lesson as it opens; runs in the page. */
function measure() {
  const find = (what) => document.querySelector(what);
  const box = (element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    return { left, right, top, bottom };
  };
  const { source } = window.lessons.visit.about;
  const atTop = { task: box(find('#task')), panes: box(find('#panes')), question: box(find('#question')) };
  find('.figure').scrollIntoView();
  const atFigure = { task: box(find('#task')), panes: box(find('#panes')) };
  scrollTo(0, 0);
  return {
    id: document.body.dataset.ready,
    labels: [...document.querySelectorAll('#panes text.label')]
      .filter((label) => label.textContent)
      .map((label) => ({ ...box(label), text: label.textContent })),
    atTop,
    atFigure,
    fits: document.documentElement.scrollWidth <= innerWidth,
    listOpen: find('#contents').open,
    choices: document.querySelectorAll('#question [role=radio]').length,
    words: find('#text').innerText.trim().split(/\s+/).length,
    picture: document.querySelectorAll('#why svg *').length,
    why: find('#why figcaption').innerText,
    controls: find('#controls').children.length,
    text: ['#question', '#text', '#task', '#panes', '#controls', '.below', '#why']
      .map((part) => find(part).textContent)
      .join(' | '),
    source: source && { file: source.file, marks: [source.from, ...Object.values(source.blocks)] },
    code: [...document.querySelectorAll('#code:not([hidden]) li')].map((li) => ({
      number: li.value,
      text: li.textContent,
      lit: li.hasAttribute('aria-current'),
    })),
  };
}

const measured = {};
/** Every lesson at a size, measured once. */
const lessonsAt = (size) =>
  (measured[size] ??= (async () => {
    const { page } = await at(size),
      ids = await page.locator('#list a').evaluateAll((all) => all.map((a) => a.hash.slice(1))),
      found = [];
    for (const id of ids) {
      await visit(page, id);
      await nextFrame(page);
      found.push(await page.evaluate(measure));
      await looksRight(page, id, () => []);
      await shoot(page, `lesson-${id}-${size}`);
    }
    return found;
  })());

function assertApart(id, labels) {
  labels.forEach((a, i) =>
    labels.slice(i + 1).forEach((b) => {
      const apart = a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
      assert.ok(apart, `${id}: '${a.text}' and '${b.text}'`);
    }),
  );
}

for (const size of Object.keys(sizes)) {
  test(`no two labels of a figure overlap when a lesson opens, in light and dark all texts can be read (${size})`, async () => {
    for (const { id, labels } of await lessonsAt(size)) assertApart(id, labels);
  });
}

test('labels keep clear of each other when points are dragged onto each other', async () => {
  const { page, move } = await at('desk');
  for (const [id, key, ...places] of [
    ['polygon', 'q', [1.9, 1.7], [2.6, -0.4], [1.1, -1.9]],
    ['triangle', 'q', [0.9, 0.9], [-1.6, -1], [1.72, -1.02]],
  ]) {
    await visit(page, id);
    for (const place of places) {
      await move(key, place);
      const { labels } = await page.evaluate(measure);
      assertApart(`${id} at ${place}`, labels);
    }
  }
});

test('at a desk the task is beside the figure, and both are above the fold', async () => {
  for (const { id, atTop } of await lessonsAt('desk')) {
    const { task, panes, question } = atTop;
    assert.ok(task.bottom <= 900 && panes.bottom <= 900 && question.top >= 0, `${id}: ${task.bottom}, ${panes.bottom}`);
    assert.ok(task.right <= panes.left, id);
  }
});

test('on a phone the task is in sight from the beginning, and together with the whole figure', async () => {
  for (const { id, atTop, atFigure, fits, listOpen } of await lessonsAt('phone')) {
    assert.ok(atTop.task.top < 844 && atTop.task.bottom <= 845, `${id} at the top: to ${atTop.task.bottom}`);
    const { task, panes } = atFigure;
    assert.ok(panes.top >= -1 && panes.bottom <= task.top + 1, `${id}: panes to ${panes.bottom}, task at ${task.top}`);
    assert.ok(task.bottom <= 845, `${id}: task to ${task.bottom}`);
    assert.ok(fits, `${id}: nothing is cut off`);
    assert.equal(listOpen, false, 'the list is folded');
  }
});

test('a lesson has a question, a picture, fewer than 130 words, at most three controls, one minus sign', async () => {
  for (const { id, choices, words, picture, why, controls, text } of await lessonsAt('desk')) {
    assert.ok(choices >= 2 && choices <= 4, `${id}: ${choices} choices`);
    assert.ok(words < 130, `${id}: ${words} words`);
    assert.ok(picture > 0 && why.length > 10, id);
    assert.ok(controls <= 3, `${id}: ${controls} controls`);
    assert.doesNotMatch(text, /(^|\W)-\d|\de-\d/, id);
  }
});

test('the program beside a figure is that of examples/textbook, and each mark of a lesson is in it once', async () => {
  const shown = (await lessonsAt('desk')).filter(({ source }) => source);
  for (const { id, source, code } of shown) {
    const lines = readFileSync(`${root}/examples/textbook/${source.file}`, 'utf8').split('\n');
    for (const { number, text } of code) assert.equal(text, lines[number - 1], `${id}: line ${number}`);
    for (const mark of source.marks)
      assert.equal(code.filter(({ text }) => text.includes(mark)).length, 1, `${id}: '${mark}'`);
    assert.ok(
      code.some(({ lit }) => lit),
      `${id} lights a line`,
    );
  }
  assert.ok(shown.length >= 14, `${shown.length} lessons show a program`);
});

test('the lit lines follow the steps, and are in sight', async () => {
  const { page, end } = await at('desk'),
    lit = page.locator('#code li[aria-current]');
  await visit(page, 'epa');
  const first = await lit.allTextContents();
  await end();
  const last = await lit.allTextContents();
  assert.notDeepEqual(first, last);
  assert.ok(last.some((line) => line.includes('edge_on_boundary')));
  const pane = await page.locator('#code div').boundingBox(),
    line = await lit.first().boundingBox();
  assert.ok(line.y >= pane.y - 1 && line.y + line.height <= pane.y + pane.height + 1);
});

test('a guess is answered by the figure, not before', async () => {
  const { page, move } = await at('desk'),
    verdict = () => page.innerText('#verdict');
  await visit(page, 'segment');
  assert.equal(await verdict(), '');
  await page.click('#question button:nth-child(1)');
  assert.match(await verdict(), /^Now see/);
  await move('q', [3, 1]);
  assert.match(await verdict(), /^The figure says: at B/);
  await page.click('#question button:nth-child(2)');
  assert.match(await verdict(), /^So it is/);
  assert.equal(await page.locator('#question button.true').count(), 1);
});

test('no page complained on the way', async () => {
  for (const size of Object.keys(sizes)) await (await at(size)).done();
});
