/* A field above the events that hides those without what the reader types; without this script all are shown. */
const objects = [...document.querySelectorAll('.object')];
const field = Object.assign(document.createElement('input'), {
  type: 'search',
  className: 'filter-field',
  placeholder: 'Filter events',
});
field.setAttribute('aria-label', 'Filter events');
const noMatch = Object.assign(document.createElement('p'), { className: 'no-match' });
noMatch.setAttribute('role', 'status');
objects[0]?.before(field, noMatch);

/** Shows the events that have every word, in their type, their text or the name of their object. */
function filterEvents() {
  const words = field.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (element, object) => {
    const text = `${element.textContent} ${object}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  let isAnyShown = false;
  for (const object of objects) {
    const entries = [...object.querySelectorAll('.entry')];
    for (const entry of entries) entry.hidden = !has(entry, object.querySelector('h2').textContent);
    object.hidden = entries.every((entry) => entry.hidden);
    isAnyShown ||= !object.hidden;
  }
  noMatch.textContent = isAnyShown ? '' : 'Nothing matches.';
}
field.addEventListener('input', filterEvents);

// A link to an event that is hidden shows all again.
window.addEventListener('hashchange', () => {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!target?.closest('[hidden]')) return;
  field.value = '';
  filterEvents();
  target.scrollIntoView();
});
