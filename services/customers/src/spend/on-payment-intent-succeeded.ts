import { capturedChargeOf, type Currency, type EventPaymentIntent } from '@mizan/contracts';
import type { BusEvent, Tx } from '@mizan/service-kit';
import { changeCustomer } from '../customer/change-customer.ts';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { lockUnlessErased } from '../customer/find-customer.ts';
import { laterMethod, listedMethod } from '../customer/latest-payment-method.ts';
import { convertedShare, spentIn, type RecordedPayment, type Spent } from './converted-share.ts';
import { firstCurrencyOf, recountSpending, type Spending } from './recount-spending.ts';
import { spendPayments } from './spend.table.ts';

/**
 * Counts a payment for its customer, with the refunds and lost disputes whose events arrived first. The currency of a customer is that of
 * the first payment, which is always counted; when the event of the first one arrives late, in another currency, all
 * payments are counted again.
 */
export async function onPaymentIntentSucceeded(tx: Tx, event: BusEvent<'payment_intent.succeeded'>): Promise<void> {
  const { object: intent, time: succeededAt } = event;
  if (!intent.customer) return;
  const recorded = await record(tx, { intent, customerId: intent.customer.id, succeededAt });
  if (!recorded) return;
  const customer = await lockUnlessErased(tx, intent.customer.id);
  if (!customer) return;
  const currency = await currencyWith(tx, customer, { currency: intent.currency, succeededAt });
  const isKept = customer.numPayments === 0 || currency === customer.currency;
  const spending = isKept
    ? spendingWith({ ...customer, currency }, spentIn(currency, recorded), succeededAt)
    : await recountSpending(tx, [customer.id], currency);
  const method = intent.paymentMethod && listedMethod(intent.paymentMethod, 0);
  const latestPaymentMethod = laterMethod(customer.latestPaymentMethod, method);
  await changeCustomer(tx, customer, { ...spending, latestPaymentMethod });
}

/** Undefined when it was recorded before. The row stays locked, so that no refund of the payment is missed. */
const record = (
  tx: Tx,
  { intent, customerId, succeededAt }: { intent: EventPaymentIntent; customerId: string; succeededAt: Date },
): Promise<RecordedPayment | undefined> =>
  tx.one<RecordedPayment>`
    ${spendPayments.insert([
      {
        ...tx.scope,
        paymentIntentId: intent.id,
        customerId,
        currency: intent.currency,
        amount: intent.amountReceived,
        converted: convertedShare(capturedChargeOf(intent), intent.amountReceived),
        refunded: 0,
        lost: 0,
        succeededAt,
      },
    ])}
    on conflict (merchant_id, livemode, payment_intent_id) do update
      set customer_id = excluded.customer_id, currency = excluded.currency, amount = excluded.amount, converted = excluded.converted, succeeded_at = excluded.succeeded_at
      where spend_payments.succeeded_at is null
    returning currency, amount, converted, refunded, lost`;

/** The currency of the first payment, which only one that is no later than the first known can change. */
async function currencyWith(
  tx: Tx,
  { id, numPayments, currency, firstPurchaseAt }: CustomerRow,
  payment: { readonly currency: Currency; readonly succeededAt: Date },
): Promise<Currency> {
  if (numPayments === 0) return payment.currency;
  if (currency === payment.currency || (firstPurchaseAt && firstPurchaseAt < payment.succeededAt)) return currency;
  return (await firstCurrencyOf(tx, [id])) ?? currency;
}

/** Unchanged by a payment without a converted amount in the customer's currency. */
function spendingWith(customer: CustomerRow, spent: Spent | undefined, succeededAt: Date): Partial<Spending> {
  if (!spent) return {};
  const { currency, firstPurchaseAt, lastPurchaseAt } = customer;
  return {
    currency,
    grossSpend: customer.grossSpend + spent.gross,
    amountRefunded: customer.amountRefunded + spent.refunded,
    amountDisputeLosses: customer.amountDisputeLosses + spent.lost,
    numPayments: customer.numPayments + 1,
    firstPurchaseAt: firstPurchaseAt && firstPurchaseAt < succeededAt ? firstPurchaseAt : succeededAt,
    lastPurchaseAt: lastPurchaseAt && lastPurchaseAt > succeededAt ? lastPurchaseAt : succeededAt,
  };
}
