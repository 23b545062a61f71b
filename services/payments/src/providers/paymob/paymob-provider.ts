import type { Unknown } from '../port/provider-outcome.ts';
import type { Provider } from '../port/provider.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import { capture } from './capture.ts';
import type { PaymobContext } from './paymob-store.ts';
import { isOfCredentials, isOfPaymob } from './read-error.ts';
import { refund } from './refund.ts';
import { syncRefund } from './sync-refund.ts';
import { completeAction, sync } from './sync.ts';

/**
 * Paymob behind the provider port. Buyers always pay on a page of Paymob's or with its code: an authorization prepares it,
 * and moves no money.
 */
export function createPaymobProvider(context: PaymobContext): Provider {
  /** What Paymob did not answer is unknown, and so is what it refuses for the credentials alone; a bug of ours is thrown. */
  const withUnknown =
    <Request, Outcome>(call: (context: PaymobContext, request: Request) => Promise<Outcome>) =>
    async (request: Request): Promise<Outcome | Unknown> => {
      try {
        return await call(context, request);
      } catch (thrown) {
        if (!isOfPaymob(thrown)) throw thrown;
        if (isOfCredentials(thrown))
          await context.onCredentialsRefused(`Paymob does not accept the keys: ${thrown.message}`);
        return { kind: 'unknown', cause: thrown };
      }
    };
  return {
    authorize: withUnknown(authorize),
    sync: withUnknown(sync),
    completeAction: withUnknown(completeAction),
    capture: withUnknown(capture),
    cancel: withUnknown(cancel),
    refund: withUnknown(refund),
    syncRefund: withUnknown(syncRefund),
  };
}
