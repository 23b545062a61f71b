import { currencyDecimals, type Account as AccountResource, type AccountProfile } from '@mizan/contracts';
import { fragment, type Identity } from '@mizan/service-kit';
import type { Account } from './account.entity.ts';

/** An account as raw SQL reads it, through {@link accountColumns}. */
export type AccountRow = Pick<
  Account,
  | 'id'
  | 'displayName'
  | 'country'
  | 'defaultCurrency'
  | 'defaultLocale'
  | 'supportedCurrencies'
  | 'feeSchedule'
  | 'vatOnFeesPpm'
  | 'feeConfig'
  | 'presentmentCurrencies'
  | 'lateSuccessPolicy'
  | 'allowedOrigins'
  | 'logo'
  | 'livePaymentsEnabled'
>;

export const accountColumns = fragment`
  id, display_name as "displayName", country, default_currency as "defaultCurrency", default_locale as "defaultLocale",
  supported_currencies as "supportedCurrencies", fee_schedule as "feeSchedule", vat_on_fees_ppm as "vatOnFeesPpm",
  fee_config as "feeConfig", presentment_currencies as "presentmentCurrencies",
  late_success_policy as "lateSuccessPolicy",
  allowed_origins as "allowedOrigins", logo, live_payments_enabled as "livePaymentsEnabled"`;

const shared = (account: AccountRow) =>
  ({
    id: account.id,
    object: 'account',
    displayName: account.displayName,
    country: account.country,
    defaultCurrency: account.defaultCurrency,
    defaultLocale: account.defaultLocale,
    supportedCurrencies: account.supportedCurrencies.map(({ code, paymentMethodTypes }) => ({
      code,
      decimals: currencyDecimals[code],
      paymentMethodTypes: [...paymentMethodTypes],
    })),
    livePaymentsEnabled: account.livePaymentsEnabled,
  }) as const;

/** The account as other services and its events receive it. */
export const toAccountProfile = (account: AccountRow): AccountProfile => ({
  ...shared(account),
  logo: account.logo ?? null,
  allowedOrigins: [...account.allowedOrigins],
  feeSchedule: [...account.feeSchedule],
  feeConfig: account.feeConfig,
  presentmentCurrencies: account.presentmentCurrencies ?? null,
  lateSuccessPolicy: account.lateSuccessPolicy,
  vatOnFeesPpm: account.vatOnFeesPpm,
});

/** The account as the API shows it to a key. */
export function toAccount(account: AccountRow, identity: Identity): AccountResource {
  const { scope, keyType, permissions } = identity;
  if (!scope || !keyType) throw new Error('bug: GET /account without a key');
  return {
    ...shared(account),
    livemode: scope.livemode,
    apiKey: { type: keyType, mode: scope.livemode ? 'live' : 'test', permissions: [...permissions] },
  };
}
