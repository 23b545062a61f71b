import type { PaymentIntent } from '@mizan/contracts';
import { own, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, lockPayment, type Payment, updateIntent } from '../payment/payment.ts';
import type { CaptureOutcome } from '../providers/port/provider-outcome.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { recordCapture } from '../settle/record-capture.ts';
import { lastPaymentErrorOf } from '../settle/settle-declined.ts';
import { settleHold } from '../settle/settle-hold.ts';
import type { CaptureAnswer, CaptureReservation } from './capture-payment-intent.ts';

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
  const decision = await decide(tx, reservation, answer.outcome);
  const isOutdated = decision === 'later' && payment.intent.lastPaymentError !== null;
  const after =
    decision === 'now'
      ? await record(tx, app, { payment, reservation, answer })
      : isOutdated // why an earlier capture failed is not why this one, which may have taken the money, is not decided
        ? await recordError(tx, app, { before: payment, lastPaymentError: null })
        : payment;
  return toPaymentIntentResource(after, app);
}

async function record(
  tx: Tx,
  app: App,
  { payment, reservation, answer: { outcome, hold } }: AnsweredCapture & { readonly payment: Payment },
): Promise<Payment> {
  const { chargeId } = reservation;
  if (outcome.kind !== 'failed') return recordCapture(tx, app, { ...reservation, payment });
  const failed = await recordFailure(tx, app, { before: payment, chargeId, failure: outcome });
  return hold ? settleHold(tx, app, { payment: failed, chargeId, standing: hold, fallbackAt: null }) : failed;
}

/** Decides a pending capture by what the provider answered: `now`, `later` if that leaves it open, or not again. */
async function decide(
  tx: Tx,
  reservation: CaptureReservation,
  { kind }: CaptureOutcome,
): Promise<'now' | 'later' | 'earlier'> {
  if (kind === 'unknown') return (await postpone(tx, reservation)) ? 'later' : 'earlier';
  const decided = await tx.one`
    update captures set status = ${kind === 'captured' ? 'SUCCEEDED' : 'FAILED'}, next_sync_at = null
    where ${own(tx)} and charge_id = ${reservation.chargeId} and n = ${reservation.n} and status = 'PENDING'
    returning 1`;
  return decided ? 'now' : 'earlier';
}

/**
 * Schedules the next query, daily in the end: until the capture is decided the rest cannot be captured.
 *
 * @returns false if it is decided
 */
async function postpone(tx: Tx, { chargeId, n }: CaptureReservation): Promise<boolean> {
  const pending = await tx.one<{ attempts: number }>`
    select sync_attempts as attempts from captures
    where ${own(tx)} and charge_id = ${chargeId} and n = ${n} and status = 'PENDING'`;
  if (!pending) return false;
  await tx.sql`
    update captures set next_sync_at = ${retryAt(pending.attempts, tx.now)}
    where ${own(tx)} and charge_id = ${chargeId} and n = ${n}`;
  return true;
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
  return recordError(tx, app, { before, lastPaymentError });
}

async function recordError(
  tx: Tx,
  app: App,
  { before, lastPaymentError }: { readonly before: Payment } & Pick<Payment['intent'], 'lastPaymentError'>,
): Promise<Payment> {
  const intent = { ...before.intent, version: before.intent.version + 1, lastPaymentError, updatedAt: tx.now };
  await tx.sql`${updateIntent(intent)}`;
  const after = { ...before, intent };
  tx.emit('payment_intent.updated', {
    object: toPaymentIntentResource(after, app),
    version: intent.version,
    previousAttributes: { lastPaymentError: before.intent.lastPaymentError },
  });
  return after;
}
