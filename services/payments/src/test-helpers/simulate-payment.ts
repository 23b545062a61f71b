import type { SimulatePayment } from '@mizan/contracts';
import { type AskContext, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { markPaymentIntentPaid, type Receipt } from '../intents/mark-payment-intent-paid.ts';
import type { App } from '../payment/app.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { loadPayment, lockIntent } from '../payment/payment.ts';
import { isDeclineCode } from '../providers/port/describe-failure.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import type { SimulatedOutcome } from '../providers/simulator/simulator.ts';

/** What cash on delivery calls its ends. */
const synonyms = new Map([
  ['collected', 'succeed'],
  ['refused', 'decline:customer_rejected'],
]);
/** A payment whose end is simulated. */
export interface SimulatedPayment extends Receipt {
  /** It was authorised, and the time to capture it has just run out. */
  readonly expiredHold?: PaymentIntentRow;
}

const outcomeOf = ({ outcome, declineCode }: SimulatePayment) =>
  parseSimulatedOutcome(synonyms.get(outcome) ?? outcome, declineCode);

/**
 * Finds the charge of a payment that waits for its provider, its buyer or its money. First of three phases: the
 * simulator then ends it with no transaction open, and `settleReceipt` records how.
 *
 * @throws Problem `resource_missing`: no such payment for this merchant
 * @throws Problem `parameter_invalid`: no such outcome, or one that receives nothing with an amount
 * @throws Problem `resource_invalid_state`, `payment_already_completed`: it waits for nothing
 * @throws Problem `amount_invalid`: more than what is missing
 */
export async function simulatePayment(tx: Tx, id: string, body: SimulatePayment): Promise<SimulatedPayment> {
  if (!outcomeOf(body))
    throw new Problem('parameter_invalid', 'outcome must be succeed, decline, decline:<declineCode> or expire.', {
      param: 'outcome',
    });
  if (body.amountReceived !== undefined && outcomeOf(body) !== 'approve')
    throw new Problem('parameter_invalid', 'amountReceived has a meaning only when the outcome is succeed.', {
      param: 'amountReceived',
    });
  if (body.amountReceived !== undefined) return markPaymentIntentPaid(tx, id, { amountReceived: body.amountReceived });
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  const charge = (await loadPayment(tx, intent)).charges.at(-1)?.row;
  if (charge && intent.amount_capturable > 0 && outcomeOf(body) === 'expire') {
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
export async function submitSimulatedOutcome(
  app: App,
  { chargeId, isWhole }: SimulatedPayment,
  body: SimulatePayment,
  { scope, now }: Pick<AskContext, 'scope' | 'now'>,
): Promise<PaymentOutcome | null> {
  const end = outcomeOf(body);
  if (!end) throw new Error('bug: an outcome that was read before');
  if (!isWhole) return null;
  const answer = await app.simulatorOf(scope).simulate({ chargeId, now, outcome: end });
  if (answer.kind === 'canceled' || answer.kind === 'not_found')
    throw new Problem('resource_invalid_state', 'The payment was given up, or never reached the simulator.');
  return answer;
}

/**
 * Reads how a waiting payment shall end: `succeed`, `decline` (with its code behind a colon or in a field of its own),
 * or `expire`, which ends it as if the buyer had never come back or paid.
 *
 * @returns undefined when the outcome or the code is not one of them
 */
export function parseSimulatedOutcome(outcome: string, declineCode?: string): SimulatedOutcome | undefined {
  if (outcome === 'succeed') return 'approve';
  if (outcome === 'expire') return 'expire';
  const [word, ofOutcome] = outcome.split(':', 2);
  const code = ofOutcome ?? declineCode ?? 'generic_decline';
  if (word !== 'decline' || !isDeclineCode(code)) return undefined;
  return { result: 'decline', failure: code, isSent: true };
}
