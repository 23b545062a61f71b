import {
  methodNotAccepted,
  paymentMethods,
  testModeFees,
  transactionBounds,
  type AccountProfile,
  type Currency,
  type FeeConfig,
  type LiveMethod,
  type PaymentMethodType,
  type SessionPaymentMethod,
  type PaymentMethodConfiguration,
} from '@mizan/contracts';
import { Problem, resourceMissing, type LoadContext } from '@mizan/service-kit';
import type { App } from '../config.ts';
import type { MethodConfiguration, Session } from './session.ts';

/** What decides which payment methods are offered. */
interface Offer {
  readonly account: AccountProfile;
  readonly currency: Currency;
  /** Types that the merchant names. */
  readonly requested?: readonly PaymentMethodType[] | undefined;
  /** Absent: every type is enabled, within the limits of the platform. */
  readonly configuration?: MethodConfiguration | undefined;
}

/**
 * The payment methods that a session offers: those that the account has for the currency and the configuration enables,
 * narrowed to those that the merchant requests.
 *
 * @throws Problem `unsupported_currency`: the account accepts no payments in it
 * @throws Problem `parameter_invalid`: a type that the account does not have or the configuration does not enable, or
 *   none is left
 */
export function offeredMethods({ account, currency, requested, configuration }: Offer): SessionPaymentMethod[] {
  const supported = account.supportedCurrencies.find(({ code }) => code === currency);
  if (!supported) throw unsupportedCurrency(currency);
  const accepted = new Set(supported.paymentMethodTypes);
  if (accepted.size === 0) throw withoutFees(account, currency);
  const enabled = new Set(configuration?.types ?? accepted);
  requested?.forEach((type, index) => {
    const param = `paymentMethodTypes[${index}]`;
    if (!accepted.has(type)) throw new Problem('parameter_invalid', methodNotAccepted(type, currency), { param });
    if (!enabled.has(type))
      throw new Problem('parameter_invalid', `The payment method configuration does not enable ${type}.`, { param });
  });
  const types = [...new Set(requested ?? enabled)].filter((type) => accepted.has(type));
  const param = configuration?.isDefault === false ? 'paymentMethodConfigurationId' : 'currency';
  const none = `The payment method configuration enables no method for ${currency} that the account can take.`;
  if (types.length === 0) throw new Problem('parameter_invalid', none, { param });
  return types.map((type) => toSessionPaymentMethod(type, currency, { configuration }));
}

/** The payment method types that the account has for a currency. */
export const acceptedTypes = ({ supportedCurrencies }: AccountProfile, currency: Currency): PaymentMethodType[] =>
  supportedCurrencies.find(({ code }) => code === currency)?.paymentMethodTypes ?? [];

/** The refusal of a method that a checkout does not offer. */
export function notOffered(session: Session, type: PaymentMethodType, param: string): Problem {
  const offered = capturableMethodsOf(session).map((method) => method.type);
  const alternatives = offered.length > 0 ? ` It accepts ${offered.join(', ')}.` : '';
  const message = `This checkout does not accept ${type} in ${session.currency}.${alternatives}`;
  return new Problem('payment_method_mismatch', message, { param });
}

/** The refusal of a currency in which the account accepts no payments. */
export const unsupportedCurrency = (currency: Currency): Problem =>
  new Problem('unsupported_currency', `The account does not accept payments in ${currency}.`, { param: 'currency' });

/** The refusal of a currency of the account in which test mode offers no method. Live mode may take it, by a provider's fee. */
function withoutFees({ feeSchedule }: AccountProfile, currency: Currency): Problem {
  const isForProviders = feeSchedule.some((rule) => rule.currency === currency && rule.provider !== null);
  const message = isForProviders
    ? `Every fee agreed for the account's methods in ${currency} names a provider. ${testModeFees}`
    : `No fee is agreed for payments in ${currency}, so the account cannot take them.`;
  return new Problem('unsupported_currency', message, { param: 'currency' });
}

/** What the payment methods of a session depend on. */
type MethodSource = Pick<Session, 'currency'> & {
  readonly settings: Pick<
    Session['settings'],
    'methodTypes' | 'methodConfiguration' | 'liveMethods' | 'captureMethod'
  > & { readonly feeConfig: Pick<FeeConfig, 'feesPassThrough'> };
};

/** A payment method of a session, with what a total must be a multiple of for it, minor units. */
export interface PayableMethod extends SessionPaymentMethod {
  readonly amountStep: number;
}

/** The payment methods that a session offers, as its API shows them: in live mode, those that can take its amount. */
export const methodsOf = (session: Pick<Session, 'settings' | 'currency' | 'amountTotal'>): SessionPaymentMethod[] => {
  const { settings, amountTotal } = session;
  const methods = settings.liveMethods
    ? capturableMethodsOf(session).filter((method) => amountTotal === 0 || canPay(method, amountTotal))
    : knownMethods(session);
  return methods.map(({ amountStep: _step, ...method }) => method);
};

/** The methods of a session for any amount: in live mode, those that can be taken at all. */
const knownMethods = ({ settings, currency }: MethodSource): PayableMethod[] =>
  settings.methodTypes.flatMap((type) => {
    const live = settings.liveMethods?.find((method) => method.type === type);
    if (settings.liveMethods && !live) return [];
    const method = toSessionPaymentMethod(type, currency, { configuration: settings.methodConfiguration, live });
    // A fee that is passed on rounds the total to the step by itself.
    return { ...method, amountStep: settings.feeConfig.feesPassThrough ? 1 : (live?.amountStep ?? 1) };
  });

/**
 * The payment methods that a session can be paid with: where the money is captured later, only those that support it.
 * Their limits are to be compared with the amount. Empty when live mode can take none in the currency.
 *
 * @throws Problem `parameter_invalid`: none of them can be captured later
 */
export function payableMethodsOf(session: MethodSource): PayableMethod[] {
  const payable = capturableMethodsOf(session);
  if (payable.length > 0 || knownMethods(session).length === 0) return payable;
  const message = 'No payment method of this session can be authorized first and captured later.';
  throw new Problem('parameter_invalid', message, { param: 'captureMethod' });
}

/** As {@link payableMethodsOf}, possibly none. */
export function capturableMethodsOf({ settings, currency }: MethodSource): PayableMethod[] {
  const { liveMethods, captureMethod } = settings;
  const isCapturable = (type: PaymentMethodType) =>
    liveMethods
      ? liveMethods.some((live) => live.type === type && live.supportsManualCapture)
      : paymentMethods[type].supportsManualCapture;
  return knownMethods({ settings, currency }).filter(({ type }) => captureMethod === 'automatic' || isCapturable(type));
}

/** Whether a method takes this amount, in minor units. */
export const canPay = (method: PayableMethod, amount: number): boolean =>
  isInRange(method, amount) && amount % method.amountStep === 0;

/** Whether this amount, in minor units, is within a method's limits. */
export const isInRange = (method: SessionPaymentMethod, amount: number): boolean =>
  amount >= method.minTransactionAmount && amount <= method.maxTransactionAmount;

interface MethodTerms {
  readonly configuration: MethodConfiguration | undefined;
  /** Absent in test mode. */
  readonly live?: LiveMethod | undefined;
}

function toSessionPaymentMethod(
  type: PaymentMethodType,
  currency: Currency,
  { configuration, live }: MethodTerms,
): SessionPaymentMethod {
  const traits = paymentMethods[type];
  const { min, max } = transactionBounds(currency);
  const limit = configuration?.limits[type];
  return {
    type,
    displayName: traits.displayName,
    category: traits.category,
    minTransactionAmount: Math.max(limit?.min ?? min, live?.minAmount ?? 0),
    maxTransactionAmount: Math.min(limit?.max ?? max, live?.maxAmount ?? max),
    requiredCustomerFields: [...traits.requiredCustomerFields],
    supportsRefund: live?.supportsRefund ?? traits.refundsNatively,
    supportsPartialRefund: live?.supportsPartialRefund ?? traits.supportsPartialRefund,
    supportsPartialCapture: live?.supportsPartialCapture ?? traits.supportsManualCapture,
    paymentConfirmation: traits.paymentConfirmation,
  };
}

/** What finds the configuration of a checkout. */
export interface ConfigurationSource {
  readonly context: Pick<LoadContext, 'scope' | 'calls'>;
  readonly defaults: App['defaultConfigurations'];
}

/** As {@link fetchConfiguration}, or the default one, at most some seconds old, where the merchant names none. */
export const fetchConfigurationOrDefault = async (
  id: string | undefined,
  { context, defaults }: ConfigurationSource,
  session: { readonly id: string; readonly expiresAt: Date },
): Promise<PaymentMethodConfiguration> =>
  id === undefined ? (await defaults.get(context)).configuration : fetchConfiguration(id, context.calls, session);

/**
 * The payment method configuration that the merchant names, kept until the session ends.
 *
 * @param session that uses it, and when it ends at the latest
 * @throws Problem `resource_missing`
 */
export async function fetchConfiguration(
  id: string,
  calls: LoadContext['calls'],
  session: { readonly id: string; readonly expiresAt: Date },
): Promise<PaymentMethodConfiguration> {
  const usedBy = { id: session.id, until: session.expiresAt.toISOString() };
  const fetched = calls.getPaymentMethodConfiguration({ id, usedBy });
  const { configuration } = await fetched.catch((thrown: unknown) => {
    if (!(thrown instanceof Problem) || thrown.code !== 'resource_missing') throw thrown;
    throw resourceMissing('paymentMethodConfigurationId');
  });
  return configuration;
}

/** As {@link fetchConfigurationOrDefault}, for a checkout that is only shown; undefined when payments does not answer. */
export async function fetchConfigurationIfAvailable(
  id: string | undefined,
  { context, defaults }: ConfigurationSource,
): Promise<PaymentMethodConfiguration | undefined> {
  const fetched =
    id === undefined ? defaults.get(context) : context.calls.getPaymentMethodConfiguration({ id, usedBy: null });
  const { configuration } = await fetched.catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status >= 500) return { configuration: undefined };
    throw thrown;
  });
  return configuration;
}

/** A configuration reduced to one currency, as a session keeps it. */
export function configurationFor(
  { id, isDefault, paymentMethodTypes }: PaymentMethodConfiguration,
  currency: Currency,
): MethodConfiguration {
  const enabled = paymentMethodTypes.filter((method) => method.enabled);
  const limited = enabled.flatMap(({ type, limits }) => {
    const limit = limits.find((each) => each.currency === currency);
    return limit ? [[type, { min: limit.minTransactionAmount, max: limit.maxTransactionAmount }] as const] : [];
  });
  return { id, isDefault, types: enabled.map(({ type }) => type), limits: Object.fromEntries(limited) };
}
