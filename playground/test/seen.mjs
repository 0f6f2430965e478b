// What is seen on the page, measured in the browser: boxes of labels, the lengths of lines, contrast, names.
import assert from 'node:assert/strict';

export const desk = { viewport: { width: 1440, height: 900 } },
  phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };

/** Pairs of labels in either view whose boxes meet. */
export const coveredLabels = (page) =>
  page.evaluate(() => {
    const covered = [];
    for (const stage of document.querySelectorAll('.stage')) {
      const labels = [...stage.querySelectorAll('text.label:not([visibility="hidden"]), .tag:not([hidden])')]
        .map((label) => ({ text: label.textContent, box: label.getBoundingClientRect() }))
        .filter(({ text, box }) => text !== '' && box.width > 0);
      labels.forEach((p, i) => {
        for (const q of labels.slice(i + 1)) {
          const wide = Math.min(p.box.right, q.box.right) - Math.max(p.box.left, q.box.left),
            tall = Math.min(p.box.bottom, q.box.bottom) - Math.max(p.box.top, q.box.top);
          if (wide > 0.5 && tall > 0.5) covered.push(`${stage.id}: ${p.text} and ${q.text}`);
        }
      });
    }
    return covered;
  });

/** Lengths that are written across the line that has them, in 2D; none is, wherever there is room beside it. */
export const crossedLengths = (page) =>
  page.evaluate(() => {
    const crossed = [];
    for (const stage of document.querySelectorAll('.stage')) {
      const label = stage.querySelector('text.label.gap'),
        line = stage.querySelector('path.line.gap');
      if (!label || !line) continue;
      const { x, y, width, height } = label.getBBox(),
        [p, q] = [...line.getAttribute('d').matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, u, v]) => [
          Number(u),
          Number(v),
        ]);
      for (let t = 0; t <= 1; t += 1 / 256) {
        const [u, v] = [p[0] + t * (q[0] - p[0]), p[1] + t * (q[1] - p[1])];
        if (u > x && u < x + width && v > y && v < y + height) {
          crossed.push(`${stage.id}: ${label.textContent}`);
          break;
        }
      }
    }
    return crossed;
  });

/**
 * What both views show in one frame, in units of the world: the lengths of the lines that are drawn, the number of the
 * headline, the bars, whether each shape is in sight. In 2D it is read from the drawing, whose scale is that of B with
 * this diameter; in 3D from the objects of the scene.
 */
export const frame = (page, diameter = Math.SQRT2) =>
  page.evaluate(
    (wide) =>
      new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const find = (what) => document.querySelector(what);
            const number = (text) => (text.trim() === '' ? null : Number(text.replaceAll('−', '-')));
            const length = ([p, q]) => Math.hypot(...p.map((x, i) => x - q[i]));
            const flat = () => {
              const points = (path) =>
                [...path.getAttribute('d').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [
                  Number(x),
                  Number(y),
                ]);
              const outline = (name) => points(find(`#world .grip.${name} .shape`));
              const width = (all) => Math.max(...all.map(([x]) => x)) - Math.min(...all.map(([x]) => x));
              const b = outline('b');
              const scale = Math.max(...b.flatMap((p) => b.map((q) => length([p, q])))) / wide;
              // B - A is as wide as both together.
              const difference = points(find('#difference .difference.grown') ?? find('#difference .difference')),
                ofDifference = (width(difference) * scale) / (width(outline('a')) + width(b));
              const drawn = (view, perUnit) =>
                [...document.querySelectorAll(`#${view} .line.gap`)].map((line) => length(points(line)) / perUnit);
              const stage = find('#world').getBoundingClientRect();
              const inSight = ['a', 'b'].every((name) => {
                const box = find(`#world .grip.${name} .shape`).getBoundingClientRect();
                return (
                  box.left >= stage.left &&
                  box.right <= stage.right &&
                  box.top >= stage.top &&
                  box.bottom <= stage.bottom
                );
              });
              return {
                world: drawn('world', scale),
                difference: drawn('difference', ofDifference),
                slack: 0.05 / Math.min(scale, ofDifference), // of a pixel: places are written with two decimals
                labels: ['#world', '#difference'].map((view) => find(`${view} .label.gap`)?.textContent),
                inSight,
              };
            };
            const solid = () => {
              const { world, difference, extents } = window.playground.drawn,
                stage = find('#world');
              return {
                world: world.map(length),
                difference: difference.map(length),
                slack: 1e-6, // the scene is drawn in float
                labels: ['#world', '#difference'].map((view) => find(`${view} .tag.gap:not([hidden])`)?.textContent),
                inSight: extents.every(
                  ({ low, high }) =>
                    low[0] >= 0 && low[1] >= 0 && high[0] <= stage.clientWidth && high[1] <= stage.clientHeight,
                ),
              };
            };
            const { step, steps, verb } = window.playground.view;
            done({
              ...(document.body.dataset.ready === '2' ? flat() : solid()),
              headline: number(find('#headline b').textContent),
              said: find('#headline b').textContent,
              text: find('#headline').textContent,
              bars: [...document.querySelectorAll('#bounds dd')].map((dd) => number(dd.textContent)),
              event: window.playground.event,
              step,
              steps,
              verb,
            });
          }),
        ),
      ),
    diameter,
  );

/**
 * In both views the line is as long as the headline says, and that is between the bars. Where the headline says that
 * nothing is left, there is no line or one without length. In a step of EPA the depth proven so far is drawn beside the
 * origin alone.
 */
export function agrees(seen) {
  const { world, difference, slack, headline, bars, labels, said, step, steps, event, verb, text } = seen,
    isLast = step === steps - 1,
    length = Math.abs(headline),
    about = `${text}: ${JSON.stringify({ ...seen, text: undefined })}`;
  const same = (lines) => Math.abs(Math.max(0, ...lines) - length) < slack;
  if (isLast || event !== 'epa') assert.ok(same(world), `the world: ${about}`);
  else assert.deepEqual(world, [], about);
  assert.ok(same(difference), `the difference: ${about}`);
  const [upper, lower] = bars;
  if (verb !== 'contact') assert.ok(lower <= length && length <= upper, about);
  if (!isLast || length < slack) return;
  for (const label of labels) if (label !== undefined) assert.equal(label, said.replace('−', ''), about);
  assert.ok(verb === 'contact' || labels.some((label) => label !== undefined), `no length is written: ${about}`);
}

/** Texts with a contrast below 4.5, and controls without a name. */
export const unreadable = (page) =>
  page.evaluate(() => {
    const shown = (e) => e.checkVisibility({ visibilityProperty: true }) && e.getBoundingClientRect().width > 0;
    const rgba = (text) => (text.match(/[\d.]+/g) ?? []).map(Number);
    const light = ([r, g, b]) =>
      [r, g, b]
        .map((c) => c / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const behind = (e) => {
      for (let at = e; at; at = at.parentElement) {
        const color = rgba(getComputedStyle(at).backgroundColor);
        if (color.length > 0 && (color[3] ?? 1) > 0.99) return color;
      }
      return [255, 255, 255];
    };
    const wrong = [];
    for (const e of document.querySelectorAll('body *')) {
      const own = [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim() !== '');
      const style = getComputedStyle(e);
      if (!own || !shown(e) || e.disabled || e.closest('script, style, option, noscript')) continue;
      const [p, q] = [light(rgba(e instanceof SVGElement ? style.fill : style.color)), light(behind(e))];
      const ratio = (Math.max(p, q) + 0.05) / (Math.min(p, q) + 0.05);
      if (ratio < 4.5) wrong.push(`${e.textContent.trim().slice(0, 30)}: ${ratio.toFixed(2)}`);
    }
    for (const e of document.querySelectorAll('button, select, input, textarea, a, [tabindex="0"], canvas')) {
      const name =
        e.getAttribute('aria-label') ??
        e.labels?.[0]?.textContent ??
        e.textContent + (e.querySelector('img')?.alt ?? '');
      if (shown(e) && name.trim() === '') wrong.push(`no name: ${e.outerHTML.slice(0, 80)}`);
    }
    return wrong;
  });

/** Labels apart, and contrast and names in both color schemes; the page is left in the one that it had. */
export async function looksRight(page, about, labelsOf = coveredLabels) {
  assert.deepEqual(await labelsOf(page), [], about);
  const isDark = await page.evaluate(() => matchMedia('(prefers-color-scheme: dark)').matches);
  for (const colorScheme of isDark ? ['light', 'dark'] : ['dark', 'light']) {
    await page.emulateMedia({ colorScheme });
    await page.waitForFunction((name) => document.documentElement.className === name, colorScheme === 'dark' ? 'dark' : '');
    assert.deepEqual(await unreadable(page), [], `${about}, ${colorScheme}`);
  }
}
