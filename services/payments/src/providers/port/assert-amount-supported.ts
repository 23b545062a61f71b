import type { Currency } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { Provider } from './provider.ts';

/** Where in a request the amount and the currency were; undefined where the request names none. */
export interface AmountFields {
  readonly amount?: string;
  readonly currency?: string;
}

/**
 * Refuses what a provider would refuse anyway, before anything is created.
 *
 * @throws Problem `unsupported_currency`: the provider does not support it
 * @throws Problem `amount_invalid`: not a multiple of what card networks settle
 */
export function assertAmountSupported(
  provider: Pick<Provider, 'amountStepOf'>,
  { amount, currency }: { readonly amount: number; readonly currency: Currency },
  fields: AmountFields = {},
): void {
  const step = provider.amountStepOf(currency);
  if (step === undefined)
    throw new Problem('unsupported_currency', `Card payments in ${currency} are not possible.`, {
      param: fields.currency,
    });
  if (amount % step !== 0)
    throw new Problem('amount_invalid', `Amounts in ${currency} must be multiples of ${step} here, not ${amount}.`, {
      param: fields.amount,
    });
}
