import { type AccountProfile, paymentMethods, type PaymentMethodType, transactionBounds } from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import { type LoadContext, Problem } from '@mizan/service-kit';
import { findConversionRates } from '../exchange-rates/converted-amounts.ts';
import { feeTermsFor } from '../ledger/fees.ts';
import { type MethodRequest, readMethod } from '../payment-methods/read-method.ts';
import { type App, assertPaymentsEnabled } from '../payment/app.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import { assertAmountSupported, type AuthorizeRequest } from '../providers/port/provider.ts';
import type { LoadedAttempt } from './start-attempt.ts';

interface ChargeRequest extends AcceptableCharge {
  /** What the buyer was shown as the fee; the account's own terms when absent. */
  readonly feeTerms?: FeeTerms | undefined;
}

/**
 * Loads what a confirm needs before its first transaction: the account, the method without its card number, the fee, and
 * the value of its currency in others.
 *
 * @throws Problem `merchant_not_activated`, `unsupported_currency`, `amount_invalid`, and as {@link readMethod}
 */
export async function loadAttempt(
  context: LoadContext,
  app: App,
  request: ChargeRequest & Omit<MethodRequest, 'country'>,
): Promise<LoadedAttempt> {
  await assertPaymentsEnabled(context, app);
  const { country } = await app.accounts.get(context);
  const { method, savedId } = await readMethod(context.reader, app, { ...request, country });
  const loaded = await loadAttemptWith(context, app, { ...request, method });
  return savedId === undefined ? loaded : { ...loaded, savedId };
}

/** As {@link loadAttempt}, with a method that was attached before. */
export async function loadAttemptWith(
  context: LoadContext,
  app: App,
  { method, feeTerms, ...charge }: ChargeRequest & { readonly method: ProviderMethod },
): Promise<LoadedAttempt> {
  await assertPaymentsEnabled(context, app);
  const account = await app.accounts.get(context);
  const { currency } = charge;
  assertMethodAccepted(account, method, charge);
  const provider = app.providers.moneyOf(context.scope);
  assertAmountSupported(provider, charge);
  assertAmountInLimits(charge);
  const feePayment = { paymentMethodType: method.type, currency, cardInfo: method.cardInfo };
  const accepted = [account.defaultCurrency, ...account.supportedCurrencies.map(({ code }) => code)];
  return {
    account,
    method,
    feeTerms: feeTerms ?? feeTermsFor(account, feePayment),
    provider: provider.name,
    rates: await findConversionRates(context.reader, currency, new Set(accepted)),
  };
}

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

/** @throws Problem `unsupported_currency`; `payment_method_mismatch`: not offered, or it cannot be captured later */
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
 * Refuses a payment outside the platform's limits; a configuration may narrow those of one method in checkouts.
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
