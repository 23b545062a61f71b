/* Shows the contract of this platform, so that every request can be tried on it. */
/* global SwaggerUIBundle, MutationObserver, matchMedia */

const dark = matchMedia('(prefers-color-scheme: dark)');
const follow = () => document.documentElement.classList.toggle('dark-mode', dark.matches);
dark.addEventListener('change', follow);
follow();

/** Swagger UI says that there are no operations, also where the filter alone hides them. */
const emptyFilter = () => ({
  wrapComponents: {
    operations: (Operations, { React, layoutSelectors, specSelectors }) =>
      function FilteredOperations(props) {
        const isEmpty = layoutSelectors.currentFilter() && specSelectors.taggedOperations().size === 0;
        return isEmpty
          ? React.createElement('p', { role: 'status', className: 'no-match' }, 'Nothing matches.')
          : React.createElement(Operations, props);
      },
  },
});

/**
 * Swagger UI parses the whole document whenever a part of it is shown for the first time, which freezes the page for seconds. All
 * references of this document lead to itself, so that following them is enough. One that leads back to where it stands stays.
 */
const fastReferences = () => ({
  fn: {
    resolveSubtree: (document, path) => {
      const at = (keys) => keys.reduce((value, key) => value?.[key], document);
      const known = new Map();
      const resolved = (value, open) => {
        if (Array.isArray(value)) return value.map((item) => resolved(item, open));
        if (value === null || typeof value !== 'object') return value;
        const { $ref, ...beside } = value;
        if (typeof $ref !== 'string') {
          return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, resolved(item, open)]));
        }
        if (open.includes($ref)) return value;
        const target = at($ref.replace('#/', '').split('/').map(unescapePointer));
        if (!known.has($ref)) known.set($ref, resolved(target, [...open, $ref]));
        const found = known.get($ref);
        return Object.keys(beside).length > 0 ? { ...found, ...resolved(beside, open) } : found;
      };
      return Promise.resolve({ errors: [], spec: resolved(at(path), []) });
    },
  },
});

const unescapePointer = (token) => decodeURIComponent(token).replaceAll('~1', '/').replaceAll('~0', '~');

const reference = SwaggerUIBundle({
  url: '/openapi.json',
  dom_id: '#reference',
  deepLinking: true,
  docExpansion: 'none',
  defaultModelsExpandDepth: -1,
  displayRequestDuration: true,
  filter: true,
  persistAuthorization: false,
  requestSnippetsEnabled: true,
  validatorUrl: null,
  plugins: [emptyFilter, fastReferences],
  onComplete: scrollToAddressed,
});

/** What the address names: `['operations', tag, id]`, `['operations-tag', tag]`, or nothing. */
function addressed() {
  const [start, tag, id] = location.hash.split('/').map((part) => {
    try {
      return decodeURIComponent(part);
    } catch {
      return part;
    }
  });
  if (start !== '#' || !tag) return undefined;
  return id ? ['operations', tag, id] : ['operations-tag', tag];
}

/** Waits until the operation of the address is rendered, then shows it at the top and leads the keyboard there. */
function scrollToAddressed() {
  const key = addressed();
  if (!key) return;
  const id = key.join('-').replaceAll(' ', '_');
  const arrive = () => {
    const element = document.getElementById(id);
    if (!element) return false;
    element.scrollIntoView({ behavior: 'instant' });
    const control = element.querySelector('.opblock-summary-control, .expand-operation');
    control?.focus({ preventScroll: true });
    return true;
  };
  if (arrive()) return;
  const observer = new MutationObserver(() => arrive() && observer.disconnect());
  observer.observe(document.getElementById('reference'), { childList: true, subtree: true });
}

// The search leads here without loading the page. The action of Swagger UI would add to the history, which breaks Back.
window.addEventListener('hashchange', () => {
  const key = addressed();
  if (!key) return;
  const show = (thing) => reference.getStore().dispatch({ type: 'layout_show', payload: { thing, shown: true } });
  show(['operations-tag', key[1]]);
  show(key);
  scrollToAddressed();
});
