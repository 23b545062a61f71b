import type { Currency } from '@mizan/contracts';
import type { Reader } from '@mizan/service-kit';
import type { CustomerRow } from '../customers/customer.entity.ts';

/** What is counted of a customer's payments. */
export type Spending = Pick<
  CustomerRow,
  'currency' | 'grossSpend' | 'amountRefunded' | 'numPayments' | 'firstPurchaseAt' | 'lastPurchaseAt'
>;

/**
 * A customer's spending from the payments themselves, those of guests that were merged into it included.
 *
 * @param currency by default that of the first payment, or the customer's own while there is none
 */
export async function recountSpending(
  reader: Reader,
  customer: Pick<CustomerRow, 'id' | 'currency'>,
  currency?: Currency,
): Promise<Spending> {
  const { merchantId, livemode } = reader.scope;
  const sums = await reader.one<Omit<Spending, 'currency'> & { currency: Currency | null }>`
    with payments as materialized (
      select spend_payments.* from customers
      join spend_payments using (merchant_id, livemode)
      where customers.merchant_id = ${merchantId} and customers.livemode = ${livemode}
        and (customers.id = ${customer.id} or customers.merged_into = ${customer.id})
        and spend_payments.customer_id = customers.id and succeeded_at is not null),
    chosen as (
      select coalesce(${currency ?? null}, (select currency from payments order by succeeded_at, payment_intent_id limit 1)) as currency)
    select
      (select currency from chosen) as currency, coalesce(sum(amount), 0)::bigint as "grossSpend",
      coalesce(sum(refunded), 0)::bigint as "amountRefunded", count(*)::int as "numPayments",
      min(succeeded_at) as "firstPurchaseAt", max(succeeded_at) as "lastPurchaseAt"
    from payments where currency = (select currency from chosen)`;
  if (!sums) throw new Error('bug: an aggregate without a row');
  return { ...sums, currency: sums.currency ?? customer.currency };
}
