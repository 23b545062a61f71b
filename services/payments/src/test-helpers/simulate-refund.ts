import type { Refund } from '@mizan/contracts';
import { Problem, resourceMissing, type LoadContext, type Tx } from '@mizan/service-kit';
import { chargeOf, lockPayment } from '../intents/payment.ts';
import type { RefundOutcome } from '../providers/provider-outcome.ts';
import { parseRefundEnd } from '../providers/simulator/parse-simulated-end.ts';
import type { RefundRow } from '../refunds/refund.entity.ts';
import { settleRefund, type RefundKey } from '../refunds/settle-refund.ts';
import { supplyDetails } from '../refunds/supply-details.ts';
import type { Wiring } from '../wiring.ts';

/**
 * Finds a refund whose end can be simulated. First of three phases.
 *
 * @throws Problem `resource_missing`: no such refund for this merchant
 * @throws Problem `parameter_invalid`: no such outcome
 * @throws Problem `resource_invalid_state`: it has failed or was canceled
 */
export async function findRefund(tx: Tx, id: string, outcome: string): Promise<RefundKey> {
  if (!parseRefundEnd(outcome))
    throw new Problem('parameter_invalid', 'outcome must be succeed, fail or fail:<failureReason>.', {
      param: 'outcome',
    });
  const refund = await tx.one<RefundRow>`
    select * from refunds
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${id}`;
  if (!refund) throw resourceMissing();
  if (refund.status === 'FAILED' || refund.status === 'CANCELED')
    throw new Problem('resource_invalid_state', 'The refund has ended.');
  return { id: refund.id, charge_id: refund.charge_id, payment_intent_id: refund.payment_intent_id };
}

/** Records how it ended; details that the buyer still had to give count as given. */
export async function settleSimulated(tx: Tx, wiring: Wiring, key: RefundKey, outcome: RefundOutcome): Promise<Refund> {
  const payment = await lockPayment(tx, key.payment_intent_id);
  const refund = chargeOf(payment, key.charge_id).refunds.find(({ id }) => id === key.id);
  if (refund) await supplyDetails(tx, refund);
  return settleRefund(tx, wiring, key, outcome);
}

/** Ends the refund at the simulator; no transaction is open. One that waits for the buyer's details ends as well. */
export async function simulateRefundEnd(
  wiring: Wiring,
  { id: refundId, charge_id: chargeId }: RefundKey,
  text: string,
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
): Promise<RefundOutcome> {
  const outcome = parseRefundEnd(text);
  if (!outcome) throw new Error('bug: an outcome that was read before');
  const answer = await wiring.simulatorOf(scope).simulateRefund({ refundId, now, outcome });
  if (answer.kind !== 'not_found') return answer;
  // It never went to the provider: the buyer was asked where the money shall go, and this plays the answer.
  const reference = `sim_${refundId}`;
  if (outcome === 'succeed') return { kind: 'succeeded', reference, networkReference: null, checkAgainAt: null };
  const failureReason = outcome === 'fail' ? 'unknown' : outcome.failureReason;
  return { kind: 'failed', failureReason, message: `The money of ${chargeId} could not be returned.`, reference };
}
