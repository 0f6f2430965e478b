// Makes build/site: the documents as pages, the API reference and the playground, in folders like those of the
// repository.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runDoxygen } from './api/doxygen.mjs';
import { readHeaders } from './api/model.mjs';
import { apiPages } from './api/pages.mjs';
import { followScheme } from './figures.mjs';
import { chapterList, neighbors, pageOf, pathTo, sourcePage, titleOf } from './page.mjs';
import { escapeHtml, renderer } from './render.mjs';
import { allHeadings, searchIndex } from './search/index.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'build/site');
const asIs = /\.(svg|png|json)$/;
const fronts = { 'site/index.md': 'index.html', 'site/api/index.md': 'api/index.html' };

/** Where a file of the repository is on the site. */
function placeOf(file) {
  if (file in fronts) return fronts[file];
  if (file.endsWith('.md')) return file.replace(/\.md$/, '.html');
  if (asIs.test(file)) return file;
  return statSync(join(root, file)).isDirectory() ? `${file}/index.html` : `${file}.html`;
}

const text = (file) => readFileSync(join(root, file), 'utf8');
const markdownIn = (folder) =>
  readdirSync(join(root, folder), { recursive: true })
    .filter((f) => f.endsWith('.md'))
    .map((f) => `${folder}/${f.replaceAll('\\', '/')}`);

function write(place, content) {
  mkdirSync(dirname(join(out, place)), { recursive: true });
  writeFileSync(join(out, place), content);
}

/** The chapters in the order in which the first page of the guide names them. */
function chapters() {
  return [...text('docs/guide/README.md').matchAll(/^\d+\. \[([^\]]+)\]\(([a-z-]+\.md)\)/gm)].map(
    ([, title, name]) => ({ title, file: `docs/guide/${name}` }),
  );
}

/** Pages are made from those that are named here, and from what they link to. */
const queue = [
    ...Object.keys(fronts),
    'README.md',
    'CHANGELOG.md',
    'CONTRIBUTING.md',
    'LICENSE',
    ...markdownIn('docs'),
  ],
  seen = new Set(queue),
  pages = [];

/** The address on the site for an address in a document; adds the file to the site. */
function follow(from, address) {
  if (/^([a-z]+:|#)/.test(address)) return address;
  const [path, fragment] = address.split('#');
  if (from === 'site/index.md' && /^(api|playground)\//.test(path)) return address; // built beside the pages
  if (from === 'site/api/index.md' && /^[\w-]+\.html$/.test(path)) return address;
  const file = relative(root, join(root, dirname(from), path)).replaceAll('\\', '/');
  if (!file || file.startsWith('..') || !existsSync(join(root, file)))
    throw new Error(`${from}: there is no ${address}`);
  if (!seen.has(file)) queue.push(file);
  seen.add(file);
  return pathTo(placeOf(from), placeOf(file)) + (fragment ? `#${fragment}` : '');
}

const markdown = renderer(follow, (from, address) => existsSync(join(root, dirname(from), address)));
const guide = chapters();

function documentPage(file, aside) {
  const content = text(file),
    place = placeOf(file),
    to = (source) => pathTo(place, placeOf(source));
  return {
    place,
    title: titleOf(content, file),
    body: markdown(file, content) + neighbors(file, guide, to),
    aside: aside ?? chapterList(file, guide, to),
  };
}

function folderPage(folder) {
  const names = readdirSync(join(root, folder)).filter((n) => statSync(join(root, folder, n)).isFile());
  const list = names.map((n) => `- [${n}](${n})`).join('\n');
  return { place: placeOf(folder), title: folder, body: markdown(`${folder}/README.md`, `# ${folder}\n\n${list}\n`) };
}

function make(file) {
  const place = placeOf(file);
  if (file.endsWith('.svg')) write(place, followScheme(text(file)));
  else if (asIs.test(file)) write(place, readFileSync(join(root, file)));
  else if (file === 'site/api/index.md')
    return; // with the reference
  else if (statSync(join(root, file)).isDirectory()) pages.push(folderPage(file));
  else if (file.endsWith('.md')) pages.push(documentPage(file));
  else pages.push({ place, title: file, body: sourcePage(file, text(file)) });
}

const playground = join(root, 'playground/dist');
if (!existsSync(join(playground, 'index.html'))) {
  console.error('site: playground/dist is missing; `make site` builds it first');
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
const xml = join(root, 'build/site-api');
rmSync(xml, { recursive: true, force: true });
mkdirSync(xml, { recursive: true });
const api = apiPages(readHeaders(runDoxygen(root, xml)), text('site/api/index.md'));
pages.push(documentPage('site/api/index.md', api.aside), ...api.pages);
for (let file; (file = queue.shift());) make(file);
pages.push({ place: 'search.html', title: 'Search', body: allHeadings(pages, escapeHtml) });
for (const page of pages) write(page.place, pageOf(page));
write('search-index.js', searchIndex(pages.slice(0, -1)));
for (const name of ['style.css', 'search/search.js'])
  cpSync(join(root, 'site', name), join(out, name.split('/').pop()));
cpSync(playground, join(out, 'playground'), { recursive: true });
console.log(`site: ${pages.length} pages, ${api.pages.length} of them headers, and the playground in build/site`);
