import {
  paymentMethods,
  transactionBounds,
  type AccountProfile,
  type CaptureMethod,
  type Currency,
  type PaymentMethodType,
  type SessionPaymentMethod,
  type PaymentMethodConfiguration,
} from '@mizan/contracts';
import { Problem, type AskContext } from '@mizan/service-kit';
import type { MethodConfiguration, Session } from './session.ts';

/**
 * The ways to pay that a session offers: what the account has for the currency and the configuration enables, narrowed to
 * what the merchant asked for.
 *
 * @param configuration absent: everything is enabled, within the bounds of the platform
 * @throws Problem `unsupported_currency`: the account takes no payments in it
 * @throws Problem `parameter_invalid`: a type that the account does not have or the configuration does not enable, or
 *   none is left
 */
export function offeredMethods(
  account: AccountProfile,
  currency: Currency,
  wanted: readonly PaymentMethodType[] | undefined,
  configuration?: MethodConfiguration,
): SessionPaymentMethod[] {
  const supported = account.supportedCurrencies.find(({ code }) => code === currency);
  if (!supported)
    throw new Problem('unsupported_currency', `The account takes no payments in ${currency}.`, { param: 'currency' });
  const taken = new Set(supported.paymentMethodTypes);
  const enabled = new Set(configuration?.types ?? taken);
  wanted?.forEach((type, index) => {
    const param = `paymentMethodTypes[${index}]`;
    if (!taken.has(type))
      throw new Problem('parameter_invalid', `The account does not take ${type} in ${currency}.`, { param });
    if (!enabled.has(type))
      throw new Problem('parameter_invalid', `The payment method configuration does not enable ${type}.`, { param });
  });
  const types = [...new Set(wanted ?? enabled)].filter((type) => taken.has(type));
  if (types.length === 0)
    throw new Problem('parameter_invalid', `The payment method configuration enables nothing for ${currency}.`, {
      param: configuration?.isDefault === false ? 'paymentMethodConfigurationId' : 'currency',
    });
  return types.map((type) => toSessionPaymentMethod(type, currency, configuration));
}

/** The ways to pay that a session offers, as its API shows them. */
export const methodsOf = ({ settings, currency }: Pick<Session, 'settings' | 'currency'>): SessionPaymentMethod[] =>
  settings.methodTypes.map((type) => toSessionPaymentMethod(type, currency, settings.methodConfiguration));

/**
 * The ways to pay that a session can really be paid with: where the money is captured later, those that can wait for it.
 *
 * @throws Problem `parameter_invalid`: none of them can wait
 */
export const payableMethodsOf = (session: Pick<Session, 'settings' | 'currency'>): SessionPaymentMethod[] =>
  payableMethods(methodsOf(session), session.settings.captureMethod);

/** As {@link payableMethodsOf}, for methods that no session offers yet. */
export function payableMethods(
  methods: readonly SessionPaymentMethod[],
  captureMethod: CaptureMethod,
): SessionPaymentMethod[] {
  const payable = methods.filter(
    ({ type }) => captureMethod === 'automatic' || paymentMethods[type].supportsManualCapture,
  );
  if (payable.length > 0) return payable;
  throw new Problem(
    'parameter_invalid',
    'No payment method of this session can be authorised first and captured later.',
    {
      param: 'captureMethod',
    },
  );
}

/** Whether a method takes this amount, minor units. */
export const canPay = (method: SessionPaymentMethod, amount: number): boolean =>
  amount >= method.minTransactionAmount && amount <= method.maxTransactionAmount;

function toSessionPaymentMethod(
  type: PaymentMethodType,
  currency: Currency,
  configuration: MethodConfiguration | undefined,
): SessionPaymentMethod {
  const traits = paymentMethods[type];
  const { min, max } = transactionBounds(currency);
  const limit = configuration?.limits[type];
  return {
    type,
    displayName: traits.displayName,
    category: traits.category,
    minTransactionAmount: limit?.min ?? min,
    maxTransactionAmount: limit?.max ?? max,
    requiredCustomerFields: [...traits.requiredCustomerFields],
    supportsRefund: true,
    supportsPartialRefund: traits.supportsPartialRefund,
    supportsPartialCapture: traits.supportsManualCapture,
    paymentConfirmation: traits.paymentConfirmation,
  };
}

/**
 * The payment method configuration that the merchant named, or else the default one. It cannot be deleted until the
 * session is over.
 *
 * @param session that is made with it, and when it ends at the latest
 * @throws Problem `resource_missing`
 */
export async function fetchConfiguration(
  id: string | undefined,
  calls: AskContext['calls'],
  session: { readonly id: string; readonly expiresAt: Date },
): Promise<PaymentMethodConfiguration> {
  const usedBy = { id: session.id, until: session.expiresAt.toISOString() };
  const asked = calls.getPaymentMethodConfiguration({ id: id ?? null, usedBy });
  const { configuration } = await asked.catch((thrown: unknown) => {
    if (!(thrown instanceof Problem) || thrown.code !== 'resource_missing') throw thrown;
    const param = 'paymentMethodConfigurationId';
    throw new Problem('resource_missing', 'No such payment method configuration.', { param, cause: thrown });
  });
  return configuration;
}

/** The configuration that is named, or else the default one, for a checkout that is only shown; undefined when payments does not answer. */
export async function fetchConfigurationIfAvailable(
  id: string | undefined,
  calls: AskContext['calls'],
): Promise<PaymentMethodConfiguration | undefined> {
  const asked = calls.getPaymentMethodConfiguration({ id: id ?? null, usedBy: null });
  const { configuration } = await asked.catch((thrown: unknown) => {
    if (thrown instanceof Problem && thrown.status >= 500) return { configuration: undefined };
    throw thrown;
  });
  return configuration;
}

/** What a configuration says about payments in one currency: what a session keeps of it. */
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
