import { z } from 'zod';
import { Currency, PaymentMethodType } from '../enums.ts';
import { inLatinDigits } from '../latin-digits.ts';
import { amountInput, failWith, reference, requestBody, text, webUrl } from '../primitives.ts';
import { customerDetailsInput } from './address-input.ts';
import { PaymentMethodInput } from './payment-method-input.ts';

const customFieldValue = z.strictObject({
  key: z.string().min(1).max(200),
  text: z.strictObject({ value: text(255).nullable() }).optional(),
  numeric: z.strictObject({ value: text(255).overwrite(inLatinDigits).nullable() }).optional(),
  dropdown: z.strictObject({ value: text(255).nullable() }).optional(),
});

const isEachOnce = (names: readonly string[]): boolean => new Set(names).size === names.length;

/** The body of PATCH /client/checkout/{id}: what a buyer may change. */
export const UpdateHostedCheckout = requestBody('UpdateHostedCheckout', 'Changes that a buyer can make.', {
  lineItems: z
    .array(
      z.strictObject({
        id: reference('li'),
        quantity: z
          .int()
          .min(0)
          .max(999_999)
          .optional()
          .describe('Adjustable items only. 0 removes an item whose `minimum` is 0.'),
        customAmount: amountInput('amount_invalid').optional().describe('CUSTOM prices only, in minor units.'),
      }),
    )
    .refine((items) => items.length <= 100, failWith('parameter_out_of_range', 'must have at most 100 line items'))
    .refine((items) => isEachOnce(items.map(({ id }) => id)), 'must not contain a line item twice')
    .optional()
    .describe('Only the items to change.'),
  promotionCode: text(255).nullable().optional().describe('The code that the buyer entered. `null` removes it.'),
  withoutDiscount: z
    .int()
    .min(0)
    .max(99)
    .optional()
    .describe('Index in `discounts` of a discount to remove, such as one that is no longer valid. 0 is the first.'),
  customerDetails: customerDetailsInput.optional(),
  customFields: z
    .array(customFieldValue)
    .max(3)
    .refine((fields) => isEachOnce(fields.map(({ key }) => key)), 'must not contain a field twice')
    .optional(),
  paymentMethodType: PaymentMethodType.optional().describe(
    'The method the buyer intends to use. The response includes its fees.',
  ),
  cardBin: z
    .string()
    .regex(/^\d{6,8}$/, 'must be the first 6 to 8 digits of the card')
    .optional(),
});
export type UpdateHostedCheckout = z.infer<typeof UpdateHostedCheckout>;

/** The body of POST /client/checkout/{id}/confirm. */
export const ConfirmHostedCheckout = requestBody('ConfirmHostedCheckout', "A buyer's payment.", {
  paymentMethod: PaymentMethodInput.optional().describe('Required unless the total is 0.'),
  expectedAmountTotal: amountInput('amount_invalid')
    .optional()
    .describe('The total shown to the buyer. The request is rejected if the total is different.'),
  expectedCurrency: Currency.optional().describe(
    'The currency of the total shown to the buyer. The request is rejected if the total is in another one.',
  ),
  returnUrl: webUrl.optional().describe('Where to return the buyer after a redirect.'),
});
export type ConfirmHostedCheckout = z.infer<typeof ConfirmHostedCheckout>;
