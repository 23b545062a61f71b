import { z } from 'zod';
import { Currency, PriceType, RecurringInterval } from '../enums.ts';
import { Metadata, Money, Timestamp } from '../primitives.ts';

/** How often a recurring price is charged. */
export const Recurring = z
  .object({
    interval: RecurringInterval.describe('`CUSTOM` counts days.'),
    intervalCount: z.int().min(1).max(365).describe('Intervals between two charges.'),
  })
  .meta({ id: 'Recurring', description: 'How often a recurring price is charged.' });
export type Recurring = z.infer<typeof Recurring>;

/** The bounds within which a buyer chooses what to pay. */
export const CustomUnitAmount = z
  .object({
    minimum: Money.nullable().describe('Least amount, minor units; null means none.'),
    maximum: Money.nullable().describe('Greatest amount, minor units; null means none.'),
    preset: Money.nullable().describe('Suggested amount, minor units; null means none.'),
  })
  .meta({ id: 'CustomUnitAmount', description: 'The bounds within which a buyer chooses what to pay.' });
export type CustomUnitAmount = z.infer<typeof CustomUnitAmount>;

/** How a product is sold. */
export const Price = z
  .object({
    id: z.string().describe('`price_…`'),
    object: z.literal('price'),
    name: z.string().optional().describe('Shown beside the product name.'),
    description: z.string().optional(),
    currency: Currency,
    unitAmount: Money.nullable().describe('Minor units for one piece; null for CUSTOM, where the buyer chooses.'),
    type: PriceType,
    recurring: Recurring.nullable().describe('Null unless `type` is RECURRING.'),
    customUnitAmount: CustomUnitAmount.nullable().describe('Null unless `type` is CUSTOM.'),
    stock: z
      .int()
      .nullable()
      .describe('Pieces left; null is unlimited, below 0 means that so many more were sold than there were.'),
    startDate: Timestamp.optional().describe('Not on sale before.'),
    expirationDate: Timestamp.optional().describe('Not on sale from then on.'),
    active: z.boolean().describe('False: archived, cannot be sold.'),
    metadata: Metadata,
    createdAt: Timestamp,
    updatedAt: Timestamp,
    productId: z.string().describe('`prod_…`'),
  })
  .meta({ id: 'Price', description: 'How a product is sold.' });
export type Price = z.infer<typeof Price>;
