import { page, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { receiveStripeCallback } from './receive-stripe-callback.ts';
import { returnFromStripe } from './return-from-stripe.ts';

/** Where providers send their events, and buyers back from their banks. */
export const providerCallbackRoutes = (app: App) =>
  ({
    receiveStripeCallback: page(async (context, { query, headers, body }) =>
      receiveStripeCallback(context, app, {
        accountId: query.account,
        signature: headers['stripe-signature'],
        body: await body.read(),
      }),
    ),
    returnFromStripe: page((context, { params }) => returnFromStripe(context, app, params.chargeId)),
  }) satisfies Partial<RoutesOf<'payments'>>;
