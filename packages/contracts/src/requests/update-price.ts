import { z } from 'zod';
import { Currency, PriceType } from '../enums.ts';
import { amountInput, Metadata, text, timestampInput } from '../primitives.ts';
import { customUnitAmountInput, RecurringInput, stockInput } from './create-price.ts';
import { unchangeableFields } from './unchangeable-fields.ts';

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
