import { expectRecord } from '../port/record-store.ts';
import { Order, Transaction } from './paymob-objects.ts';
import { attemptOf, type PageRecord, type PaymobContext, saleKey } from './paymob-store.ts';
import { isRefusal } from './read-error.ts';
import { assertRequested, isChild } from './read-transaction.ts';

/**
 * The payment of an intention: the sale that is known, else what Paymob shows by the order, which is the newest transaction
 * alone. Undefined when the buyer has started none.
 *
 * @throws Error the sale that Paymob shows is not the payment that was requested: it is not kept
 */
export async function findPayment(
  context: PaymobContext,
  chargeId: string,
  page: PageRecord,
): Promise<Transaction | undefined> {
  const known = await context.store.get(saleKey(chargeId));
  if (known) return getTransaction(context, expectRecord(known, 'sale').id);
  const newest = await findNewest(context, page);
  const started = page.transactionId === null ? undefined : await getTransaction(context, page.transactionId);
  const found = newest && (await paymentOf(context, newest));
  // The buyer may have paid on the page although a request has started another attempt before, and the other way round.
  const payment = started?.success ? started : (found ?? started);
  if (!payment?.success) return payment;
  assertRequested(payment, await attemptOf(context, chargeId), page);
  await context.store.putIfAbsent(saleKey(chargeId), { op: 'sale', id: payment.id });
  return payment;
}

/** A transaction by its number. */
export const getTransaction = ({ client }: Pick<PaymobContext, 'client'>, id: number): Promise<Transaction> =>
  client.read({ method: 'GET', path: `/api/acceptance/transactions/${id}`, answer: Transaction });

/** Every transaction of an order: tries, refunds, captures and voids. */
export const listTransactions = async (
  { client }: Pick<PaymobContext, 'client'>,
  { orderId }: Pick<PageRecord, 'orderId'>,
): Promise<readonly Transaction[]> =>
  (await client.read({ method: 'GET', path: `/api/ecommerce/orders/${orderId}`, answer: Order })).transactions;

/** A refund, void or capture hides its payment: that one is its parent's parent at most. */
async function paymentOf(context: PaymobContext, newest: Transaction): Promise<Transaction> {
  let found = newest;
  for (let depth = 0; depth < 2 && isChild(found); depth += 1) {
    if (!found.parent_transaction) throw new Error(`Paymob: transaction ${found.id} is a child without a parent`);
    found = await getTransaction(context, found.parent_transaction);
  }
  return found;
}

/** The newest transaction of an order; undefined when there is none. */
export async function findNewest(
  { client }: Pick<PaymobContext, 'client'>,
  { orderId }: Pick<PageRecord, 'orderId'>,
): Promise<Transaction | undefined> {
  try {
    return await client.read({
      method: 'POST',
      path: '/api/ecommerce/orders/transaction_inquiry',
      body: { order_id: orderId },
      answer: Transaction,
    });
  } catch (thrown) {
    if (isRefusal(thrown) && thrown.status === 404) return undefined;
    throw thrown;
  }
}
