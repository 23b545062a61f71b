import { z } from 'zod';
import { Money, namedObject } from '../primitives.ts';
import { periodStart } from '../stats-query.ts';
import { SpendData } from './customer.ts';

/** What a customer bought in a span of time. */
export const CustomerStats = namedObject('CustomerStats', 'The purchases of a customer in a period, in minor units.', {
  customerId: z.string().describe('`cus_…`'),
  spendData: SpendData.describe('Over the lifetime of the customer.'),
  series: z
    .array(
      z.object({
        periodStart,
        grossSpend: Money,
        amountRefunded: Money.describe('Amount refunded on these payments, regardless of when it was refunded.'),
        numPayments: z.int().min(0),
      }),
    )
    .describe('Payments in the currency of `spendData`, oldest first. Includes intervals without payments.'),
  topProducts: z
    .array(
      z.object({
        productId: z.string().describe('`prod_…`'),
        name: z.string().describe('Name at the time of the last purchase.'),
        unitsBought: z.int().min(1),
        grossSpend: Money.describe('After discounts, before refunds.'),
      }),
    )
    .describe('The ten products on which the customer spent the most in this period.'),
});
export type CustomerStats = z.infer<typeof CustomerStats>;
