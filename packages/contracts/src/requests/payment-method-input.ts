import { z } from 'zod';
import { DeclineCode, testOutcomes } from '../decline-codes.ts';
import { PaymentMethodType } from '../enums.ts';
import { inLatinDigits } from '../latin-digits.ts';
import { phoneInput, reference, text } from '../primitives.ts';
import { billingDetailsInput } from './address-input.ts';

const isTestOutcome = (value: string) => {
  const [outcome, code, ...rest] = value.split(':');
  if (rest.length > 0 || !testOutcomes.some((known) => known === outcome)) return false;
  return code === undefined || (outcome === 'decline' && DeclineCode.safeParse(code).success);
};

const outcomes = `${testOutcomes.join(', ')}, or decline:<decline code>, such as decline:insufficient_funds`;

/** What a buyer pays with, in a confirm. The card number is never logged or stored. */
export const PaymentMethodInput = z
  .strictObject({
    type: PaymentMethodType.optional().describe('Optional if `id` is given.'),
    id: reference('pm')
      .optional()
      .describe('ID of a saved payment method, or `pm_test_<type>_<outcome>` in test mode.'),
    token: text(2048).optional().describe('Token from the wallet. In test mode, `test_token:<card number>`.'),
    testOutcome: z
      .string()
      .refine(isTestOutcome, `must be ${outcomes}`)
      .optional()
      .describe(`Test mode only: ${outcomes}.`),
    card: z
      .strictObject({
        number: z
          .string()
          .transform((value) => inLatinDigits(value).replaceAll(/[ -]/g, ''))
          .refine((digits) => /^\d{12,19}$/.test(digits), 'must be 12 to 19 digits'),
        expMonth: z.int().min(1).max(12),
        expYear: z
          .int()
          .transform((year) => (year < 100 ? 2000 + year : year))
          .refine((year) => year >= 2000 && year <= 2100, 'must be a year such as 2030'),
        cvc: z
          .string()
          .transform(inLatinDigits)
          .refine((digits) => /^\d{3,4}$/.test(digits), 'must be 3 or 4 digits')
          .meta({ pattern: '^[0-9٠-٩۰-۹]{3,4}$' }),
        holderName: text(250).optional(),
      })
      .optional(),
    phone: phoneInput.optional().describe('Mobile wallets, valU, Sympl, Fawry and Aman.'),
    handle: text(250).optional().describe('InstaPay only.'),
    valu: z.strictObject({ tenureMonths: z.union([z.literal(6), z.literal(12), z.literal(24)]) }).optional(),
    billingDetails: billingDetailsInput.optional(),
  })
  .refine((method) => method.type !== undefined || method.id !== undefined, {
    message: 'is required if id is not given',
    path: ['type'],
  })
  .meta({ id: 'PaymentMethodInput', description: 'The payment method that a buyer pays with.' });
export type PaymentMethodInput = z.infer<typeof PaymentMethodInput>;
