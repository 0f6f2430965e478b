// The API reference: in the look of the site, complete, and refused where a comment or an example is missing.
import assert from 'node:assert/strict';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { runDoxygen } from '../api/doxygen.mjs';
import { readHeaders } from '../api/model.mjs';
import { apiPages } from '../api/pages.mjs';
import { uncommented } from '../api/comments.mjs';
import { desk, phone, root, visit } from './browser.mjs';

/** The headers of a folder with support.hpp, whose head says what every shape has, and one more. */
function headersWith(text) {
  const folder = mkdtempSync(join(tmpdir(), 'abut-api-'));
  try {
    mkdirSync(join(folder, 'include/abut'), { recursive: true });
    mkdirSync(join(folder, 'site/api'), { recursive: true });
    cpSync(join(root, 'site/api/Doxyfile'), join(folder, 'site/api/Doxyfile'));
    writeFileSync(
      join(folder, 'include/abut/support.hpp'),
      '/// What a shape is: `support(d)`, `center()`, `using Vector = Vec`.\n#pragma once\n',
    );
    writeFileSync(join(folder, 'include/abut/some.hpp'), text);
    return readHeaders(runDoxygen(folder, folder));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const sound = `/// Some things.
///
///     int i = f(1);
#pragma once
namespace abut {
/// A thing.
struct Thing {
  using Vector = int;
  int x, y;   ///< its coordinates
  int lower;  ///< lower <= true value <= upper
  int upper;
  Thing(const Thing&) = default;
  int support(int d) const;
  int center() const;
  /// Sums by component.
  Thing operator+(int d) const;
  Thing operator-(int d) const;
  detail::Table table() const;
};
using Things = Thing;  ///< another name
/// The kinds.
enum class Kind { one, two };
/// Twice.
int f(int i);
int f(long i);
}  // namespace abut
`;

test('a declaration without a comment is named with its line, and what the rules excuse is not', () => {
  assert.deepEqual(uncommented(headersWith(sound)), []);
  for (const [from, to, missing] of [
    ['/// A thing.\n', '', 'some.hpp:6: Thing'],
    ['  ///< its coordinates', '', 'some.hpp:9: Thing::x'],
    ['  int upper;', '  long upper;', 'some.hpp:11: Thing::upper'],
    ['  int support(int d) const;\n', '', 'some.hpp:13: Thing::center'],
    ['int f(long i);', 'int g(long i);', 'some.hpp:25: g'],
    ['  ///< another name', '', 'some.hpp:20: Things'],
    ['/// The kinds.\n', '', 'some.hpp:21: Kind'],
    ['{ one, two }', '{\n  one,  ///< the first\n  two\n}', 'some.hpp:22: Kind::two'],
  ]) {
    const changed = sound.replace(from, to);
    assert.notEqual(changed, sound);
    assert.ok(uncommented(headersWith(changed)).includes(missing), `${missing}: ${uncommented(headersWith(changed))}`);
  }
});

test('the reference is refused if a comment is missing, or the example of a verb', () => {
  const index = '| question | header |\n|---|---|\n| what? | [some.hpp](some.html) |\n\n';
  const { pages } = apiPages(headersWith(sound), index);
  assert.deepEqual(
    pages.map(({ place }) => place),
    ['api/some.html', 'api/support.html'],
  );
  assert.throws(() => apiPages(headersWith(sound.replace('/// Twice.\n', '')), index), /no comment:\nsome\.hpp:23: f/);
  assert.throws(
    () => apiPages(headersWith(sound.replace('///     int i = f(1);\n', '')), index),
    /no example.*some\.hpp/,
  );
  assert.throws(() => apiPages(headersWith(sound), index.replace('some.html', 'other.html')), /other\.hpp/);
});

test('what a declaration says is on its page: types, defaults, comments, and links to other declarations', async () => {
  const { page, done } = await visit('api/distance.html', desk);
  const text = await page.locator('main').innerText();
  assert.match(text, /How far apart are two convex shapes/);
  assert.match(text, /#include <abut\/distance\.hpp>/);
  assert.match(text, /Distance<ScalarOf<A>, dimension_of<A>> distance\(/);
  assert.match(text, /T cutoff = detail::infinity<T>\s*the search may stop once the shapes are proven further apart/);
  assert.match(text, /Distance2f, Distance3f, Distance2d, Distance3d/);
  assert.match(text, /Box3f crate\{\.half = \{1, 1, 1\}\};/);
  await page.locator('.members').getByRole('link', { name: 'Status' }).first().click();
  await page.waitForURL(/api\/status\.html#Status/);
  assert.match(await page.locator('main').innerText(), /converged/);
  await done();
});

test('no word of a comment of a header is lost on the way', () => {
  const strip = (html) =>
    html
      .replace(/<[^>]*>/g, ' ')
      .replace(/&lt;/g, '<')
      .replace(/&gt;/g, '>')
      .replace(/&quot;/g, '"')
      .replace(/&amp;/g, '&');
  const words = (text) =>
    text
      .replace(/[^\w]+/g, ' ')
      .trim()
      .split(' ');
  for (const name of ['distance', 'contact', 'shapes', 'hull', 'motion', 'compose', 'vec']) {
    const header = readFileSync(`${root}/include/abut/${name}.hpp`, 'utf8'),
      open = header
        .replace(/^namespace detail \{[^]*?^\}  \/\/ namespace detail/gm, '')
        .replace(/^ private:[^]*?^\};/gm, '');
    const page = ` ${words(strip(readFileSync(`${root}/build/site/api/${name}.html`, 'utf8'))).join(' ')} `;
    for (const [comment] of open.matchAll(/(^ *\/\/\/(?!<).*\n)+|\/\/\/<.*/gm)) {
      if (/^ *\/\/\/ ABUT/.test(comment)) continue; // of macros, which have no entry
      const sentences = comment.replace(/^ *\/\/\/<? ?/gm, ' ').split(/[`|]|[.:]\s/);
      for (const sentence of sentences.map((part) => words(part).join(' ')))
        assert.ok(page.includes(` ${sentence} `.replace('  ', ' ')), `${name}: ${sentence}`);
    }
  }
});

for (const [name, options] of Object.entries({ desk, phone }))
  test(`the reference has the navigation of the site, and leads from a question to its verb: ${name}`, async () => {
    const { page, done } = await visit('api/index.html', { ...options, colorScheme: 'dark' });
    await page.getByRole('navigation', { name: 'Site' }).getByRole('link', { name: 'Guide' }).waitFor();
    await page.locator('main').getByRole('link', { name: 'contact.hpp' }).click();
    await page.waitForURL(/api\/contact\.html/);
    assert.match(await page.locator('main').innerText(), /Where do two convex shapes touch/);
    if (options === desk) {
      await page.getByRole('navigation', { name: 'API' }).getByRole('link', { name: 'overlap.hpp' }).click();
      await page.waitForURL(/api\/overlap\.html/);
    }
    await done();
  });
