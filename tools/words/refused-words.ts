/** A word or phrase that a reader who is new to this code would have to guess at, and what to write instead. */
export interface RefusedWord {
  /** Alternatives of one word or phrase, in lower case, as a reader sees them: a name is read word by word. */
  readonly words: readonly string[];
  readonly use: string;
  /** `names` are identifiers, property names and file names; `texts` are strings and the prose of documents. Both if absent. */
  readonly only?: 'names' | 'texts';
}

/** A place where a refused word is the right one. */
export interface Exception {
  readonly word: string;
  /** A file, or a folder with everything in it. */
  readonly path: string;
  readonly reason: string;
}

export const refusedWords: readonly RefusedWord[] = [
  { words: ['told'], use: 'notified, informed, shown' },
  { words: ['tell', 'tells'], use: 'notify, show, report', only: 'names' },
  { words: ['hear', 'hears', 'heard', 'hearing'], use: 'receives, received, notified' },
  { words: ['begun'], use: 'started, created' },
  { words: ['begins', 'began', 'beginning'], use: 'start, started, create', only: 'names' },
  { words: ['begin again', 'begins again', 'began again'], use: 'start again, retry, reopen', only: 'texts' },
  { words: ['asker', 'askers'], use: 'caller' },
  { words: ['ask', 'asks', 'asked', 'asking'], use: 'request, fetch, query, call', only: 'names' },
  {
    words: ['asked about', 'asks about', 'asked again', 'asks again', 'ask again'],
    use: 'query, poll, retry',
    only: 'texts',
  },
  { words: ['whoever', 'whomever'], use: 'the merchant, the buyer, the operator, the caller' },
  { words: ['somebody', 'anybody', 'everybody'], use: 'the merchant, the buyer, the operator, the caller' },
  { words: ['nobody'], use: 'no one; or name the role' },
  { words: ['became of', 'becomes of', 'become of'], use: 'outcome, result' },
  { words: ['mend', 'mends', 'mended', 'mending'], use: 'fix, repair' },
  { words: ['anew', 'afresh'], use: 'again, re-' },
  { words: ['seldom', 'henceforth', 'lest', 'naught', 'hitherto', 'thereof'], use: 'plain English' },
  { words: ['wiring'], use: 'app, deps; what it really is', only: 'names' },
  { words: ['taking', 'takings'], use: 'acceptance; what it really is', only: 'names' },
  { words: ['facts', 'fact'], use: 'loaded, context', only: 'names' },
  { words: ['news'], use: 'events, updates' },
  { words: ['untouched'], use: 'notStarted, unchanged', only: 'names' },
  { words: ['within'], use: 'scope; what it really is', only: 'names' },
  { words: ['busy'], use: 'overload, overloaded', only: 'names' },
  { words: ['stay', 'stays'], use: 'kept; what it really is', only: 'names' },
  { words: ['fate'], use: 'outcome', only: 'names' },
  { words: ['open business', 'finished business'], use: 'what it really is: open payments, completed requests' },
  { words: ['gives back', 'give back', 'gave back', 'given back'], use: 'returns, refunds, releases' },
  { words: ['goes back', 'went back', 'gone back'], use: 'is returned, is refunded' },
  { words: ['gives up', 'give up', 'gave up', 'given up', 'giving up'], use: 'abandons, cancels, stops retrying' },
  { words: ['takes away', 'take away', 'took away', 'taken away'], use: 'removes' },
  { words: ['came to nothing', 'comes to nothing', 'come to nothing'], use: 'failed, expired' },
  { words: ['to be had'], use: 'available' },
  { words: ['is said', 'are said', 'was said', 'say no', 'says no'], use: 'is included, refuses' },
];

export const exceptions: readonly Exception[] = [
  { word: '*', path: 'tools/words', reason: 'the list itself and the canary of its test' },
  { word: 'nobody', path: 'tools/stack/postgres-place.ts', reason: 'the name of a user of the operating system' },
  { word: 'busy', path: 'packages/checkout-page', reason: 'a control that waits for its request, as in aria-busy' },
];
