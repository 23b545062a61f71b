import type { CreateCheckoutSession, Currency, PaymentMethodConfiguration } from '@mizan/contracts';
import { Problem, type AskContext } from '@mizan/service-kit';
import type { MethodConfiguration } from './session.ts';

type Naming = Pick<CreateCheckoutSession, 'paymentMethodConfigurationId' | 'expiresAfterMinutes'>;

/**
 * The payment method configuration that the merchant named, or else the default one. It cannot be deleted until the
 * session is over.
 *
 * @param sessionId of the session to create
 * @throws Problem `resource_missing`
 */
export async function findConfiguration(
  { paymentMethodConfigurationId: id, expiresAfterMinutes }: Naming,
  { calls, now }: Pick<AskContext, 'calls' | 'now'>,
  sessionId: string,
): Promise<PaymentMethodConfiguration> {
  const until = new Date(now.getTime() + expiresAfterMinutes * 60_000).toISOString();
  const asked = calls.getPaymentMethodConfiguration({ id: id ?? null, usedBy: { id: sessionId, until } });
  const { configuration } = await asked.catch((thrown: unknown) => {
    if (!(thrown instanceof Problem) || thrown.code !== 'resource_missing') throw thrown;
    const param = 'paymentMethodConfigurationId';
    throw new Problem('resource_missing', 'No such payment method configuration.', { param, cause: thrown });
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
