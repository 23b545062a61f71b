import {
  type AccountProfile,
  type ConfirmationMethod,
  type LiveMethod,
  methodNotAccepted,
  paymentMethods,
  type PaymentMethodType,
  takesAmount,
  transactionBounds,
} from '@mizan/contracts';
import type { FeeTerms } from '@mizan/money';
import { type LoadContext, Problem } from '@mizan/service-kit';
import { findConversionRates } from '../exchange-rates/converted-amounts.ts';
import { disputeFeeOf, findFeeTerms } from '../ledger/fees.ts';
import { type MethodRequest, readRoutes } from '../payment-methods/read-method.ts';
import { type App, assertPaymentsEnabled, noMethodFor } from '../payment/app.ts';
import type { AttachedMethod } from '../payment/payment-intent.entity.ts';
import { liveMethodsOf, routesFor } from '../providers/live-routes.ts';
import type { PayableAmount } from '../providers/port/capabilities.ts';
import type { ProviderMethod } from '../providers/port/provider-method.ts';
import type { AuthorizeRequest, ChargeRoute } from '../providers/port/provider.ts';
import type { LoadedAttempt } from './start-attempt.ts';

interface ChargeRequest extends AcceptableCharge {
  /** What the buyer was shown as the fee; the account's own terms when absent. */
  readonly feeTerms?: FeeTerms | undefined;
}

/**
 * Loads what a confirm needs before its first transaction: the account, the method without its card number, who takes the
 * payment, the fee, and the value of its currency in others.
 *
 * @throws Problem `merchant_not_activated`, `unsupported_currency`, `amount_invalid`, and as {@link readRoutes}
 * @throws Problem `payment_method_mismatch`: no fee is agreed for it
 */
export async function loadAttempt(
  context: LoadContext,
  app: App,
  request: ChargeRequest & Omit<MethodRequest, 'country'>,
): Promise<LoadedAttempt> {
  const account = await assertPaymentsEnabled(context, app);
  const { routes, savedId } = await readRoutes(context.reader, app, { ...request, account });
  const loaded = await loadTerms(context, { ...request, account, routes });
  return savedId === undefined ? loaded : { ...loaded, savedId };
}

/** As {@link loadAttempt}, with a method that was attached before. */
export async function loadAttemptWith(
  context: LoadContext,
  app: App,
  { attached, ...charge }: ChargeRequest & { readonly attached: AttachedMethod },
): Promise<LoadedAttempt> {
  const account = await assertPaymentsEnabled(context, app);
  const { method, taker = formerTaker(context.scope, app) } = attached;
  const live = context.scope.livemode ? await app.providers.liveRoutesOf(context.reader, account) : [];
  const able = routesFor(live, { ...charge, type: method.type });
  const isTaken = able.some(
    ({ provider, connection }) =>
      provider === taker.provider && (taker.connectionId === null || connection?.id === taker.connectionId),
  );
  if (context.scope.livemode && !isTaken) {
    const message = `${method.type} cannot be taken any more with the attached payment method. Send another one.`;
    throw new Problem('payment_method_mismatch', message, { param: 'paymentMethod' });
  }
  return loadTerms(context, { ...charge, account, routes: [{ ...taker, method }] });
}

/** Who took methods that an earlier release attached: each mode had one provider. */
const formerTaker = ({ livemode }: LoadContext['scope'], { providers }: App): Omit<ChargeRoute, 'method'> => ({
  provider: livemode ? 'stripe' : providers.test.name,
  connectionId: null,
  settlesTo: 'platform',
});

async function loadTerms(
  context: LoadContext,
  {
    account,
    routes,
    feeTerms,
    ...charge
  }: ChargeRequest & { readonly account: AccountProfile; readonly routes: readonly [ChargeRoute, ...ChargeRoute[]] },
): Promise<LoadedAttempt> {
  const { currency } = charge;
  const { method } = routes[0];
  assertMethodAccepted(account, method, charge);
  assertAmountInLimits(charge);
  const accepted = [account.defaultCurrency, ...account.supportedCurrencies.map(({ code }) => code)];
  const [first, ...fallbacks] = routes.flatMap((route) => {
    const {
      provider,
      method: { type: paymentMethodType, cardInfo },
    } = route;
    const terms = feeTerms ?? findFeeTerms(account, { paymentMethodType, currency, cardInfo, provider });
    return terms ? [{ ...route, feeTerms: { ...terms, ...disputeFeeOf(account, currency) } }] : []; // with a provider that has no fee agreed nothing is paid
  });
  if (!first) {
    const message = `This account has no fee agreed for ${method.type} in ${currency}.`;
    throw new Problem('payment_method_mismatch', message, { param: 'paymentMethod.type' });
  }
  const { feeTerms: terms, ...route } = first;
  return {
    account,
    route,
    fallbacks,
    feeTerms: terms,
    rates: await findConversionRates(context.reader, currency, new Set(accepted)),
  };
}

/** What a confirm wants to charge. */
export interface AcceptableCharge extends Pick<
  AuthorizeRequest,
  'amount' | 'currency' | 'captureMethod' | 'confirmationMethod'
> {
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
    if (!accepted.includes(type)) throw new Problem('parameter_invalid', methodNotAccepted(type, currency), { param });
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
  const param = 'paymentMethod.type';
  if (!supported.paymentMethodTypes.includes(type))
    throw new Problem('payment_method_mismatch', methodNotAccepted(type, currency), { param });
  if (types !== null && !types.includes(type))
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

/**
 * Refuses a payment that nobody could take in live mode; test mode takes every amount.
 *
 * @throws Problem `merchant_not_activated`: no method for the currency; `amount_invalid`: none for this amount;
 *   `parameter_invalid`: manual confirmation where no provider allows it
 */
export async function assertPayable(
  context: LoadContext,
  app: App,
  {
    account,
    confirmationMethod,
    ...payment
  }: PayableAmount & {
    readonly account: AccountProfile;
    readonly confirmationMethod: ConfirmationMethod;
    readonly paymentMethodTypes?: readonly PaymentMethodType[] | null | undefined;
  },
): Promise<void> {
  const live = await findLiveMethods(context, app, account);
  if (!live) return;
  assertAmountTaken(live, payment);
  const { currency, paymentMethodTypes: types } = payment;
  const allows = (method: LiveMethod) => method.supportsManualConfirmation && (types?.includes(method.type) ?? true);
  if (confirmationMethod === 'manual' && !live.some((method) => method.currency === currency && allows(method)))
    throw new Problem(
      'parameter_invalid',
      'confirmationMethod must be automatic: no provider of this account allows it.',
      {
        param: 'confirmationMethod',
      },
    );
}

/** What the account's live mode can take now; null in test mode, which takes everything. */
export const findLiveMethods = async (
  { scope, reader }: Pick<LoadContext, 'scope' | 'reader'>,
  { providers }: App,
  account: AccountProfile,
): Promise<LiveMethod[] | null> =>
  scope.livemode ? liveMethodsOf(await providers.liveRoutesOf(reader, account)) : null;

/**
 * @param live null in test mode
 * @throws Problem `merchant_not_activated`: no method for the currency; `amount_invalid`: none for this amount
 */
export function assertAmountTaken(
  live: readonly LiveMethod[] | null,
  {
    amount,
    currency,
    paymentMethodTypes: types,
  }: PayableAmount & { readonly paymentMethodTypes?: readonly PaymentMethodType[] | null | undefined },
): void {
  if (!live) return;
  const methods = live.filter((method) => method.currency === currency && (types?.includes(method.type) ?? true));
  if (methods.length === 0) throw noMethodFor(currency, types);
  if (methods.some((method) => takesAmount(method, amount))) return;
  throw new Problem('amount_invalid', amountRefusal(methods, { amount, currency }), { param: 'amount' });
}

function amountRefusal(methods: readonly LiveMethod[], { amount, currency }: PayableAmount): string {
  const min = Math.min(...methods.map(({ minAmount }) => minAmount));
  const max = Math.max(...methods.map(({ maxAmount }) => maxAmount));
  const step = Math.min(...methods.map(({ amountStep }) => amountStep));
  return amount < min || amount > max
    ? `No method of this account takes ${amount} in ${currency}: send an amount from ${min} to ${max}, in its smallest unit.`
    : `Amounts in ${currency} must be multiples of ${step} here, not ${amount}.`;
}
