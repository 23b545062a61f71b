/** Tables whose rows are counted as they are added; none of them ever loses a row. */
export type Counted = 'balance_transactions' | 'charges' | 'disputes' | 'payment_intents' | 'payouts' | 'refunds';

/** One more row in each of `lists`. */
export const oneMore = (...lists: readonly Counted[]): ReadonlyMap<Counted, number> =>
  new Map(lists.map((list) => [list, 1]));
