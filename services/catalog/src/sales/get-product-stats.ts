import { periodsOf, type Currency, type Period, type ProductStats, type StatsQuery } from '@mizan/contracts';
import { averageAmount } from '@mizan/money';
import { resourceMissing, type Reader } from '@mizan/service-kit';

interface Sums {
  unitsSold: number;
  grossSales: number;
  discounts: number;
  amountRefunded: number;
  numOrders: number;
}

/**
 * What a product sold. Every sum is read from an index that leads with the product, over the rows of the span only.
 *
 * @throws Problem `resource_missing`: no such product for this merchant and mode
 */
export async function getProductStats(
  reader: Reader,
  productId: string,
  query: StatsQuery & { readonly currency?: Currency | undefined },
): Promise<ProductStats> {
  const usual = await currencyOf(reader, productId);
  const currency = query.currency ?? usual;
  const periods = periodsOf(query, reader.now);
  const [currencies, series, prices] = [
    await currenciesOf(reader, productId, periods),
    await sumsOf(reader, productId, currency, periods),
    await pricesOf(reader, productId, currency, periods),
  ];
  const total = (key: keyof Sums) => series.reduce((sum, row) => sum + row[key], 0);
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
    currencies,
    ...whole,
    netSales: netOf(whole),
    averageOrderValue: averageAmount(whole.grossSales - whole.discounts, whole.numOrders),
    lastSoldAt:
      prices
        .map(({ lastSoldAt }) => lastSoldAt.toISOString())
        .sort()
        .at(-1) ?? null,
    prices: prices.map(({ lastSoldAt: _, ...price }) => price),
    series: series.map(({ from, ...row }) => ({ periodStart: from.toISOString(), ...row, netSales: netOf(row) })),
  };
}

const netOf = ({ grossSales, discounts, amountRefunded }: Sums): number => grossSales - discounts - amountRefunded;

/** That of the newest sale, else of the newest price; null for a product that has neither. */
async function currencyOf(reader: Reader, productId: string): Promise<Currency | null> {
  const { merchantId, livemode } = reader.scope;
  const product = await reader.one<{ currency: Currency | null }>`
    select coalesce(
      (select currency from sale_lines
        where merchant_id = products.merchant_id and livemode = products.livemode and product_id = products.id
        order by sold_at desc limit 1),
      (select currency from prices
        where merchant_id = products.merchant_id and livemode = products.livemode and product_id = products.id
        order by created_at desc, id desc limit 1)) as currency
    from products where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${productId}`;
  if (!product) throw resourceMissing();
  return product.currency;
}

/** What it was sold in over all of them, the newest sale first. */
async function currenciesOf(reader: Reader, productId: string, periods: readonly Period[]): Promise<Currency[]> {
  const { merchantId, livemode } = reader.scope;
  const rows = await reader.sql<{ currency: Currency }>`
    select currency from sale_lines
    where merchant_id = ${merchantId} and livemode = ${livemode} and product_id = ${productId}
      and sold_at >= ${periods.at(0)?.from} and sold_at < ${periods.at(-1)?.to}
    group by currency order by max(sold_at) desc, currency`;
  return rows.map(({ currency }) => currency);
}

/** The sums of each period, those in which nothing was sold included. */
async function sumsOf(
  reader: Reader,
  productId: string,
  currency: Currency | null,
  periods: readonly Period[],
): Promise<(Sums & { from: Date })[]> {
  const { merchantId, livemode } = reader.scope;
  return reader.sql<Sums & { from: Date }>`
    select
      period.from, coalesce(sum(quantity), 0)::bigint as "unitsSold", coalesce(sum(gross), 0)::bigint as "grossSales",
      coalesce(sum(discount), 0)::bigint as discounts, coalesce(sum(refunded), 0)::bigint as "amountRefunded",
      count(distinct order_id)::int as "numOrders"
    from unnest(${periods.map(({ from }) => from)}::timestamptz[], ${periods.map(({ to }) => to)}::timestamptz[]) as period ("from", "to")
    left join sale_lines on merchant_id = ${merchantId} and livemode = ${livemode} and product_id = ${productId}
      and currency = ${currency} and sold_at >= period.from and sold_at < period.to
    group by period.from order by period.from`;
}

/** What each price sold over all of them, that which most was sold of first. */
async function pricesOf(
  reader: Reader,
  productId: string,
  currency: Currency | null,
  periods: readonly Period[],
): Promise<(ProductStats['prices'][number] & { lastSoldAt: Date })[]> {
  const { merchantId, livemode } = reader.scope;
  return reader.sql`
    select
      price_id as "priceId", sum(quantity)::bigint as "unitsSold", sum(gross)::bigint as "grossSales",
      max(sold_at) as "lastSoldAt"
    from sale_lines
    where merchant_id = ${merchantId} and livemode = ${livemode} and product_id = ${productId} and currency = ${currency}
      and sold_at >= ${periods.at(0)?.from} and sold_at < ${periods.at(-1)?.to}
    group by price_id order by "grossSales" desc, price_id limit 100`;
}
