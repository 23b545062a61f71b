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
    stock: stockInput.nullable().describe('Pieces left; null is unlimited.'),
    startDate: timestampInput.nullable(),
    expirationDate: timestampInput.nullable(),
    metadata: Metadata.nullable().describe('Merged; a null value takes its key away, null takes all away.'),
    unitAmount: amountInput('parameter_invalid').nullable().describe('Minor units; only while never sold from.'),
    currency: Currency.describe('Only while never sold from.'),
    type: PriceType.describe('Only while never sold from.'),
    recurring: RecurringInput.nullable().describe('Only while never sold from.'),
    customUnitAmount: customUnitAmountInput.nullable().describe('Only while never sold from.'),
    ...unchangeableFields(fixedPriceFields),
  })
  .partial()
  .meta({ id: 'UpdatePrice', description: 'What to change about a price.' });
export type UpdatePrice = z.infer<typeof UpdatePrice>;
