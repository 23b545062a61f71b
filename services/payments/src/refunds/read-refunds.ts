import type { Operations, Refund, ResponseOf } from '@mizan/contracts';
import { fragment, type OperationInput, type Reader, resourceMissing } from '@mizan/service-kit';
import type { RefundRow } from '../payment/refund.entity.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { createdWithin, readPage, when } from '../tables/read-page.ts';

type ListRefunds = Operations['listRefunds'];

/** @throws Problem `resource_missing`: no such refund for this merchant and mode */
export async function getRefund(reader: Reader, id: string): Promise<Refund> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<RefundRow>`
    select * from refunds where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id}`;
  if (!row) throw resourceMissing();
  return toRefundResource(row);
}

/** A page of refunds, newest first. */
export async function listRefunds(
  reader: Reader,
  query: OperationInput<ListRefunds>['query'],
): Promise<ResponseOf<ListRefunds>> {
  const filters = [
    ...when(query.chargeId, (chargeId) => fragment`and charge_id = ${chargeId}`),
    ...when(query.paymentIntentId, (intentId) => fragment`and payment_intent_id = ${intentId}`),
    ...when(query.status, (status) => fragment`and status = ${status}`),
    ...createdWithin(reader, query.date, query.timezone),
  ];
  const { rows, totalCount } = await readPage<RefundRow>(reader, 'refunds', filters, query);
  return { data: rows.map(toRefundResource), totalCount };
}
