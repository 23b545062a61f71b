import type { PaymentIntent } from '@mizan/contracts';
import { countRows, failpoint, fragment, type Tx } from '@mizan/service-kit';
import { balanceDue } from '../balance/announce-balances.ts';
import { toChargeResource } from '../charges/charge.resource.ts';
import type { PaymentIntentRow } from '../intents/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../intents/payment-intent.resource.ts';
import { transition } from '../intents/payment-intent-state.ts';
import { chargeOf, lockPayment, withCharge, type Payment } from '../intents/payment.ts';
import { lastPaymentErrorOf } from '../intents/settle-declined.ts';
import { updateCharge, updateIntent } from '../intents/write-payment.ts';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import { oneMore } from '../lists/counted.ts';
import type { CaptureOutcome } from '../providers/provider-outcome.ts';
import { askedAgainAt } from '../providers/sync-schedule.ts';
import { rowsOf } from '../rows.ts';
import type { Wiring } from '../wiring.ts';
import { captureFunds } from './capture-funds.ts';
import type { CaptureReservation } from './capture-payment-intent.ts';

type Failed = Extract<CaptureOutcome, { kind: 'failed' }>;

/**
 * Applies a provider's answer to a capture: its row, the charge, the intent, the balance, the ledger and the events, all
 * in `tx`. A capture that is decided stays as it is; one whose answer got lost stays pending, and the janitor asks again.
 *
 * @returns the payment intent afterwards
 */
export async function settleCapture(
  tx: Tx,
  wiring: Wiring,
  reservation: CaptureReservation,
  outcome: CaptureOutcome,
): Promise<PaymentIntent> {
  const payment = await lockPayment(tx, reservation.paymentIntentId);
  const isOpen = await decide(tx, reservation, outcome);
  const after = !isOpen
    ? payment
    : outcome.kind === 'failed'
      ? await recordFailure(tx, wiring, payment, reservation, outcome)
      : await recordCapture(tx, wiring, payment, reservation);
  return toPaymentIntentResource(after.intent, after.charges, wiring.clientSecretOf);
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
    update captures set next_sync_at = ${askedAgainAt(pending.asked, tx.now)}
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${chargeId} and n = ${n}`;
}

async function recordCapture(
  tx: Tx,
  wiring: Wiring,
  before: Payment,
  { chargeId, n, amount, isFinal }: CaptureReservation,
): Promise<Payment> {
  const former = chargeOf(before, chargeId);
  const rules = wiring.settlementRulesOf(tx.scope);
  const { movement, journals } = captureFunds(
    former.row,
    { amount, n, isFinal, isAvailableAtOnce: false },
    rules,
    tx.now,
  );
  const parts = {
    ...former,
    movement,
    row: {
      ...former.row,
      version: former.row.version + 1,
      amount_captured: former.row.amount_captured + amount,
      captured_at: tx.now,
      balance_transaction_id: movement.id,
      updated_at: tx.now,
    },
  };
  const intent = capturedIntent(before.intent, amount, isFinal, tx.now);
  await tx.sql`
    with charge as (${updateCharge(parts.row)}), intent as (${updateIntent(intent)}),
      movement as (insert into balance_transactions select * from ${rowsOf(fragment`null::balance_transactions`, [movement])}),
      ${postingOf(tx, journals)},
      counted as (${countRows(tx, oneMore('balance_transactions'), afterBalances)})
      ${movement.status === 'available' ? fragment`, due as (${balanceDue(tx)})` : fragment``}
    select`;
  const after = withCharge({ ...before, intent }, parts);
  tx.emit('charge.captured', { object: toChargeResource(parts), version: parts.row.version });
  tx.emit(isFinal ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated', {
    object: toPaymentIntentResource(after.intent, after.charges, wiring.clientSecretOf),
    version: intent.version,
  });
  failpoint('pay.before_commit');
  return after;
}

function capturedIntent(intent: PaymentIntentRow, amount: number, isFinal: boolean, now: Date): PaymentIntentRow {
  const moved = transition(intent.status, isFinal ? 'captureFinally' : 'capturePartly');
  // The hold is expired or canceled only after the provider agreed that nothing is captured any more.
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and was captured`);
  return {
    ...intent,
    version: intent.version + 1,
    status: moved.to,
    amount_received: intent.amount_received + amount,
    amount_capturable: isFinal ? 0 : intent.amount_capturable - amount,
    capture_before: isFinal ? null : intent.capture_before,
    last_payment_error: null,
    updated_at: now,
  };
}

/** The authorisation stands: the merchant may try again. */
async function recordFailure(
  tx: Tx,
  wiring: Wiring,
  before: Payment,
  { chargeId }: CaptureReservation,
  failure: Failed,
): Promise<Payment> {
  const { row } = chargeOf(before, chargeId);
  const answer = { ...failure, kind: 'declined', reference: null, card: null } as const;
  const intent = {
    ...before.intent,
    version: before.intent.version + 1,
    last_payment_error: lastPaymentErrorOf(before.intent, row, answer, wiring.docsUrl),
    updated_at: tx.now,
  };
  await tx.sql`${updateIntent(intent)}`;
  const after = { ...before, intent };
  tx.emit('payment_intent.updated', {
    object: toPaymentIntentResource(after.intent, after.charges, wiring.clientSecretOf),
    version: intent.version,
    previousAttributes: { lastPaymentError: before.intent.last_payment_error },
  });
  return after;
}
