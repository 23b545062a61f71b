import {
  type AccountProfile,
  type Currency,
  paymentMethods,
  type PaymentMethodType,
  transactionBounds,
} from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { PricedRequest } from './load-attempt.ts';

/**
 * Refuses types that no attempt at the payment could be made with.
 *
 * @throws Problem `parameter_invalid`: the account does not take one of them in the currency
 */
export function assertTypesAccepted(
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

export function assertMethodAccepted(
  account: AccountProfile,
  { type }: ProviderMethod,
  { currency, captureMethod, types }: PricedRequest,
): void {
  const supported = account.supportedCurrencies.find(({ code }) => code === currency);
  if (!supported) throw new Problem('unsupported_currency', `This account takes no payments in ${currency}.`);
  const isOffered = supported.paymentMethodTypes.includes(type) && (types === null || types.includes(type));
  if (!isOffered)
    throw new Problem('payment_method_mismatch', `${type} is not offered for this payment in ${currency}.`, {
      param: 'paymentMethod.type',
    });
  if (captureMethod === 'manual' && !paymentMethods[type].supportsManualCapture)
    throw new Problem('payment_method_mismatch', `${type} cannot be authorised first and captured later.`, {
      param: 'paymentMethod.type',
    });
}

/**
 * Refuses a payment that is smaller or larger than the platform takes by any method. What a configuration narrows for
 * one method only checkouts know, and they judge it.
 *
 * @param param where in the request the amount was; undefined where the request names none
 * @throws Problem `amount_invalid`
 */
export function assertWithinLimits(
  { amount, currency }: { readonly amount: number; readonly currency: Currency },
  param?: string,
): void {
  const { min, max } = transactionBounds(currency);
  if (amount >= min && amount <= max) return;
  const message = `A payment in ${currency} must be from ${min} to ${max} in its smallest unit, not ${amount}.`;
  throw new Problem('amount_invalid', message, { param });
}
