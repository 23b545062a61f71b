import { fixedRefundFields, type BodyOf, type Operations, type Refund } from '@mizan/contracts';
import {
  checkFixedFields,
  formerAttributes,
  json,
  mergeMetadata,
  Problem,
  resourceMissing,
  type Tx,
} from '@mizan/service-kit';
import { isDeepStrictEqual } from 'node:util';
import { lockIntent } from '../intents/payment.ts';
import type { Wiring } from '../wiring.ts';
import type { RefundRow } from './refund.entity.ts';
import { toRefundResource } from './refund.resource.ts';
import { settleRefund } from './settle-refund.ts';

/** The refund under the lock of its payment. @throws Problem `resource_missing` */
async function lockRefund(tx: Tx, id: string): Promise<RefundRow> {
  const find = () => tx.one<RefundRow>`
    select * from refunds
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${id}`;
  const seen = await find();
  if (!seen) throw resourceMissing();
  await lockIntent(tx, seen.payment_intent_id);
  return (await find()) ?? seen;
}

/**
 * Changes what the merchant says about a refund.
 *
 * @throws Problem `resource_missing`: no such refund for this merchant and mode
 * @throws Problem `parameter_invalid`: a field that cannot change would
 */
export async function updateRefund(tx: Tx, id: string, body: BodyOf<Operations['updateRefund']>): Promise<Refund> {
  const before = await lockRefund(tx, id);
  checkFixedFields(fixedRefundFields, body, toRefundResource(before));
  const after: RefundRow = {
    ...before,
    description: body.description === undefined ? before.description : body.description,
    metadata: mergeMetadata(before.metadata, body.metadata) ?? {},
  };
  if (isDeepStrictEqual(after, before)) return toRefundResource(before);
  Object.assign(after, { version: before.version + 1, updated_at: tx.now });
  await tx.sql`
    update refunds set description = ${after.description}, metadata = ${json(after.metadata)},
      version = ${after.version}, updated_at = ${after.updated_at}
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and id = ${id}`;
  const object = toRefundResource(after);
  tx.emit('refund.updated', {
    object,
    version: after.version,
    previousAttributes: formerAttributes(toRefundResource(before), object),
  });
  return object;
}

/**
 * Withdraws a refund whose buyer has not said yet where the money shall go: the merchant has it again.
 *
 * @throws Problem `resource_missing`: no such refund for this merchant and mode
 * @throws Problem `resource_invalid_state`: it is on its way, or over
 */
export async function cancelRefund(tx: Tx, wiring: Wiring, id: string): Promise<Refund> {
  const refund = await lockRefund(tx, id);
  if (refund.status !== 'REQUIRES_ACTION')
    throw new Problem('resource_invalid_state', 'Only a refund that waits for the buyer can be canceled.');
  return settleRefund(tx, wiring, refund, 'canceled');
}
