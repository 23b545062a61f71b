import { type AccountProfile, paymentMethods, type PaymentMethodType, transactionBounds } from '@mizan/contracts';
import { Problem } from '@mizan/service-kit';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { AuthorizeRequest } from '../providers/port/provider.ts';

/** What a confirm wants to charge. */
export interface AcceptableCharge extends Pick<AuthorizeRequest, 'amount' | 'currency' | 'captureMethod'> {
  /** What may be paid with; null leaves it to the account. */
  readonly types: readonly PaymentMethodType[] | null;
}

/** @throws Problem `parameter_invalid`: the account does not accept one of the types in the currency */
export function assertTypesAccepted(
  { supportedCurrencies }: AccountProfile,
  currency: string,
  types: AcceptableCharge['types'] | undefined,
): void {
  const accepted = supportedCurrencies.find(({ code }) => code === currency)?.paymentMethodTypes ?? [];
  types?.forEach((type, index) => {
    const param = `paymentMethodTypes[${index}]`;
    if (!accepted.includes(type))
      throw new Problem('parameter_invalid', `This account does not accept ${type} in ${currency}.`, { param });
  });
}

/**
 * @throws Problem `unsupported_currency`: the account accepts no payments in it
 * @throws Problem `payment_method_mismatch`: the method is not offered, or cannot be captured later
 */
export function assertMethodAccepted(
  account: AccountProfile,
  { type }: ProviderMethod,
  { currency, captureMethod, types }: AcceptableCharge,
): void {
  const supported = account.supportedCurrencies.find(({ code }) => code === currency);
  if (!supported) throw new Problem('unsupported_currency', `This account does not accept payments in ${currency}.`);
  const isOffered = supported.paymentMethodTypes.includes(type) && (types === null || types.includes(type));
  const param = 'paymentMethod.type';
  if (!isOffered)
    throw new Problem('payment_method_mismatch', `${type} is not offered for this payment in ${currency}.`, { param });
  if (captureMethod === 'manual' && !paymentMethods[type].supportsManualCapture)
    throw new Problem('payment_method_mismatch', `${type} cannot be authorized first and captured later.`, { param });
}

/**
 * Refuses a payment that is smaller or larger than the platform accepts with any method; a configuration may narrow the
 * limits of one method in checkouts.
 *
 * @param param names the amount in the request, if it has one
 * @throws Problem `amount_invalid`
 */
export function assertAmountInLimits(
  { amount, currency }: Pick<AcceptableCharge, 'amount' | 'currency'>,
  param?: string,
): void {
  const { min, max } = transactionBounds(currency);
  if (amount >= min && amount <= max) return;
  const message = `A payment in ${currency} must be from ${min} to ${max} in its smallest unit, not ${amount}.`;
  throw new Problem('amount_invalid', message, { param });
}
