import { isOfCredentials, isOfProvider } from '../port/json-client.ts';
import type { Unknown } from '../port/provider-outcome.ts';
import type { Provider } from '../port/provider.ts';
import { authorize } from './authorize.ts';
import { cancel } from './cancel.ts';
import { capture } from './capture.ts';
import type { PageContext } from './page-api.ts';
import { refund, syncRefund } from './refund.ts';
import { completeAction, sync } from './standing.ts';

/** A provider whose buyers agree on its page, behind the provider port. */
export function createPageProvider(context: PageContext): Provider {
  const { name } = context.api;
  /** What the provider did not answer is unknown, and so is what it refuses for the credentials alone; a bug of ours is thrown. */
  const withUnknown =
    <Request, Outcome>(call: (context: PageContext, request: Request) => Promise<Outcome>) =>
    async (request: Request): Promise<Outcome | Unknown> => {
      try {
        return await call(context, request);
      } catch (thrown) {
        if (!isOfProvider(thrown)) throw thrown;
        if (isOfCredentials(thrown))
          await context.onCredentialsRefused(`${name} does not accept the credentials: ${thrown.message}`);
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
