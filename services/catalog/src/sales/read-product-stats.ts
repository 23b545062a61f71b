import { periodsOf, type Currency, type Period, type ProductStats, type StatsQuery } from '@mizan/contracts';
import { averageAmount } from '@mizan/money';
import { fragment, own, resourceMissing, type Reader } from '@mizan/service-kit';

interface Sums {
  unitsSold: number;
  grossSales: number;
  discounts: number;
  amountRefunded: number;
  numOrders: number;
}

/** Sales in one currency: of one period, or over all periods of one price. */
type SumsOf = Sums & { currency: Currency; lastSoldAt: Date } & (
    { period: number; priceId: null } | { period: null; priceId: string }
  );

/** Prices shown, the highest sales first. */
const pricesMax = 100;

const nothing: Sums = { unitsSold: 0, grossSales: 0, discounts: 0, amountRefunded: 0, numOrders: 0 };

/**
 * Sales statistics of a product: the sums of the requested time, by quarter of an hour, because days of every time zone begin
 * with one, and line by line what was not summed yet or belongs to a quarter that the time covers only in part.
 * @throws Problem `resource_missing`
 */
export async function getProductStats(
  reader: Reader,
  query: StatsQuery & { readonly productId: string; readonly currency?: Currency | undefined },
): Promise<ProductStats> {
  const { productId } = query;
  const latestCurrency = await latestCurrencyOf(reader, productId);
  const currency = query.currency ?? latestCurrency;
  const periods = periodsOf(query, reader.now);
  const sums = await sumsOf(reader, productId, periods);
  const shown = sums.filter((each) => each.currency === currency);
  const sold = shown.filter(({ period }) => period !== null);
  const total = (key: keyof Sums) => sold.reduce((sum, row) => sum + row[key], 0);
  const whole: Sums = {
    unitsSold: total('unitsSold'),
    grossSales: total('grossSales'),
    discounts: total('discounts'),
    amountRefunded: total('amountRefunded'),
    numOrders: total('numOrders'),
  };
  return {
    productId,
    currency,
    currencies: currenciesOf(sums),
    ...whole,
    netSales: netOf(whole),
    averageOrderValue: averageAmount(whole.grossSales - whole.discounts, whole.numOrders),
    lastSoldAt: latestOf(sold)?.toISOString() ?? null,
    prices: shown.flatMap(({ priceId, unitsSold, grossSales }) =>
      priceId === null ? [] : [{ priceId, unitsSold, grossSales }],
    ),
    series: periods.map(({ from }, index) => {
      const { unitsSold, grossSales, discounts, amountRefunded, numOrders } =
        sold.find(({ period }) => period === index + 1) ?? nothing;
      const row = { unitsSold, grossSales, discounts, amountRefunded, numOrders };
      return { periodStart: from.toISOString(), ...row, netSales: netOf(row) };
    }),
  };
}

const netOf = ({ grossSales, discounts, amountRefunded }: Sums): number => grossSales - discounts - amountRefunded;

/** The currency of the newest sale, else of the newest price; null for a product that has neither. */
async function latestCurrencyOf(reader: Reader, productId: string): Promise<Currency | null> {
  const product = await reader.one<{ currency: Currency | null }>`
    select coalesce(
      (select currency from sale_lines
        where merchant_id = products.merchant_id and livemode = products.livemode and product_id = products.id
        order by sold_at desc limit 1),
      (select currency from prices
        where merchant_id = products.merchant_id and livemode = products.livemode and product_id = products.id
        order by created_at desc, id desc limit 1)) as currency
    from products where ${own(reader)} and id = ${productId}`;
  if (!product) throw resourceMissing();
  return product.currency;
}

/** The currencies that it was sold in, by the newest sale. */
function currenciesOf(sums: readonly SumsOf[]): Currency[] {
  const newest = [...Map.groupBy(sums, ({ currency }) => currency)].map(([currency, same]) => ({
    currency,
    at: Number(latestOf(same)),
  }));
  return newest.sort((a, b) => b.at - a.at || (a.currency < b.currency ? -1 : 1)).map(({ currency }) => currency);
}

const latestOf = (sums: readonly SumsOf[]): Date | undefined =>
  sums.map(({ lastSoldAt }) => lastSoldAt).reduce<Date | undefined>((a, b) => (a && a > b ? a : b), undefined);

const quarterMs = 15 * 60_000;

/** A requested time, and the whole quarters of an hour in it; where there are none, they begin and end at the same time. */
interface Range extends Period {
  readonly wholeFrom: Date;
  readonly wholeTo: Date;
}

function rangeOf(from: Date, to: Date): Range {
  const first = Math.ceil(from.getTime() / quarterMs) * quarterMs;
  const end = Math.floor(to.getTime() / quarterMs) * quarterMs;
  return { from, to, wholeFrom: new Date(first), wholeTo: new Date(Math.max(first, end)) };
}

/** Columns of a line as those of a sum. An order counts with its first line of the product in the currency, in sums as well. */
const lineAsSum = (reader: Reader, productId: string) => fragment`
  currency, price_id, sold_at as at, quantity as units_sold, gross, discount, refunded, (not exists (
    select from sale_lines earlier
    where ${own(reader)} and order_id = line.order_id and line_id < line.line_id
      and product_id = ${productId} and currency = line.currency))::int as orders, sold_at as last_sold_at`;

/** The sums of each currency, by period and by price, in the order in which prices are shown. */
async function sumsOf(reader: Reader, productId: string, periods: readonly Period[]): Promise<SumsOf[]> {
  const [first, last] = [periods.at(0), periods.at(-1)];
  if (!first || !last) return [];
  const { from, to, wholeFrom, wholeTo } = rangeOf(first.from, last.to);
  const ofProduct = fragment`${own(reader)} and product_id = ${productId}`;
  return reader.sql<SumsOf>`
  with sold as (
    select currency, price_id, quarter as at, units_sold, gross, discount, refunded, orders, last_sold_at
    from sale_sums
    where ${ofProduct} and quarter >= ${wholeFrom} and quarter < ${wholeTo}
    union all
    select ${lineAsSum(reader, productId)} from sale_lines line
    where ${ofProduct} and not is_summed and sold_at >= ${from} and sold_at < ${to}
    union all
    select ${lineAsSum(reader, productId)} from sale_lines line
    where ${ofProduct} and is_summed and sold_at >= ${from} and sold_at < least(${wholeFrom}::timestamptz, ${to})
    union all
    select ${lineAsSum(reader, productId)} from sale_lines line
    where ${ofProduct} and is_summed and sold_at >= ${wholeTo} and sold_at < ${to}),
  in_periods as (
    select *, width_bucket(at, ${periods.map(({ from }) => from)}::timestamptz[]) as period from sold),
  sums as (
    select
      currency, period, price_id, sum(units_sold)::bigint as units_sold, sum(gross)::bigint as gross_sales,
      sum(discount)::bigint as discounts, sum(refunded)::bigint as amount_refunded,
      sum(orders)::int as num_orders, max(last_sold_at) as last_sold_at
    from in_periods group by grouping sets ((currency, period), (currency, price_id))),
  ranked as (
    select *, row_number() over (partition by currency, period is null order by gross_sales desc, price_id) as rank
    from sums)
  select
    currency, period, price_id, units_sold, gross_sales, discounts, amount_refunded, num_orders, last_sold_at
  from ranked where period is not null or rank <= ${pricesMax} order by rank`;
}
