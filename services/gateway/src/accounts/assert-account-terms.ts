import { assertFeeTerms, FeeTermsInvalid } from '@mizan/money';
import { Problem } from '@mizan/service-kit';
import type { Account } from './account.entity.ts';

type AccountTerms = Pick<Account, 'defaultCurrency' | 'supportedCurrencies' | 'feeSchedule' | 'vatOnFeesPpm'>;

/**
 * Checks an account's terms as a whole, as they would be stored.
 *
 * @throws Problem `parameter_invalid`: the default currency, in which prices without a currency are, is not supported
 * @throws Problem `parameter_invalid` naming the row: the rate with its VAT is 50 % of a payment or more, so that no total
 *   could be raised to cover it
 */
export function assertAccountTerms(terms: AccountTerms): void {
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
      throw new Problem('parameter_invalid', `${param} with the VAT on it must be below 50 % of a payment.`, {
        param,
        cause,
      });
    }
  });
}
