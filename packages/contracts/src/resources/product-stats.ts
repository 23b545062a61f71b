import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Money, SignedMoney, Timestamp } from '../primitives.ts';
import { periodStart } from '../stats-query.ts';

/** What a product sold in a span of time. */
export const ProductStats = z
  .object({
    productId: z.string().describe('`prod_…`'),
    currency: Currency.nullable().describe(
      'What is counted: the sales in the currency that was asked for, else in that of the newest sale, else of the newest price.',
    ),
    currencies: z
      .array(Currency)
      .describe('All that it was sold in within the span, the newest sale first: `?currency=` counts each of them.'),
    unitsSold: z.int().min(0),
    grossSales: Money.describe('Before discounts and refunds.'),
    discounts: Money,
    amountRefunded: Money.describe('Given back of these sales, whenever that was.'),
    netSales: SignedMoney.describe('grossSales - discounts - amountRefunded.'),
    numOrders: z.int().min(0),
    averageOrderValue: Money.describe('(grossSales - discounts) / numOrders, half up; 0 when there is none.'),
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
      .describe('Oldest first, without gaps.'),
  })
  .meta({ id: 'ProductStats', description: 'What a product sold in a span of time, in minor units.' });
export type ProductStats = z.infer<typeof ProductStats>;
