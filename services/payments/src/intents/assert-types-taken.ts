import type { AccountProfile, PaymentMethodType } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';

/**
 * Refuses types that no attempt at the payment could be made with.
 *
 * @throws Problem `parameter_invalid`: the account does not take one of them in the currency
 */
export function assertTypesTaken(
  { supportedCurrencies }: AccountProfile,
  currency: string,
  types: readonly PaymentMethodType[] | null | undefined,
): void {
  const taken = supportedCurrencies.find(({ code }) => code === currency)?.paymentMethodTypes ?? [];
  types?.forEach((type, index) => {
    if (!taken.includes(type))
      throw new Problem('parameter_invalid', `The account does not take ${type} in ${currency}.`, {
        param: `paymentMethodTypes[${index}]`,
      });
  });
}
