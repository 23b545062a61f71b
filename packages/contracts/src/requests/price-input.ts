import { z } from 'zod';
import { Currency, PriceType, RecurringInterval } from '../enums.ts';
import {
  amountInput,
  failWith,
  isGiven,
  metadataInput,
  text,
  timestampInput,
  Metadata,
  unchangeableFields,
} from '../primitives.ts';

/** How often a recurring price is charged, as a client sends it. */
export const RecurringInput = z.strictObject({
  interval: RecurringInterval,
  intervalCount: z.int().min(1).max(365),
});

const bound = amountInput('parameter_invalid').nullish();

/** Bounds of what a buyer may choose to pay, as a client sends them; minor units. */
export const customUnitAmountInput = z
  .strictObject({ minimum: bound, maximum: bound, preset: bound })
  .superRefine(({ minimum, maximum, preset }, context) => {
    const fail = (field: string, message: string) =>
      context.issues.push({ code: 'custom', input: undefined, path: [field], message });
    if (isGiven(minimum) && isGiven(maximum) && minimum > maximum) fail('maximum', 'must not be below minimum');
    if (isGiven(preset) && isGiven(minimum) && preset < minimum) fail('preset', 'must not be below minimum');
    if (isGiven(preset) && isGiven(maximum) && preset > maximum) fail('preset', 'must not be above maximum');
  });

/** Stock as a client sends it: pieces, or null for unlimited. */
export const stockInput = z
  .number()
  .refine(
    (n) => Number.isInteger(n) && n >= 0 && n <= 999_999_999,
    failWith('price_stock_invalid', 'must be a whole number from 0 to 999999999'),
  )
  .meta({ type: 'integer', minimum: 0, maximum: 999_999_999 });

interface PriceRules {
  type: PriceType;
  unitAmount?: number | null;
  recurring?: object | null;
  customUnitAmount?: object | null;
  startDate?: string | null;
  expirationDate?: string | null;
}

/** The rules that tie the fields of a price together; each issue names the field to correct. */
export function checkPriceRules(price: PriceRules, context: z.core.$RefinementCtx): void {
  const fail = (field: string, message: string, params?: { code: 'price_date_range_invalid' }) =>
    context.issues.push({ code: 'custom', input: undefined, path: [field], message, params });
  const custom = price.type === 'CUSTOM';
  if (custom && isGiven(price.unitAmount))
    fail('unitAmount', 'is not allowed for CUSTOM prices, because the buyer chooses the amount');
  if (!custom && !isGiven(price.unitAmount)) fail('unitAmount', `is required for a ${price.type} price`);
  if (price.type === 'RECURRING' && !price.recurring) fail('recurring', 'is required for a RECURRING price');
  if (price.type !== 'RECURRING' && price.recurring) fail('recurring', 'is allowed only for a RECURRING price');
  if (!custom && price.customUnitAmount) fail('customUnitAmount', 'is allowed only for a CUSTOM price');
  if (price.startDate && price.expirationDate && price.expirationDate <= price.startDate) {
    fail('expirationDate', 'must be after startDate', { code: 'price_date_range_invalid' });
  }
}

/** The body of POST /prices, and one of the `prices` of POST /products. */
export const CreatePrice = z
  .strictObject({
    name: text(250).nullish(),
    description: text(5000).nullish(),
    currency: Currency,
    unitAmount: amountInput('parameter_invalid').nullish().describe('In minor units. Not allowed for CUSTOM prices.'),
    type: PriceType.default('ONE_TIME'),
    recurring: RecurringInput.nullish().describe('Required for RECURRING prices, and not allowed for others.'),
    customUnitAmount: customUnitAmountInput.nullish().describe('CUSTOM prices only. In minor units.'),
    stock: stockInput.nullish().describe('Units in stock. Null or absent means unlimited.'),
    startDate: timestampInput.nullish(),
    expirationDate: timestampInput.nullish(),
    active: z.boolean().default(true),
    metadata: metadataInput.nullish(),
  })
  .superRefine(checkPriceRules)
  .meta({ id: 'CreatePrice', description: 'A price to create.' });
export type CreatePrice = z.infer<typeof CreatePrice>;

/** The fields of a price that say what it costs: they change only while no line item was ever made from it. */
export const amountFields = ['unitAmount', 'currency', 'type', 'recurring', 'customUnitAmount'] as const;

/** Fields of a price that are fixed when it is created. */
export const fixedPriceFields = ['productId'] as const;

/** The body of PATCH /prices/{id}. How its fields fit together is judged with what is stored. */
export const UpdatePrice = z
  .strictObject({
    name: text(250).nullable(),
    description: text(5000).nullable(),
    active: z.boolean(),
    stock: stockInput.nullable().describe('Units in stock. `null` means unlimited.'),
    startDate: timestampInput.nullable(),
    expirationDate: timestampInput.nullable(),
    metadata: Metadata.nullable().describe(
      'Merged with the existing metadata. Set a key to null to remove it, or the whole field to null to remove all keys.',
    ),
    unitAmount: amountInput('parameter_invalid')
      .nullable()
      .describe('In minor units. Can be changed only until the price is used in a line item.'),
    currency: Currency.describe('Can be changed only until the price is used in a line item.'),
    type: PriceType.describe('Can be changed only until the price is used in a line item.'),
    recurring: RecurringInput.nullable().describe('Can be changed only until the price is used in a line item.'),
    customUnitAmount: customUnitAmountInput
      .nullable()
      .describe('Can be changed only until the price is used in a line item.'),
    ...unchangeableFields(fixedPriceFields),
  })
  .partial()
  .meta({ id: 'UpdatePrice', description: 'Changes to a price.' });
export type UpdatePrice = z.infer<typeof UpdatePrice>;
