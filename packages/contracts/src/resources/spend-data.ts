import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Money, SignedMoney, Timestamp } from '../primitives.ts';

const dateOrEmpty = (description: string) => z.union([Timestamp, z.literal('')]).describe(description);

/** What a customer has spent, in the customer's currency. */
export const SpendData = z
  .object({
    amountDisputeLosses: Money,
    amountRefunded: Money,
    averageOrderValue: Money.describe('grossSpend / numPayments, rounded half up. 0 if there are no payments.'),
    currency: Currency.describe("The customer's default currency: that of the first payment."),
    firstPurchaseAt: dateOrEmpty('Empty string if there is none.'),
    grossSpend: Money,
    lastPurchaseAt: dateOrEmpty('Empty string if there is none.'),
    netSpend: SignedMoney.describe('grossSpend - amountRefunded.'),
    numPayments: z.int().min(0),
  })
  .meta({ id: 'SpendData', description: "What a customer has spent, in minor units of the customer's currency." });
export type SpendData = z.infer<typeof SpendData>;
