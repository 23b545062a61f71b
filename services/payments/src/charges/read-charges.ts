import type { Charge, Operations, ResponseOf } from '@mizan/contracts';
import { fragment, type OperationInput, type Reader, resourceMissing } from '@mizan/service-kit';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { toChargeResource } from '../payment/charge.resource.ts';
import { loadChargeParts } from '../payment/payment.ts';
import { createdWithin, readPage, when } from '../tables/read-page.ts';

type ListCharges = Operations['listCharges'];

/** @throws Problem `resource_missing`: no such charge for this merchant and mode */
export async function getCharge(reader: Reader, id: string): Promise<Charge> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<ChargeRow>`
    select * from charges where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${id}`;
  const [charge] = await loadChargeParts(reader, row ? [row] : []);
  if (!charge) throw resourceMissing();
  return toChargeResource(charge);
}

/** A page of charges, newest first. */
export async function listCharges(
  reader: Reader,
  query: OperationInput<ListCharges>['query'],
): Promise<ResponseOf<ListCharges>> {
  const filters = [
    ...when(query.paymentIntentId, (intentId) => fragment`and payment_intent_id = ${intentId}`),
    ...when(query.customerId, (customerId) => fragment`and customer_id = ${customerId}`),
    ...when(query.status, (status) => fragment`and status = ${status}`),
    ...createdWithin(reader, query.date, query.timezone),
  ];
  const { rows, totalCount, nextCursor } = await readPage<ChargeRow>(reader, 'charges', filters, query);
  return { data: (await loadChargeParts(reader, rows)).map(toChargeResource), totalCount, nextCursor };
}
