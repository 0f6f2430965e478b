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
        [p, q] = [...line.getAttribute('d').matchAll(/(-?[\d.]+) (-?[\d.]+)/g)].map(([, u, v]) => [Number(u), Number(v)]);
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
 * Of the 2D page with a unit square as B: the lengths of the lines drawn in both views, the number of the headline, the
 * bars, whether each shape is in sight, all of one frame.
 */
export const frame = (page) =>
  page.evaluate(
    () =>
      new Promise((done) =>
        requestAnimationFrame(() =>
          requestAnimationFrame(() => {
            const points = (path) =>
              [...path.getAttribute('d').matchAll(/[ML](-?[\d.]+) (-?[\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
            const length = ([p, q]) => Math.hypot(p[0] - q[0], p[1] - q[1]);
            const side = length(points(document.querySelector('#world [data-handle="shape-b-0"] .shape')));
            const stage = document.querySelector('#world').getBoundingClientRect();
            const inSight = ['a', 'b'].every((name) => {
              const box = document.querySelector(`#world .grip.${name} .shape`).getBoundingClientRect();
              return (
                box.left >= stage.left && box.right <= stage.right && box.top >= stage.top && box.bottom <= stage.bottom
              );
            });
            const line = document.querySelector('#world .line.gap');
            const number = (text) => Number(text.replace('−', '-').replace('−', '-'));
            done({
              drawn: line ? length(points(line)) / side : 0,
              pixel: 0.05 / side,
              headline: number(document.querySelector('#headline b').textContent),
              bars: [...document.querySelectorAll('#bounds dd')].map((dd) => number(dd.textContent)),
              label: document.querySelector('#world .label.gap')?.textContent ?? null,
              said: document.querySelector('#headline b').textContent,
              inSight,
              step: window.playground.view.step,
              steps: window.playground.view.steps,
            });
          }),
        ),
      ),
  );

/** The line, the headline and the bars say the same. */
export function agrees({ drawn, pixel, headline, bars, label, said, step, steps }) {
  assert.ok(Math.abs(drawn - headline) < pixel, `drawn ${drawn}, headline ${headline}`);
  const [upper, lower] = bars;
  assert.ok(lower <= headline && headline <= upper, `${lower} ${headline} ${upper}`);
  if (step === steps - 1 && drawn > 0) assert.equal(label, said);
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
        e.getAttribute('aria-label') ?? e.labels?.[0]?.textContent ?? e.textContent + (e.querySelector('img')?.alt ?? '');
      if (shown(e) && name.trim() === '') wrong.push(`no name: ${e.outerHTML.slice(0, 80)}`);
    }
    return wrong;
  });
