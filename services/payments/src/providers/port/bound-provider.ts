import type { PaymentOutcome, Unknown } from './provider-outcome.ts';
import type { AuthorizeRequest, Provider } from './provider.ts';

/** How long a provider may take; below the 25 s that a confirm, a capture or a refund has in all. */
export const providerDeadlineMs = 15_000;

/** A provider as the platform calls it. */
export interface BoundProvider extends Provider {
  /** A payment that was not sent, and that no other provider takes, is declined. */
  authorize(request: AuthorizeRequest): Promise<PaymentOutcome>;
}

/**
 * A provider whose calls always answer within `deadlineMs`: a call that throws or takes longer is an `unknown` outcome
 * with the reason as its cause. The call itself continues; its outcome is found by a later query.
 */
export function boundProvider(provider: Provider, deadlineMs = providerDeadlineMs): BoundProvider {
  const bound =
    <Request, Outcome>(operation: (request: Request) => Promise<Outcome>) =>
    (request: Request): Promise<Outcome | Unknown> =>
      settleBefore((async () => operation.call(provider, request))(), deadlineMs);
  return {
    authorize: async (request) => {
      const outcome = await bound(provider.authorize)(request);
      return outcome.kind === 'unsent' ? outcome.declined : outcome;
    },
    sync: bound(provider.sync),
    completeAction: bound(provider.completeAction),
    capture: bound(provider.capture),
    cancel: bound(provider.cancel),
    refund: bound(provider.refund),
    syncRefund: bound(provider.syncRefund),
    ...(provider.endRefund && { endRefund: provider.endRefund }),
  };
}

async function settleBefore<Outcome>(answer: Promise<Outcome>, deadlineMs: number): Promise<Outcome | Unknown> {
  const unknown = (cause: unknown): Unknown => ({ kind: 'unknown', cause });
  const { promise: deadline, resolve } = Promise.withResolvers<Unknown>();
  const timer = setTimeout(() => resolve(unknown(new Error(`no answer within ${deadlineMs} ms`))), deadlineMs);
  try {
    return await Promise.race([answer.catch(unknown), deadline]);
  } finally {
    clearTimeout(timer);
  }
}
