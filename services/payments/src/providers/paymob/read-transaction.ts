import type { Approved, Canceled, Declined } from '../port/provider-outcome.ts';
import type { Transaction } from './paymob-objects.ts';
import type { AttemptRecord, PageRecord } from './paymob-store.ts';
import { cardOf } from './read-card.ts';
import { failureOf } from './read-failure.ts';

/** After it Paymob releases what was not captured. */
const holdMs = 14 * 24 * 60 * 60_000;

/** A refund, void or capture, as opposed to the payment itself. */
export const isChild = ({ is_refund, is_void, is_capture, parent_transaction: parent }: Transaction): boolean =>
  Boolean(is_refund) || Boolean(is_void) || Boolean(is_capture) || (parent ?? null) !== null;

/** Minor units that have been captured of a payment. */
export const capturedOf = (payment: Transaction): number =>
  payment.is_auth ? (payment.captured_amount ?? 0) : payment.success ? payment.amount_cents : 0;

/**
 * How a payment stands; undefined while it is undecided.
 *
 * @throws Error it is not the payment that was requested, or contradicts itself: nothing may be concluded from it
 */
export function outcomeOf(
  payment: Transaction,
  { attempt, page }: { readonly attempt: AttemptRecord; readonly page: Pick<PageRecord, 'orderId'> },
): Approved | Declined | Canceled | undefined {
  assertRequested(payment, attempt, page);
  if (payment.pending) return undefined;
  if (!payment.success)
    return {
      kind: 'declined',
      ...failureOf(payment, attempt.type),
      reference: String(payment.id),
      card: cardOf(payment, attempt.type),
    };
  if (payment.error_occured) throw new Error(`Paymob: transaction ${payment.id} is a success and an error`);
  if (payment.is_voided) return { kind: 'canceled' };
  return approved(payment, attempt);
}

/** @throws Error it is not the payment that was requested */
export function assertRequested(
  { id, amount_cents: amount, currency, order, is_auth: isAuth, success }: Transaction,
  attempt: AttemptRecord,
  { orderId }: Pick<PageRecord, 'orderId'>,
): void {
  const isSame = amount === attempt.amount && currency === attempt.currency && order.id === orderId;
  const isSameCapture = !success || Boolean(isAuth) === (attempt.captureMethod === 'manual');
  if (!isSame || !isSameCapture) throw new Error(`Paymob: transaction ${id} is not the payment that was requested`);
}

function approved(payment: Transaction, attempt: AttemptRecord): Approved {
  const captured = capturedOf(payment);
  const isHold = captured === 0;
  return {
    kind: 'approved',
    captured: !isHold,
    amount: isHold ? payment.amount_cents : captured,
    capturable: isHold ? payment.amount_cents : 0, // one capture: it releases the rest
    captureBefore: isHold ? new Date(timeOf(payment, attempt) + holdMs) : null,
    reference: String(payment.id),
    networkReference: payment.data?.receipt_no?.trim() || null,
    card: cardOf(payment, attempt.type),
    isAvailableAtOnce: false,
    isDisputed: (payment.data?.migs_order?.chargeback?.amount ?? 0) > 0,
  };
}

/** When a payment was made. A time without its zone is not believed: the attempt is older, and the hold ends earlier. */
function timeOf({ created_at: createdAt }: Transaction, { at }: AttemptRecord): number {
  const time = /(?:Z|[+-]\d{2}:?\d{2})$/.test(createdAt) ? Date.parse(createdAt) : Number.NaN;
  return Number.isNaN(time) ? Date.parse(at) : time;
}
