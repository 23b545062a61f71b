/* The site without this script is complete: it adds tabs, copy buttons and the search. */
const languageKey = 'mizan.docs.language';

/** @param {string} tag @param {Record<string, string>} attributes @param {string} [text] */
function make(tag, attributes, text) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  if (text !== undefined) element.textContent = text;
  return element;
}

/* Tabs ------------------------------------------------------------------------------------------------------------- */

/** The language that the reader chose last; browsers that refuse storage have none. */
function readLanguage() {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}

function storeLanguage(language) {
  try {
    localStorage.setItem(languageKey, language);
  } catch {
    // The choice lasts for this page.
  }
}

const examples = [...document.querySelectorAll('.example')].map((example, index) => {
  const panels = [...example.querySelectorAll(':scope > section')];
  const list = make('div', { role: 'tablist', 'aria-label': 'Language' });
  const tabs = panels.map((panel, at) => {
    const language = panel.dataset.language;
    const [tabId, panelId] = [`tab-${index}-${at}`, `panel-${index}-${at}`];
    const tab = make('button', { type: 'button', role: 'tab', id: tabId, 'aria-controls': panelId }, language);
    panel.id = panelId;
    panel.setAttribute('role', 'tabpanel');
    panel.setAttribute('aria-labelledby', tabId);
    panel.querySelector('.language').hidden = true;
    tab.addEventListener('click', () => choose(language, tab));
    list.append(tab);
    return tab;
  });
  list.addEventListener('keydown', (event) => {
    const at = tabs.indexOf(document.activeElement);
    const last = tabs.length - 1;
    const to = { ArrowRight: at === last ? 0 : at + 1, ArrowLeft: at === 0 ? last : at - 1, Home: 0, End: last };
    const tab = tabs[to[event.key]];
    if (!tab) return;
    event.preventDefault();
    tab.focus();
    tab.click();
  });
  example.prepend(list);
  return { panels, tabs };
});

/** Shows a language in every example that has it, and the first one in all others. */
function show(language) {
  for (const { panels, tabs } of examples) {
    const found = panels.findIndex((panel) => panel.dataset.language === language);
    const chosen = found < 0 ? 0 : found;
    panels.forEach((panel, at) => (panel.hidden = at !== chosen));
    tabs.forEach((tab, at) => {
      tab.setAttribute('aria-selected', String(at === chosen));
      tab.tabIndex = at === chosen ? 0 : -1;
    });
  }
}

/** Other examples on the page change their height: what the reader pressed stays where it is. */
function choose(language, tab) {
  const before = tab.getBoundingClientRect().top;
  storeLanguage(language);
  show(language);
  window.scrollBy({ top: tab.getBoundingClientRect().top - before, behavior: 'instant' });
}

show(readLanguage());

/* Copy ------------------------------------------------------------------------------------------------------------- */

const announcements = make('div', { class: 'unseen', role: 'status' });
document.body.append(announcements);

/** Pages that are not secure have no clipboard of their own. */
async function copy(text) {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  const area = make('textarea', { class: 'unseen' });
  area.value = text;
  document.body.append(area);
  area.select();
  const copied = document.execCommand('copy');
  area.remove();
  if (!copied) throw new Error('refused');
}

for (const figure of document.querySelectorAll('figure.code:not(.output)')) {
  const button = make('button', { type: 'button', class: 'copy' }, 'Copy');
  button.addEventListener('click', async () => {
    const done = await copy(figure.querySelector('code').textContent).then(
      () => 'Copied',
      () => 'Not copied',
    );
    button.textContent = done;
    announcements.textContent = done;
    setTimeout(() => {
      button.textContent = 'Copy';
      announcements.textContent = '';
    }, 2000);
  });
  figure.append(button);
}

/* Navigation ------------------------------------------------------------------------------------------------------- */

/** Shows the page's own entry where the list is longer than the window. */
const list = document.querySelector('.pages');
const entry = list.querySelector('[aria-current]');
if (entry && entry.offsetTop > list.clientHeight - 80) list.scrollTop = entry.offsetTop - list.clientHeight / 2;

/* Addresses of closed parts ---------------------------------------------------------------------------------------- */

/** Opens what the address names, where it is in a closed part. */
function openTarget() {
  let id = location.hash.slice(1);
  try {
    id = decodeURIComponent(id);
  } catch {
    // An address that is not encoded is the name itself.
  }
  const target = document.getElementById(id);
  const closed = target?.closest('details:not([open])');
  if (!closed) return;
  closed.open = true;
  target.scrollIntoView();
}
if (!location.hash.startsWith('#/')) openTarget();
window.addEventListener('hashchange', openTarget);

const status = document.getElementById('status');
if (status) {
  fetch('/readyz').then(
    ({ ok }) => ok || say('The API is starting'),
    () => say('The API cannot be reached'),
  );
}
function say(text) {
  status.textContent = text;
  status.classList.replace('up', 'down');
}

/* Search ----------------------------------------------------------------------------------------------------------- */

const mostResults = 12;
let index;
let isLoaded = false;

/** Loads the index and what reads it, once. */
function loadIndex() {
  index ??= Promise.all([
    import('/docs/assets/search.js'),
    import('/docs/assets/minisearch.js'),
    fetch('/docs/assets/search.json'),
  ]).then(async ([{ makeSearch }, { default: MiniSearch }, response]) => {
    if (!response.ok) throw new Error(`the index was answered ${response.status}`);
    const search = makeSearch(MiniSearch, await response.json());
    isLoaded = true;
    return search;
  });
  index.catch(() => (index = undefined));
  return index;
}

const opener = document.querySelector('button.search');
const dialog = make('dialog', { class: 'finder', 'aria-label': 'Search the documentation' });
const input = make('input', {
  type: 'text',
  enterkeyhint: 'search',
  placeholder: 'Guides, operations, events, error codes',
  'aria-label': 'Search',
  role: 'combobox',
  'aria-expanded': 'false',
  'aria-controls': 'found',
  'aria-autocomplete': 'list',
  autocomplete: 'off',
  spellcheck: 'false',
});
const close = make('button', { type: 'button', class: 'close' }, 'Close');
const bar = make('div', { class: 'finder-bar' });
const found = make('ul', { id: 'found', role: 'listbox', 'aria-label': 'Results' });
const note = make('p', { class: 'finder-note', role: 'status' });
bar.append(input, close);
dialog.append(bar, note, found);
document.body.append(dialog);
opener.hidden = false;

let selected = -1;
function select(to) {
  const rows = [...found.querySelectorAll('a')];
  selected = rows.length === 0 ? -1 : (to + rows.length) % rows.length;
  rows.forEach((row, at) => row.setAttribute('aria-selected', String(at === selected)));
  rows[selected]?.scrollIntoView({ block: 'nearest' });
  if (rows[selected]) input.setAttribute('aria-activedescendant', rows[selected].id);
  else input.removeAttribute('aria-activedescendant');
}

const excerptLength = 150;

/** Where a text has one of the words, in its order: `{ at, word }`. */
function hitsOf(text, words) {
  const lower = text.toLowerCase();
  const hits = [];
  for (const word of words)
    for (let at = lower.indexOf(word); at >= 0; at = lower.indexOf(word, at + word.length)) hits.push({ at, word });
  return hits.sort((one, other) => one.at - other.at);
}

/** The piece of the text that has most of the hits, from word to word: `{ from, to }`. */
function excerpt(text, hits) {
  let [best, most] = [0, -1];
  for (const { at } of hits) {
    const near = hits.filter((hit) => hit.at >= at && hit.at + hit.word.length <= at + excerptLength - 50);
    const score = new Set(near.map(({ word }) => word)).size;
    if (score > most) [best, most] = [at, score];
  }
  const from = best > 50 ? text.lastIndexOf(' ', best - 40) + 1 : 0;
  const end = text.indexOf(' ', from + excerptLength);
  return { from, to: end < 0 ? text.length : end };
}

/** The excerpt as an element that marks what was found. */
function makeExcerpt(text, query, terms) {
  const phrases = hitsOf(text, [query.toLowerCase()]);
  const hits = phrases.length > 0 ? phrases : hitsOf(text, terms);
  const { from, to } = excerpt(text, hits);
  const element = make('span', { class: 'found-text' }, from > 0 ? '… ' : '');
  let done = from;
  for (const { at, word } of hits) {
    if (at < done || at + word.length > to) continue;
    element.append(text.slice(done, at), make('mark', {}, text.slice(at, at + word.length)));
    done = at + word.length;
  }
  element.append(text.slice(done, to), to < text.length ? ' …' : '');
  return element;
}

async function find() {
  const query = input.value.trim();
  if (query === '') return draw([], 'Type a word, an operation, an event or an error code.');
  if (!isLoaded) draw([], 'Loading …');
  try {
    const search = await loadIndex();
    if (input.value.trim() !== query) return;
    const results = search(query);
    draw(results.slice(0, mostResults), results.length === 0 ? `Nothing was found for “${query}”.` : '', query);
  } catch {
    if (input.value.trim() === query) draw([], 'The search could not be loaded. Try again.');
  }
}

function draw(results, message, query = '') {
  if (note.textContent !== message) note.textContent = message; // a screen reader would say it again
  note.hidden = message === '';
  found.replaceChildren(
    ...results.map(({ url, title, place, text, terms }, at) => {
      const row = make('li', { role: 'presentation' });
      const link = make('a', { href: url, tabindex: '-1', role: 'option', id: `found-${at}` });
      link.append(make('span', { class: 'found-place' }, place), make('strong', {}, title));
      if (text) link.append(makeExcerpt(text, query, terms));
      link.addEventListener('click', () => dialog.close());
      row.append(link);
      return row;
    }),
  );
  found.dataset.query = query;
  input.setAttribute('aria-expanded', String(results.length > 0));
  select(0);
}

function openFinder() {
  if (dialog.open) return;
  dialog.showModal();
  input.select();
  loadIndex().catch(() => undefined);
  find();
}

opener.addEventListener('click', openFinder);
close.addEventListener('click', () => dialog.close());
dialog.addEventListener('click', (event) => event.target === dialog && dialog.close());
input.addEventListener('input', find);
input.addEventListener('keydown', (event) => {
  const row = found.querySelectorAll('a')[selected];
  if (event.key === 'ArrowDown') select(selected + 1);
  else if (event.key === 'ArrowUp') select(selected - 1);
  else if (event.key === 'Enter' && row) row.click();
  else return;
  event.preventDefault();
});
document.addEventListener('keydown', (event) => {
  const isField = event.target.closest('input, textarea, select, [contenteditable]');
  const isTyping = isField && (dialog.open || event.target !== input); // a closed dialog keeps the focus until the next frame
  const isShortcut = event.key === 'k' && (event.ctrlKey || event.metaKey);
  if (!isShortcut && (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey)) return;
  event.preventDefault();
  openFinder();
});
