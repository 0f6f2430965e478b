// What the public headers declare, read from doxygen's XML: a list of headers, each with its entries in the order of
// the source, each of these with its members.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { all, one, parseXml, textOf } from './xml.mjs';

const words = (element, name) => textOf(one(element, name)).trim();

/** The comment: all paragraphs, and whether there are any. */
function commentOf(element) {
  const paragraphs = ['briefdescription', 'detaileddescription'].flatMap((part) =>
    all(one(element, part) ?? { children: [] }, 'para'),
  );
  return paragraphs.filter((p) => textOf(p).trim() !== '' || p.children.some((child) => child.name));
}

const parameters = (element) =>
  all(element, 'param').map((param) => ({
    type: one(param, 'type'),
    name: words(param, 'declname'),
    array: words(param, 'array'),
    value: words(param, 'defval'),
  }));

/** The file and the lines of a declaration: a filter of the Doxyfile puts a line before the first. */
function placeOf(element) {
  const { file, line, bodyend = -1 } = one(element, 'location').attributes;
  return { header: file.replace(/^abut\//, ''), line: Number(line) - 1, end: Math.max(line, bodyend) - 1 };
}

function declared(element, kind, name) {
  const template = one(element, 'templateparamlist');
  return {
    id: element.attributes.id,
    kind,
    name,
    ...placeOf(element),
    template: template ? parameters(template) : null,
    requires: words(element, 'requiresclause'),
    comment: commentOf(element),
    members: [],
  };
}

/** A function, a variable, an alias or an enumeration, in a namespace or in a class. */
function memberOf(element) {
  const { kind } = element.attributes;
  const member = {
    ...declared(element, kind === 'friend' ? 'function' : kind, words(element, 'name')),
    type: one(element, 'type'),
    tail: words(element, 'argsstring'),
    parameters: parameters(element),
    value: words(element, 'initializer'),
    isStatic: element.attributes.static === 'yes',
  };
  member.members = all(element, 'enumvalue').map((value) => ({
    ...member,
    id: value.attributes.id,
    kind: 'enumerator',
    name: words(value, 'name'),
    comment: commentOf(value),
    members: [],
  }));
  return member;
}

function classOf(element) {
  const name = words(element, 'compoundname')
    .replace(/^abut::/, '')
    .replace(/\s*<\s*/, '<')
    .replace(/\s*>$/, '>');
  const entry = declared(element, element.attributes.kind, name);
  entry.members = all(element, 'sectiondef')
    .flatMap((section) => all(section, 'memberdef'))
    .filter((m) => m.attributes.prot === 'public' && !/^friend (class|struct)/.test(words(m, 'definition')))
    .map(memberOf);
  return entry;
}

function conceptOf(element) {
  const name = words(element, 'compoundname').replace(/^abut::/, '');
  const value = words(element, 'initializer').replace(/^[^]*?=\s*/, '');
  return { ...declared(element, 'concept', name), value };
}

/** `using Box3f = Box<float, 3>;`: another name of a class of the same header, which needs no comment of its own. */
function isSpelling({ kind, name, type }, classes) {
  const made = kind === 'typedef' && /^(\w+)\s*<\s*(float|double|[23])\s*(,\s*[23]\s*)?>$/.exec(textOf(type).trim());
  return made && new RegExp(`^${made[1]}[23]?[fd]?$`).test(name) ? classes.find((c) => c.name === made[1]) : undefined;
}

/** [{ name, comment, entries }], sorted by name. */
export function readHeaders(folder) {
  const read = (id) => one(parseXml(readFileSync(join(folder, `${id}.xml`), 'utf8')), 'compounddef');
  const compounds = all(parseXml(readFileSync(join(folder, 'index.xml'), 'utf8')), 'compound').map(
      ({ attributes }) => attributes,
    ),
    ofKind = (...kinds) => compounds.filter(({ kind }) => kinds.includes(kind)).map(({ refid }) => read(refid));
  const headers = ofKind('file')
    .map((element) => ({
      id: element.attributes.id,
      name: one(element, 'location').attributes.file.replace(/^abut\//, ''),
      comment: commentOf(element),
      entries: [],
    }))
    .filter(({ name }) => name.endsWith('.hpp'));
  const isOpen = (element) =>
    element.attributes.prot !== 'private' && !words(element, 'compoundname').includes('detail::');
  const nested = (element) => /^abut::.*::/.test(words(element, 'compoundname'));
  const classes = ofKind('struct', 'class')
    .filter((element) => isOpen(element) && !nested(element))
    .map(classOf);
  const free = ofKind('namespace')
    .filter((element) => words(element, 'compoundname') === 'abut')
    .flatMap((element) => all(element, 'sectiondef'))
    .flatMap((section) => all(section, 'memberdef'))
    .map(memberOf);
  for (const entry of [...classes, ...ofKind('concept').filter(isOpen).map(conceptOf), ...free]) {
    const named = isSpelling(entry, classes);
    if (named) (named.spellings ??= []).push(entry.name);
    else headers.find(({ name }) => name === entry.header)?.entries.push(entry);
  }
  for (const { entries } of headers) {
    entries.sort((a, b) => a.line - b.line);
    for (const { members } of entries) members.sort((a, b) => a.line - b.line);
  }
  return headers;
}
