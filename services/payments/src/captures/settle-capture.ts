import type { PaymentIntent } from '@mizan/contracts';
import { own, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, lockPayment, type Payment } from '../payment/payment.ts';
import type { CaptureOutcome } from '../providers/port/provider-outcome.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { recordCapture } from '../settle/record-capture.ts';
import { lastPaymentErrorOf } from '../settle/settle-declined.ts';
import { settleHold } from '../settle/settle-hold.ts';
import type { CaptureAnswer, CaptureReservation } from './capture-payment-intent.ts';
import { recordLastError } from './record-last-error.ts';

type FailedCapture = Extract<CaptureOutcome, { kind: 'failed' }>;

interface AnsweredCapture {
  readonly reservation: CaptureReservation;
  readonly answer: CaptureAnswer;
}

/**
 * Applies a provider's answer to a capture: its row, the charge, the intent, the balance, the ledger and the events, all
 * in `tx`. A capture that is decided does not change again; one whose answer got lost stays pending for the janitor.
 */
export async function settleCapture(
  tx: Tx,
  app: App,
  { reservation, answer }: AnsweredCapture,
): Promise<PaymentIntent> {
  const payment = await lockPayment(tx, reservation.paymentIntentId);
  const isDecided = await decide(tx, reservation, answer.outcome);
  const after = isDecided ? await record(tx, app, { payment, reservation, answer }) : payment;
  return toPaymentIntentResource(after, app);
}

async function record(
  tx: Tx,
  app: App,
  { payment, reservation, answer: { outcome, hold } }: AnsweredCapture & { readonly payment: Payment },
): Promise<Payment> {
  const { chargeId } = reservation;
  if (outcome.kind !== 'failed')
    return recordCapture(tx, app, { ...reservation, payment: { ...payment, pendingCapture: undefined } });
  const failed = await recordFailure(tx, app, { before: payment, chargeId, failure: outcome });
  return hold ? settleHold(tx, app, { payment: failed, chargeId, standing: hold, fallbackAt: null }) : failed;
}

/** Decides a pending capture; false when there is nothing to record. */
async function decide(tx: Tx, reservation: CaptureReservation, { kind }: CaptureOutcome): Promise<boolean> {
  if (kind === 'unknown') {
    await postpone(tx, reservation);
    return false;
  }
  const decided = await tx.one`
    update captures set status = ${kind === 'captured' ? 'SUCCEEDED' : 'FAILED'}, next_sync_at = null
    where ${own(tx)} and charge_id = ${reservation.chargeId} and n = ${reservation.n} and status = 'PENDING'
    returning 1`;
  return decided !== undefined;
}

/**
 * Schedules the next query, daily in the end: until the capture is decided the rest cannot be captured. What a callback has made
 * due since the provider was queried stays due.
 */
async function postpone(tx: Tx, { chargeId, n }: CaptureReservation): Promise<void> {
  const pending = await tx.one<{ attempts: number }>`
    select sync_attempts as attempts from captures
    where ${own(tx)} and charge_id = ${chargeId} and n = ${n} and status = 'PENDING'`;
  if (!pending) return;
  await tx.sql`
    update captures set next_sync_at = ${retryAt(pending.attempts, tx.now)}
    where ${own(tx)} and charge_id = ${chargeId} and n = ${n} and (next_sync_at is null or next_sync_at > ${tx.now})`;
}

/** The authorization is still held as far as this answer shows: the merchant may try again. */
async function recordFailure(
  tx: Tx,
  app: App,
  { before, chargeId, failure }: { before: Payment; chargeId: string; failure: FailedCapture },
): Promise<Payment> {
  const { row: charge } = chargeOf(before, chargeId);
  const answer = { ...failure, kind: 'declined', reference: null, card: null } as const;
  const lastPaymentError = lastPaymentErrorOf({ intent: before.intent, charge, answer }, app.docsUrl);
  return recordLastError(tx, app, { before, lastPaymentError, pendingCapture: undefined });
}
