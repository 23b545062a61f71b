import { fragment, type Reader } from '@mizan/service-kit';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { spentIn } from './spent-in.ts';

/** What is counted of a customer's payments. */
export type Spending = Pick<
  CustomerRow,
  'currency' | 'grossSpend' | 'amountRefunded' | 'numPayments' | 'firstPurchaseAt' | 'lastPurchaseAt'
>;

/**
 * A customer's spending from the payments themselves, those of guests that were merged into it included: in the currency
 * of the first one, or in the customer's own while there is none. Payments that nothing says the worth of in that
 * currency are left out.
 */
export async function recountSpending(
  reader: Reader,
  customer: Pick<CustomerRow, 'id' | 'currency'>,
): Promise<Spending> {
  const { merchantId, livemode } = reader.scope;
  const sums = await reader.one<Spending>`
    with payments as materialized (
      select spend_payments.* from customers
      join spend_payments using (merchant_id, livemode)
      where customers.merchant_id = ${merchantId} and customers.livemode = ${livemode}
        and (customers.id = ${customer.id} or customers.merged_into = ${customer.id})
        and spend_payments.customer_id = customers.id and succeeded_at is not null),
    chosen as (
      select coalesce(
        (select currency from payments order by succeeded_at, payment_intent_id limit 1), ${customer.currency}) as currency)
    select
      chosen.currency, coalesce(sum(spent.gross), 0)::bigint as "grossSpend",
      coalesce(sum(spent.refunded), 0)::bigint as "amountRefunded", count(spent.gross)::int as "numPayments",
      min(succeeded_at) filter (where spent.gross is not null) as "firstPurchaseAt",
      max(succeeded_at) filter (where spent.gross is not null) as "lastPurchaseAt"
    from chosen left join payments on true left join ${spentIn(fragment`chosen.currency`)} on true
    group by chosen.currency`;
  if (!sums) throw new Error('bug: an aggregate without a row');
  return sums;
}
