import type { CancellationReason } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { toChargeResource } from '../charges/charge.resource.ts';
import type { Wiring } from '../wiring.ts';
import { settleReleased } from './cancel-payment.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import { transition } from './payment-intent-state.ts';
import { chargeOf, withCharge, type Payment } from './payment.ts';
import { updateCharge, updateIntent } from './write-payment.ts';

/**
 * Records that a provider holds nothing of a locked payment any more. What was captured of it stays, and the payment has
 * succeeded with it; otherwise it is canceled.
 *
 * @throws Problem as `settleReleased`: a capture is not decided
 */
export async function endHold(
  tx: Tx,
  wiring: Wiring,
  payment: Payment,
  chargeId: string,
  reason: CancellationReason,
): Promise<Payment> {
  return payment.intent.status === 'AMOUNT_CAPTURABLE_UPDATED'
    ? keepCaptured(tx, wiring, payment, chargeId)
    : settleReleased(tx, wiring, payment, { kind: 'canceled' }, reason);
}

async function keepCaptured(tx: Tx, wiring: Wiring, before: Payment, chargeId: string): Promise<Payment> {
  const moved = transition(before.intent.status, 'expireHold');
  if ('refusal' in moved) throw new Error(`bug: ${before.intent.id} is ${before.intent.status} and holds money`);
  const former = chargeOf(before, chargeId);
  const charge = { ...former, row: { ...former.row, version: former.row.version + 1, updated_at: tx.now } };
  const intent = {
    ...before.intent,
    version: before.intent.version + 1,
    status: moved.to,
    amount_capturable: 0,
    capture_before: null,
    updated_at: tx.now,
  };
  await tx.sql`with charge as (${updateCharge(charge.row)}) ${updateIntent(intent)}`;
  const after = withCharge({ ...before, intent }, charge);
  tx.emit('charge.expired', { object: toChargeResource(charge), version: charge.row.version });
  tx.emit('payment_intent.succeeded', {
    object: toPaymentIntentResource(after.intent, after.charges, wiring.clientSecretOf),
    version: intent.version,
  });
  return after;
}
