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

const escapeHtml = (text) =>
  text.replace(/[&<>"]/g, (c) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[c]);

export function highlighted(text, language) {
  return hljs.getLanguage(language) ? hljs.highlight(text, { language }).value : escapeHtml(text);
}

/** As GitHub names the anchor of a heading, so that a link works in both places. */
export const slug = (heading) =>
  heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(' ', '-');

/** A function of a file's path and its text; `follow(file, address)` gives the replacement of an address. */
export function renderer(follow) {
  const md = new MarkdownIt({ html: true, highlight: highlighted }).use(anchor, { slugify: slug, tabIndex: false });
  const usual = (tokens, i, options, env, self) => self.renderToken(tokens, i, options);
  const image = md.renderer.rules.image;
  md.renderer.rules.link_open = (tokens, i, options, env, self) => {
    tokens[i].attrSet('href', follow(env.file, tokens[i].attrGet('href')));
    return usual(tokens, i, options, env, self);
  };
  md.renderer.rules.image = (tokens, i, options, env, self) => {
    tokens[i].attrSet('src', follow(env.file, tokens[i].attrGet('src')));
    tokens[i].attrSet('loading', 'lazy');
    return image(tokens, i, options, env, self);
  };
  md.renderer.rules.table_open = () => '<div class="wide"><table>\n';
  md.renderer.rules.table_close = () => '</table></div>\n';
  return (file, text) => md.render(text, { file });
}
