// Figures follow the dark mode, and are as readable in it as they were drawn.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { darkOf, followScheme } from '../figures.mjs';
import { root, visit } from './browser.mjs';

const light = (hex) =>
  [1, 3, 5]
    .map((i) => parseInt(hex.slice(i, i + 2), 16) / 255)
    .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
    .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
const contrast = (p, q) => {
  const [a, b] = [light(p) + 0.05, light(q) + 0.05];
  return Math.max(a / b, b / a);
};

const figures = readdirSync(`${root}/docs`, { recursive: true })
  .map((name) => `docs/${name}`)
  .filter((name) => name.endsWith('.svg'));
const colorsOf = (svg) => [...new Set(svg.toLowerCase().match(/#[\da-f]{6}\b/g) ?? [])];

test('two colors of a figure have nearly the same contrast in their dark copies', () => {
  const colors = [...new Set(figures.flatMap((name) => colorsOf(readFileSync(`${root}/${name}`, 'utf8'))))];
  assert.ok(colors.length > 40);
  for (const p of colors)
    for (const q of colors) {
      const [bright, dark] = [contrast(p, q), contrast(darkOf(p), darkOf(q))];
      // The lightest text is not white, and colors are rounded to 1/255: in dark ones that is up to 6 % of Y + 0.05.
      assert.ok(dark > Math.min(bright, 4.5) * 0.94, `${p} ${q}: ${bright.toFixed(2)}, dark ${dark.toFixed(2)}`);
    }
});

test('a served figure has the colors of the repository on bright screens, and no color outside its variables', () => {
  for (const name of figures) {
    const drawn = readFileSync(`${root}/${name}`, 'utf8'),
      served = followScheme(drawn);
    assert.equal(readFileSync(`${root}/build/site/${name}`, 'utf8'), served, name);
    const [style] = /<style>svg\{.*?<\/style>/.exec(served);
    const [bright] = /svg\{([^}]*)\}/.exec(style),
      values = Object.fromEntries(
        [...bright.matchAll(/(--\w+):(#\w+)/g)].map(([, variable, value]) => [variable, value]),
      );
    const restored = served.replace(style, '').replace(/var\((--\w+)\)/g, (use, variable) => values[variable]);
    const long = drawn.replace(/#([\da-f])([\da-f])([\da-f])\b/gi, '#$1$1$2$2$3$3');
    assert.equal(restored.toLowerCase(), long.toLowerCase(), name);
  }
});

/** The mean luminance of what is drawn of a figure on a page. */
async function meanLight(page, image) {
  const shot = (await image.screenshot()).toString('base64');
  return page.evaluate(async (data) => {
    const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${data}`)).blob());
    const canvas = new OffscreenCanvas(bitmap.width, bitmap.height),
      paper = canvas.getContext('2d');
    paper.drawImage(bitmap, 0, 0);
    const { data: bytes } = paper.getImageData(0, 0, bitmap.width, bitmap.height);
    let sum = 0;
    for (let i = 0; i < bytes.length; i += 4) sum += (bytes[i] + bytes[i + 1] + bytes[i + 2]) / 765;
    return sum / (bytes.length / 4);
  }, shot);
}

test('on a dark page a figure is dark, on a bright one bright', async () => {
  for (const [colorScheme, isRight] of [
    ['light', (mean) => mean > 0.8],
    ['dark', (mean) => mean < 0.3],
  ]) {
    const { page, done } = await visit('docs/guide/epa.html', { colorScheme });
    const image = page.locator('main img').first();
    await image.scrollIntoViewIfNeeded();
    await image.evaluate((img) => img.decode());
    const mean = await meanLight(page, image);
    assert.ok(isRight(mean), `${colorScheme}: ${mean}`);
    await done();
  }
});
