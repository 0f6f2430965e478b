// A page with one lesson, and what a reader does with it.
import assert from 'node:assert/strict';
import { nextFrame, open } from './browser.mjs';

let shared;

/**
 * A lesson at its start, on a page that goes from one to the next; with options, on a page of its own. Errors of any
 * kind fail the test that calls `done`.
 */
export async function openLesson(id, options) {
  if (options) {
    const { page, done } = await open(`lessons.html#${id}`, options);
    return { page, done, ...hands(page) };
  }
  shared ??= await open('lessons.html');
  const { page, trouble } = shared;
  trouble.length = 0;
  await visit(page, id);
  return { page, done: () => assert.deepEqual(trouble, []), ...hands(page) };
}

/** Another lesson; or the same one, begun anew. */
export async function visit(page, id) {
  const there = await page.evaluate(() => document.body.dataset.ready);
  for (const next of there === id ? [id === 'segment' ? 'triangle' : 'segment', id] : [id]) {
    await page.evaluate((hash) => (location.hash = hash), next);
    await page.waitForSelector(`body[data-ready="${next}"]`);
  }
}

/** What a reader does. Places are points of the figure. */
function hands(page) {
  return {
    goals: () => page.evaluate(() => [...window.lessons.visit.goals]),
    async move(key, ...places) {
      for (const place of places) {
        const [from, to] = await page.evaluate(([k, p]) => window.lessons.visit.screen(k, p), [key, place]);
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
