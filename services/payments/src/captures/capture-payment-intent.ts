import type { CapturePaymentIntent } from '@mizan/contracts';
import { failpoint, log, Problem, resourceMissing, type LoadContext, type Tx } from '@mizan/service-kit';
import type { ChargeRow } from '../charges/charge.entity.ts';
import { transition } from '../intents/payment-intent-state.ts';
import { providerOf } from '../intents/prepare-confirm.ts';
import { loadPayment, lockIntent, type Payment } from '../intents/payment.ts';
import { assertTaken } from '../providers/assert-taken.ts';
import { captureKey } from '../providers/provider.ts';
import type { CaptureOutcome, SyncOutcome } from '../providers/provider-outcome.ts';
import { crashGraceMs } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import { insertCapture } from './insert-capture.ts';

/** A committed capture that the provider is asked for next. Stored as JSON until it has answered. */
export interface CaptureReservation {
  readonly paymentIntentId: string;
  readonly chargeId: string;
  /** Number of the charge's capture, 1 for the first. */
  readonly n: number;
  readonly amount: number;
  /** Minor units of the charge that were captured before; nothing else captures of it while this one is undecided. */
  readonly capturedBefore: number;
  readonly isFinal: boolean;
}

/** How a capture was answered, and when it failed, how its hold stands: it may have been given up meanwhile. */
export interface CaptureAnswer {
  readonly outcome: CaptureOutcome;
  readonly hold: SyncOutcome | null;
}

/**
 * Reserves a capture of an authorised payment. First of three phases: the provider is asked with no transaction open,
 * `settle-capture.ts` records what it answered. One capture at a time: the next one waits until this one is decided.
 *
 * @throws Problem `resource_missing`: no such payment for this merchant and mode
 * @throws Problem `resource_invalid_state`, `payment_already_completed`: nothing is authorised
 * @throws Problem `payment_still_confirming`: another capture is not decided
 * @throws Problem `amount_invalid`: more than what is authorised and not captured, or not what the provider takes
 */
export async function capturePaymentIntent(
  tx: Tx,
  wiring: Wiring,
  id: string,
  { amountToCapture, finalCapture }: CapturePaymentIntent,
): Promise<CaptureReservation> {
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  const amount = amountToCapture ?? intent.amount_capturable;
  const isFinal = finalCapture || amount === intent.amount_capturable;
  const moved = transition(intent.status, isFinal ? 'captureFinally' : 'capturePartly');
  if ('refusal' in moved) throw new Problem(moved.refusal, refusals[moved.refusal]);
  if (amount > intent.amount_capturable)
    throw new Problem('amount_invalid', `amountToCapture must be from 1 to ${intent.amount_capturable}.`, {
      param: 'amountToCapture',
    });
  assertTaken(providerOf(wiring, tx), { amount, currency: intent.currency }, { amount: 'amountToCapture' });
  const charge = authorizedCharge(await loadPayment(tx, intent));
  return reserve(tx, charge, amount, isFinal);
}

const refusals = {
  payment_already_completed: 'The payment is captured already.',
  payment_still_confirming: 'A payment attempt is under way; its outcome is not known yet.',
  resource_invalid_state: 'Nothing is authorised that could be captured.',
} as const;

function authorizedCharge({ intent, charges }: Payment): ChargeRow {
  const found = charges.findLast(({ row }) => row.status === 'SUCCEEDED');
  if (!found) throw new Error(`bug: ${intent.id} is ${intent.status} without an approved charge`);
  return found.row;
}

async function reserve(tx: Tx, charge: ChargeRow, amount: number, isFinal: boolean): Promise<CaptureReservation> {
  const n = await insertCapture(tx, {
    charge_id: charge.id,
    amount,
    is_final: isFinal,
    status: 'PENDING',
    next_sync_at: new Date(tx.now.getTime() + crashGraceMs),
  });
  if (n === undefined)
    throw new Problem('payment_still_confirming', 'Another capture is under way; its outcome is not known yet.');
  return {
    paymentIntentId: charge.payment_intent_id,
    chargeId: charge.id,
    n,
    amount,
    capturedBefore: charge.amount_captured,
    isFinal,
  };
}

/** Asks the provider for the money; no transaction is open. The capture's own key makes repeating it safe. */
export async function submitCapture(
  wiring: Wiring,
  { chargeId, n, amount, capturedBefore, isFinal }: CaptureReservation,
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
): Promise<CaptureAnswer> {
  const provider = wiring.providerOf(scope);
  if (!provider) throw new Error(`bug: ${chargeId} was made for a mode without a provider`);
  failpoint('pay.before_provider');
  const idempotencyKey = captureKey(chargeId, n);
  const outcome = await provider.capture({ chargeId, idempotencyKey, amount, capturedBefore, isFinal, now });
  failpoint('pay.after_provider');
  if (outcome.kind === 'unknown') log.warn({ event: 'capture.outcome_unknown', chargeId, n, err: outcome.cause });
  const hold = outcome.kind === 'failed' ? await provider.sync({ chargeId, now }) : null;
  return { outcome, hold };
}
