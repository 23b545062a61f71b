import { z } from 'zod';
import { Currency, PriceType, RecurringInterval } from '../enums.ts';
import { Metadata, Money, namedObject, Timestamp } from '../primitives.ts';

export const Recurring = namedObject('Recurring', 'The period that one payment of a recurring price covers.', {
  interval: RecurringInterval.describe('`CUSTOM` is a number of days.'),
  intervalCount: z.int().min(1).max(365).describe('Number of intervals in the period that one payment covers.'),
});
export type Recurring = z.infer<typeof Recurring>;

export const CustomUnitAmount = namedObject('CustomUnitAmount', 'The limits within which a buyer chooses the amount.', {
  minimum: Money.nullable().describe('Minimum amount in minor units. `null` means no minimum.'),
  maximum: Money.nullable().describe('Maximum amount in minor units. `null` means no maximum.'),
  preset: Money.nullable().describe('Suggested amount in minor units. `null` means no suggestion.'),
});
export type CustomUnitAmount = z.infer<typeof CustomUnitAmount>;

export const Price = namedObject('Price', 'The amount and terms at which a product is sold.', {
  id: z.string().describe('`price_…`'),
  object: z.literal('price'),
  name: z.string().optional().describe('Shown next to the product name.'),
  description: z.string().optional(),
  currency: Currency,
  unitAmount: Money.nullable().describe(
    'Price of one unit, in minor units. `null` for CUSTOM prices, where the buyer chooses the amount.',
  ),
  type: PriceType,
  recurring: Recurring.nullable().describe('`null` unless `type` is RECURRING.'),
  customUnitAmount: CustomUnitAmount.nullable().describe('`null` unless `type` is CUSTOM.'),
  stock: z
    .int()
    .nullable()
    .describe(
      'Units in stock. `null` means unlimited. A negative value is the number of units sold in excess of the stock.',
    ),
  startDate: Timestamp.optional().describe('The price is not on sale before this time.'),
  expirationDate: Timestamp.optional().describe(
    'From this time on, new checkouts cannot sell the price. An open checkout still sells it, until it expires.',
  ),
  active: z
    .boolean()
    .describe(
      'If false, the price is archived: new checkouts cannot sell it. An open checkout still sells it, until it expires.',
    ),
  metadata: Metadata,
  createdAt: Timestamp,
  updatedAt: Timestamp,
  productId: z.string().describe('`prod_…`'),
});
export type Price = z.infer<typeof Price>;

/** Records the first line items that were created from a set of prices. */
export const PriceUse = z
  .object({
    id: z.string().describe('`use_…`'),
    object: z.literal('price_use'),
    usedBy: z.string().describe('`cs_…` or `plink_…`: the session or payment link.'),
    priceIds: z.array(z.string()),
  })
  .meta({ id: 'PriceUse', description: 'Records the first line items that were created from a set of prices.' });
export type PriceUse = z.infer<typeof PriceUse>;
