// A reader of the XML that doxygen writes: elements, attributes and text, the five entities and numbers; no more.

const entities = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

const plain = (text) =>
  text.replace(/&(#x?[\da-f]+|\w+);/gi, (whole, name) => {
    if (!name.startsWith('#')) return entities[name] ?? whole;
    return String.fromCodePoint(name[1] === 'x' ? parseInt(name.slice(2), 16) : Number(name.slice(1)));
  });

/** The root element: { name, attributes, children }, where a child is an element or a string. */
export function parseXml(text) {
  const root = { name: '', attributes: {}, children: [] },
    open = [root];
  for (const [, markup, words] of text.matchAll(/<([^>]*)>|([^<]+)/g)) {
    const parent = open.at(-1);
    if (words !== undefined) {
      parent.children.push(plain(words));
    } else if (markup.startsWith('/')) {
      if (open.pop().name !== markup.slice(1)) throw new Error(`xml: </${markup.slice(1)}> closes another element`);
    } else if (!/^[?!]/.test(markup)) {
      const element = { name: /^[^\s/]+/.exec(markup)[0], attributes: {}, children: [] };
      for (const [, key, value] of markup.matchAll(/([\w:-]+)="([^"]*)"/g)) element.attributes[key] = plain(value);
      parent.children.push(element);
      if (!markup.endsWith('/')) open.push(element);
    }
  }
  if (open.length !== 1) throw new Error(`xml: <${open.at(-1).name}> is not closed`);
  return root.children.find((child) => child.name);
}

export const all = (element, name) => element.children.filter((child) => child.name === name);
export const one = (element, name) => element.children.find((child) => child.name === name);

/** The text of an element and of all within. */
export const textOf = (element) =>
  typeof element === 'string' ? element : (element?.children.map(textOf).join('') ?? '');
