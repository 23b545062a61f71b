import { z } from 'zod';
import { Currency, Mode, PaymentMethodType } from '../enums.ts';
import { paymentMethods } from '../payment-methods.ts';
import { LateSuccessPolicy } from '../payment-enums.ts';
import { countryInput, originInput, requestBody, requiredText, webUrl } from '../primitives.ts';
import { DisputeFee, FeeRule } from '../resources/account.ts';
import { CreateApiKey } from './api-key-input.ts';
import { vatCollectionRateInput } from './fee-config-input.ts';

const allowedOrigins = z
  .array(originInput)
  .max(50)
  .describe('Origins that can embed checkouts, in addition to those of the publishable keys.');

const noLanguage = 'must be a language such as en or ar-EG';
const languages = new Intl.DisplayNames('en', { type: 'language', fallback: 'none' });

/** The language of a merchant, as it is set. */
export const localeSetting = z
  .string()
  .regex(/^[a-z]{2}(-[A-Z]{2})?$/, { error: noLanguage, abort: true })
  .refine((tag) => languages.of(tag) !== undefined, noLanguage);

/** Of two rules with the same conditions one would never apply: most likely a copy whose conditions were not changed. */
function refuseRepeats(rules: readonly FeeRule[], context: z.core.$RefinementCtx): void {
  const firstWith = new Map<string, number>();
  for (const [index, rule] of rules.entries()) {
    const { paymentMethodType, currency, brand, isOnUs, isInternational, provider } = rule;
    const conditions = JSON.stringify([paymentMethodType, currency, brand, isOnUs, isInternational, provider]);
    const first = firstWith.get(conditions);
    if (first === undefined) firstWith.set(conditions, index);
    else
      context.issues.push({
        code: 'custom',
        input: undefined,
        path: [index],
        message: `has the same conditions as feeSchedule[${first}], so it would never apply`,
      });
  }
}

/** Why a payment method cannot be paid in a currency of an account, with those that it can be paid in. */
const notPaidIn = (type: PaymentMethodType, currency: Currency): string =>
  `cannot be ${type}: it is not paid in ${currency}, only in ${paymentMethods[type].currencies.join(', ')}`;

const enabledCurrency = z
  .strictObject({
    code: Currency,
    paymentMethodTypes: z.array(PaymentMethodType).min(1),
    decimals: z.int().optional().describe('Ignored, so that you can send back what you have read.'),
  })
  .superRefine(({ code, paymentMethodTypes }, context) => {
    const index = paymentMethodTypes.findIndex((type) => !paymentMethods[type].currencies.includes(code));
    const type = paymentMethodTypes[index];
    if (type === undefined) return;
    const message = notPaidIn(type, code);
    context.issues.push({ code: 'custom', input: undefined, path: ['paymentMethodTypes', index], message });
  })
  .transform(({ code, paymentMethodTypes }) => ({ code, paymentMethodTypes }));

const terms = {
  displayName: requiredText(100),
  defaultLocale: localeSetting,
  supportedCurrencies: z
    .array(enabledCurrency)
    .min(1)
    .describe(
      'Must include the default currency. A currency can be used for payments once `feeSchedule` has rules for it.',
    ),
  feeSchedule: z
    .array(FeeRule)
    .max(500)
    .superRefine(refuseRepeats)
    .describe(
      'What payments cost. A payment needs a rule for its method and currency. No two rules can have the same conditions.',
    ),
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
    .describe(
      'Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values.',
    ),
  presentmentCurrencies: z
    .array(Currency)
    .nullable()
    .describe(
      'Further currencies that prices can use; their payments are converted into a supported currency. `null` means any currency with an exchange rate.',
    ),
  lateSuccessPolicy: LateSuccessPolicy,
  disputeFees: z
    .array(DisputeFee)
    .max(200)
    .refine((fees) => new Set(fees.map(({ currency }) => currency)).size === fees.length, 'must not repeat a currency')
    .describe('What a dispute costs, at most one row for each currency. Currencies without a row cost nothing.'),
  allowedOrigins,
  logo: webUrl.nullable().describe('URL, for both modes.'),
};

/** The body of POST /operator/accounts. Without a `feeSchedule` the account pays no fees. */
export const CreateAccount = requestBody('CreateAccount', 'An account to create.', {
  ...z.object(terms).partial().shape,
  displayName: terms.displayName,
  country: countryInput.default('EG'),
  defaultCurrency: Currency.default('EGP'),
});

/** The body of PATCH /operator/accounts/{id}. */
export const UpdateAccount = requestBody('UpdateAccount', 'Changes to an account.', {
  ...z.object(terms).partial().shape,
  livePaymentsEnabled: z.boolean().optional().describe('Whether live keys can accept payments.'),
});
export type UpdateAccount = z.infer<typeof UpdateAccount>;

/** The body of POST /operator/accounts/{id}/keys. */
export const CreateAccountKey = CreateApiKey.safeExtend({ mode: Mode }).meta({
  id: 'CreateAccountKey',
  description: 'An API key to create for an account.',
});
