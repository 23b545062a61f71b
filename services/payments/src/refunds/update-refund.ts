import { isDeepStrictEqual } from 'node:util';
import { type BodyOf, fixedRefundFields, type Operations, type Refund } from '@mizan/contracts';
import { checkFixedFields, formerAttributes, mergeMetadata, own, type Tx } from '@mizan/service-kit';
import type { RefundRow } from '../payment/refund.entity.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { refunds } from '../payment/refund.table.ts';
import { lockRefund } from './lock-refundable-charge.ts';

/**
 * Changes the description and metadata of a refund.
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
  Object.assign(after, { version: before.version + 1, updatedAt: tx.now });
  const { description, metadata, version, updatedAt } = after;
  await tx.sql`
    update refunds set ${refunds.set({ description, metadata, version, updatedAt })}
    where ${own(tx)} and id = ${id}`;
  const object = toRefundResource(after);
  tx.emit('refund.updated', {
    object,
    version: after.version,
    previousAttributes: formerAttributes(toRefundResource(before), object),
  });
  return object;
}
