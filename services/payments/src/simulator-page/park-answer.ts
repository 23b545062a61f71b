import { formerAttributes, type Tx } from '@mizan/service-kit';
import { toPaymentIntentResource } from '../intents/payment-intent.resource.ts';
import { transition } from '../intents/payment-intent-state.ts';
import { chargeOf, lockPayment } from '../intents/payment.ts';
import type { ChargeKey } from '../intents/settle-charge.ts';
import { updateCharge, updateIntent } from '../intents/write-payment.ts';
import type { Wiring } from '../wiring.ts';

/** Answers of a buyer that let the payment go on; the others end the attempt, whoever confirms. */
export const goesOn = (outcome: string): boolean => ['authenticate', 'submit', 'paid'].includes(outcome);

/**
 * Keeps what the buyer did until the merchant's server confirms again: the payment then goes on where the buyer left it.
 *
 * @returns false when the payment is confirmed automatically, or waits for no buyer any more
 */
export async function parkAnswer(
  tx: Tx,
  wiring: Wiring,
  { chargeId, paymentIntentId }: ChargeKey,
  answer: Record<string, string>,
): Promise<boolean> {
  const payment = await lockPayment(tx, paymentIntentId);
  const { row } = chargeOf(payment, chargeId);
  const moved = transition(payment.intent.status, 'awaitServer');
  if (payment.intent.confirmation_method !== 'manual' || row.status !== 'PENDING' || 'refusal' in moved) return false;
  const intent = {
    ...payment.intent,
    status: moved.to,
    version: payment.intent.version + 1,
    next_action: null,
    updated_at: tx.now,
  };
  await tx.sql`
    with charge as (${updateCharge({ ...row, action_answer: answer, updated_at: tx.now })}) ${updateIntent(intent)}`;
  const render = (each: typeof intent) => toPaymentIntentResource(each, payment.charges, wiring.clientSecretOf);
  const object = render(intent);
  const previousAttributes = formerAttributes(
    toPaymentIntentResource(payment.intent, payment.charges, wiring.clientSecretOf),
    object,
  );
  tx.emit('payment_intent.updated', { object, version: intent.version, previousAttributes });
  return true;
}
