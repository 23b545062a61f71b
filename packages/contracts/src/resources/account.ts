import { z } from 'zod';
import { ApiKeyType, Currency, Mode, PaymentMethodType } from '../enums.ts';
import { CardBrand, LateSuccessPolicy, ProviderName } from '../payment-enums.ts';
import { permissions } from '../permissions.ts';
import { Money, namedObject } from '../primitives.ts';
import { MailSettings, ManualMethods, noMail, noManualMethods } from './account-settings.ts';
import { FeeConfig } from './session-settings.ts';

/** A currency in which the account can accept payments. */
export const SupportedCurrency = z
  .object({
    code: Currency,
    decimals: z.int().describe('Number of decimals of the currency: 2 or 3.'),
    paymentMethodTypes: z.array(PaymentMethodType),
  })
  .meta({ id: 'SupportedCurrency', description: 'A currency in which the account can accept payments.' });

export const Account = namedObject('Account', 'The merchant account, as seen by the requesting key.', {
  id: z.string().describe('`acct_…`'),
  object: z.literal('account'),
  displayName: z.string(),
  country: z.string().describe('Two-letter country code, ISO 3166-1 alpha-2.'),
  defaultCurrency: Currency,
  defaultLocale: z.string().describe('BCP 47, for example `en`.'),
  supportedCurrencies: z.array(SupportedCurrency),
  livemode: z.boolean().describe('Mode of the requesting key.'),
  livePaymentsEnabled: z.boolean(),
  apiKey: z.object({
    type: ApiKeyType,
    mode: Mode,
    permissions: z.array(z.enum(permissions)).describe('Sorted alphabetically.'),
  }),
});
export type Account = z.infer<typeof Account>;

/** What one kind of payment costs; null means any. The row with the most matches wins: see `chooseFeeRow` of the money package. */
export const FeeRule = z
  .object({
    paymentMethodType: PaymentMethodType,
    brand: CardBrand.nullable(),
    isOnUs: z.boolean().nullable(),
    isInternational: z.boolean().nullable(),
    currency: Currency,
    ratePpm: z.int().min(0).max(500_000).describe('Rate in parts per million of the amount: 2.75 % is 27500.'),
    fixed: Money.describe('Fixed fee per payment, in minor units of `currency`.'),
    provider: ProviderName.nullable()
      .default(null)
      .describe(
        'The provider that takes the payment. If the buyer pays the fee, and in test mode, only rules for any provider apply.',
      ),
    refundFixed: Money.default(0).describe(
      'Fixed fee per refund, in minor units of `currency`, VAT included: `feeAmount` of the refund.',
    ),
  })
  .meta({
    id: 'FeeRule',
    description:
      'The fee of one type of payment. `null` matches any value. Of the rules that match, the one that names the most values applies; of those that name as many, the one that names `provider`, then `isInternational`, then `isOnUs`, then `brand`; of equal ones, the first.',
  });
export type FeeRule = z.infer<typeof FeeRule>;

/** Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values. */
export const AccountFeeConfig = FeeConfig.omit({ source: true }).meta({
  id: 'AccountFeeConfig',
  description:
    'Whether the buyer pays the fee and whether VAT is added, unless a payment link or session sets its own values.',
});
export type AccountFeeConfig = z.infer<typeof AccountFeeConfig>;

/** What a dispute costs in one currency. */
export const DisputeFee = z
  .strictObject({
    currency: Currency,
    amount: Money.min(1).describe('In minor units of `currency`.'),
  })
  .meta({
    id: 'DisputeFee',
    description: 'What each dispute in a currency costs when its money is withdrawn. It is kept, won or lost.',
  });
export type DisputeFee = z.infer<typeof DisputeFee>;

/** What the services know about an account, whatever the key. */
export const AccountProfile = Account.omit({ apiKey: true, livemode: true })
  .extend({
    logo: z.string().nullable().describe('URL.'),
    allowedOrigins: z
      .array(z.string())
      .describe('Origins that can embed checkouts. If requested for one mode, includes those of its publishable keys.'),
    feeSchedule: z.array(FeeRule),
    feeConfig: AccountFeeConfig,
    presentmentCurrencies: z
      .array(Currency)
      .nullable()
      .describe(
        'Further currencies that prices can use; their payments are converted into a supported currency. `null` means any currency with an exchange rate.',
      ),
    lateSuccessPolicy: LateSuccessPolicy,
    disputeFees: z.array(DisputeFee).default([]),
    mail: MailSettings.default(noMail),
    manualMethods: ManualMethods.default(noManualMethods),
    vatOnFeesPpm: z.int().min(0).max(1_000_000).describe('VAT on fees, in parts per million: 14 % is 140000.'),
  })
  .meta({
    id: 'AccountProfile',
    description:
      'The settings of an account, independent of the key. `logo`, `defaultLocale`, `mail` and `manualMethods` are those of the requested mode; in events and for the operator, those of live mode.',
  });
export type AccountProfile = z.infer<typeof AccountProfile>;
