import { toPublicPaymentIntent } from '@mizan/contracts';
import { command, phased, query, type RoutesOf } from '@mizan/service-kit';
import { capturePaymentIntent, submitCapture } from '../captures/capture-payment-intent.ts';
import { settleCapture } from '../captures/settle-capture.ts';
import type { App } from '../payment/app.ts';
import { releaseCharge } from '../settle/cancel-payment.ts';
import { authorizeAttempt, settleAttempt } from './authorize-attempt.ts';
import { cancelPaymentIntent, settleIntentCancellation } from './cancel-payment-intent.ts';
import { buyerScope } from './confirm-client-payment-intent.ts';
import { confirmPaymentIntent, loadConfirm } from './confirm-payment-intent.ts';
import { createPaymentIntent, loadCreation } from './create-payment-intent.ts';
import { markPaymentIntentPaid, settleReceipt, submitReceipt } from './mark-payment-intent-paid.ts';
import { getPaymentIntent, listPaymentIntents } from './read-payment-intents.ts';
import { loadUpdate, updatePaymentIntent } from './update-payment-intent.ts';

type Routes = Pick<
  RoutesOf<'payments'>,
  | 'createPaymentIntent'
  | 'listPaymentIntents'
  | 'getPaymentIntent'
  | 'updatePaymentIntent'
  | 'confirmPaymentIntent'
  | 'capturePaymentIntent'
  | 'cancelPaymentIntent'
  | 'markPaymentIntentPaid'
  | 'confirmClientPaymentIntent'
>;

/** Operations on payment intents. */
export const paymentIntentRoutes = (app: App): Routes => ({
  createPaymentIntent: phased({
    ask: (context, { body }) => loadCreation(app, context, body),
    reserve: (tx, { body }, facts) => createPaymentIntent(tx, app, body, facts),
    call: (begun, context) => authorizeAttempt(app, begun, context),
    settle: (tx, begun, outcome) => settleAttempt(tx, app, begun, outcome),
  }),
  listPaymentIntents: query((reader, { query }) => listPaymentIntents(reader, app, query)),
  getPaymentIntent: query((reader, { params }) => getPaymentIntent(reader, app, params.id)),
  updatePaymentIntent: command({
    ask: (context, { body }) => loadUpdate(app, context, body),
    run: (tx, { params, body }, facts) => updatePaymentIntent(tx, app, params.id, body, facts),
  }),
  confirmPaymentIntent: phased({
    ask: (context, { params, body }) => loadConfirm(app, context, params.id, body, 'server'),
    reserve: (tx, { params, body }, facts) => confirmPaymentIntent(tx, app, params.id, body, facts),
    call: (begun, context) => authorizeAttempt(app, begun, context),
    settle: (tx, begun, outcome) => settleAttempt(tx, app, begun, outcome),
  }),
  capturePaymentIntent: phased({
    reserve: (tx, { params, body }) => capturePaymentIntent(tx, app, params.id, body),
    call: (reservation, context) => submitCapture(app, reservation, context),
    settle: (tx, reservation, outcome) => settleCapture(tx, app, reservation, outcome),
  }),
  cancelPaymentIntent: phased({
    reserve: (tx, { params }) => cancelPaymentIntent(tx, params.id),
    call: ({ chargeId }, context) => releaseCharge(app, chargeId, context),
    settle: (tx, cancellation, outcome, { body }) => settleIntentCancellation(tx, app, cancellation, outcome, body),
  }),
  markPaymentIntentPaid: phased({
    reserve: (tx, { params, body }) => markPaymentIntentPaid(tx, params.id, body),
    call: (receipt, context) => submitReceipt(app, receipt, context),
    settle: (tx, receipt, outcome) => settleReceipt(tx, app, receipt, outcome),
  }),
  confirmClientPaymentIntent: phased({
    scope: (db, { params, headers }) => buyerScope(db, app, params.id, headers['client-secret']),
    ask: (context, { params, body }) => loadConfirm(app, context, params.id, body, 'buyer'),
    reserve: (tx, { params, body }, facts) => confirmPaymentIntent(tx, app, params.id, body, facts),
    call: (begun, context) => authorizeAttempt(app, begun, context),
    settle: async (tx, begun, outcome) => toPublicPaymentIntent(await settleAttempt(tx, app, begun, outcome)),
  }),
});
