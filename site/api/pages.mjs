// The API reference: a page for each header, in the frame of every other page.
import { entryGroups, memberGroups, namesOfShapes, uncommented } from './comments.mjs';
import { declarationOf, hasExample, wordsOf } from './words.mjs';
import { escapeHtml } from '../render.mjs';

const pageName = (header) => header.replace('/', '-').replace(/\.hpp$/, '.html');
const headerOf = (page) => page.replace('-', '/').replace(/\.html$/, '.hpp');
const kinds = {
  struct: 'struct',
  class: 'class',
  enum: 'enumeration',
  concept: 'concept',
  typedef: 'type',
  variable: 'constant',
  function: 'function',
};
const title = (entry) => (entry.kind === 'function' ? `${entry.name}()` : entry.name);

/** Where every declaration is: its id in the XML to { header, anchor }; and the anchor of each. */
function places(headers) {
  const found = new Map(),
    taken = new Set();
  const put = (header, id, wanted) => {
    let anchor = wanted.replace(/[^\w.]+/g, '-').replace(/-$/, '');
    for (let n = 2; taken.has(`${header}#${anchor}`); ++n) anchor = `${anchor.replace(/~\d+$/, '')}~${n}`;
    taken.add(`${header}#${anchor}`);
    found.set(id, { header, anchor });
  };
  for (const { id, name, entries } of headers) {
    found.set(id, { header: name, anchor: '' });
    for (const entry of entries) {
      put(name, entry.id, entry.name);
      for (const member of entry.members) {
        put(name, member.id, `${entry.name}.${member.name}`);
        for (const { id: inner, name: value } of member.members)
          put(name, inner, `${entry.name}.${member.name}.${value}`);
      }
    }
  }
  return found;
}

/** Members in groups: their declarations, then the comment that they share, and the enumerators of an enumeration. */
function memberList(groups, explained, place, link) {
  const term = (m) =>
    `<dt id="${place.get(m.id).anchor}" data-find="${escapeHtml(m.name)}"><code>${declarationOf(m, link)}</code></dt>`;
  const inner = (m) => (m.kind === 'enum' ? membersOf(m, explained, place, link) : '');
  return groups
    .map(
      (g) => `${g.members.map(term).join('\n')}\n<dd>${wordsOf(g.comment, link)}${g.members.map(inner).join('')}</dd>`,
    )
    .join('\n');
}

function membersOf(entry, explained, place, link) {
  const { list, shape } = memberGroups(entry, explained);
  const own =
    entry.kind === 'enum' && list.length === 1 && list[0].comment === entry.comment
      ? `<p>${list[0].members.map((m) => `<code id="${place.get(m.id).anchor}">${m.name}</code>`).join(', ')}</p>\n`
      : list.length > 0
        ? `<dl class="members">\n${memberList(list, explained, place, link)}\n</dl>\n`
        : '';
  const names = [...new Set(shape.filter((m) => m.kind === 'function').map((m) => m.name))];
  const asShape =
    names.length > 0
      ? `<p class="as-shape">As a <a href="support.html">shape</a> it has ${names.map((n) => `<code>${n}</code>`).join(', ')}.</p>\n`
      : '';
  const anchors = shape.map((m) => `<span id="${place.get(m.id).anchor}"></span>`).join('');
  return own + anchors + asShape;
}

function section(group, explained, place, link) {
  const [first] = group.members,
    anchors = group.members
      .slice(1)
      .map((m) => `<span id="${place.get(m.id).anchor}"></span>`)
      .join('');
  const declarations = group.members.map((m) => declarationOf(m, link)).join('\n\n');
  const spellings = first.spellings
    ? `<p class="spellings">${first.spellings.map((s) => `<code>${s}</code>`).join(', ')}</p>\n`
    : '';
  return `<section class="declared">
<h2 id="${place.get(first.id).anchor}" data-find="${escapeHtml(first.name)}">${escapeHtml(title(first))} <span class="kind">${kinds[first.kind]}</span></h2>
${anchors}<pre class="declaration"><code>${declarations}</code></pre>
${spellings}${wordsOf(group.comment, link)}${group.members.map((m) => membersOf(m, explained, place, link)).join('')}</section>
`;
}

function headerPage(header, explained, place) {
  const link = (id, words) => {
    const to = place.get(id);
    if (!to) return words;
    const address = (to.header === header.name ? '' : pageName(to.header)) + (to.anchor ? `#${to.anchor}` : '');
    return address === '' ? words : `<a href="${address}">${words}</a>`;
  };
  const groups = entryGroups(header);
  const names = [...new Map(groups.map(({ members: [first] }) => [title(first), place.get(first.id).anchor]))];
  const contents = names.map(([name, anchor]) => `<a href="#${anchor}">${escapeHtml(name)}</a>`).join(' ');
  return `<h1>${header.name}</h1>
<p class="include"><code>#include &lt;abut/${header.name}&gt;</code></p>
${wordsOf(header.comment, link)}<nav class="on-page" aria-label="On this page">${contents}</nav>
${groups.map((group) => section(group, explained, place, link)).join('')}`;
}

/** The headers that a table of the first page names, in its order; every header that it does not name, last. */
function contents(headers, index) {
  const named = [...index.matchAll(/^\|.*$/gm)].map(([row]) =>
    [...row.matchAll(/\]\(([\w-]+\.html)\)/g)].map(([, n]) => headerOf(n)),
  );
  const listed = new Set(named.flat());
  const rest = headers.map(({ name }) => name).filter((name) => !listed.has(name));
  const unknown = [...listed].filter((name) => !headers.some((h) => h.name === name));
  if (unknown.length > 0) throw new Error(`site: site/api/index.md names ${unknown.join(', ')}, which is not there`);
  return { verbs: verbsOf(index), names: [...listed, ...rest] };
}

/** The headers of the first table: each has a verb, and begins with an example. */
function verbsOf(index) {
  const [table] = /(^\|.*\n)+/m.exec(index);
  return [...table.matchAll(/\]\(([\w-]+\.html)\)/g)].map(([, name]) => headerOf(name));
}

/** [{ place, title, body, aside }]; `index` is the text of the first page. Fails on what has no comment or example. */
export function apiPages(headers, index) {
  const missing = uncommented(headers);
  if (missing.length > 0)
    throw new Error(`site: ${missing.length} declaration(s) of include/abut have no comment:\n${missing.join('\n')}`);
  const { verbs, names } = contents(headers, index);
  const mute = verbs.filter((name) => !hasExample(headers.find((h) => h.name === name).comment));
  if (mute.length > 0) throw new Error(`site: no example at the head of ${mute.join(', ')}`);
  const place = places(headers),
    explained = namesOfShapes(headers);
  const item = (name, current) =>
    `<li${name === current ? ' aria-current="page"' : ''}><a href="${pageName(name)}">${name}</a></li>`;
  const aside = (current) =>
    `<aside><nav aria-label="API"><a href="index.html">API reference</a><ul>${names.map((n) => item(n, current)).join('')}</ul></nav></aside>\n`;
  const pages = headers
    .filter(({ name }) => names.includes(name))
    .map((header) => ({
      place: `api/${pageName(header.name)}`,
      title: header.name,
      body: headerPage(header, explained, place),
      aside: aside(header.name),
    }));
  return { pages, aside: aside('') };
}
