import { page, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { receiveStripeCallback } from './receive-stripe-callback.ts';
import { returnFromStripe } from './return-from-stripe.ts';

type Routes = Pick<RoutesOf<'payments'>, 'receiveStripeCallback' | 'returnFromStripe'>;

/** What providers tell the platform, and where they send buyers back to. */
export const providerCallbackRoutes = (app: App): Routes => ({
  receiveStripeCallback: page(async (context, { query, headers, body }) =>
    receiveStripeCallback(app, context, {
      accountId: query.account,
      signature: headers['stripe-signature'],
      body: await body.read(),
    }),
  ),
  returnFromStripe: page((context, { params }) => returnFromStripe(app, context, params.chargeId)),
});
