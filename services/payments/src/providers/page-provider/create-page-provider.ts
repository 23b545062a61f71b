import { isOfCredentials, isOfProvider } from '../port/json-client.ts';
import type { Provider } from '../port/provider.ts';
import { withUnknown } from '../port/with-unknown.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import { capture } from './capture.ts';
import type { PageContext } from './page-api.ts';
import { endRefund, refund, syncRefund } from './refund.ts';
import { completeAction, sync } from './standing.ts';

/** A provider whose buyers agree on its page, behind the provider port. */
export function createPageProvider(context: PageContext): Provider {
  const orUnknown = withUnknown({ context, name: context.api.name, isOfProvider, isOfCredentials });
  return {
    authorize: orUnknown(authorize),
    sync: orUnknown(sync),
    completeAction: orUnknown(completeAction),
    capture: orUnknown(capture),
    cancel: orUnknown(cancel),
    refund: orUnknown(refund),
    syncRefund: orUnknown(syncRefund),
    endRefund: (request) => endRefund(context, request),
  };
}
