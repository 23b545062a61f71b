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

/** Sales of one product in one currency over consecutive periods. */
interface Selection {
  productId: string;
  currency: Currency | null;
  periods: readonly Period[];
}

/**
 * Sales statistics of a product. Every sum is read from an index that starts with it, only over the requested time.
 * @throws Problem `resource_missing`
 */
export async function getProductStats(
  reader: Reader,
  query: StatsQuery & { readonly productId: string; readonly currency?: Currency | undefined },
): Promise<ProductStats> {
  const { productId } = query;
  const latestCurrency = await latestCurrencyOf(reader, productId);
  const currency = query.currency ?? latestCurrency;
  const selection = { productId, currency, periods: periodsOf(query, reader.now) };
  const currencies = await currenciesOf(reader, selection);
  const series = await salesByPeriod(reader, selection);
  const prices = await salesByPrice(reader, selection);
  const soldAt = prices.map(({ lastSoldAt }) => lastSoldAt.toISOString());
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
    lastSoldAt: soldAt.sort().at(-1) ?? null,
    prices: prices.map(({ lastSoldAt: _, ...price }) => price),
    series: series.map(({ from, ...row }) => ({ periodStart: from.toISOString(), ...row, netSales: netOf(row) })),
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
async function currenciesOf(reader: Reader, { productId, periods }: Selection): Promise<Currency[]> {
  const rows = await reader.sql<{ currency: Currency }>`
    select currency from sale_lines where ${own(reader)} and product_id = ${productId}
      and sold_at >= ${periods.at(0)?.from} and sold_at < ${periods.at(-1)?.to}
    group by currency order by max(sold_at) desc, currency`;
  return rows.map(({ currency }) => currency);
}

/** The sums of each period, also of those without sales. */
function salesByPeriod(reader: Reader, { productId, currency, periods }: Selection) {
  return reader.sql<Sums & { from: Date }>`
    select
      period.from, coalesce(sum(quantity), 0)::bigint as units_sold, coalesce(sum(gross), 0)::bigint as gross_sales,
      coalesce(sum(discount), 0)::bigint as discounts, coalesce(sum(refunded), 0)::bigint as amount_refunded,
      count(distinct order_id)::int as num_orders
    from unnest(${periods.map(({ from }) => from)}::timestamptz[], ${periods.map(({ to }) => to)}::timestamptz[]) as period ("from", "to")
    left join sale_lines on ${own(reader)} and product_id = ${productId}
      and currency = ${currency} and sold_at >= period.from and sold_at < period.to
    group by period.from order by period.from`;
}

/** Sales of each price, the highest first. */
function salesByPrice(reader: Reader, { productId, currency, periods }: Selection) {
  return reader.sql<ProductStats['prices'][number] & { lastSoldAt: Date }>`
    select
      price_id, sum(quantity)::bigint as units_sold, sum(gross)::bigint as gross_sales,
      max(sold_at) as last_sold_at
    from sale_lines
    where ${own(reader)} and product_id = ${productId} and currency = ${currency}
      and sold_at >= ${periods.at(0)?.from} and sold_at < ${periods.at(-1)?.to}
    group by price_id order by gross_sales desc, price_id limit 100`;
}
