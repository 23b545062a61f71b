import { describeFailure } from '../port/describe-failure.ts';
import type { CaptureOutcome } from '../port/provider-outcome.ts';
import type { Provider } from '../port/provider.ts';
import { withUnknown } from '../port/with-unknown.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import type { FawryContext } from './fawry-store.ts';
import { isOfCredentials, isOfFawry } from './read-error.ts';
import { endRefund, refund, syncRefund } from './refund.ts';
import { completeAction, sync } from './sync.ts';

/** Fawry behind the provider port. Nothing is held: what the buyer pays is captured. */
export function createFawryProvider(context: FawryContext): Provider {
  const orUnknown = withUnknown({ context, name: 'Fawry', isOfProvider: isOfFawry, isOfCredentials });
  return {
    authorize: orUnknown(authorize),
    sync: orUnknown(sync),
    completeAction: orUnknown(completeAction),
    capture: async (): Promise<CaptureOutcome> => ({
      kind: 'failed',
      ...describeFailure('provider_declined', false, false),
      merchantMessage: 'Fawry: there is no open authorization.',
    }),
    cancel: orUnknown(cancel),
    refund: orUnknown(refund),
    syncRefund: orUnknown(syncRefund),
    endRefund: (request) => endRefund(context, request),
  };
}
