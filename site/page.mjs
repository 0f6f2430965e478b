// The frame of every page: head, navigation, and in the guide the chapters before and after.
import { dirname, relative } from 'node:path';
import { highlighted } from './render.mjs';

export const titleOf = (text, file) => /^# (.+)$/m.exec(text)?.[1] ?? file;

const languages = {
  cpp: 'cpp',
  hpp: 'cpp',
  h: 'cpp',
  txt: 'cmake',
  json: 'json',
  jsonl: 'json',
  py: 'python',
  mjs: 'cpp',
  ts: 'cpp',
};

export function sourcePage(file, text) {
  return `<h1>${file}</h1>\n<pre><code>${highlighted(text, languages[file.split('.').pop()] ?? 'sh')}</code></pre>\n`;
}

const navigation = [
  ['docs/guide/README.html', 'Guide'],
  ['docs/guide/cookbook.html', 'Cookbook'],
  ['api/index.html', 'API'],
  ['playground/index.html', 'Playground'],
  ['playground/lessons.html', 'Lessons'],
  ['docs/README.html', 'Documents'],
];

/** The links to the chapters before and after; `to` gives the address of a file. */
export function neighbors(file, guide, to) {
  const at = guide.findIndex((c) => c.file === file);
  if (at < 0) return '';
  const link = (chapter, words, relation) =>
    chapter ? `<a rel="${relation}" href="${to(chapter.file)}">${words(chapter.title)}</a>` : '<span></span>';
  return `<nav class="chapters" aria-label="Chapters">${link(guide[at - 1], (t) => `← ${t}`, 'prev')}${link(guide[at + 1], (t) => `${t} →`, 'next')}</nav>\n`;
}

/** The list of chapters beside a page of the guide. */
export function chapterList(file, guide, to) {
  if (!file?.startsWith('docs/guide/')) return '';
  const item = (c) => `<li${c.file === file ? ' aria-current="page"' : ''}><a href="${to(c.file)}">${c.title}</a></li>`;
  return `<aside><nav aria-label="Guide"><a href="${to('docs/guide/README.md')}">The guide</a><ol>${guide.map(item).join('')}</ol></nav></aside>\n`;
}

/** The address of a place of the site on the page at another. */
export const pathTo = (place, target) => relative(dirname(place), target).replaceAll('\\', '/') || '.';

export function pageOf({ place, title, body, aside = '' }) {
  const path = (target) => pathTo(place, target),
    root = path('index.html').replace(/index\.html$/, '');
  const links = navigation.map(([target, name]) => `<a href="${path(target)}">${name}</a>`).join('\n');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title === 'abut' ? 'abut: proximity queries with proof' : `${title.replace(/`/g, '')} · abut`}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${path('style.css')}">
<script src="${path('search.js')}" data-root="${root}" defer></script>
</head>
<body${place === 'index.html' ? ' class="front"' : ''}>
<header><a class="name" href="${path('index.html')}">abut</a>
<nav aria-label="Site">${links}
<a class="search" href="${path('search.html')}" aria-keyshortcuts="/">Search <kbd>/</kbd></a></nav></header>
<div class="columns">${aside}<main>
${body}</main></div>
<footer>abut is free software under the <a href="${path('LICENSE.html')}">MIT license</a>. No cookies, no scripts but those of the search and the playground, nothing from elsewhere.</footer>
</body>
</html>
`;
}
