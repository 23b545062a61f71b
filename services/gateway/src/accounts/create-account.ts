import type { AccountFeeConfig, AccountProfile, Currency, FeeRule, LateSuccessPolicy } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import type { EnabledCurrency } from './account.entity.ts';
import { toAccountProfile, type AccountRow } from './account.resource.ts';
import { accounts } from './account.table.ts';
import { assertAccountTerms } from './assert-account-terms.ts';

/** The merchant and its terms. */
export interface NewAccount {
  readonly displayName: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly defaultCurrency: Currency;
  /** BCP 47. */
  readonly defaultLocale: string;
  readonly supportedCurrencies: readonly EnabledCurrency[];
  readonly feeSchedule: readonly FeeRule[];
  readonly vatOnFeesPpm: number;
  /** The merchant bears the fee and no VAT is added when absent. */
  readonly feeConfig?: AccountFeeConfig;
  /** Any that has an exchange rate when absent. */
  readonly presentmentCurrencies?: readonly Currency[] | null;
  /** `accept` when absent. */
  readonly lateSuccessPolicy?: LateSuccessPolicy;
  readonly allowedOrigins?: readonly string[];
  readonly logo?: string;
}

/**
 * Creates the account that the transaction's scope names. The scope's mode is test: `account.created` is published once,
 * and what other services create for it, such as the initial test balance, exists in test mode only. Live payments are enabled later.
 *
 * @throws Problem as {@link assertAccountTerms}
 */
export async function createAccount(tx: Tx, input: NewAccount): Promise<AccountProfile> {
  if (tx.scope.livemode) throw new Error('bug: accounts are created in test mode');
  assertAccountTerms(input);
  const account: AccountRow = {
    id: tx.scope.merchantId,
    ...input,
    allowedOrigins: [...(input.allowedOrigins ?? [])],
    logo: input.logo ?? null,
    feeConfig: input.feeConfig ?? { feesPassThrough: false, vatCollectionEnabled: false },
    presentmentCurrencies: input.presentmentCurrencies ? [...input.presentmentCurrencies] : null,
    lateSuccessPolicy: input.lateSuccessPolicy ?? 'accept',
    livePaymentsEnabled: false,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  await tx.sql`${accounts.insert([account])}`;
  const object = toAccountProfile(account);
  tx.emit('account.created', { object, version: account.version });
  return object;
}
