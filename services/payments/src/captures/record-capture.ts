import { countRows, failpoint, fragment, type Tx } from '@mizan/service-kit';
import { balanceDue } from '../balance/announce-balances.ts';
import { toChargeResource } from '../charges/charge.resource.ts';
import type { PaymentIntentRow } from '../intents/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../intents/payment-intent.resource.ts';
import { transition } from '../intents/payment-intent-state.ts';
import { chargeOf, withCharge, type Payment } from '../intents/payment.ts';
import { updateCharge, updateIntent } from '../intents/write-payment.ts';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import { oneMore } from '../lists/counted.ts';
import { rowsOf } from '../rows.ts';
import type { Wiring } from '../wiring.ts';
import { captureFunds } from './capture-funds.ts';
import type { CaptureReservation } from './capture-payment-intent.ts';

/** A capture that a provider has made, by its number, under the lock of its payment. */
export type MadeCapture = Pick<CaptureReservation, 'chargeId' | 'n' | 'amount' | 'isFinal'>;

/**
 * Writes what a capture that the provider has made does to its charge, its intent, the balance and the ledger, and
 * publishes it. Its own row in `captures` is the caller's.
 */
export async function recordCapture(
  tx: Tx,
  wiring: Wiring,
  before: Payment,
  { chargeId, n, amount, isFinal }: MadeCapture,
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
