import { type AccountProfile, noMail, noManualMethods } from '@mizan/contracts';
import { assertFeeTerms, FeeTermsInvalid } from '@mizan/money';
import { Problem, type Tx } from '@mizan/service-kit';
import type { Account } from './account.entity.ts';
import { toAccountProfile, type AccountRow } from './account.resource.ts';
import { accounts } from './account.table.ts';

type Terms = 'defaultCurrency' | 'supportedCurrencies' | 'feeSchedule' | 'vatOnFeesPpm';
type Optional = 'feeConfig' | 'presentmentCurrencies' | 'lateSuccessPolicy' | 'disputeFees' | 'allowedOrigins' | 'logo';

/**
 * The merchant and its terms. By default the merchant bears the fee, no VAT is added, late successes are accepted, and
 * buyers may pay in any currency that has an exchange rate.
 */
export type NewAccount = Pick<Account, 'displayName' | 'country' | 'defaultLocale' | Terms> &
  Partial<Pick<Account, Optional>>;

/**
 * Creates the account that the transaction's scope names. The scope's mode is test: `account.created` is published once,
 * and what other services create for it, such as the initial test balance, exists in test mode only. Live payments are
 * enabled later.
 *
 * @throws Problem `resource_already_exists`: by a request with the same idempotency key, whose response is no longer stored;
 *   or as {@link assertAccountTerms}
 */
export async function createAccount(tx: Tx, input: NewAccount): Promise<AccountProfile> {
  if (tx.scope.livemode) throw new Error('bug: accounts are created in test mode');
  assertAccountTerms(input);
  const account: AccountRow = {
    id: tx.scope.merchantId,
    ...input,
    allowedOrigins: input.allowedOrigins ?? [],
    testDefaultLocale: input.defaultLocale,
    logo: input.logo ?? null,
    testLogo: input.logo ?? null,
    feeConfig: input.feeConfig ?? { feesPassThrough: false, vatCollectionEnabled: false },
    presentmentCurrencies: input.presentmentCurrencies ?? null,
    lateSuccessPolicy: input.lateSuccessPolicy ?? 'accept',
    disputeFees: input.disputeFees ?? [],
    mail: noMail,
    testMail: noMail,
    manualMethods: noManualMethods,
    testManualMethods: noManualMethods,
    livePaymentsEnabled: false,
    version: 1,
    createdAt: tx.now,
    updatedAt: tx.now,
  };
  const created = await tx.one`${accounts.insert([account])} on conflict (id) do nothing returning 1`;
  if (!created)
    throw new Problem('resource_already_exists', `The account ${account.id} was created with this idempotency key.`);
  const object = toAccountProfile(account, true);
  tx.emit('account.created', { object, version: account.version });
  return object;
}

/**
 * Checks an account's terms as a whole, as they would be stored.
 *
 * @throws Problem `parameter_invalid`: the default currency, in which prices without a currency are, is not supported; or,
 *   naming the row, a rate with its VAT is 50 % of a payment or more, so that no total could be raised to cover it
 */
export function assertAccountTerms(terms: Pick<Account, Terms>): void {
  if (!terms.supportedCurrencies.some(({ code }) => code === terms.defaultCurrency))
    throw new Problem(
      'parameter_invalid',
      `supportedCurrencies must include ${terms.defaultCurrency}, the account’s default currency.`,
      { param: 'supportedCurrencies' },
    );
  terms.feeSchedule.forEach(({ ratePpm, fixed }, index) => {
    try {
      assertFeeTerms({ ratePpm, fixed, vatPpm: terms.vatOnFeesPpm });
    } catch (cause) {
      if (!(cause instanceof FeeTermsInvalid)) throw cause;
      const param = `feeSchedule[${index}].ratePpm`;
      const message = `${param} with the VAT on it must be below 50 % of a payment.`;
      throw new Problem('parameter_invalid', message, { param, cause });
    }
  });
}
