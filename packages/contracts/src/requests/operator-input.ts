import { z } from 'zod';
import { Currency, Mode, PaymentMethodType } from '../enums.ts';
import { LateSuccessPolicy } from '../late-success.ts';
import { countryInput, originInput, requiredText, webUrl } from '../primitives.ts';
import { FeeRule } from '../resources/account.ts';
import { CreateApiKey } from './api-key-input.ts';
import { vatCollectionRateInput } from './fee-config-input.ts';

const allowedOrigins = z
  .array(originInput)
  .max(50)
  .describe('Origins that may frame embedded checkouts, beside those of the publishable keys.');

const terms = {
  displayName: requiredText(100),
  defaultLocale: z.string().regex(/^[a-z]{2}(-[A-Z]{2})?$/, 'must be a language such as en or ar-EG'),
  supportedCurrencies: z
    .array(z.strictObject({ code: Currency, paymentMethodTypes: z.array(PaymentMethodType).min(1) }))
    .min(1)
    .describe('The default currency must be among them. One can be paid in once `feeSchedule` has rows for it.'),
  feeSchedule: z.array(FeeRule).max(500),
  vatOnFeesPpm: z.int().min(0).max(1_000_000),
  feeConfig: z
    .strictObject({
      feesPassThrough: z.boolean(),
      vatCollectionEnabled: z.boolean(),
      vatCollectionRate: vatCollectionRateInput.optional(),
    })
    .refine(({ vatCollectionEnabled: isOn, vatCollectionRate }) => !isOn || vatCollectionRate !== undefined, {
      message: 'is required when vatCollectionEnabled is true',
      path: ['vatCollectionRate'],
    })
    .describe('Who bears the fee and whether VAT is added, unless a payment link or session says otherwise.'),
  presentmentCurrencies: z
    .array(Currency)
    .nullable()
    .describe('Currencies that prices may be in beside the supported ones; null is any that has an exchange rate.'),
  lateSuccessPolicy: LateSuccessPolicy,
  allowedOrigins,
  logo: webUrl.nullable(),
};

/** The body of POST /operator/accounts. What is left out is as the demo account has it. */
export const CreateAccount = z
  .strictObject({
    ...z.object(terms).partial().shape,
    displayName: terms.displayName,
    country: countryInput.default('EG'),
    defaultCurrency: Currency.default('EGP'),
  })
  .meta({ id: 'CreateAccount', description: 'An account to create.' });
export type CreateAccount = z.infer<typeof CreateAccount>;

/** The body of PATCH /operator/accounts/{id}. */
export const UpdateAccount = z
  .strictObject({
    ...z.object(terms).partial().shape,
    livePaymentsEnabled: z.boolean().optional().describe('Whether live keys may take money.'),
  })
  .meta({ id: 'UpdateAccount', description: 'What to change about an account.' });
export type UpdateAccount = z.infer<typeof UpdateAccount>;

/** The body of POST /operator/accounts/{id}/keys. */
export const CreateAccountKey = CreateApiKey.safeExtend({ mode: Mode }).meta({
  id: 'CreateAccountKey',
  description: 'A key to create for an account.',
});
export type CreateAccountKey = z.infer<typeof CreateAccountKey>;
