import {
  currencyDecimals,
  type Account as AccountResource,
  type AccountProfile,
  type AccountSettings,
  type LiveMethod,
  noMail,
} from '@mizan/contracts';
import { hasFeeRow } from '@mizan/money';
import type { Identity } from '@mizan/service-kit';
import type { Account } from './account.entity.ts';
import { accounts } from './account.table.ts';

/** An account without its second factor. */
export type AccountRow = Omit<Account, 'twoFactorSealed' | 'twoFactorStep'>;

/** The columns of an {@link AccountRow}. */
export const accountColumns = accounts.omit('twoFactorSealed', 'twoFactorStep');

const shared = (account: AccountRow, livemode: boolean) =>
  ({
    id: account.id,
    object: 'account',
    displayName: account.displayName,
    country: account.country,
    defaultCurrency: account.defaultCurrency,
    defaultLocale: settingsIn(account, livemode).defaultLocale,
    livePaymentsEnabled: account.livePaymentsEnabled,
  }) as const;

/**
 * The currencies of the account, each with its methods. In test mode these are the ones that can be paid with: the others have
 * no agreed fee. What live mode can take also depends on its providers, see {@link takeable}.
 */
const currenciesIn = ({ supportedCurrencies, feeSchedule }: AccountRow, livemode: boolean) =>
  supportedCurrencies.map(({ code, paymentMethodTypes }) => ({
    code,
    decimals: currencyDecimals[code],
    paymentMethodTypes: paymentMethodTypes.filter(
      (paymentMethodType) => livemode || hasFeeRow(feeSchedule, { paymentMethodType, currency: code }),
    ),
  }));

/** What rules of an earlier release leave out. */
const anyProvider = { provider: null, refundFixed: 0 } as const;

/** What the merchant sets itself, in one mode. */
export type OwnSettings = Omit<AccountSettings, 'object'>;

/** What the merchant set for a mode. A row of an earlier release does not have every setting of mail. */
export const settingsIn = (account: AccountRow, livemode: boolean): OwnSettings =>
  livemode
    ? {
        logo: account.logo ?? null,
        defaultLocale: account.defaultLocale,
        mail: { ...noMail, ...account.mail },
        manualMethods: account.manualMethods,
      }
    : {
        logo: account.testLogo ?? null,
        defaultLocale: account.testDefaultLocale ?? account.defaultLocale,
        mail: { ...noMail, ...account.testMail },
        manualMethods: account.testManualMethods,
      };

/** The columns that keep the settings of a mode. */
export const settingsColumns = (
  { logo, defaultLocale, mail, manualMethods }: OwnSettings,
  livemode: boolean,
): Partial<AccountRow> =>
  livemode
    ? { logo, defaultLocale, mail, manualMethods }
    : { testLogo: logo, testDefaultLocale: defaultLocale, testMail: mail, testManualMethods: manualMethods };

/** The account as other services receive it. @param livemode the mode that they serve; events are about live mode */
export const toAccountProfile = (account: AccountRow, livemode: boolean): AccountProfile => ({
  ...shared(account, livemode),
  ...settingsIn(account, livemode),
  supportedCurrencies: currenciesIn(account, livemode),
  allowedOrigins: [...account.allowedOrigins],
  feeSchedule: account.feeSchedule.map((rule) => ({ ...anyProvider, ...rule })),
  feeConfig: account.feeConfig,
  presentmentCurrencies: account.presentmentCurrencies ?? null,
  lateSuccessPolicy: account.lateSuccessPolicy,
  disputeFees: [...account.disputeFees],
  vatOnFeesPpm: account.vatOnFeesPpm,
});

/**
 * The account as the API shows it to a key.
 *
 * @param live what live mode can take now; of the account's own methods, a live key is shown these only
 */
export function toAccount(
  account: AccountRow,
  identity: Identity,
  live: readonly LiveMethod[] | undefined,
): AccountResource {
  const { scope, keyType, permissions } = identity;
  if (!scope || !keyType) throw new Error('bug: GET /account without a key');
  const supportedCurrencies = currenciesIn(account, scope.livemode);
  return {
    ...shared(account, scope.livemode),
    supportedCurrencies: live ? takeable(supportedCurrencies, live) : supportedCurrencies,
    livemode: scope.livemode,
    apiKey: { type: keyType, mode: scope.livemode ? 'live' : 'test', permissions: [...permissions] },
  };
}

/** The currencies, each with those of its methods that live mode can take now: possibly none. */
const takeable = (currencies: AccountResource['supportedCurrencies'], live: readonly LiveMethod[]) =>
  currencies.map(({ paymentMethodTypes, ...currency }) => ({
    ...currency,
    paymentMethodTypes: paymentMethodTypes.filter((type) =>
      live.some((method) => method.type === type && method.currency === currency.code),
    ),
  }));
