import { z } from 'zod';
import { Currency } from '../enums.ts';
import { Money } from '../primitives.ts';

/** An amount in the buyer's currency and the rate locked for it. */
export const PresentmentDetails = z
  .object({
    amount: Money.describe('Minor units of the presentment currency.'),
    currency: Currency.describe("The buyer's currency."),
    exchangeRate: z.number().describe('Presentment major units x rate = processing major units; six decimals.'),
    exchangeRateId: z.string().describe('The locked rate, `fxr_…`.'),
  })
  .meta({ id: 'PresentmentDetails', description: "An amount in the buyer's currency and the rate locked for it." });
export type PresentmentDetails = z.infer<typeof PresentmentDetails>;

/** The amounts of one line in the buyer's currency. */
export const LinePresentmentDetails = PresentmentDetails.extend({
  amountSubtotal: Money,
  amountTotal: Money,
  amountDiscount: Money,
  amountTax: Money,
}).meta({ id: 'LinePresentmentDetails', description: "The amounts of one line in the buyer's currency." });
export type LinePresentmentDetails = z.infer<typeof LinePresentmentDetails>;

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
