// Every link of the built site leads somewhere, and nothing is loaded from elsewhere.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'parse5';

const site = process.env.SITE ?? fileURLToPath(new URL('../../build/site', import.meta.url));
assert.ok(existsSync(join(site, 'index.html')), `${site} is missing: make site builds it`);
const files = readdirSync(site, { recursive: true }).map((name) => name.replaceAll('\\', '/'));

/** Anchors, links, and what a browser would load, of one page. */
function read(file) {
  const found = { anchors: new Set(), links: [], loaded: [] };
  const visit = (node) => {
    const attributes = Object.fromEntries((node.attrs ?? []).map(({ name, value }) => [name, value]));
    if (attributes.id) found.anchors.add(attributes.id);
    if (node.nodeName === 'a' && attributes.name) found.anchors.add(attributes.name);
    if (['a', 'area'].includes(node.nodeName) && attributes.href !== undefined) found.links.push(attributes.href);
    if (node.nodeName === 'link' && attributes.href && attributes.rel !== 'canonical')
      found.loaded.push(attributes.href);
    for (const name of ['src', 'data', 'poster']) if (attributes[name]) found.loaded.push(attributes[name]);
    for (const part of attributes.srcset?.split(',') ?? []) found.loaded.push(part.trim().split(/\s/)[0]);
    const style = node.nodeName === 'style' ? (node.childNodes[0]?.value ?? '') : (attributes.style ?? '');
    found.loaded.push(...addressesIn(style));
    for (const child of [...(node.childNodes ?? []), ...(node.content?.childNodes ?? [])]) visit(child);
  };
  visit(parse(readFileSync(join(site, file), 'utf8')));
  return found;
}

const addressesIn = (css) =>
  [...css.matchAll(/url\(\s*['"]?([^'")]+)|@import\s+['"]([^'"]+)/g)]
    .map(([, url, imported]) => url ?? imported)
    .filter((a) => !a.startsWith('#'));

const pages = new Map(files.filter((name) => name.endsWith('.html')).map((name) => [name, read(name)]));
const isExternal = (address) => /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address);

/** Where an address on a page leads: a file of the site. */
function target(page, address) {
  const path = decodeURIComponent(address.split(/[?#]/)[0]);
  if (path === '') return page;
  const joined = posix.normalize(posix.join(dirname(page), path));
  return joined.endsWith('/') || joined === '.' ? posix.join(joined, 'index.html') : joined;
}

test('there are pages for the guide, the API, the documents and the playground', () => {
  for (const name of [
    'index.html',
    'docs/guide/gjk.html',
    'docs/guide/cookbook.html',
    'docs/guide/textbook.html',
    'docs/guide/well-known-mistakes.html',
    'examples/textbook/gjk2.hpp.html',
    'api/index.html',
    'api/distance.html',
    'search.html',
    'docs/conventions.html',
    'playground/index.html',
  ]) {
    assert.ok(pages.has(name), name);
  }
});

test('every link leads to a page that is there, and to an anchor on it', () => {
  const broken = [];
  for (const [page, { links }] of pages) {
    for (const address of links) {
      if (isExternal(address) || address === '#') continue;
      if (address.startsWith('/')) broken.push(`${page}: ${address} works from the root of a server only`);
      const to = target(page, address),
        anchor = decodeURIComponent(address.split('#')[1] ?? '');
      if (!files.includes(to)) broken.push(`${page}: ${address} leads nowhere`);
      else if (anchor && pages.has(to) && !pages.get(to).anchors.has(anchor))
        broken.push(`${page}: ${address} has no such anchor`);
    }
  }
  assert.deepEqual(broken, []);
});

test('nothing is loaded from elsewhere, and all that is loaded is there', () => {
  const wrong = [];
  const check = (from, address) => {
    if (address.startsWith('data:') || address === 'javascript:void(0)') return; // the latter: an empty frame
    if (isExternal(address) || address.startsWith('/')) wrong.push(`${from} loads ${address}`);
    else if (!files.includes(target(from, address))) wrong.push(`${from}: ${address} is missing`);
  };
  for (const [page, { loaded }] of pages) for (const address of loaded) check(page, address);
  for (const name of files.filter((f) => /\.(css|svg)$/.test(f))) {
    for (const address of addressesIn(readFileSync(join(site, name), 'utf8'))) check(name, address);
  }
  assert.deepEqual(wrong, []);
});
