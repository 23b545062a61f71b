import { type LoadContext, Problem } from '@mizan/service-kit';
import type { App } from './app.ts';

/**
 * @throws Problem `merchant_not_activated`: the account is not connected to a provider in this mode, or may not take live
 *   payments
 */
export async function assertPaymentsEnabled(context: LoadContext, { accounts, providers }: App): Promise<void> {
  const { scope } = context;
  const isAllowed = !scope.livemode || (await accounts.get(context)).livePaymentsEnabled;
  if (!isAllowed || !(await providers.of(scope).connect.isConnected(scope))) throw paymentsNotEnabled();
}

export const paymentsNotEnabled = (): Problem =>
  new Problem('merchant_not_activated', 'Payments are not enabled for this account in this mode yet.');
