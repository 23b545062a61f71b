import { describeFailure } from '../port/describe-failure.ts';
import type { CaptureOutcome, Unknown } from '../port/provider-outcome.ts';
import type { Provider } from '../port/provider.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import type { FawryContext } from './fawry-store.ts';
import { isOfCredentials, isOfFawry } from './read-error.ts';
import { refund, syncRefund } from './refund.ts';
import { completeAction, sync } from './sync.ts';

/** Fawry behind the provider port. Nothing is held: what the buyer pays is captured. */
export function createFawryProvider(context: FawryContext): Provider {
  /** What Fawry did not answer is unknown, and so is what it refuses for the credentials alone; a bug of ours is thrown. */
  const withUnknown =
    <Request, Outcome>(call: (context: FawryContext, request: Request) => Promise<Outcome>) =>
    async (request: Request): Promise<Outcome | Unknown> => {
      try {
        return await call(context, request);
      } catch (thrown) {
        if (!isOfFawry(thrown)) throw thrown;
        if (isOfCredentials(thrown))
          await context.onCredentialsRefused(`Fawry does not accept the credentials: ${thrown.message}`);
        return { kind: 'unknown', cause: thrown };
      }
    };
  return {
    authorize: withUnknown(authorize),
    sync: withUnknown(sync),
    completeAction: withUnknown(completeAction),
    capture: async (): Promise<CaptureOutcome> => ({
      kind: 'failed',
      ...describeFailure('provider_declined', false, false),
      merchantMessage: 'Fawry: there is no open authorization.',
    }),
    cancel: withUnknown(cancel),
    refund: withUnknown(refund),
    syncRefund: withUnknown(syncRefund),
  };
}
