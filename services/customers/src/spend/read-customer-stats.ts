import { periodsOf, type CustomerStats, type Period, type StatsQuery } from '@mizan/contracts';
import { fragment, own, type Reader } from '@mizan/service-kit';
import type { CustomerRow } from '../customer/customer.entity.ts';
import { toSpendData } from '../customer/customer.resource.ts';
import { findCustomer } from '../customer/find-customer.ts';
import { spentInColumns } from './recount-spending.ts';

const topProductsMax = 10;

type Query = StatsQuery & { readonly customerId: string };

/** Purchase statistics of a customer and of guests merged into it, in the currency of its `spendData`, by the same rules. */
export async function getCustomerStats(reader: Reader, query: Query): Promise<CustomerStats> {
  const customer = await findCustomer(reader, query.customerId);
  const periods = periodsOf(query, reader.now);
  const series = await seriesOf(reader, customer, periods);
  return {
    customerId: customer.id,
    spendData: toSpendData(customer),
    series: series.map(({ from, ...row }) => ({ periodStart: from.toISOString(), ...row })),
    topProducts: await topProductsOf(reader, customer, periods),
  };
}

/** The ids of the customer and of its tombstones. */
const idsOf = (reader: Reader, { id }: CustomerRow) => fragment`(
  select id from customers where ${own(reader)} and (id = ${id} or merged_into = ${id}))`;

/** Reads the payments of the periods alone, each once. */
const seriesOf = (reader: Reader, customer: CustomerRow, periods: readonly Period[]) =>
  reader.sql<{ from: Date; grossSpend: number; amountRefunded: number; numPayments: number }>`
    with period as (
      select * from unnest(${periods.map(({ from }) => from)}::timestamptz[]) with ordinality as period ("from", number)),
    counted as (
      select
        width_bucket(succeeded_at, ${periods.map(({ from }) => from)}::timestamptz[]) as number,
        sum(spent.gross) as gross, sum(spent.refunded) as refunded, count(*) as payments
      from spend_payments as payments cross join ${spentInColumns(fragment`${customer.currency}::text`)}
      where ${own(reader)} and customer_id in ${idsOf(reader, customer)} and spent.gross is not null
        and succeeded_at >= ${periods.at(0)?.from} and succeeded_at < ${periods.at(-1)?.to}
      group by 1)
    select
      period.from, coalesce(gross, 0)::bigint as gross_spend, coalesce(refunded, 0)::bigint as amount_refunded,
      coalesce(payments, 0)::int as num_payments
    from period left join counted using (number) order by period.from`;

const topProductsOf = (reader: Reader, customer: CustomerRow, periods: readonly Period[]) =>
  reader.sql<CustomerStats['topProducts'][number]>`
    select
      product_id, (array_agg(name order by bought_at desc))[1] as name,
      sum(quantity)::bigint as units_bought, sum(worth)::bigint as gross_spend
    from spend_items cross join lateral (
      select case currency when ${customer.currency} then amount else (converted ->> ${customer.currency})::bigint end as worth
    ) as spent
    where ${own(reader)} and customer_id in ${idsOf(reader, customer)} and worth is not null
      and bought_at >= ${periods.at(0)?.from} and bought_at < ${periods.at(-1)?.to}
    group by product_id order by gross_spend desc, product_id limit ${topProductsMax}`;
