import type { SystemReader, Tx } from '@mizan/service-kit';
import { countAttempt, type AttemptRule } from '../limits/count-attempt.ts';

/** Whoever types a code is wrong once or twice. At any time three of a million are taken: twenty an hour find one in about two years. */
const guesses: AttemptRule = {
  most: new Map([
    [60, 5],
    [3_600, 20],
  ]),
  refusal: 'Too many wrong codes. Wait a little before the next one.',
  reason: 'account',
};

const subjectOf = (merchantId: string): string => `second factor ${merchantId}`;

/**
 * Counts a code as a wrong one before it is looked at, outside the transaction that a wrong one rolls back: so guesses
 * sent at once do not all pass before the first is counted. A right one is taken off again by {@link forgetGuess}.
 *
 * @param given the header `Two-Factor-Code`; what cannot be a code is no guess
 * @throws Problem `rate_limit`: more than five of an account in a minute or twenty in an hour, then the right one too
 */
export async function countGuess(db: SystemReader, merchantId: string, given: string | undefined): Promise<void> {
  if (given !== undefined && /^\d{6}$/.test(given)) await countAttempt(db, guesses, subjectOf(merchantId));
}

/** Takes a guess that was right off the count, with the commit of what it was given for. */
export function forgetGuess(tx: Tx): void {
  const subject = subjectOf(tx.scope.merchantId);
  // In the order in which attempts are counted, so that neither waits for the other in a circle.
  tx.alongCommit`
    with mine as (select ctid, count from attempts where subject = ${subject} order by seconds for update),
    last as (delete from attempts where ctid in (select ctid from mine where count = 1))
    update attempts set count = count - 1 where ctid in (select ctid from mine where count > 1)`;
}
