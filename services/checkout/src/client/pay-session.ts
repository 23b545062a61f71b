import type { calls as callTable, ConfirmHostedCheckout, ReplyOf } from '@mizan/contracts';
import { log, Problem, resourceMissing, type LoadContext } from '@mizan/service-kit';
import { releaseDiscounts } from '../discounts/release-discounts.ts';
import { abandonAttempt, renewAttempt } from '../sessions/attempts.ts';
import { findSession } from '../sessions/session-rows.ts';
import { isSetup, needsStock } from '../sessions/session-state.ts';
import type { Rendering } from '../sessions/session.resource.ts';
import type { Session } from '../sessions/session.ts';
import { wasRefused, wasRefusedNow } from '../sessions/was-refused.ts';
import type { Attempt, BegunSessions } from './begin-confirm.ts';
import { stillConfirming } from './check-open.ts';
import { toPaymentRequest } from './payment-request.ts';
import { saveMethod } from './save-method.ts';

type Paying = Pick<LoadContext, 'calls' | 'reader'>;

/** How the payment of an attempt stands; null when there was nothing to pay or somebody else has settled it. */
export type PaidAttempt = ReplyOf<(typeof callTable)['getSessionPayment']> & {
  /** What a session of mode setup saved. */
  readonly paymentMethodId?: string;
};

const nothingPaid: PaidAttempt = { paymentIntent: null, objectVersion: 0 };

/**
 * Second phase of a confirm, with no transaction open: keeps the pieces, then has the payment confirmed. The hold's
 * id and the payment's key belong to this attempt alone, so that a resumed attempt repeats nothing.
 *
 * What if this process dies, or an answer is lost:
 * - before `confirmPayment`: no money moved, but pieces may be held; the janitor finds no payment, gives them back and
 *   ends the attempt, unless it is resumed before;
 * - after it was sent: the session stays held, because the money may have moved, until the intent's event arrives or
 *   the janitor asks payments how it stands. The pieces stay held with it.
 * A plain refusal ends the attempt at once, pieces and all: the buyer may try again. So does a connection that was never
 * made, unless the attempt is a resumed one: what it asked for before may be under way. When the pieces cannot be given
 * back at that moment, the janitor ends it.
 *
 * @throws Problem as catalog and payments answered
 */
export async function paySession(
  rendering: Rendering,
  begun: BegunSessions,
  attempt: Attempt,
  body: ConfirmHostedCheckout,
  paying: Paying,
): Promise<PaidAttempt> {
  const began = begun.get(attempt);
  const session = began ?? (await renewAttempt(paying.reader, attempt.sessionId, attempt.attempt));
  if (!session) return whatBecameOf(attempt, paying);
  const movedNothing = began ? wasRefused : wasRefusedNow;

  if (isSetup(session)) return savedBy(movedNothing, session, attempt, body, paying);
  await giveUpIf(movedNothing, attempt, paying, () => holdStock(session, attempt, paying));
  if (session.amountTotal === 0) return nothingPaid;
  const request = toPaymentRequest(rendering, session, attempt.holdId, body);
  const options = { idempotencyKey: `${session.id}:${attempt.attempt}` };
  const paid = await giveUpIf(movedNothing, attempt, paying, () => paying.calls.confirmPayment(request, options));
  if (!needsStock(paid.paymentIntent)) await releaseStock(attempt, paying);
  return paid;
}

/** Nothing is sold: the method is saved, or the attempt ends and the buyer may try another. */
async function savedBy(
  movedNothing: (thrown: unknown) => boolean,
  session: Session,
  attempt: Attempt,
  body: ConfirmHostedCheckout,
  paying: Paying,
): Promise<PaidAttempt> {
  try {
    return { ...nothingPaid, paymentMethodId: await saveMethod(session, body, paying) };
  } catch (thrown) {
    if (movedNothing(thrown)) await abandonAttempt(paying.reader, attempt.sessionId, attempt.attempt);
    throw thrown;
  }
}

async function holdStock(session: Session, attempt: Attempt, paying: Paying): Promise<void> {
  const request = {
    holdId: attempt.holdId,
    checkoutSessionId: session.id,
    items: session.lineItems.map(({ price, quantity }) => ({ priceId: price.id, quantity })),
  };
  try {
    await paying.calls.holdStock(request);
  } catch (thrown) {
    if (!(thrown instanceof Problem) || thrown.status >= 500) throw thrown;
    throw new Problem(thrown.code, thrown.message, { param: 'lineItems', status: thrown.status, cause: thrown });
  }
}

/** Ends the attempt when asking for it fails in a way that says that it `movedNothing`. */
async function giveUpIf<T>(
  movedNothing: (thrown: unknown) => boolean,
  attempt: Attempt,
  paying: Paying,
  ask: () => Promise<T>,
): Promise<T> {
  try {
    return await ask();
  } catch (thrown) {
    if (movedNothing(thrown)) await giveUp(attempt, paying);
    throw thrown;
  }
}

/** Ends an attempt that moved no money. While its pieces cannot be given back it goes on: the janitor finds both later. */
async function giveUp(attempt: Attempt, paying: Paying): Promise<void> {
  if (!(await releaseStock(attempt, paying))) return;
  await releaseDiscounts(paying.reader, attempt.sessionId, attempt.attempt);
  await abandonAttempt(paying.reader, attempt.sessionId, attempt.attempt);
}

/**
 * Gives the pieces back now rather than when the failed charge's event arrives: the next try may need the last of them.
 *
 * @returns false when the catalog did not do it; a charge that failed does it by its event all the same
 */
async function releaseStock({ sessionId, holdId }: Attempt, { calls }: Paying): Promise<boolean> {
  return calls.releaseStock({ holdId }).then(
    () => true,
    (thrown: unknown) => {
      log.warn({ event: 'hold.release_postponed', sessionId, holdId, err: thrown });
      return false;
    },
  );
}

/** An attempt that somebody else ended, or is about to, while its process was away: the session tells the rest. */
async function whatBecameOf({ sessionId }: Attempt, { reader }: Paying): Promise<PaidAttempt> {
  const session = await findSession(reader, sessionId);
  if (!session) throw resourceMissing();
  if (session.status !== 'open') return nothingPaid;
  if (session.attemptUntil !== null) throw stillConfirming();
  if (session.paymentIntent !== null) return nothingPaid;
  throw new Problem('resource_invalid_state', 'This attempt was given up. Confirm again with a new Idempotency-Key.');
}
