import type { Provider } from '../port/provider.ts';
import { withUnknown } from '../port/with-unknown.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import { capture } from './capture.ts';
import type { PaymobContext } from './paymob-store.ts';
import { isOfCredentials, isOfPaymob } from './read-error.ts';
import { refund } from './refund.ts';
import { recordRefundEnd, syncRefund } from './sync-refund.ts';
import { completeAction, sync } from './sync.ts';

/**
 * Paymob behind the provider port. Buyers always pay on a page of Paymob's or with its code: an authorization prepares it,
 * and moves no money.
 */
export function createPaymobProvider(context: PaymobContext): Provider {
  const orUnknown = withUnknown({ context, name: 'Paymob', isOfProvider: isOfPaymob, isOfCredentials });
  return {
    authorize: orUnknown(authorize),
    sync: orUnknown(sync),
    completeAction: orUnknown(completeAction),
    capture: orUnknown(capture),
    cancel: orUnknown(cancel),
    refund: orUnknown(refund),
    syncRefund: orUnknown(syncRefund),
    endRefund: (request) => recordRefundEnd(context, request),
  };
}
