import type { Operations, ResponseOf } from '@mizan/contracts';
import { fragment, type OperationInput, type Reader } from '@mizan/service-kit';
import { amountWithin, createdWithin, readPage, when } from '../lists/read-page.ts';
import type { Wiring } from '../wiring.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { toPaymentIntentResource } from './payment-intent.resource.ts';
import { loadPayments } from './payment.ts';

type ListPaymentIntents = Operations['listPaymentIntents'];

/** A page of payment intents, newest first. */
export async function listPaymentIntents(
  reader: Reader,
  wiring: Wiring,
  query: OperationInput<ListPaymentIntents>['query'],
): Promise<ResponseOf<ListPaymentIntents>> {
  const filters = [
    ...when(query.status, (status) => fragment`and status = ${status}`),
    ...when(query.customerId, (customerId) => fragment`and customer_id = ${customerId}`),
    ...when(query.checkoutSessionId, (sessionId) => fragment`and checkout_session_id = ${sessionId}`),
    ...amountWithin(query.amount),
    ...createdWithin(reader, query.date, query.timezone),
  ];
  const { rows, totalCount, nextCursor } = await readPage<PaymentIntentRow>(reader, 'payment_intents', filters, query);
  const payments = await loadPayments(reader, rows);
  return {
    data: payments.map(({ intent, charges }) => toPaymentIntentResource(intent, charges, wiring.clientSecretOf)),
    totalCount,
    nextCursor,
  };
}
