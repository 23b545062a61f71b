import type { PaymentIntent } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customers/change-customer.ts';
import type { CustomerRow, LatestPaymentMethod } from '../customers/customer.entity.ts';
import { lockUnlessErased } from '../customers/find-customer.ts';
import { recountSpending, type Spending } from './recount-spending.ts';

type Payment = Pick<PaymentIntent, 'currency' | 'amountReceived'> & { succeededAt: Date; refunded: number };
/**
 * Counts a payment for its customer, with the refunds that were heard of before it. A customer's currency is that of the
 * first payment; payments in others are recorded and left out, because nothing says what they are worth in it.
 */
export async function countPayment(tx: Tx, intent: PaymentIntent, succeededAt: Date): Promise<void> {
  if (!intent.customer) return;
  const recorded = await record(tx, intent, intent.customer.id, succeededAt);
  if (!recorded) return;
  const customer = await lockUnlessErased(tx, intent.customer.id);
  if (!customer) return;
  const payment = { ...intent, succeededAt, refunded: recorded.refunded };
  await changeCustomer(tx, customer, {
    ...(await spendingWith(tx, customer, payment)),
    latestPaymentMethod: newer(customer.latestPaymentMethod, intent.paymentMethod),
  });
}

/** Undefined when it was recorded before. The row stays locked, so that no refund of the payment is missed. */
const record = (
  tx: Tx,
  intent: PaymentIntent,
  customerId: string,
  succeededAt: Date,
): Promise<{ refunded: number } | undefined> =>
  tx.one<{ refunded: number }>`
    insert into spend_payments as known (merchant_id, livemode, payment_intent_id, customer_id, currency, amount, refunded, succeeded_at)
    values (${tx.scope.merchantId}, ${tx.scope.livemode}, ${intent.id}, ${customerId}, ${intent.currency}, ${intent.amountReceived}, 0, ${succeededAt})
    on conflict (merchant_id, livemode, payment_intent_id) do update
      set customer_id = excluded.customer_id, currency = excluded.currency, amount = excluded.amount, succeeded_at = excluded.succeeded_at
      where known.succeeded_at is null
    returning refunded`;

async function spendingWith(tx: Tx, customer: CustomerRow, payment: Payment): Promise<Partial<Spending>> {
  const { firstPurchaseAt, lastPurchaseAt } = customer;
  if (firstPurchaseAt !== null && lastPurchaseAt !== null && customer.currency !== payment.currency)
    return payment.succeededAt < firstPurchaseAt ? recountSpending(tx, customer, payment.currency) : {};
  return {
    currency: payment.currency,
    grossSpend: customer.grossSpend + payment.amountReceived,
    amountRefunded: customer.amountRefunded + payment.refunded,
    numPayments: customer.numPayments + 1,
    firstPurchaseAt: firstPurchaseAt && firstPurchaseAt < payment.succeededAt ? firstPurchaseAt : payment.succeededAt,
    lastPurchaseAt: lastPurchaseAt && lastPurchaseAt > payment.succeededAt ? lastPurchaseAt : payment.succeededAt,
  };
}

function newer(known: LatestPaymentMethod | null, used: PaymentIntent['paymentMethod']): LatestPaymentMethod | null {
  if (!used || (known && known.createdAt >= used.createdAt)) return known;
  const { id, type, card, valu, createdAt } = used;
  return { id, type, ...(card ? { card } : {}), ...(valu ? { valu } : {}), createdAt };
}
