import type { SimulatePayment } from '@mizan/contracts';
import { Problem, resourceMissing, type LoadContext, type Tx } from '@mizan/service-kit';
import { markIntentPaid, type Receipt } from '../intents/mark-intent-paid.ts';
import { loadPayment, lockIntent } from '../intents/payment.ts';
import type { PaymentIntentRow } from '../intents/payment-intent.entity.ts';
import { transition } from '../intents/payment-intent-state.ts';
import type { PaymentOutcome } from '../providers/provider-outcome.ts';
import { parseSimulatedEnd } from '../providers/simulator/parse-simulated-end.ts';
import type { Wiring } from '../wiring.ts';

/** What cash on delivery calls its ends. */
const synonyms = new Map([
  ['collected', 'succeed'],
  ['refused', 'decline:customer_rejected'],
]);
/** A payment whose end is simulated. */
export interface Simulated extends Receipt {
  /** It was authorised, and the time to capture it has just run out. */
  readonly expiredHold?: PaymentIntentRow;
}

const endOf = ({ outcome, declineCode }: SimulatePayment) =>
  parseSimulatedEnd(synonyms.get(outcome) ?? outcome, declineCode);

/**
 * Finds the charge of a payment that waits for its provider, its buyer or its money. First of three phases: the
 * simulator then ends it with no transaction open, and `settleReceipt` records how.
 *
 * @throws Problem `resource_missing`: no such payment for this merchant
 * @throws Problem `parameter_invalid`: no such outcome, or one that receives nothing with an amount
 * @throws Problem `resource_invalid_state`, `payment_already_completed`: it waits for nothing
 * @throws Problem `amount_invalid`: more than what is missing
 */
export async function findWaiting(tx: Tx, id: string, body: SimulatePayment): Promise<Simulated> {
  if (!endOf(body))
    throw new Problem('parameter_invalid', 'outcome must be succeed, decline, decline:<declineCode> or expire.', {
      param: 'outcome',
    });
  if (body.amountReceived !== undefined && endOf(body) !== 'approve')
    throw new Problem('parameter_invalid', 'amountReceived has a meaning only when the outcome is succeed.', {
      param: 'amountReceived',
    });
  if (body.amountReceived !== undefined) return markIntentPaid(tx, id, { amountReceived: body.amountReceived });
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  const charge = (await loadPayment(tx, intent)).charges.at(-1)?.row;
  if (charge && intent.amount_capturable > 0 && endOf(body) === 'expire') {
    await tx.sql`
      update payment_intents set capture_before = ${tx.now}
      where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${id}`;
    return { paymentIntentId: id, chargeId: charge.id, isWhole: false, expiredHold: intent };
  }
  const moved = transition(intent.status, 'approve');
  if (!charge || 'refusal' in moved) {
    const isPaid = 'refusal' in moved && moved.refusal === 'payment_already_completed';
    throw new Problem(
      isPaid ? 'payment_already_completed' : 'resource_invalid_state',
      isPaid ? 'The payment has already succeeded.' : 'The payment waits for nothing that could be simulated.',
    );
  }
  return { paymentIntentId: id, chargeId: charge.id, isWhole: true };
}

/**
 * Ends the charge at the simulator; no transaction is open. One that has ended stays as it is.
 */
export async function simulateEnd(
  wiring: Wiring,
  { chargeId, isWhole }: Simulated,
  body: SimulatePayment,
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
): Promise<PaymentOutcome | null> {
  const end = endOf(body);
  if (!end) throw new Error('bug: an outcome that was read before');
  if (!isWhole) return null;
  const answer = await wiring.simulatorOf(scope).simulate({ chargeId, now, outcome: end });
  if (answer.kind === 'canceled' || answer.kind === 'not_found')
    throw new Problem('resource_invalid_state', 'The payment was given up, or never reached the simulator.');
  return answer;
}
