import type { Tx } from '@mizan/service-kit';
import type { RefundRow } from './refund.entity.ts';
import { toRefundResource } from './refund.resource.ts';
import { transition } from './refund-state.ts';

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
