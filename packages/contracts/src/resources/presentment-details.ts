import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Money } from '../primitives.ts';

/** An amount in the buyer's currency, and the exchange rate locked for it. */
export const PresentmentDetails = z
  .object({
    amount: Money.describe('In minor units of the presentment currency.'),
    currency: Currency.describe("The buyer's currency."),
    exchangeRate: z
      .number()
      .describe('Presentment amount x rate = processing amount, both in major units. Six decimals.'),
    exchangeRateId: z.string().describe('`fxr_…`: the locked exchange rate.'),
  })
  .meta({
    id: 'PresentmentDetails',
    description: "An amount in the buyer's currency, and the exchange rate locked for it.",
  });

/** The amounts of a line in the buyer's currency. */
export const LinePresentmentDetails = PresentmentDetails.extend({
  amountSubtotal: Money,
  amountTotal: Money,
  amountDiscount: Money,
  amountTax: Money,
}).meta({ id: 'LinePresentmentDetails', description: "The amounts of a line in the buyer's currency." });

/** The totals of a session in the buyer's currency. */
export const SessionPresentmentDetails = PresentmentDetails.extend({
  amountSubtotal: Money,
  amountTotal: Money,
  amountDiscount: Money,
  amountCollectedVat: Money.optional(),
  amountPlatformFee: Money.optional(),
  amountTax: Money.optional(),
}).meta({ id: 'SessionPresentmentDetails', description: "The totals of a session in the buyer's currency." });
export type SessionPresentmentDetails = z.infer<typeof SessionPresentmentDetails>;
