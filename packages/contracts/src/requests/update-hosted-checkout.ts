import { z } from 'zod';
import { PaymentMethodType } from '../enums.ts';
import { amountInput, failWith, reference, text } from '../primitives.ts';
import { customerDetailsInput } from './address-input.ts';

const customFieldValue = z.strictObject({
  key: z.string().min(1).max(200),
  text: z.strictObject({ value: text(255).nullable() }).optional(),
  numeric: z.strictObject({ value: text(255).nullable() }).optional(),
  dropdown: z.strictObject({ value: text(255).nullable() }).optional(),
});

const isEachOnce = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** The body of PATCH /client/checkout/{id}: what a buyer may change. */
export const UpdateHostedCheckout = z
  .strictObject({
    lineItems: z
      .array(
        z.strictObject({
          id: reference('li'),
          quantity: z
            .int()
            .min(0)
            .max(999_999)
            .optional()
            .describe('Adjustable items only; 0 takes away an item whose `minimum` is 0.'),
          customAmount: amountInput('amount_invalid').optional().describe('CUSTOM prices only, minor units.'),
        }),
      )
      .refine((items) => items.length <= 100, failWith('parameter_out_of_range', 'must have at most 100 line items'))
      .refine((items) => isEachOnce(items.map(({ id }) => id)), 'must not name a line item twice')
      .optional()
      .describe('Only the items to change.'),
    promotionCode: text(255).nullable().optional().describe('What the buyer entered; null takes it back.'),
    withoutDiscount: z
      .int()
      .min(0)
      .max(99)
      .optional()
      .describe(
        'Place in `discounts`, 0 for the first, of one to go on without, such as one that can no longer be given.',
      ),
    customerDetails: customerDetailsInput.optional(),
    customFields: z
      .array(customFieldValue)
      .max(3)
      .refine((fields) => isEachOnce(fields.map(({ key }) => key)), 'must not answer a field twice')
      .optional(),
    paymentMethodType: PaymentMethodType.optional().describe('The answer then has its fees.'),
    cardBin: z
      .string()
      .regex(/^\d{6,8}$/, 'must be the first 6 to 8 digits of the card')
      .optional(),
  })
  .meta({ id: 'UpdateHostedCheckout', description: 'What a buyer may change.' });
export type UpdateHostedCheckout = z.infer<typeof UpdateHostedCheckout>;
