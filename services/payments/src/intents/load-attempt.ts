import type { FeeTerms } from '@mizan/money';
import type { LoadContext } from '@mizan/service-kit';
import { findConversionRates } from '../exchange-rates/converted-amounts.ts';
import { feeTermsFor } from '../ledger/fees.ts';
import { type MethodRequest, readMethod } from '../payment-methods/read-method.ts';
import { type App, assertPaymentsEnabled } from '../payment/app.ts';
import { assertAmountSupported } from '../providers/port/provider.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import { type AcceptableCharge, assertMethodAccepted, assertAmountInLimits } from './assert-accepted.ts';
import type { LoadedAttempt } from './start-attempt.ts';

interface ChargeRequest extends AcceptableCharge {
  /** What the buyer was shown as the fee; the account's own terms when absent. */
  readonly feeTerms?: FeeTerms | undefined;
}

/**
 * Loads what a confirm needs before its first transaction: the account, the method without its card number, the fee, and
 * the value of its currency in others.
 *
 * @throws Problem `merchant_not_activated`, `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`,
 *   `payment_method_corrupted`, `unsupported_currency`, `amount_invalid`
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
