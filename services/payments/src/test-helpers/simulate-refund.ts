import { type Refund, RefundFailureReason } from '@mizan/contracts';
import { type AskContext, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { chargeOf, lockPayment } from '../payment/payment.ts';
import { transition } from '../payment/refund-state.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import type { RefundOutcome } from '../providers/port/provider-outcome.ts';
import type { SimulatedRefundOutcome } from '../providers/simulator/simulator.ts';
import { type RefundKey, settleRefund } from '../refunds/settle-refund.ts';

/**
 * Finds a refund whose end can be simulated. First of three phases.
 *
 * @throws Problem `resource_missing`: no such refund for this merchant
 * @throws Problem `parameter_invalid`: no such outcome
 * @throws Problem `resource_invalid_state`: it has failed or was canceled
 */
export async function simulateRefund(tx: Tx, id: string, outcome: string): Promise<RefundKey> {
  if (!parseSimulatedRefundOutcome(outcome))
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
export async function settleSimulatedRefund(tx: Tx, app: App, key: RefundKey, outcome: RefundOutcome): Promise<Refund> {
  const payment = await lockPayment(tx, key.payment_intent_id);
  const refund = chargeOf(payment, key.charge_id).refunds.find(({ id }) => id === key.id);
  if (refund) await supplyDetails(tx, refund);
  return settleRefund(tx, app, key, outcome);
}

/** Ends the refund at the simulator; no transaction is open. One that waits for the buyer's details ends as well. */
export async function submitSimulatedRefund(
  app: App,
  { id: refundId, charge_id: chargeId }: RefundKey,
  text: string,
  { scope, now }: Pick<AskContext, 'scope' | 'now'>,
): Promise<RefundOutcome> {
  const outcome = parseSimulatedRefundOutcome(text);
  if (!outcome) throw new Error('bug: an outcome that was read before');
  const answer = await app.simulatorOf(scope).simulateRefund({ refundId, now, outcome });
  if (answer.kind !== 'not_found') return answer;
  // It never went to the provider: the buyer was asked where the money shall go, and this plays the answer.
  const reference = `sim_${refundId}`;
  if (outcome === 'succeed') return { kind: 'succeeded', reference, networkReference: null, checkAgainAt: null };
  const failureReason = outcome === 'fail' ? 'unknown' : outcome.failureReason;
  return { kind: 'failed', failureReason, message: `The money of ${chargeId} could not be returned.`, reference };
}

/**
 * Records that the buyer of a refund said where the money shall go: from here on it is on its way. Does nothing for a
 * refund that waits for no details. Call it under the payment's lock.
 */
export async function supplyDetails(tx: Tx, refund: RefundRow): Promise<void> {
  const moved = transition(refund.status, 'supplyDetails');
  if ('refusal' in moved) return;
  const supplied = {
    ...refund,
    status: moved.to,
    pending_reason: 'processing' as const,
    action_expires_at: null,
    version: refund.version + 1,
    updated_at: tx.now,
  };
  await tx.sql`
    update refunds set status = ${supplied.status}, pending_reason = ${supplied.pending_reason}, action_expires_at = null,
      version = ${supplied.version}, updated_at = ${supplied.updated_at}
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${refund.id}`;
  tx.emit('refund.updated', {
    object: toRefundResource(supplied),
    version: supplied.version,
    previousAttributes: { status: refund.status },
  });
}

/**
 * Reads how a refund shall end: `succeed`, `fail` (for the reason its card fails with), or `fail:<failureReason>`.
 *
 * @returns undefined when the outcome is not one of them
 */
export function parseSimulatedRefundOutcome(outcome: string): SimulatedRefundOutcome | undefined {
  if (outcome === 'succeed' || outcome === 'fail') return outcome;
  const [word, reason] = outcome.split(':', 2);
  const known = RefundFailureReason.safeParse(reason);
  return word === 'fail' && known.success ? { failureReason: known.data } : undefined;
}
