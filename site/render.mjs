// Markdown to HTML: links between documents become links between pages, code is colored, headings can be linked to as
// on GitHub.
import hljs from 'highlight.js/lib/core';
import cpp from 'highlight.js/lib/languages/cpp';
import bash from 'highlight.js/lib/languages/bash';
import cmake from 'highlight.js/lib/languages/cmake';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import MarkdownIt from 'markdown-it';
import anchor from 'markdown-it-anchor';

for (const [name, language] of Object.entries({ cpp, sh: bash, bash, cmake, json, python }))
  hljs.registerLanguage(name, language);

export const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

export function highlighted(text, language) {
  return hljs.getLanguage(language) ? hljs.highlight(text, { language }).value : escapeHtml(text);
}

/** What the name of another picture ends with, and when it is shown: the first that holds. */
const dark = '(prefers-color-scheme: dark)',
  narrow = '(max-width: 600px)';
const variants = [
  ['-phone-dark', `${narrow} and ${dark}`],
  ['-phone', narrow],
  ['-dark', dark],
];

/** As GitHub names the anchor of a heading, so that a link works in both places. */
export const slug = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/**
 * A function of a file's path and its text; `follow(file, address)` gives the replacement of an address, and
 * `exists(file, address)` says whether there is a file. A picture x.png has other ones for dark screens and for phones
 * if there are files x-dark.png, x-phone.png and x-phone-dark.png.
 */
export function renderer(follow, exists) {
  const md = new MarkdownIt({ html: true, highlight: highlighted }).use(anchor, { slugify: slug, tabIndex: false });
  const usual = (tokens, i, options, env, self) => self.renderToken(tokens, i, options);
  const image = md.renderer.rules.image;
  md.renderer.rules.link_open = (tokens, i, options, env, self) => {
    tokens[i].attrSet('href', follow(env.file, tokens[i].attrGet('href')));
    return usual(tokens, i, options, env, self);
  };
  md.renderer.rules.image = (tokens, i, options, env, self) => {
    const address = tokens[i].attrGet('src');
    tokens[i].attrSet('src', follow(env.file, address));
    tokens[i].attrSet('loading', 'lazy');
    const drawn = image(tokens, i, options, env, self);
    if (address.endsWith('.svg')) return `<span class="drawing">${drawn}</span>`;
    const sources = variants
      .map(([ending, media]) => ({ media, other: address.replace(/\.png$/, `${ending}.png`) }))
      .filter(({ other }) => other !== address && exists(env.file, other))
      .map(({ media, other }) => `<source srcset="${follow(env.file, other)}" media="${media}">`);
    return sources.length > 0 ? `<picture>${sources.join('')}${drawn}</picture>` : drawn;
  };
  md.renderer.rules.table_open = () => '<div class="wide"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  return (file, text) => md.render(text, { file });
}
