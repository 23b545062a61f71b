import { periodsOf, type Currency, type Period, type ProductStats, type StatsQuery } from '@mizan/contracts';
import { averageAmount } from '@mizan/money';
import { own, resourceMissing, type Reader } from '@mizan/service-kit';

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
 * Sales statistics of a product: of the requested time alone, whose lines are read once. There are no sums by the hour or day
 * beside the lines: days of every time zone begin at some quarter of an hour, so each line sold would be written again for what
 * is rarely asked.
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

/**
 * The sums of each currency, by period and by price, in the order in which prices are shown. All lines of an order were sold at
 * the same time: by that, in the order of the index, each order is counted once without sorting all of them.
 */
const sumsOf = (reader: Reader, productId: string, periods: readonly Period[]) => reader.sql<SumsOf>`
  with lines as (
    select
      *, width_bucket(sold_at, ${periods.map(({ from }) => from)}::timestamptz[]) as period,
      row_number() over (partition by sold_at, order_id, currency) = 1 as is_first_of_order
    from sale_lines
    where ${own(reader)} and product_id = ${productId}
      and sold_at >= ${periods.at(0)?.from} and sold_at < ${periods.at(-1)?.to}),
  sums as (
    select
      currency, period, price_id, sum(quantity)::bigint as units_sold, sum(gross)::bigint as gross_sales,
      sum(discount)::bigint as discounts, sum(refunded)::bigint as amount_refunded,
      (count(*) filter (where is_first_of_order))::int as num_orders, max(sold_at) as last_sold_at
    from lines group by grouping sets ((currency, period), (currency, price_id))),
  ranked as (
    select *, row_number() over (partition by currency, period is null order by gross_sales desc, price_id) as rank
    from sums)
  select
    currency, period, price_id, units_sold, gross_sales, discounts, amount_refunded, num_orders, last_sold_at
  from ranked where period is not null or rank <= ${pricesMax} order by rank`;
