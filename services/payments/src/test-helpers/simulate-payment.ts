import type { SimulatePayment } from '@mizan/contracts';
import { type LoadContext, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import { markPaymentIntentPaid, type Receipt, submitReceipt } from '../intents/mark-payment-intent-paid.ts';
import type { App } from '../payment/app.ts';
import { transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { loadPayment, lockIntent } from '../payment/payment.ts';
import type { PaymentOutcome } from '../providers/port/provider-outcome.ts';
import { parseSimulatedOutcome } from '../providers/simulator/simulator.ts';
import { expireHold } from '../settle/expire-holds.ts';

/** Names of outcomes for cash on delivery. */
const synonyms = new Map([
  ['collected', 'succeed'],
  ['refused', 'decline:customer_rejected'],
]);

/** A payment whose outcome is simulated. */
export interface SimulatedPayment extends Receipt {
  /** Set when its authorization expires. */
  readonly expiredHold?: PaymentIntentRow;
}

const outcomeOf = ({ outcome, declineCode }: SimulatePayment) =>
  parseSimulatedOutcome(synonyms.get(outcome) ?? outcome, declineCode);

/**
 * Finds the charge of a payment that waits for its provider, its buyer or its money. First of three phases: the
 * simulator then ends it with no transaction open, and `settleReceipt` records the outcome.
 *
 * @throws Problem `parameter_invalid`, and as `markPaymentIntentPaid`
 */
export async function simulatePayment(
  tx: Tx,
  app: App,
  { id, ...body }: SimulatePayment & { readonly id: string },
): Promise<SimulatedPayment> {
  const outcome = outcomeOf(body);
  if (!outcome)
    throw new Problem('parameter_invalid', 'outcome must be succeed, decline, decline:<declineCode> or expire.', {
      param: 'outcome',
    });
  const { amountReceived } = body;
  const param = 'amountReceived';
  if (amountReceived !== undefined && outcome !== 'approve')
    throw new Problem('parameter_invalid', 'amountReceived is allowed only with the outcome succeed.', { param });
  if (amountReceived !== undefined) return markPaymentIntentPaid(tx, app, { id, amountReceived });
  const intent = await lockIntent(tx, id);
  if (!intent) throw resourceMissing();
  const charge = (await loadPayment(tx, intent)).charges.at(-1)?.row;
  if (charge && intent.amountCapturable > 0 && outcome === 'expire') {
    await tx.sql`update payment_intents set capture_before = ${tx.now} where ${own(tx)} and id = ${id}`;
    return { paymentIntentId: id, chargeId: charge.id, isWhole: false, expiredHold: intent };
  }
  const moved = transition(intent.status, 'approve');
  if ('refusal' in moved && moved.refusal === 'payment_already_completed')
    throw new Problem('payment_already_completed', 'The payment has already succeeded.');
  if (!charge || 'refusal' in moved)
    throw new Problem(
      'resource_invalid_state',
      `This payment is ${intent.status} and waits for nothing that can be simulated.`,
    );
  return { paymentIntentId: id, chargeId: charge.id, isWhole: true };
}

/** Ends the charge at the simulator; no transaction is open. A charge that has ended does not change. */
export async function submitSimulatedPayment(
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
  app: App,
  { payment, body }: { readonly payment: SimulatedPayment; readonly body: SimulatePayment },
): Promise<PaymentOutcome | null> {
  const { chargeId, isWhole, expiredHold } = payment;
  if (body.amountReceived !== undefined) return submitReceipt({ scope, now }, app, payment);
  if (expiredHold) await expireHold(app, expiredHold);
  const outcome = outcomeOf(body);
  if (!outcome) throw new Error('bug: an outcome that was read before');
  if (!isWhole) return null;
  const answer = await app.providers.test.simulatorOf(scope).simulate({ chargeId, now, outcome });
  if (answer.kind === 'canceled' || answer.kind === 'not_found')
    throw new Problem('resource_invalid_state', 'This payment was canceled, or never reached the simulator.');
  return answer;
}
