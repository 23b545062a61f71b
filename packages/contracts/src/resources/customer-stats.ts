import { z } from 'zod';
import { Money } from '../primitives.ts';
import { periodStart } from '../stats-query.ts';
import { SpendData } from './spend-data.ts';

/** What a customer bought in a span of time. */
export const CustomerStats = z
  .object({
    customerId: z.string().describe('`cus_…`'),
    spendData: SpendData.describe('Of all times.'),
    series: z
      .array(
        z.object({
          periodStart,
          grossSpend: Money,
          amountRefunded: Money.describe('Given back of these payments, whenever that was.'),
          numPayments: z.int().min(0),
        }),
      )
      .describe('Payments in the currency of `spendData`, oldest first, without gaps.'),
    topProducts: z
      .array(
        z.object({
          productId: z.string().describe('`prod_…`'),
          name: z.string().describe('As it was when last bought.'),
          unitsBought: z.int().min(1),
          grossSpend: Money.describe('After discounts, before refunds.'),
        }),
      )
      .describe('The ten that most was spent on in that time.'),
  })
  .meta({ id: 'CustomerStats', description: 'What a customer bought in a span of time, in minor units.' });
export type CustomerStats = z.infer<typeof CustomerStats>;
