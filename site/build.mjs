// Makes build/site: the documents as pages, the API reference and the playground, in folders like those of the
// repository.
import { cpSync, existsSync, mkdirSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeApi } from './api.mjs';
import { pageOf, sourcePage, titleOf } from './page.mjs';
import { renderer } from './render.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const out = join(root, 'build/site');
const asIs = /\.(svg|png|json)$/;

/** Where a file of the repository is on the site. */
function placeOf(file) {
  if (file === 'site/index.md') return 'index.html';
  if (file.endsWith('.md')) return file.replace(/\.md$/, '.html');
  if (asIs.test(file)) return file;
  return statSync(join(root, file)).isDirectory() ? `${file}/index.html` : `${file}.html`;
}

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
  const text = readFileSync(join(root, 'docs/guide/README.md'), 'utf8');
  return [...text.matchAll(/^\d+\. \[([^\]]+)\]\(([a-z-]+\.md)\)/gm)].map(([, title, name]) => ({
    title,
    file: `docs/guide/${name}`,
  }));
}

function makePages() {
  const queue = ['site/index.md', 'README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', ...markdownIn('docs')],
    seen = new Set(queue);
  const guide = chapters();
  /** The address on the site for an address in a document; adds the file to the site. */
  const follow = (from, address) => {
    if (/^([a-z]+:|#)/.test(address)) return address;
    const [path, fragment] = address.split('#');
    if (from === 'site/index.md' && /^(api|playground)\//.test(path)) return address; // built beside the pages
    const file = relative(root, join(root, dirname(from), path)).replaceAll('\\', '/');
    if (!file || file.startsWith('..') || !existsSync(join(root, file)))
      throw new Error(`${from}: there is no ${address}`);
    if (!seen.has(file)) queue.push(file);
    seen.add(file);
    return relative(dirname(placeOf(from)), placeOf(file)).replaceAll('\\', '/') + (fragment ? `#${fragment}` : '');
  };
  const markdown = renderer(follow);
  for (let file; (file = queue.shift());) {
    const place = placeOf(file),
      path = join(root, file);
    if (asIs.test(file)) {
      write(place, readFileSync(path));
    } else if (statSync(path).isDirectory()) {
      const names = readdirSync(path).filter((n) => statSync(join(path, n)).isFile());
      const list = names.map((n) => `- [${n}](${n})`).join('\n');
      write(
        place,
        pageOf({ place, guide, placeOf, title: file, body: markdown(`${file}/README.md`, `# ${file}\n\n${list}\n`) }),
      );
    } else if (file.endsWith('.md')) {
      const text = readFileSync(path, 'utf8');
      write(place, pageOf({ file, place, guide, placeOf, title: titleOf(text, file), body: markdown(file, text) }));
    } else {
      write(place, pageOf({ place, guide, placeOf, title: file, body: sourcePage(file, readFileSync(path, 'utf8')) }));
    }
  }
  return seen.size;
}

const playground = join(root, 'playground/dist');
if (!existsSync(join(playground, 'index.html'))) {
  console.error('site: playground/dist is missing; `make site` builds it first');
  process.exit(1);
}
rmSync(out, { recursive: true, force: true });
const files = makePages();
cpSync(join(root, 'site/style.css'), join(out, 'style.css'));
cpSync(playground, join(out, 'playground'), { recursive: true });
const undocumented = makeApi(root, out);
console.log(
  `site: ${files} files of the repository, the API reference (${undocumented} members without a comment) and the playground in build/site`,
);
