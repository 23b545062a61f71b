import {
  type ConfirmHostedCheckout,
  type SessionCustomer,
  type calls as callTable,
  type ReplyOf,
  toPublicPaymentIntent,
  type ConfirmedCheckout,
} from '@mizan/contracts';
import {
  newId,
  resourceMissing,
  type ServiceSecrets,
  type Tx,
  log,
  Problem,
  type AskContext,
  type Database,
  type Scope,
} from '@mizan/service-kit';
import { identifyBuyer, buyerIdentifiersOf } from '../discounts/buyer-marks.ts';
import { holdDiscounts } from '../discounts/hold-discounts.ts';
import { releaseDiscounts } from '../discounts/settle-discounts.ts';
import { startAttempt, abandonAttempt, resumeAttempt, hasNoEffect, isRefusal } from '../session/attempts.ts';
import type { ChosenMethod } from '../session/session-pricing.ts';
import { lockSession, saveCart, findSession } from '../session/session-rows.ts';
import { isSetup, needsStock } from '../session/session-state.ts';
import type { Rendering } from '../session/session.resource.ts';
import type { Session } from '../session/session.ts';
import { reprice } from '../session/total-cart.ts';
import { completeFreeSession, completeSession } from '../sessions/complete-session.ts';
import { assertConfirmable, stillConfirming, assertOpen } from './assert-confirmable.ts';
import { buyerOf } from './buyer-details.ts';
import { toHostedCheckout, withSecret } from './hosted-checkout.resource.ts';
import { toPaymentRequest } from './payment-request.ts';

/** A confirm between its two transactions, as a retry after a crash finds it. */
export interface Attempt {
  readonly sessionId: string;
  readonly attempt: number;
  readonly holdId: string;
  /** Set when a payment link opened the session for this very confirm. */
  readonly isOpened?: true;
}

/** What other services said about a buyer who pays. */
export interface BuyerFacts {
  readonly customer: SessionCustomer;
  /** From `askForPaidWith`. */
  readonly paidWith: ChosenMethod | null | undefined;
  /** From `fetchCardFingerprint`. */
  readonly cardFingerprint: string | null;
}

/** The sessions of attempts that this process has just begun, so that it need not read them again. */
export type BegunSessions = WeakMap<Attempt, Session>;

/**
 * First phase of a confirm: holds the session for this attempt. Parallel confirms queue at the row lock; the first one
 * holds it, every other finds it held. Its discounts are held with it.
 *
 * @throws Problem as `assertConfirmable`, judged anew under the lock
 * @throws Problem as `holdDiscounts`
 */
export async function beginConfirm(
  tx: Tx,
  sessionId: string,
  body: ConfirmHostedCheckout,
  { customer, paidWith, cardFingerprint }: BuyerFacts,
  begun: BegunSessions,
  secrets: ServiceSecrets,
): Promise<Attempt> {
  const found = await lockSession(tx, sessionId);
  if (!found) throw resourceMissing();
  const session = reprice(found, paidWith);
  const { buyer, customFields } = assertConfirmable(session, body, tx.now);
  if (session !== found) await saveCart(tx, session);
  const facts = { customerId: customer.id, customer, customFields, holdId: newId('hold'), closedByMerchant: false };
  const held = await startAttempt(tx, session, facts);
  if (held.discounts.length > 0) {
    const traces = {
      ...buyerIdentifiersOf(held),
      emails: [buyer.email],
      phones: [buyer.phone],
      cards: [cardFingerprint],
    };
    await holdDiscounts(tx, held, identifyBuyer(secrets, tx.scope, traces));
  }
  const attempt: Attempt = { sessionId, attempt: held.attempt, holdId: facts.holdId };
  begun.set(attempt, held);
  return attempt;
}

type Paying = Pick<AskContext, 'calls' | 'reader'>;

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
  const session = began ?? (await resumeAttempt(paying.reader, attempt.sessionId, attempt.attempt));
  if (!session) return whatBecameOf(attempt, paying);
  const movedNothing = began ? hasNoEffect : isRefusal;

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

/**
 * Third phase of a confirm: applies the payment to its session and answers. The intent's event may have done so
 * already, or do so again later; both go through `completeSession`.
 *
 * @returns the session and its payment, declined ones too
 */
export async function settleConfirm(
  rendering: Rendering,
  tx: Tx,
  { sessionId, attempt, isOpened }: Attempt,
  { paymentIntent, objectVersion, paymentMethodId }: PaidAttempt,
): Promise<ConfirmedCheckout> {
  const session = paymentIntent
    ? await completeSession(
        rendering,
        tx,
        sessionId,
        { intent: paymentIntent, version: objectVersion, from: 'answer', endsAttempt: true },
        attempt,
      )
    : await settleWithoutPayment(rendering, tx, sessionId, attempt, paymentMethodId);
  const checkout = toHostedCheckout(session, rendering, tx.now);
  return {
    checkoutSession: isOpened ? withSecret(checkout, sessionId, rendering) : checkout,
    paymentIntent: session.paymentIntent && toPublicPaymentIntent(session.paymentIntent),
  };
}

async function settleWithoutPayment(
  rendering: Rendering,
  tx: Tx,
  sessionId: string,
  attempt: number,
  paymentMethodId: string | undefined,
) {
  const session = await findSession(tx, sessionId);
  if (!session) throw resourceMissing();
  return session.amountTotal === 0 ? completeFreeSession(rendering, tx, sessionId, attempt, paymentMethodId) : session;
}

/**
 * Has payments save the method of a session of mode setup. Its key belongs to this attempt, and payments keeps one row
 * for a customer and card, so that neither a resumed attempt nor the next one saves it twice.
 *
 * @returns id of the saved method
 * @throws Problem `payment_method_corrupted`: the card is declined
 * @throws Problem as payments answered
 */
export async function saveMethod(
  session: Session,
  { paymentMethod }: ConfirmHostedCheckout,
  { calls }: Pick<AskContext, 'calls'>,
): Promise<string> {
  const { id, attempt, customer, customerDetails } = session;
  if (!customer || !paymentMethod) throw new Error('bug: a setup without customer or method was let through');
  const { email, phone } = buyerOf(customerDetails, paymentMethod);
  const request = { checkoutSessionId: id, customerId: customer.id, paymentMethod, email, phone };
  const { paymentMethodId } = await calls.savePaymentMethod(request, { idempotencyKey: `${id}:${attempt}:save` });
  return paymentMethodId;
}

/**
 * Keeps the price that a session has with the card that is about to pay, in a transaction of its own: when it is not the
 * one that the buyer saw, the confirm is refused, and the buyer has to see this one next.
 */
export async function showPrice(
  db: Pick<Database, 'transact'>,
  scope: Scope,
  seen: Session,
  priced: Session,
): Promise<void> {
  if (priced.amountTotal === seen.amountTotal) return;
  await db.transact(scope, async (tx) => {
    const session = await lockSession(tx, seen.id);
    if (!session) return;
    assertOpen(session, tx.now);
    await saveCart(tx, { ...reprice(session, priced.pricing?.chosen ?? null), updatedAt: tx.now });
  });
}
