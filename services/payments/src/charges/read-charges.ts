import type { Charge, Operations, ResponseOf } from '@mizan/contracts';
import { fragment, type OperationInput, own, type Reader, readPage, resourceMissing } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { toChargeResource } from '../payment/charge.resource.ts';
import { charges } from '../payment/charge.table.ts';
import { loadChargeParts } from '../payment/payment.ts';
import { countedIn, createdOn, when } from '../tables/list-filters.ts';

type ListCharges = Operations['listCharges'];

/** @throws Problem `resource_missing`: no such charge for this merchant and mode */
export async function getCharge(reader: Reader, app: App, id: string): Promise<Charge> {
  const row = await reader.one<ChargeRow>`
    select ${charges.columns} from charges where ${own(reader)} and id = ${id}`;
  const [charge] = await loadChargeParts(reader, row ? [row] : []);
  if (!charge) throw resourceMissing();
  return toChargeResource(charge, app);
}

/** A page of charges, newest first. */
export async function listCharges(
  reader: Reader,
  app: App,
  query: OperationInput<ListCharges>['query'],
): Promise<ResponseOf<ListCharges>> {
  const filters = [
    ...when(query.paymentIntentId, (intentId) => fragment`payment_intent_id = ${intentId}`),
    ...when(query.customerId, (customerId) => fragment`customer_id = ${customerId}`),
    ...when(query.status, (status) => fragment`status = ${status}`),
    ...createdOn(reader, query.date, query.timezone),
  ];
  const { rows, totalCount, nextCursor } = await readPage(reader, charges, {
    page: query,
    filters,
    counted: countedIn('charges', filters),
  });
  return {
    data: (await loadChargeParts(reader, rows)).map((charge) => toChargeResource(charge, app)),
    totalCount,
    nextCursor,
  };
}
