import { z } from 'zod';
import { Currency } from '../enums.ts';
import { inLatinDigits } from '../latin-digits.ts';
import { emailInput, ibanInput, requestBody, requiredText, webUrl } from '../primitives.ts';
import { localeSetting } from './operator-input.ts';

const bankTransfer = z
  .array(
    z.strictObject({
      currency: Currency,
      iban: ibanInput.describe('Checked, and stored without spaces.'),
      accountName: requiredText(140),
      bankName: requiredText(140),
    }),
  )
  .max(30)
  .refine((accounts) => new Set(accounts.map(({ currency }) => currency)).size === accounts.length, {
    message: 'must have at most one account for each currency',
  })
  .describe('Replaces the list. Empty: bank transfers are not offered.');

/** The body of PATCH /account/settings. */
export const UpdateAccountSettings = requestBody(
  'UpdateAccountSettings',
  'Changes to the settings of an account. What you omit stays as it is.',
  {
    logo: webUrl.nullable().optional(),
    defaultLocale: localeSetting.optional(),
    mail: z
      .strictObject({
        receipts: z.boolean().optional(),
        recovery: z.boolean().optional(),
        replyTo: emailInput.nullable().optional(),
      })
      .optional(),
    manualMethods: z
      .strictObject({
        cash_on_delivery: z.strictObject({ enabled: z.boolean() }).optional(),
        bank_transfer: bankTransfer.optional(),
        instapay: z
          .strictObject({
            handle: z
              .string()
              .overwrite(inLatinDigits)
              .regex(/^[a-z0-9][a-z0-9._-]{0,48}@instapay$/i, 'must be an InstaPay address, for example shop@instapay')
              .transform((handle) => handle.toLowerCase())
              .nullable(),
          })
          .optional(),
      })
      .optional()
      .describe('A change with a live key requires the `Two-Factor-Code` header.'),
  },
);
export type UpdateAccountSettings = z.infer<typeof UpdateAccountSettings>;
