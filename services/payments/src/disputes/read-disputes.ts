import type { Dispute, Operations, ResponseOf } from '@mizan/contracts';
import { fragment, type OperationInput, type Reader, readPage, resourceMissing } from '@mizan/service-kit';
import { toDisputeResource, toListedDispute } from '../payment/dispute.resource.ts';
import { disputes } from '../payment/dispute.table.ts';
import { countedIn, createdOn, when } from '../tables/list-filters.ts';
import { findDispute, loadDispute, loadDisputes } from './lock-dispute.ts';

type ListDisputes = Operations['listDisputes'];

/** @throws Problem `resource_missing`: no such dispute for this merchant and mode */
export async function getDispute(reader: Reader, id: string): Promise<Dispute> {
  const row = await findDispute(reader, id);
  if (!row) throw resourceMissing();
  return toDisputeResource(await loadDispute(reader, row));
}

/** A page of disputes, newest first. */
export async function listDisputes(
  reader: Reader,
  query: OperationInput<ListDisputes>['query'],
): Promise<ResponseOf<ListDisputes>> {
  const filters = [
    ...when(query.chargeId, (chargeId) => fragment`charge_id = ${chargeId}`),
    ...when(query.paymentIntentId, (intentId) => fragment`payment_intent_id = ${intentId}`),
    ...when(query.status, (status) => fragment`status = ${status}`),
    ...createdOn(reader, query.date, query.timezone),
  ];
  const { rows, totalCount, nextCursor } = await readPage(reader, disputes, {
    page: query,
    filters,
    counted: countedIn('disputes', filters),
  });
  const found = await loadDisputes(reader, rows);
  return { data: found.map(toListedDispute), totalCount, nextCursor };
}
