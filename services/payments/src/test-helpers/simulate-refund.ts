import type { Refund } from '@mizan/contracts';
import { type LoadContext, own, Problem, resourceMissing, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { chargeOf, lockPayment } from '../payment/payment.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { refunds } from '../payment/refund.table.ts';
import type { RefundOutcome } from '../providers/port/provider-outcome.ts';
import { parseSimulatedRefundOutcome } from '../providers/simulator/simulator.ts';
import { supplyDetails } from '../refunds/mark-refund.ts';
import { type RefundKey, refundKeyOf, settleRefund } from '../refunds/settle-refund.ts';

/** Finds a refund to simulate. @throws Problem `resource_missing`, `parameter_invalid`, `resource_invalid_state` */
export async function simulateRefund(tx: Tx, id: string, outcome: string): Promise<RefundKey> {
  if (!parseSimulatedRefundOutcome(outcome))
    throw new Problem('parameter_invalid', 'outcome must be succeed, fail or fail:<failureReason>.', {
      param: 'outcome',
    });
  const refund = await tx.one<RefundRow>`select ${refunds.columns} from refunds where ${own(tx)} and id = ${id}`;
  if (!refund) throw resourceMissing();
  if (refund.status === 'FAILED' || refund.status === 'CANCELED')
    throw new Problem('resource_invalid_state', 'This refund has failed or was canceled.');
  assertNotMarkedPaid(refund);
  return refundKeyOf(refund);
}

/** @throws Problem `resource_invalid_state` */
function assertNotMarkedPaid({ reimbursementBalanceTransactionId }: RefundRow): void {
  if (reimbursementBalanceTransactionId !== null)
    throw new Problem('resource_invalid_state', 'This refund was marked as paid, and stays paid.');
}

/**
 * Records the outcome; bank details that the buyer still had to provide count as provided.
 *
 * @throws Problem `resource_invalid_state`: it was marked as paid meanwhile
 */
export async function settleSimulatedRefund(
  tx: Tx,
  app: App,
  settled: RefundKey & { readonly answer: RefundOutcome },
): Promise<Refund> {
  const { refundId, chargeId, paymentIntentId } = settled;
  const payment = await lockPayment(tx, paymentIntentId);
  const refund = chargeOf(payment, chargeId).refunds.find(({ id }) => id === refundId);
  if (refund) {
    assertNotMarkedPaid(refund);
    await supplyDetails(tx, app, refund);
  }
  return settleRefund(tx, app, { ...settled, isByMerchant: refund?.isOutOfBand === true });
}

/** Ends the refund at the simulator; no transaction is open. One that waits for the buyer's details ends as well. */
export async function submitSimulatedRefund(
  { scope, now }: Pick<LoadContext, 'scope' | 'now'>,
  app: App,
  { refundId, chargeId, outcome: text }: RefundKey & { readonly outcome: string },
): Promise<RefundOutcome> {
  const outcome = parseSimulatedRefundOutcome(text);
  if (!outcome) throw new Error('bug: an outcome that was read before');
  const answer = await app.providers.test.simulatorOf(scope).simulateRefund({ refundId, now, outcome });
  if (answer.kind !== 'not_found') return answer;
  // It never went to the provider: the buyer had to provide bank details first, and this plays the buyer too.
  const reference = `sim_${refundId}`;
  if (outcome === 'succeed') return { kind: 'succeeded', reference, networkReference: null, checkAgainAt: null };
  const failureReason = outcome === 'fail' ? 'unknown' : outcome.failureReason;
  return { kind: 'failed', failureReason, message: `The money of ${chargeId} could not be returned.`, reference };
}
