import type { Currency, PaymentMethodConfiguration } from '@mizan/contracts';
import { Problem, type LoadContext } from '@mizan/service-kit';
import type { MethodConfiguration } from './session.ts';

/**
 * The payment method configuration that the merchant named, or else the default one. It cannot be deleted until the
 * session is over.
 *
 * @param session that is made with it, and when it ends at the latest
 * @throws Problem `resource_missing`
 */
export async function findConfiguration(
  id: string | undefined,
  calls: LoadContext['calls'],
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
export async function lookAtConfiguration(
  id: string | undefined,
  calls: LoadContext['calls'],
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
