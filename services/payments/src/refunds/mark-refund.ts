import type { Refund } from '@mizan/contracts';
import { formerAttributes, own, Problem, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { isReturnedByMerchant } from '../payment/charge-traits.ts';
import { chargeOf, lockPayment } from '../payment/payment.ts';
import { transition } from '../payment/refund-state.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { refunds } from '../payment/refund.table.ts';
import { lockRefund } from './lock-refundable-charge.ts';
import { type RefundAnswer, refundKeyOf, settleRefund } from './settle-refund.ts';

/** Applies what the merchant says of a refund that it returns itself. @throws Problem as `markRefundPaid` */
export async function markRefund(
  tx: Tx,
  app: App,
  { id, answer }: { readonly id: string; readonly answer: RefundAnswer },
): Promise<Refund> {
  const refund = await lockRefund(tx, id);
  const payment = await lockPayment(tx, refund.paymentIntentId);
  if (!isReturnedByMerchant(refund, chargeOf(payment, refund.chargeId).row))
    throw new Problem(
      'resource_invalid_state',
      'The payment provider returns this refund itself. If it fails, create another one with outOfBand, and send the money yourself.',
    );
  if (refund.status !== 'REQUIRES_ACTION' && refund.status !== 'PENDING')
    throw new Problem('resource_invalid_state', `This refund is ${refund.status} already.`);
  await supplyDetails(tx, app, refund);
  return settleRefund(tx, app, { ...refundKeyOf(refund), answer, isByMerchant: true });
}

/**
 * Records that it is known where the money of a refund goes: it is pending from then on. Does nothing for a refund that waits
 * for nothing. Call it under the payment's lock.
 */
export async function supplyDetails(tx: Tx, app: App, refund: RefundRow): Promise<void> {
  const moved = transition(refund.status, 'supplyDetails');
  if ('refusal' in moved) return;
  const changes = {
    status: moved.to,
    pendingReason: 'processing' as const,
    actionExpiresAt: null,
    nextSyncAt: null, // no provider returns it: the merchant reports how it ends
    version: refund.version + 1,
    updatedAt: tx.now,
  };
  await tx.sql`update refunds set ${refunds.set(changes)} where ${own(tx)} and id = ${refund.id}`;
  const object = toRefundResource({ ...refund, ...changes }, app);
  const previousAttributes = formerAttributes(toRefundResource(refund, app), object);
  tx.emit('refund.updated', { object, version: changes.version, previousAttributes });
}
