import { page, type RoutesOf } from '@mizan/service-kit';
import type { Wiring } from '../wiring.ts';
import { receiveStripeCallback } from './receive-stripe-callback.ts';
import { returnFromStripe } from './return-from-stripe.ts';

type Routes = Pick<RoutesOf<'payments'>, 'receiveStripeCallback' | 'returnFromStripe'>;

/** What providers tell the platform, and where they send buyers back to. */
export const providerCallbackRoutes = (wiring: Wiring): Routes => ({
  receiveStripeCallback: page(async (context, { query, headers, body }) =>
    receiveStripeCallback(wiring, context, {
      accountId: query.account,
      signature: headers['stripe-signature'],
      body: await body.read(),
    }),
  ),
  returnFromStripe: page((context, { params }) => returnFromStripe(wiring, context, params.chargeId)),
});
