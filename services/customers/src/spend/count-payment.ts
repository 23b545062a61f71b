import type { PaymentIntent } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customers/change-customer.ts';
import type { CustomerRow, LatestPaymentMethod } from '../customers/customer.entity.ts';
import { lockUnlessErased } from '../customers/find-customer.ts';

type Payment = Pick<PaymentIntent, 'currency' | 'amountReceived'> & { succeededAt: Date; refunded: number };
type Spending = Pick<
  CustomerRow,
  'currency' | 'grossSpend' | 'amountRefunded' | 'numPayments' | 'firstPurchaseAt' | 'lastPurchaseAt'
>;

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
    return payment.succeededAt < firstPurchaseAt ? spendingIn(tx, customer, payment.currency) : {};
  return {
    currency: payment.currency,
    grossSpend: customer.grossSpend + payment.amountReceived,
    amountRefunded: customer.amountRefunded + payment.refunded,
    numPayments: customer.numPayments + 1,
    firstPurchaseAt: firstPurchaseAt && firstPurchaseAt < payment.succeededAt ? firstPurchaseAt : payment.succeededAt,
    lastPurchaseAt: lastPurchaseAt && lastPurchaseAt > payment.succeededAt ? lastPurchaseAt : payment.succeededAt,
  };
}

/** Everything recorded in a currency, when news of an earlier payment make it the customer's. */
async function spendingIn(tx: Tx, { id }: CustomerRow, currency: Payment['currency']): Promise<Spending> {
  const sums = await tx.one<Spending>`
    select
      ${currency} as currency, sum(amount)::bigint as "grossSpend", sum(refunded)::bigint as "amountRefunded",
      count(*)::int as "numPayments", min(succeeded_at) as "firstPurchaseAt", max(succeeded_at) as "lastPurchaseAt"
    from spend_payments
    where merchant_id = ${tx.scope.merchantId} and livemode = ${tx.scope.livemode} and customer_id = ${id}
      and currency = ${currency}`;
  if (!sums) throw new Error('bug: an aggregate without a row');
  return sums;
}

function newer(known: LatestPaymentMethod | null, used: PaymentIntent['paymentMethod']): LatestPaymentMethod | null {
  if (!used || (known && known.createdAt >= used.createdAt)) return known;
  const { id, type, card, valu, createdAt } = used;
  return { id, type, ...(card ? { card } : {}), ...(valu ? { valu } : {}), createdAt };
}
