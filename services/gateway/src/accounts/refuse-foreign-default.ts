import { Problem } from '@mizan/service-kit';
import type { Account } from './account.entity.ts';

/**
 * Insists that an account takes payments in its default currency: what is priced without one is priced in it.
 *
 * @param terms all of them, as they would be stored
 * @throws Problem `parameter_invalid`: the default currency is not among the supported ones
 */
export function refuseForeignDefault(terms: Pick<Account, 'defaultCurrency' | 'supportedCurrencies'>): void {
  if (terms.supportedCurrencies.some(({ code }) => code === terms.defaultCurrency)) return;
  throw new Problem(
    'parameter_invalid',
    `supportedCurrencies must name ${terms.defaultCurrency}, the account’s default currency.`,
    { param: 'supportedCurrencies' },
  );
}
