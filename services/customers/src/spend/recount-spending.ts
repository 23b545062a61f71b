import { fragment, own, type Fragment, type Reader } from '@mizan/service-kit';
import type { CustomerRow } from '../customer/customer.entity.ts';

/** The spending of a customer, as its row stores it. */
export type Spending = Pick<
  CustomerRow,
  'currency' | 'grossSpend' | 'amountRefunded' | 'numPayments' | 'firstPurchaseAt' | 'lastPurchaseAt'
>;

/**
 * A lateral join for succeeded rows of `payments`, with the columns of `spend_payments`: `gross` and `refunded` in one
 * currency, minor units. A payment in another currency counts its converted amount, and a refund its share of that, so
 * that a full refund subtracts exactly what was counted. Both are null where no converted amount is known.
 */
export const spentInColumns = (currency: Fragment): Fragment => fragment`lateral (
  select
    worth as gross,
    case payments.currency when ${currency} then payments.refunded
      else div(2 * worth::numeric * payments.refunded + payments.amount, 2 * payments.amount::numeric)::bigint end as refunded
  from (
    select case payments.currency when ${currency} then payments.amount
      else (payments.converted ->> ${currency})::bigint end as worth
  ) as valued
) as spent`;

/**
 * Sums a customer's spending from the payments themselves, including those of guests merged into it, in the currency of
 * the first payment, or in the customer's own before that. Payments without a converted amount in that currency are
 * left out.
 */
export async function recountSpending(
  reader: Reader,
  customer: Pick<CustomerRow, 'id' | 'currency'>,
): Promise<Spending> {
  const sums = await reader.one<Spending>`
    with payments as materialized (
      select spend_payments.* from customers
      join spend_payments using (merchant_id, livemode)
      where ${own(reader, 'customers')} and (customers.id = ${customer.id} or customers.merged_into = ${customer.id})
        and spend_payments.customer_id = customers.id and succeeded_at is not null),
    chosen as (
      select coalesce(
        (select currency from payments order by succeeded_at, payment_intent_id limit 1), ${customer.currency}) as currency)
    select
      chosen.currency, coalesce(sum(spent.gross), 0)::bigint as gross_spend,
      coalesce(sum(spent.refunded), 0)::bigint as amount_refunded, count(spent.gross)::int as num_payments,
      min(succeeded_at) filter (where spent.gross is not null) as first_purchase_at,
      max(succeeded_at) filter (where spent.gross is not null) as last_purchase_at
    from chosen left join payments on true left join ${spentInColumns(fragment`chosen.currency`)} on true
    group by chosen.currency`;
  if (!sums) throw new Error('bug: an aggregate without a row');
  return sums;
}
