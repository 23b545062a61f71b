import type { Currency } from '@mizan/contracts';
import { add } from '@mizan/money';
import { fragment, own, type Fragment, type Reader } from '@mizan/service-kit';
import type { CustomerRow } from '../customer/customer.entity.ts';

/** The spending of a customer, as its row stores it. */
export type Spending = Pick<
  CustomerRow,
  | 'currency'
  | 'grossSpend'
  | 'amountRefunded'
  | 'amountDisputeLosses'
  | 'numPayments'
  | 'firstPurchaseAt'
  | 'lastPurchaseAt'
>;

/**
 * A lateral join for succeeded rows of `payments`, with the columns of `spend_payments`: `gross`, `refunded` and `lost` in
 * one currency, minor units. A payment in another currency counts its converted amount, and a refund its share of that, so
 * that a full refund subtracts exactly what was counted. They are null where no converted amount is known.
 */
export const spentInColumns = (currency: Fragment): Fragment => fragment`lateral (
  select
    worth as gross,
    case payments.currency when ${currency} then payments.refunded
      else div(2 * worth::numeric * payments.refunded + payments.amount, 2 * payments.amount::numeric)::bigint end as refunded,
    case payments.currency when ${currency} then payments.lost
      else div(2 * worth::numeric * payments.lost + payments.amount, 2 * payments.amount::numeric)::bigint end as lost
  from (
    select case payments.currency when ${currency} then payments.amount
      else (payments.converted ->> ${currency})::bigint end as worth
  ) as valued
) as spent`;

/**
 * Sums what the payments of customers, and of guests merged into them, count for in a currency, from the payments
 * themselves. Payments without a converted amount in it are left out.
 */
export async function recountSpending(
  reader: Reader,
  customerIds: readonly string[],
  currency: Currency,
): Promise<Spending> {
  const sums = await reader.one<Omit<Spending, 'currency'>>`
    select
      coalesce(sum(spent.gross), 0)::bigint as gross_spend, coalesce(sum(spent.refunded), 0)::bigint as amount_refunded,
      coalesce(sum(spent.lost), 0)::bigint as amount_dispute_losses,
      count(spent.gross)::int as num_payments, min(succeeded_at) as first_purchase_at, max(succeeded_at) as last_purchase_at
    from customers
    join spend_payments as payments using (merchant_id, livemode)
    cross join ${spentInColumns(fragment`${currency}::text`)}
    where ${areTheirs(reader, customerIds)} and payments.customer_id = customers.id
      and succeeded_at is not null and spent.gross is not null`;
  if (!sums) throw new Error('bug: an aggregate without a row');
  return { currency, ...sums };
}

/** The currency of the first payment of customers, and of guests merged into them; undefined before it. */
export async function firstCurrencyOf(reader: Reader, customerIds: readonly string[]): Promise<Currency | undefined> {
  const first = await reader.one<{ currency: Currency }>`
    select first.currency from customers cross join lateral (
      select currency, succeeded_at, payment_intent_id from spend_payments
      where ${own(reader)} and customer_id = customers.id and succeeded_at is not null
      order by succeeded_at, payment_intent_id limit 1
    ) as first
    where ${areTheirs(reader, customerIds)}
    order by first.succeeded_at, first.payment_intent_id limit 1`;
  return first?.currency;
}

const areTheirs = (reader: Reader, customerIds: readonly string[]): Fragment => fragment`
  ${own(reader, 'customers')} and (customers.id = any(${customerIds}::text[]) or customers.merged_into = any(${customerIds}::text[]))`;

/**
 * Adds up the spending of locked guests, in the currency of the first payment of all of them, or in the oldest guest's own
 * before that. Only payments of those who spent in another currency are counted again.
 *
 * @param guests the oldest first, as they were before they were merged
 */
export async function combineSpending(reader: Reader, guests: readonly CustomerRow[]): Promise<Spending> {
  const payers = guests.filter(({ numPayments }) => numPayments > 0);
  const currency = await currencyOf(reader, payers.length > 0 ? payers : guests);
  const [same = [], others = []] = [true, false].map((isSame) =>
    payers.filter((payer) => (payer.currency === currency) === isSame),
  );
  const converted = others.map(({ id }) => id);
  const parts = [...same, ...(others.length > 0 ? [await recountSpending(reader, converted, currency)] : [])];
  const firsts = parts.flatMap(({ firstPurchaseAt }) => firstPurchaseAt ?? []).map(Number);
  const lasts = parts.flatMap(({ lastPurchaseAt }) => lastPurchaseAt ?? []).map(Number);
  return {
    currency,
    grossSpend: add(...parts.map(({ grossSpend }) => grossSpend)),
    amountRefunded: add(...parts.map(({ amountRefunded }) => amountRefunded)),
    amountDisputeLosses: add(...parts.map(({ amountDisputeLosses }) => amountDisputeLosses)),
    numPayments: add(...parts.map(({ numPayments }) => numPayments)),
    firstPurchaseAt: firsts.length > 0 ? new Date(Math.min(...firsts)) : null,
    lastPurchaseAt: lasts.length > 0 ? new Date(Math.max(...lasts)) : null,
  };
}

async function currencyOf(reader: Reader, guests: readonly CustomerRow[]): Promise<Currency> {
  const [oldest] = guests;
  if (!oldest) throw new Error('bug: no guest to add up');
  if (guests.every(({ currency, numPayments }) => numPayments === 0 || currency === oldest.currency))
    return oldest.currency;
  const first = await firstCurrencyOf(
    reader,
    guests.map(({ id }) => id),
  );
  return first ?? oldest.currency;
}
