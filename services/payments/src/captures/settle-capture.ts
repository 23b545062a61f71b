import type { PaymentIntent } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, lockPayment, type Payment } from '../payment/payment.ts';
import { updateIntent } from '../payment/write-payment.ts';
import type { CaptureOutcome } from '../providers/port/provider-outcome.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { recordCapture } from '../settle/record-capture.ts';
import { lastPaymentErrorOf } from '../settle/settle-declined.ts';
import { settleHold } from '../settle/settle-hold.ts';
import type { CaptureAnswer, CaptureReservation } from './capture-payment-intent.ts';

type Failed = Extract<CaptureOutcome, { kind: 'failed' }>;

/**
 * Applies a provider's answer to a capture: its row, the charge, the intent, the balance, the ledger and the events, all
 * in `tx`. A capture that is decided stays as it is; one whose answer got lost stays pending, and the janitor asks again.
 *
 * @returns the payment intent afterwards
 */
export async function settleCapture(
  tx: Tx,
  app: App,
  reservation: CaptureReservation,
  { outcome, hold }: CaptureAnswer,
): Promise<PaymentIntent> {
  const payment = await lockPayment(tx, reservation.paymentIntentId);
  const isOpen = await decide(tx, reservation, outcome);
  const after = isOpen ? await record(tx, app, payment, reservation, { outcome, hold }) : payment;
  return toPaymentIntentResource(after.intent, after.charges, app.clientSecretOf);
}

async function record(
  tx: Tx,
  app: App,
  payment: Payment,
  reservation: CaptureReservation,
  { outcome, hold }: CaptureAnswer,
): Promise<Payment> {
  if (outcome.kind !== 'failed') return recordCapture(tx, app, payment, reservation);
  const failed = await recordFailure(tx, app, payment, reservation, outcome);
  return hold ? settleHold(tx, app, failed, reservation.chargeId, hold, null) : failed;
}

/** Turns a pending capture into what it became; false when there is nothing to record. */
async function decide(tx: Tx, reservation: CaptureReservation, { kind }: CaptureOutcome): Promise<boolean> {
  if (kind === 'unknown') {
    await postpone(tx, reservation);
    return false;
  }
  const { merchantId, livemode } = tx.scope;
  const decided = await tx.one`
    update captures set status = ${kind === 'captured' ? 'SUCCEEDED' : 'FAILED'}, next_sync_at = null
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${reservation.chargeId}
      and n = ${reservation.n} and status = 'PENDING'
    returning 1`;
  return decided !== undefined;
}

/** The provider is asked again by its schedule; daily in the end, as nobody may capture the rest meanwhile. */
async function postpone(tx: Tx, { chargeId, n }: CaptureReservation): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  const pending = await tx.one<{ asked: number }>`
    select sync_attempts as asked from captures
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${chargeId} and n = ${n}
      and status = 'PENDING'`;
  if (!pending) return;
  await tx.sql`
    update captures set next_sync_at = ${retryAt(pending.asked, tx.now)}
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${chargeId} and n = ${n}`;
}

/** As far as this answer says the authorisation stands: the merchant may try again. */
async function recordFailure(
  tx: Tx,
  app: App,
  before: Payment,
  { chargeId }: CaptureReservation,
  failure: Failed,
): Promise<Payment> {
  const { row } = chargeOf(before, chargeId);
  const answer = { ...failure, kind: 'declined', reference: null, card: null } as const;
  const intent = {
    ...before.intent,
    version: before.intent.version + 1,
    last_payment_error: lastPaymentErrorOf(before.intent, row, answer, app.docsUrl),
    updated_at: tx.now,
  };
  await tx.sql`${updateIntent(intent)}`;
  const after = { ...before, intent };
  tx.emit('payment_intent.updated', {
    object: toPaymentIntentResource(after.intent, after.charges, app.clientSecretOf),
    version: intent.version,
    previousAttributes: { lastPaymentError: before.intent.last_payment_error },
  });
  return after;
}
