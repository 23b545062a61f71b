import { query, type RoutesOf } from '@mizan/service-kit';
import type { Wiring } from '../wiring.ts';
import { getPaymentIntent } from './get-payment-intent.ts';
import { listPaymentIntents } from './list-payment-intents.ts';

/** Operations on payment intents. */
export const paymentIntentRoutes = (
  wiring: Wiring,
): Pick<RoutesOf<'payments'>, 'getPaymentIntent' | 'listPaymentIntents'> => ({
  getPaymentIntent: query((reader, { params }) => getPaymentIntent(reader, wiring, params.id)),
  listPaymentIntents: query((reader, { query }) => listPaymentIntents(reader, wiring, query)),
});
