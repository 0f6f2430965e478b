// Comments and declarations as doxygen's XML has them, as HTML. An element that is not known is an error: nothing that
// a comment says may get lost.
import { escapeHtml, highlighted } from '../render.mjs';
import { textOf } from './xml.mjs';

const around = { computeroutput: 'code', emphasis: 'em', bold: 'strong' },
  signs = { mdash: '—', ndash: '–', sp: ' ', linebreak: '<br>', nonbreakablespace: ' ' };

const code = (text) => `<pre><code>${highlighted(text.replace(/\n+$/, ''), 'cpp')}</code></pre>\n`;

/** `link(id, words)` makes a link to a declaration, or leaves the words if it has no page. */
function inline(node, link) {
  if (typeof node === 'string') return escapeHtml(node);
  const inside = () => node.children.map((child) => inline(child, link)).join('');
  if (node.name in around) return `<${around[node.name]}>${inside()}</${around[node.name]}>`;
  if (node.name in signs) return signs[node.name];
  if (node.name === 'ref') return link(node.attributes.refid, inside());
  if (node.name === 'ulink') return `<a href="${escapeHtml(node.attributes.url)}">${inside()}</a>`;
  throw new Error(`site: no rule for <${node.name}> in a comment`);
}

const list = (node, link) =>
  `<ul>${node.children
    .filter(({ name }) => name === 'listitem')
    .map(
      (item) =>
        `<li>${wordsOf(
          item.children.filter(({ name }) => name === 'para'),
          link,
        )}</li>`,
    )
    .join('')}</ul>\n`;

const table = (node, link) =>
  `<div class="wide"><table>${node.children
    .filter(({ name }) => name === 'row')
    .map(
      (row) =>
        `<tr>${row.children
          .filter(({ name }) => name === 'entry')
          .map((cell) => entry(cell, link))
          .join('')}</tr>`,
    )
    .join('\n')}</table></div>\n`;

function entry(cell, link) {
  const tag = cell.attributes.thead === 'yes' ? 'th' : 'td',
    words = cell.children.flatMap(({ name, children }) => (name === 'para' ? children : []));
  return `<${tag}>${words.map((node) => inline(node, link)).join('')}</${tag}>`;
}

const blocks = { verbatim: (node) => code(textOf(node)), itemizedlist: list, table };

/** Paragraphs, with the code, lists and tables between. */
export function wordsOf(paragraphs, link) {
  let html = '',
    open = '';
  const close = () => {
    if (open.trim() !== '') html += `<p>${open.trim()}</p>\n`;
    open = '';
  };
  for (const paragraph of paragraphs) {
    for (const node of paragraph.children) {
      if (node.name in blocks) {
        close();
        html += blocks[node.name](node, link);
      } else {
        open += inline(node, link);
      }
    }
    close();
  }
  return html;
}

export const hasExample = (paragraphs) =>
  paragraphs.some(({ children }) => children.some(({ name }) => name === 'verbatim'));

/** Doxygen sets blanks within < > and before & and *. */
const tight = (text) =>
  text
    .replace(/\s*<\s*/g, '<')
    .replace(/\s+>/g, '>')
    .replace(/\s+([&*])/g, '$1')
    .replace(/\b(friend|inline)\s+/g, '');

const typed = (type, link) =>
  (type?.children ?? [])
    .map((node) =>
      typeof node === 'string' ? escapeHtml(tight(node)) : link(node.attributes.refid, escapeHtml(textOf(node))),
    )
    .join('')
    .trim();

const plain = (html) => html.replace(/<[^>]*>/g, '').replace(/&\w+;/g, '.');

function parameter({ type, name, array, value }, link) {
  const words = [typed(type, link), escapeHtml(name + array)].filter((w) => w !== '').join(' ');
  return value === '' ? words : `${words} = ${escapeHtml(tight(value))}`;
}

/** In one line if it is short, else a line for each. */
function bracketed(before, [open, end], items, after) {
  const line = `${before}${open}${items.join(', ')}${end}${after}`;
  return plain(line).length <= 100 ? line : `${before}${open}\n    ${items.join(',\n    ')}${end}${after}`;
}

const classKeys = { struct: 'struct ', class: 'class ', enum: 'enum class ', concept: 'concept ', typedef: 'using ' };

/** A declaration as code. */
export function declarationOf(entry, link) {
  const name = escapeHtml(entry.name),
    value = escapeHtml(tight(entry.value ?? '')),
    items = (entry.parameters ?? []).map((p) => parameter(p, link));
  const head = entry.template
      ? `${bracketed(
          'template ',
          ['&lt;', '&gt;'],
          entry.template.map((p) => parameter(p, link)),
          '',
        )}\n`
      : '',
    condition = entry.requires ? `  requires ${escapeHtml(tight(entry.requires))}\n` : '',
    before = head + condition + (entry.isStatic && !/^static\b/.test(textOf(entry.type)) ? 'static ' : '');
  if (entry.kind === 'function') {
    const after = escapeHtml(/\)([^)]*)$/.exec(entry.tail)?.[1] ?? '').replace(/\s*=\s*(default|delete)$/, ''),
      type = typed(entry.type, link);
    return before + bracketed(type === '' ? name : `${type} ${name}`, ['(', ')'], items, after);
  }
  if (entry.kind === 'variable') {
    const assigned = value === '' || value.startsWith('{') || value.startsWith('=') ? value : `= ${value}`;
    return `${before}${typed(entry.type, link)} ${name}${escapeHtml(entry.tail)}${assigned.startsWith('=') ? ' ' : ''}${assigned}`;
  }
  if (entry.kind === 'typedef') return `${before}using ${name} = ${typed(entry.type, link)}`;
  if (entry.kind === 'concept') return `${before}concept ${name} = ${value}`;
  if (entry.kind === 'enumerator') return name;
  return `${before}${classKeys[entry.kind]}${name}`;
}
