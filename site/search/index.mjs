// The index of the search, made when the site is built: every section of every page, with its words. A library would
// bring stemming and ranking that names such as t_safe suffer from; a site of this size is searched word by word in a
// millisecond.
import { parseFragment } from 'parse5';

const attribute = (node, name) => node.attrs?.find((a) => a.name === name)?.value;
const isHeading = ({ nodeName }) => /^h[1-3]$/.test(nodeName);
const skipped = new Set(['nav', 'aside', 'script', 'style', 'svg']);

const isDeclaration = (node) => (attribute(node, 'class') ?? '').split(' ').includes('declaration');

const textOf = (node) => node.value ?? (node.childNodes ?? []).map(textOf).join('');

/** [{ anchor, heading, text }]: a section begins at a heading, and at what has the attribute data-find. */
export function sectionsOf(body) {
  const sections = [];
  const visit = (node) => {
    if (skipped.has(node.nodeName) || isDeclaration(node)) return;
    const name = attribute(node, 'data-find');
    if (isHeading(node) || name !== undefined) {
      const heading = name ?? textOf(node).trim();
      sections.push({ anchor: attribute(node, 'id') ?? '', heading, text: isHeading(node) ? '' : `${textOf(node)} ` });
      return;
    }
    if (node.value !== undefined && sections.length > 0) sections.at(-1).text += `${node.value} `;
    for (const child of node.childNodes ?? []) visit(child);
  };
  visit(parseFragment(body));
  return sections.map((section) => ({ ...section, text: section.text.replace(/\s+/g, ' ').trim() }));
}

const kindOf = (place) =>
  place.startsWith('api/')
    ? 'API'
    : place.startsWith('docs/guide/')
      ? 'guide'
      : /\.\w+\.html$/.test(place)
        ? 'source'
        : 'document';

/** A script that defines the index: pages, [place, title, kind]; sections, [page, anchor, heading, text]. */
export function searchIndex(pages) {
  const sections = pages.flatMap(({ place, body }, page) => {
    const found = sectionsOf(body);
    const kept = kindOf(place) === 'source' ? found.slice(0, 1).map((s) => ({ ...s, text: '' })) : found;
    return kept.map(({ anchor, heading, text }) => [page, anchor, heading, text]);
  });
  const list = pages.map(({ place, title }) => [place, title.replace(/`/g, ''), kindOf(place)]);
  return `window.abutIndex = ${JSON.stringify({ pages: list, sections })};\n`;
}

/** The page for those without scripts: all headings, to be searched by the browser. */
export function allHeadings(pages, escapeHtml) {
  const link = (place, anchor, words) => `<a href="${place}${anchor ? `#${anchor}` : ''}">${escapeHtml(words)}</a>`;
  const items = pages.map(({ place, title, body }) => {
    const [, ...rest] = kindOf(place) === 'source' ? [] : sectionsOf(body);
    const names = [...new Map(rest.map((section) => [section.heading, section])).values()];
    const inner = names.map(({ anchor, heading }) => link(place, anchor, heading)).join(', ');
    return `<li>${link(place, '', title.replace(/`/g, ''))}${inner ? `<br><small>${inner}</small>` : ''}</li>`;
  });
  return `<h1>Search</h1>
<p>Press <kbd>/</kbd> on any page, or find it here: all pages, and what is on them.</p>
<ul class="all">${items.join('\n')}</ul>
`;
}
