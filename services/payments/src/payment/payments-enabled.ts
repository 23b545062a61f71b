import { type AskContext, Problem } from '@mizan/service-kit';
import type { App } from './app.ts';

/** @throws Problem `merchant_not_activated`: nobody moves money for the account in this mode, or it may not take any */
export async function assertPaymentsEnabled(app: App, context: AskContext): Promise<void> {
  const { scope } = context;
  const mayTake = !scope.livemode || (await app.accounts.get(context)).livePaymentsEnabled;
  if (!mayTake || !(await app.takesPayments(scope))) throw paymentsNotEnabled();
}

/** Nobody moves money for the account in this mode, or it may not take any. */
export const paymentsNotEnabled = (): Problem =>
  new Problem('merchant_not_activated', 'This account does not take payments in this mode yet.');
