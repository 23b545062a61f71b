import type { Owned } from '../state.ts';
import type { Caller, StripeApp } from '../stripe-app.ts';

/** Who acts for the account outside of a request: the buyer's browser, the dashboard, or time. */
export const onBehalf = (app: StripeApp, { accountId, livemode }: Pick<Owned, 'accountId' | 'livemode'>): Caller => ({
  app,
  accountId,
  livemode,
  isPublishable: false,
  requestId: null,
  idempotencyKey: null,
});
