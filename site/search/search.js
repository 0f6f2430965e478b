// The search of the site: / or the link in the header opens it. The index is loaded when it is first wanted, as a
// script, so that pages opened from a folder can search too. Without this file the link leads to a page with all
// headings.
(() => {
  const root = document.currentScript.dataset.root,
    most = 20;
  let dialog, input, list, loading;

  const load = () =>
    (loading ??= new Promise((done) => {
      const script = document.createElement('script');
      script.src = `${root}search-index.js`;
      script.onload = () => done();
      document.head.append(script);
    }));

  const escaped = (text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  /** A word matches where a word of the text begins with it; names in parts, so that `safe` finds `t_safe`. */
  const pattern = (word) => new RegExp(`(?<![\\p{L}\\p{N}])${escaped(word)}`, 'iu');

  function score([page, , heading, text], words) {
    const [place, title, kind] = window.abutIndex.pages[page];
    let sum = kind === 'source' ? -50 : 0; // found by name, if nothing else is
    for (const { word, at } of words) {
      if (heading === word) sum += 110;
      else if (heading.toLowerCase() === word.toLowerCase()) sum += 100;
      else if (at.test(heading)) sum += 40;
      else if (at.test(title)) sum += 15;
      else if (at.test(text)) sum += 5;
      else return null;
    }
    return sum + (place === `api/${heading}.html` ? 10 : 0); // the verb in its own header, before its overloads
  }

  /** The best sections, in the order of the index where they are equally good. */
  function find(query) {
    const words = query
      .split(/[\s()]+/)
      .filter((word) => word !== '')
      .map((word) => ({ word, at: pattern(word) }));
    if (words.length === 0) return [];
    return window.abutIndex.sections
      .map((section) => ({ section, words, points: score(section, words) }))
      .filter(({ points }) => points !== null)
      .sort((a, b) => b.points - a.points)
      .slice(0, most);
  }

  /** Appends text with the matches marked, from a little before the first. */
  function excerpt(element, text, words) {
    const first = Math.min(...words.map(({ at }) => text.search(at)).filter((i) => i >= 0), text.length);
    const from = first < text.length ? Math.max(0, first - 40) : 0,
      shown = `${from > 0 ? '… ' : ''}${text.slice(from, from + 150)}`;
    const any = new RegExp(words.map(({ at }) => at.source).join('|'), 'giu');
    let end = 0;
    for (const match of shown.matchAll(any)) {
      element.append(shown.slice(end, match.index));
      element.append(Object.assign(document.createElement('mark'), { textContent: match[0] }));
      end = match.index + match[0].length;
    }
    element.append(shown.slice(end));
  }

  function result({ section: [page, anchor, heading, text], words }, i) {
    const [place, title, kind] = window.abutIndex.pages[page],
      item = document.createElement('a');
    item.href = root + place + (anchor && `#${anchor}`);
    item.id = `found-${i}`;
    item.setAttribute('role', 'option');
    item.tabIndex = -1;
    const line = item.appendChild(document.createElement('b'));
    line.textContent = heading;
    const where = item.appendChild(document.createElement('span'));
    where.textContent = heading === title ? kind : `${title} · ${kind}`;
    excerpt(item.appendChild(document.createElement('small')), text, words);
    item.addEventListener('click', () => dialog.close());
    return item;
  }

  const options = () => [...list.children].filter((e) => e.matches('[role=option]'));
  const chosen = () => list.querySelector('[aria-selected=true]');

  function choose(item) {
    chosen()?.setAttribute('aria-selected', 'false');
    item?.setAttribute('aria-selected', 'true');
    item?.scrollIntoView({ block: 'nearest' });
    if (item) input.setAttribute('aria-activedescendant', item.id);
    else input.removeAttribute('aria-activedescendant');
  }

  async function show() {
    await load();
    const found = find(input.value);
    list.replaceChildren(...found.map(result));
    if (found.length === 0 && input.value.trim() !== '')
      list.append(Object.assign(document.createElement('p'), { textContent: 'Nothing found.' }));
    input.setAttribute('aria-expanded', String(found.length > 0));
    choose(options()[0]);
    dialog.dataset.shown = input.value;
  }

  function move(event) {
    const all = options(),
      step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') chosen()?.click();
    else if (step) choose(all[(all.indexOf(chosen()) + step + all.length) % all.length]);
    if (event.key === 'Enter' || step) event.preventDefault();
  }

  function make() {
    dialog = document.createElement('dialog');
    dialog.className = 'search';
    dialog.setAttribute('aria-label', 'Search');
    dialog.innerHTML =
      '<input type="search" role="combobox" aria-label="Search" aria-expanded="false" aria-controls="found" aria-autocomplete="list" placeholder="a name or some words" autocomplete="off" spellcheck="false"><div id="found" role="listbox" aria-label="Found"></div>';
    [input, list] = dialog.children;
    input.addEventListener('input', show);
    input.addEventListener('keydown', move);
    dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
    document.body.append(dialog);
  }

  function open(event) {
    event.preventDefault();
    if (!dialog) make();
    if (!dialog.open) dialog.showModal();
    input.select();
    void load();
  }

  document.querySelector('header .search')?.addEventListener('click', open);
  document.addEventListener('keydown', (event) => {
    const typing = event.target.closest?.('input, textarea, select, [contenteditable]');
    if (event.key === '/' && !typing && !event.ctrlKey && !event.metaKey && !event.altKey) open(event);
  });
})();
