import { defineEntity, p, type InferEntity } from '@mikro-orm/core';
import type {
  AccountFeeConfig,
  Currency,
  DisputeFee,
  FeeRule,
  LateSuccessPolicy,
  MailSettings,
  ManualMethods,
  PaymentMethodType,
} from '@mizan/contracts';

/** A currency that an account accepts, with its payment methods. */
export interface EnabledCurrency {
  readonly code: Currency;
  readonly paymentMethodTypes: readonly PaymentMethodType[];
}

const noManualMethodsSql =
  '{"instapay": {"handle": null}, "bank_transfer": [], "cash_on_delivery": {"enabled": false}}';

const noMailSql = '{"replyTo": null, "receipts": false}';

/** A merchant. An account has both modes, whose data are separate. */
export const Account = defineEntity({
  name: 'Account',
  tableName: 'accounts',
  properties: {
    id: p.text().collation('C').primary(),
    displayName: p.text(),
    country: p.text(),
    defaultCurrency: p.text().$type<Currency>(),
    /** Like the logo, mail and manual methods kept for each mode: a test key does not change what buyers of live mode see. */
    defaultLocale: p.text(),
    /** Null, which only an earlier release writes: that of live mode. */
    testDefaultLocale: p.text().nullable(),
    supportedCurrencies: p.json<readonly EnabledCurrency[]>(),
    feeSchedule: p.json<readonly FeeRule[]>(),
    vatOnFeesPpm: p.integer(),
    feeConfig: p.json<AccountFeeConfig>().default('{"feesPassThrough": false, "vatCollectionEnabled": false}'),
    /** Null: every currency with an exchange rate. */
    presentmentCurrencies: p.array().$type<Currency[]>().nullable(),
    lateSuccessPolicy: p.text().$type<LateSuccessPolicy>().default('accept'),
    /** What a dispute costs; none in currencies without a row. */
    disputeFees: p.json<readonly DisputeFee[]>().default('[]'),
    allowedOrigins: p.array(),
    logo: p.text().nullable(),
    testLogo: p.text().nullable(),
    mail: p.json<MailSettings>().default(noMailSql),
    testMail: p.json<MailSettings>().default(noMailSql),
    /** What the merchant receives without a provider. */
    manualMethods: p.json<ManualMethods>().default(noManualMethodsSql),
    testManualMethods: p.json<ManualMethods>().default(noManualMethodsSql),
    livePaymentsEnabled: p.boolean(),
    /** The authenticator's secret, encrypted, and the last step whose code was accepted. */
    twoFactorSealed: p.blob().nullable(),
    twoFactorStep: p.bigint('number').nullable(),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  indexes: [{ name: 'accounts_created_at', properties: ['createdAt', 'id'] }],
  checks: [
    { name: 'accounts_country', expression: `country ~ '^[A-Z]{2}$'` },
    { name: 'accounts_default_currency', expression: `default_currency ~ '^[A-Z]{3}$'` },
    { name: 'accounts_vat_on_fees_ppm', expression: 'vat_on_fees_ppm >= 0 and vat_on_fees_ppm <= 1000000' },
    { name: 'accounts_late_success_policy', expression: `late_success_policy in ('accept', 'auto_refund')` },
    { name: 'accounts_version', expression: 'version > 0' },
  ],
});
export type Account = InferEntity<typeof Account>;
