import type { Operations, Refund, ResponseOf } from '@mizan/contracts';
import { fragment, type OperationInput, own, type Reader, readPage, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { refunds } from '../payment/refund.table.ts';
import { findTransfer } from './transfer-details.ts';
import { countedIn, createdOn, when } from '../tables/list-filters.ts';

type ListRefunds = Operations['listRefunds'];

/** With what its buyer has entered. @throws Problem `resource_missing`: no such refund for this merchant and mode */
export async function getRefund(reader: Reader, app: App, id: string): Promise<Refund> {
  const row = await reader.one<RefundRow>`
    select ${refunds.columns} from refunds where ${own(reader)} and id = ${id}`;
  if (!row) throw resourceMissing();
  const transferTo = await findTransfer(reader, app, id);
  return { ...toRefundResource(row, app), ...(transferTo && { transferTo }) };
}

/** A page of refunds, newest first. */
export async function listRefunds(
  reader: Reader,
  app: App,
  query: OperationInput<ListRefunds>['query'],
): Promise<ResponseOf<ListRefunds>> {
  const filters = [
    ...when(query.chargeId, (chargeId) => fragment`charge_id = ${chargeId}`),
    ...when(query.paymentIntentId, (intentId) => fragment`payment_intent_id = ${intentId}`),
    ...when(query.status, (status) => fragment`status = ${status}`),
    ...createdOn(reader, query.date, query.timezone),
  ];
  const { rows, totalCount, nextCursor } = await readPage(reader, refunds, {
    page: query,
    filters,
    counted: countedIn('refunds', filters),
  });
  return { data: rows.map((row) => toRefundResource(row, app)), totalCount, nextCursor };
}
