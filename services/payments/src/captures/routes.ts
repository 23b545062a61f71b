import { phased, type RoutesOf } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import { capturePaymentIntent, submitCapture } from './capture-payment-intent.ts';
import { settleCapture } from './settle-capture.ts';

/** Captures of authorized payments. */
export const captureRoutes = (app: App) =>
  ({
    capturePaymentIntent: phased({
      reserve: (tx, { params, body }) => capturePaymentIntent(tx, app, { id: params.id, ...body }),
      call: (reservation, context) => submitCapture(context, app, reservation),
      settle: (tx, { reservation, outcome: answer }) => settleCapture(tx, app, { reservation, answer }),
    }),
  }) satisfies Partial<RoutesOf<'payments'>>;
