import type { Operations, PaymentIntent, PaymentIntentStatus, ResponseOf } from '@mizan/contracts';
import {
  fragment,
  type Fragment,
  type OperationInput,
  own,
  type Reader,
  readPage,
  resourceMissing,
} from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { isOpenDispute } from '../payment/dispute-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { type SessionPayment, toPaymentIntentResource, toSessionPayment } from '../payment/payment-intent.resource.ts';
import { paymentIntents } from '../payment/payment-intent.table.ts';
import { findIntent, loadPayment, loadPayments } from '../payment/payment.ts';
import { parseReceiptNumber } from '../receipts/assign-receipt-numbers.ts';
import { amountBetween, countedIn, createdOn, when } from '../tables/list-filters.ts';

/** @throws Problem `resource_missing`: no such intent for this merchant and mode */
export async function getPaymentIntent(reader: Reader, app: App, id: string): Promise<PaymentIntent> {
  const row = await findIntent(reader, id);
  if (!row) throw resourceMissing();
  return toPaymentIntentResource(await loadPayment(reader, row), app);
}

/** The payment intent of a checkout session. */
export async function getSessionPayment(reader: Reader, app: App, checkoutSessionId: string): Promise<SessionPayment> {
  const row = await reader.one<PaymentIntentRow>`
    select ${paymentIntents.columns} from payment_intents
    where ${own(reader)} and checkout_session_id = ${checkoutSessionId}`;
  return toSessionPayment(row && (await loadPayment(reader, row)), app);
}

type ListPaymentIntents = Operations['listPaymentIntents'];

/** A page of payment intents, newest first. */
export async function listPaymentIntents(
  reader: Reader,
  app: App,
  query: OperationInput<ListPaymentIntents>['query'],
): Promise<ResponseOf<ListPaymentIntents>> {
  const filters = [
    ...when(query.status, (status) => fragment`status = ${status}`),
    ...when(query.customerId, (customerId) => fragment`customer_id = ${customerId}`),
    ...when(query.checkoutSessionId, (sessionId) => fragment`checkout_session_id = ${sessionId}`),
    ...when(query.receiptNumber, (number) => hasReceipt(reader, number)),
    ...amountBetween(query.amount),
    ...createdOn(reader, query.date, query.timezone),
  ];
  const { rows, totalCount, nextCursor } = await readPage(reader, paymentIntents, {
    page: query,
    filters,
    counted: countedIn('payment_intents', filters),
  });
  const payments = await loadPayments(reader, rows);
  return { data: payments.map((payment) => toPaymentIntentResource(payment, app)), totalCount, nextCursor };
}

/** Payments of the receipt of a charge or refund: there is one, or none. @param text `R-2026-000031` */
function hasReceipt(reader: Reader, text: string): Fragment {
  const { year, number } = parseReceiptNumber(text);
  return fragment`id in (
    select payment_intent_id from charges where ${own(reader)} and id in (
      select charge_id from receipts where ${own(reader)} and year = ${year} and number = ${number}))`;
}

/** Statuses in which money may still move, or is held for the merchant. */
const open: readonly PaymentIntentStatus[] = ['PROCESSING', 'UNCAPTURED', 'AMOUNT_CAPTURABLE_UPDATED'];

/** How many payments of a customer are undecided, authorized and not captured, or have a refund or dispute that has not ended. */
export async function countOpenPayments(reader: Reader, customerId: string): Promise<{ openPayments: number }> {
  const row = await reader.one<{ openPayments: number }>`
    select count(*) as open_payments from payment_intents
    where ${own(reader, 'payment_intents')} and customer_id = ${customerId} and (status = any(${open}::text[]) or exists (
      select from refunds where ${own(reader, 'refunds')} and payment_intent_id = payment_intents.id
        and refunds.status in ('PENDING', 'REQUIRES_ACTION')) or exists (
      select from disputes where ${own(reader, 'disputes')} and payment_intent_id = payment_intents.id and ${isOpenDispute}))`;
  return { openPayments: row?.openPayments ?? 0 };
}
