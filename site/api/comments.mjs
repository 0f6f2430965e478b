// Which comment belongs to which declaration, and which declarations have none.
//
// A comment also holds for what is declared right below it without one of its own: data of the same type, as the points
// of A and B; functions of the same name; operators. Enumerators may all be left to the comment of their enumeration.
// What the language defines (`= default`, `= delete`) needs no comment, nor does what every shape has: the head of
// support.hpp describes it once. Members whose type is in detail are for the library, and without a comment not shown.
import { textOf } from './xml.mjs';

const isDefaulted = ({ tail, name }) => /=\s*(default|delete)$/.test(tail ?? '') || name.startsWith('~');
const isInternal = ({ type, tail, name }) => /\bdetail::/.test(textOf(type) + tail) || name.endsWith('_');
const isOperator = ({ name }) => name.startsWith('operator');

/** The names that the head of support.hpp explains: functions, constants and types that it shows in its code. */
export function namesOfShapes(headers) {
  const head = headers
    .find(({ name }) => name === 'support.hpp')
    .comment.map(textOf)
    .join('\n');
  return new Set([...head.matchAll(/\b(\w+)\(|\b(\w+) =/g)].map(([, call, constant]) => call ?? constant));
}

/** Whether the comment of `last` holds for `next` too. */
function continues(last, next) {
  if (!last || last.kind !== next.kind) return false;
  const below = next.line - last.end;
  if (next.kind === 'variable') return below <= 1 && textOf(last.type) === textOf(next.type);
  if (next.kind !== 'function') return false;
  return last.name === next.name ? below <= 4 : below <= 1 && isOperator(last) && isOperator(next);
}

/** Doxygen gives the comment at the end of a line to the last name in it. */
function commentIn(declarations, i) {
  const { comment, kind, line } = declarations[i],
    next = declarations[i + 1];
  const isSameLine = kind === 'variable' && next?.kind === kind && next.line === line;
  return comment.length === 0 && isSameLine ? commentIn(declarations, i + 1) : comment;
}

/** Declarations in groups that share a comment: [{ members, comment }]. */
function grouped(declarations) {
  const list = [];
  for (const [i, declaration] of declarations.entries()) {
    const last = list.at(-1),
      comment = commentIn(declarations, i);
    if (comment.length > 0 && comment === last?.comment) last.members.push(declaration);
    else if (comment.length > 0) list.push({ members: [declaration], comment });
    else if (isDefaulted(declaration)) continue;
    else if (last?.comment.length > 0 && continues(last.members.at(-1), declaration)) last.members.push(declaration);
    else list.push({ members: [declaration], comment: [] });
  }
  return list;
}

/** The entries of a header, overloads together. */
export const entryGroups = (header) => grouped(header.entries);

/** Of a class or an enumeration: `list`, groups of members, and `shape`, those that support.hpp describes. */
export function memberGroups(entry, explained) {
  const { members } = entry;
  if (entry.kind === 'enum' && members.every(({ comment }) => comment.length === 0))
    return { list: members.length > 0 ? [{ members, comment: entry.comment }] : [], shape: [] };
  const isShape = members.some(({ name, kind }) => name === 'support' && kind === 'function');
  const isOfShapes = ({ kind, name, isStatic, comment }) =>
    comment.length === 0 &&
    (name === 'Vector' || (isShape && explained.has(name) && (kind !== 'variable' || isStatic)));
  const own = members.filter((m) => !isOfShapes(m) && (m.comment.length > 0 || !isInternal(m)));
  return { list: grouped(own), shape: members.filter(isOfShapes) };
}

/** What has no comment, each as `header:line: name`. */
export function uncommented(headers) {
  const explained = namesOfShapes(headers),
    missing = [];
  for (const header of headers) {
    const miss = ({ line }, name) => missing.push(`${header.name}:${line}: ${name}`);
    if (header.comment.length === 0) miss({ line: 1 }, 'the header');
    for (const { members, comment } of entryGroups(header)) {
      if (comment.length === 0) members.forEach((m) => miss(m, m.name));
      for (const entry of members) {
        const missIn = (outer, name) => {
          for (const group of memberGroups(outer, explained).list) {
            if (group.comment.length === 0) group.members.forEach((m) => miss(m, `${name}::${m.name}`));
            for (const inner of group.members) missIn(inner, `${name}::${inner.name}`);
          }
        };
        if (entry.kind !== 'function') missIn(entry, entry.name);
      }
    }
  }
  return missing;
}
