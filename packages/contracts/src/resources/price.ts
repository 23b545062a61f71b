import { z } from 'zod';
import { Currency, PriceType, RecurringInterval } from '../enums.ts';
import { Metadata, Money, Timestamp } from '../primitives.ts';

/** The period that one payment of a recurring price covers. */
export const Recurring = z
  .object({
    interval: RecurringInterval.describe('`CUSTOM` is a number of days.'),
    intervalCount: z.int().min(1).max(365).describe('Number of intervals in the period that one payment covers.'),
  })
  .meta({ id: 'Recurring', description: 'The period that one payment of a recurring price covers.' });
export type Recurring = z.infer<typeof Recurring>;

/** The limits within which a buyer chooses the amount. */
export const CustomUnitAmount = z
  .object({
    minimum: Money.nullable().describe('Minimum amount in minor units. `null` means no minimum.'),
    maximum: Money.nullable().describe('Maximum amount in minor units. `null` means no maximum.'),
    preset: Money.nullable().describe('Suggested amount in minor units. `null` means no suggestion.'),
  })
  .meta({ id: 'CustomUnitAmount', description: 'The limits within which a buyer chooses the amount.' });
export type CustomUnitAmount = z.infer<typeof CustomUnitAmount>;

/** The amount and terms at which a product is sold. */
export const Price = z
  .object({
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
    expirationDate: Timestamp.optional().describe('The price is not on sale from this time on.'),
    active: z.boolean().describe('If false, the price is archived and cannot be sold.'),
    metadata: Metadata,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    productId: z.string().describe('`prod_…`'),
  })
  .meta({ id: 'Price', description: 'The amount and terms at which a product is sold.' });
export type Price = z.infer<typeof Price>;
