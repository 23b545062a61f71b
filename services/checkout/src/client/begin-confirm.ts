import type { ConfirmHostedCheckout, SessionCustomer } from '@mizan/contracts';
import { newId, resourceMissing, type ServiceSecrets, type Tx } from '@mizan/service-kit';
import { beginAttempt } from '../sessions/attempts.ts';
import { knownBuyer, tracesOf } from '../discounts/buyer-marks.ts';
import { holdDiscounts } from '../discounts/hold-discounts.ts';
import { reprice } from '../pricing/reprice.ts';
import type { ChosenMethod } from '../pricing/session-pricing.ts';
import { lockSession, saveCart } from '../sessions/session-rows.ts';
import type { Session } from '../sessions/session.ts';
import { checkConfirm } from './check-confirm.ts';

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
  /** From `askForCard`. */
  readonly cardFingerprint: string | null;
}

/** The sessions of attempts that this process has just begun, so that it need not read them again. */
export type BegunSessions = WeakMap<Attempt, Session>;

/**
 * First phase of a confirm: holds the session for this attempt. Parallel confirms queue at the row lock; the first one
 * holds it, every other finds it held. Its discounts are held with it.
 *
 * @throws Problem as `checkConfirm`, judged anew under the lock
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
  const { buyer, customFields } = checkConfirm(session, body, tx.now);
  if (session !== found) await saveCart(tx, session);
  const facts = { customerId: customer.id, customer, customFields, holdId: newId('hold'), closedByMerchant: false };
  const held = await beginAttempt(tx, session, facts);
  if (held.discounts.length > 0) {
    const traces = { ...tracesOf(held), emails: [buyer.email], phones: [buyer.phone], cards: [cardFingerprint] };
    await holdDiscounts(tx, held, knownBuyer(secrets, tx.scope, traces));
  }
  const attempt: Attempt = { sessionId, attempt: held.attempt, holdId: facts.holdId };
  begun.set(attempt, held);
  return attempt;
}
