import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Money, namedObject, SignedMoney, Timestamp } from '../primitives.ts';
import { periodStart } from '../stats-query.ts';

/** What a product sold in a span of time. */
export const ProductStats = namedObject('ProductStats', 'The sales of a product in a period, in minor units.', {
  productId: z.string().describe('`prod_…`'),
  currency: Currency.nullable().describe(
    'Currency of the statistics: the requested one, otherwise that of the newest sale, otherwise that of the newest price.',
  ),
  currencies: z
    .array(Currency)
    .describe(
      'All currencies in which the product was sold in this period, the newest sale first. Use `?currency=` to get the statistics of each.',
    ),
  unitsSold: z.int().min(0),
  grossSales: Money.describe('Before discounts and refunds.'),
  discounts: Money,
  amountRefunded: Money.describe('Amount refunded on these sales, regardless of when it was refunded.'),
  netSales: SignedMoney.describe('grossSales - discounts - amountRefunded.'),
  numOrders: z.int().min(0),
  averageOrderValue: Money.describe('(grossSales - discounts) / numOrders, rounded half up. 0 if there are no orders.'),
  lastSoldAt: Timestamp.nullable(),
  prices: z.array(z.object({ priceId: z.string(), unitsSold: z.int().min(0), grossSales: Money })),
  series: z
    .array(
      z.object({
        periodStart,
        unitsSold: z.int().min(0),
        grossSales: Money,
        discounts: Money,
        amountRefunded: Money,
        netSales: SignedMoney,
        numOrders: z.int().min(0),
      }),
    )
    .describe('Oldest first. Includes intervals without sales.'),
});
export type ProductStats = z.infer<typeof ProductStats>;
