import { isDeepStrictEqual } from 'node:util';
import { type BodyOf, fixedRefundFields, type Operations, type Refund } from '@mizan/contracts';
import { checkFixedFields, formerAttributes, mergeMetadata, own, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { refunds } from '../payment/refund.table.ts';
import { lockRefund } from './lock-refundable-charge.ts';

/** Changes the description and metadata of a refund. @throws Problem `resource_missing`, `parameter_invalid` */
export async function updateRefund(
  tx: Tx,
  app: App,
  { id, body }: { readonly id: string; readonly body: BodyOf<Operations['updateRefund']> },
): Promise<Refund> {
  const before = await lockRefund(tx, id);
  checkFixedFields(fixedRefundFields, body, toRefundResource(before, app));
  const description = body.description === undefined ? before.description : body.description;
  const metadata = mergeMetadata(before.metadata, body.metadata) ?? {};
  if (isDeepStrictEqual({ ...before, description, metadata }, before)) return toRefundResource(before, app);
  const changes = { description, metadata, version: before.version + 1, updatedAt: tx.now };
  await tx.sql`update refunds set ${refunds.set(changes)} where ${own(tx)} and id = ${id}`;
  const object = toRefundResource({ ...before, ...changes }, app);
  const previousAttributes = formerAttributes(toRefundResource(before, app), object);
  tx.emit('refund.updated', { object, version: changes.version, previousAttributes });
  return object;
}
