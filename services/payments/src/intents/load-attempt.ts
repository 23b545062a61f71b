import type { CaptureMethod, Currency, PaymentMethodInput, PaymentMethodType } from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import type { AskContext } from '@mizan/service-kit';
import { findConversionRates } from '../exchange-rates/converted-amounts.ts';
import { feeTermsFor } from '../ledger/fees.ts';
import { readMethod } from '../payment-methods/read-method.ts';
import type { App } from '../payment/app.ts';
import { assertPaymentsEnabled } from '../payment/payments-enabled.ts';
import { assertAmountSupported } from '../providers/port/assert-amount-supported.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { Provider } from '../providers/port/provider.ts';
import { assertMethodAccepted, assertWithinLimits } from './assert-accepted.ts';
import type { LoadedAttempt } from './start-attempt.ts';

/** What a confirm is asked to take. */
export interface AttemptRequest {
  readonly paymentMethod: PaymentMethodInput;
  /** Of the customer, for test methods whose outcome the e-mail chooses. */
  readonly email: string | null;
  /** Of the customer, for methods that are found by it. */
  readonly phone: string | null;
  /** Customer whose saved methods may be used; null: nobody's. */
  readonly savedMethodsOf: string | null;
  /** Minor units of `currency`. */
  readonly amount: number;
  readonly currency: Currency;
  readonly captureMethod: CaptureMethod;
  /** What may be paid with; null leaves it to the account. */
  readonly types: readonly PaymentMethodType[] | null;
  /** What its buyer was told that the payment costs; the account's own terms when absent. */
  readonly feeTerms?: FeeTerms | undefined;
}

/** What is taken, whatever it is paid with. */
export type PricedRequest = Omit<AttemptRequest, 'paymentMethod' | 'email' | 'phone' | 'savedMethodsOf'>;

/**
 * What a confirm must know before its first transaction: the account, the method without its card number, the fee, and
 * what its currency is worth in others.
 *
 * @throws Problem `merchant_not_activated`: nobody moves money for this account in this mode
 * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`,
 *   `unsupported_currency`, `amount_invalid`: it cannot be paid like this
 */
export async function loadAttempt(app: App, context: AskContext, taking: AttemptRequest): Promise<LoadedAttempt> {
  await assertPaymentsEnabled(app, context);
  const { country } = await app.accounts.get(context);
  const { method, savedId } = await readMethod(app, context.reader, { ...taking, country });
  const facts = await loadAttemptOf(app, context, method, taking);
  return savedId === undefined ? facts : { ...facts, savedId };
}

/** As {@link loadAttempt}, for a method that was attached before. */
export async function loadAttemptOf(
  app: App,
  context: AskContext,
  method: ProviderMethod,
  taking: PricedRequest,
): Promise<LoadedAttempt> {
  await assertPaymentsEnabled(app, context);
  const account = await app.accounts.get(context);
  assertMethodAccepted(account, method, taking);
  const provider = providerOf(app, context);
  assertAmountSupported(provider, taking);
  assertWithinLimits(taking);
  const terms = { paymentMethodType: method.type, currency: taking.currency, cardInfo: method.cardInfo };
  const feeTerms = taking.feeTerms ?? feeTermsFor(account, terms);
  const taken = [account.defaultCurrency, ...account.supportedCurrencies.map(({ code }) => code)];
  const rates = await findConversionRates(context.reader, taking.currency, new Set(taken));
  return { account, method, feeTerms, provider: provider.name, rates };
}

/** Who moves the money, where payments are taken. */
export function providerOf(app: App, { scope }: Pick<AskContext, 'scope'>): Provider {
  const provider = app.providerOf(scope);
  if (!provider) throw new Error('bug: payments are taken in a mode without a provider');
  return provider;
}
