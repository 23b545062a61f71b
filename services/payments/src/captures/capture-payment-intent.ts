import type { CapturePaymentIntent } from '@mizan/contracts';
import { failpoint, type LoadContext, log, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { approvedChargeOf, loadPayment, lockIntent, type Payment } from '../payment/payment.ts';
import { assertAmountStep } from '../providers/port/capabilities.ts';
import { captureKey, type CaptureRequest } from '../providers/port/provider.ts';
import type { CaptureOutcome, SyncOutcome } from '../providers/port/provider-outcome.ts';
import { crashGraceMs } from '../providers/port/sync-schedule.ts';
import { insertCapture } from '../settle/pending-captures.ts';
import { recordLastError } from './record-last-error.ts';

/** A committed capture that the provider is about to be called for. Stored as JSON until it has answered. */
export interface CaptureReservation extends Omit<CaptureRequest, 'idempotencyKey' | 'now'> {
  readonly paymentIntentId: string;
  /** Number of the charge's capture, 1 for the first. */
  readonly n: number;
}

/** The provider's answer to a capture, and the state of its hold after a failure: it may have been released meanwhile. */
export interface CaptureAnswer {
  readonly outcome: CaptureOutcome;
  readonly hold: SyncOutcome | null;
}

/**
 * Reserves a capture of an authorized payment. First of three phases: `submitCapture` calls the provider with no
 * transaction open, and `settleCapture` records its answer. One capture at a time: the next waits until this is decided.
 *
 * @throws Problem `resource_missing`, `resource_invalid_state`, `payment_already_completed`
 * @throws Problem `payment_still_confirming`: another capture is not decided
 * @throws Problem `amount_invalid`: more than what is authorized and not captured, or not supported by the provider
 */
export async function capturePaymentIntent(
  tx: Tx,
  app: App,
  { id, amountToCapture, finalCapture }: CapturePaymentIntent & { readonly id: string },
): Promise<CaptureReservation> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  const amount = amountToCapture ?? intent.amountCapturable;
  const isFinal = finalCapture || amount === intent.amountCapturable;
  const moved = transition(intent.status, isFinal ? 'captureFinally' : 'capturePartly');
  if ('refusal' in moved) throw new Problem(moved.refusal, refusals[moved.refusal]);
  if (amount > intent.amountCapturable)
    throw new Problem(
      'amount_invalid',
      `amountToCapture must be from 1 to ${intent.amountCapturable}, what is left of the authorization in ${intent.currency}, in its smallest unit.`,
      {
        param: 'amountToCapture',
      },
    );
  const before = await loadPayment(tx, intent);
  const charge = authorizedCharge(before);
  assertAmountStep(charge, { amount, currency: intent.currency }, 'amountToCapture');
  const reservation = await reserve(tx, charge, { amount, isFinal });
  // Why an earlier capture failed says nothing about this one, whose outcome may stay unknown for a while.
  if (intent.lastPaymentError !== null) {
    const { pendingCapture } = await loadPayment(tx, intent);
    await recordLastError(tx, app, { before, lastPaymentError: null, pendingCapture });
  }
  return reservation;
}

const refusals = {
  payment_already_completed: 'The payment has already been captured.',
  payment_still_confirming: 'A payment attempt is in progress and its outcome is not known yet.',
  resource_invalid_state: 'This payment has no authorized amount to capture.',
} as const;

function authorizedCharge(payment: Payment): ChargeRow {
  const { id, status } = payment.intent;
  const found = approvedChargeOf(payment);
  if (!found) throw new Error(`bug: ${id} is ${status} without an approved charge`);
  return found.row;
}

async function reserve(
  tx: Tx,
  charge: ChargeRow,
  { amount, isFinal }: Pick<CaptureReservation, 'amount' | 'isFinal'>,
): Promise<CaptureReservation> {
  const { id: chargeId, paymentIntentId, amountCaptured: capturedBefore } = charge;
  const nextSyncAt = new Date(tx.now.getTime() + crashGraceMs);
  const n = await insertCapture(tx, { chargeId, amount, isFinal, status: 'PENDING', nextSyncAt });
  if (n === undefined)
    throw new Problem('payment_still_confirming', 'Another capture of this payment is in progress. Try again shortly.');
  return { paymentIntentId, chargeId, n, amount, capturedBefore, isFinal };
}

/** Captures at the provider; no transaction is open. Each capture has its own key, so that it can be repeated. */
export async function submitCapture(
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
  app: App,
  { chargeId, n, amount, capturedBefore, isFinal }: CaptureReservation,
): Promise<CaptureAnswer> {
  const provider = app.providers.moneyOf(scope);
  failpoint('pay.before_provider');
  const idempotencyKey = captureKey(chargeId, n);
  const outcome = await provider.capture({ chargeId, idempotencyKey, amount, capturedBefore, isFinal, now });
  failpoint('pay.after_provider');
  if (outcome.kind === 'unknown') log.warn({ event: 'capture.outcome_unknown', chargeId, n, err: outcome.cause });
  const hold = outcome.kind === 'failed' ? await provider.sync({ chargeId, now }) : null;
  return { outcome, hold };
}
