import {
  paymentMethods,
  type AccountProfile,
  type CaptureMethod,
  type Currency,
  type PaymentMethodInput,
  type PaymentMethodType,
} from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import { Problem, type LoadContext } from '@mizan/service-kit';
import { findConversionRates } from '../exchange-rates/find-rates.ts';
import { feeTermsFor } from '../ledger/fees.ts';
import { assertTaken } from '../providers/assert-taken.ts';
import type { Provider } from '../providers/provider.ts';
import type { ProviderMethod } from '../providers/provider-method.ts';
import { assertWithinBounds } from './assert-within-bounds.ts';
import { notActivated, readMethod } from './read-method.ts';
import type { Wiring } from '../wiring.ts';
import type { ConfirmFacts } from './confirmation.ts';

/** What a confirm is asked to take. */
export interface Taking {
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
type Terms = Omit<Taking, 'paymentMethod' | 'email' | 'phone' | 'savedMethodsOf'>;

/**
 * What a confirm must know before its first transaction: the account, the method without its card number, the fee, and
 * what its currency is worth in others.
 *
 * @throws Problem `merchant_not_activated`: nobody moves money for this account in this mode
 * @throws Problem `payment_method_mismatch`, `parameter_missing`, `parameter_unknown`, `payment_method_corrupted`,
 *   `unsupported_currency`, `amount_invalid`: it cannot be paid like this
 */
export async function prepareConfirm(wiring: Wiring, context: LoadContext, taking: Taking): Promise<ConfirmFacts> {
  await assertTakesPayments(wiring, context);
  const { country } = await wiring.accounts.get(context);
  const { method, savedId } = await readMethod(wiring, context.reader, { ...taking, country });
  const facts = await factsOf(wiring, context, method, taking);
  return savedId === undefined ? facts : { ...facts, savedId };
}

/** As {@link prepareConfirm}, for a method that was attached before. */
export async function factsOf(
  wiring: Wiring,
  context: LoadContext,
  method: ProviderMethod,
  taking: Terms,
): Promise<ConfirmFacts> {
  await assertTakesPayments(wiring, context);
  const account = await wiring.accounts.get(context);
  assertAccepted(account, method, taking);
  const provider = providerOf(wiring, context);
  assertTaken(provider, taking);
  assertWithinBounds(taking);
  const terms = { paymentMethodType: method.type, currency: taking.currency, cardInfo: method.cardInfo };
  const feeTerms = taking.feeTerms ?? feeTermsFor(account, terms);
  const taken = [account.defaultCurrency, ...account.supportedCurrencies.map(({ code }) => code)];
  const rates = await findConversionRates(context.reader, taking.currency, new Set(taken));
  return { account, method, feeTerms, provider: provider.name, rates };
}

/** @throws Problem `merchant_not_activated`: nobody moves money for the account in this mode, or it may not take any */
export async function assertTakesPayments(wiring: Wiring, context: LoadContext): Promise<void> {
  const { scope } = context;
  const mayTake = !scope.livemode || (await wiring.accounts.get(context)).livePaymentsEnabled;
  if (!mayTake || !(await wiring.takesPayments(scope))) throw notActivated();
}

/** Who moves the money, where payments are taken. */
export function providerOf(wiring: Wiring, { scope }: Pick<LoadContext, 'scope'>): Provider {
  const provider = wiring.providerOf(scope);
  if (!provider) throw new Error('bug: payments are taken in a mode without a provider');
  return provider;
}

function assertAccepted(
  account: AccountProfile,
  { type }: ProviderMethod,
  { currency, captureMethod, types }: Terms,
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
