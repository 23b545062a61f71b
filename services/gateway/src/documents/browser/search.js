/* Finds pages for the words of a reader; the page loads it with the index when the search is opened. */

/** Words that questions have and that no page is about. */
const stopWords = new Set(
  'a an and are as at be by can could did do does for from had has have how i if in into is it me my of on or our should so that the their them then there these this to was we were what when where which who why will with work works would you your'.split(
    ' ',
  ),
);

/** Singular and lower case: a reader who types "payments" also means "payment". */
const normal = (word) => {
  const lower = word.toLowerCase();
  return lower.length > 3 && /[^isu]s$/.test(lower) ? lower.slice(0, -1) : lower;
};

/** Codes, events and commands are found as a whole and by their parts: refund.failed, refund, failed. */
const wordsOf = (text) =>
  [
    ...new Set(
      text.split(/\s+/).flatMap((each) => {
        const whole = each.replaceAll(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
        return [whole, ...whole.split(/[\p{P}\p{S}]+/u)];
      }),
    ),
  ].filter(Boolean);

/** The words of a question that tell what it is about; all of them if none does. */
function tellingWords(query) {
  const words = wordsOf(query);
  const telling = words.filter((word) => !stopWords.has(word.toLowerCase()));
  return telling.length > 0 ? telling : words;
}

/** From 0 to 1: how much of a title the reader has typed, and how much of the query it has. */
function likeness(title, wanted) {
  const own = new Set(tellingWords(title).map(normal));
  const shared = wanted.filter((word) => own.has(word)).length;
  return shared === 0 ? 0 : (2 * shared) / (own.size + wanted.length);
}

/**
 * A search over the index: `(query) => results`, best first.
 *
 * @param MiniSearch the library
 * @param findables what can be found, each with its `weight`
 */
export function makeSearch(MiniSearch, findables) {
  const index = new MiniSearch({
    idField: 'url',
    fields: ['title', 'place', 'text'],
    storeFields: ['title', 'place', 'url', 'text', 'weight'],
    tokenize: wordsOf,
    processTerm: normal,
  });
  index.addAll(findables);
  /** A word that no page has is misspelled: what it most probably means. Two letters that are swapped are two edits. */
  const corrected = (word) => {
    if (word.length < 4 || index.search(word, { prefix: true }).length > 0) return word;
    const [best] = index.search(word, { fuzzy: word.length > 5 ? 2 : 1, boost: { title: 5 }, boostDocument: weightOf });
    return best?.terms[0] ?? word;
  };
  return (query) => {
    const words = tellingWords(query).map(corrected);
    const wanted = [...new Set(words.map(normal))];
    const phrase = query.trim().toLowerCase();
    const options = {
      tokenize: () => words,
      boost: { title: 5, place: 2 },
      prefix: true,
      weights: { prefix: 0.3, fuzzy: 0.3 }, // what has the word itself comes before what only begins with it
      boostDocument: (_url, _term, { title, text, weight }) => {
        const hasPhrase = wanted.length > 1 && weight > 1 && text.toLowerCase().includes(phrase);
        return weight * (1 + 3 * likeness(title, wanted)) * (hasPhrase ? 5 : 1);
      },
    };
    const strict = index.search(query, { ...options, combineWith: 'AND' });
    if (strict.length > 0) return strict;
    // No page has all words: one that has most of them comes before one that has a single word often.
    return index
      .search(query, options)
      .map((result) => ({ ...result, score: result.score * (result.queryTerms.length / wanted.length) ** 3 }))
      .sort((one, other) => other.score - one.score);
  };
}

const weightOf = (_url, _term, { weight }) => weight;
