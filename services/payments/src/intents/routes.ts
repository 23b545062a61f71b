import { toPublicPaymentIntent } from '@mizan/contracts';
import {
  command,
  phased,
  Problem,
  query,
  resourceMissing,
  type Database,
  type RoutesOf,
  type Scope,
} from '@mizan/service-kit';
import { capturePaymentIntent, submitCapture } from '../captures/capture-payment-intent.ts';
import { settleCapture } from '../captures/settle-capture.ts';
import type { Wiring } from '../wiring.ts';
import { releaseCharge } from './cancel-payment.ts';
import { cancelPaymentIntent, settleIntentCancellation } from './cancel-payment-intent.ts';
import { callProvider, confirmPaymentIntent, prepareIntentConfirm, settleAttempt } from './confirm-payment-intent.ts';
import { createPaymentIntent, prepareCreation } from './create-payment-intent.ts';
import { getPaymentIntent } from './get-payment-intent.ts';
import { listPaymentIntents } from './list-payment-intents.ts';
import { markIntentPaid, reportReceipt, settleReceipt } from './mark-intent-paid.ts';
import { prepareUpdate, updatePaymentIntent } from './update-payment-intent.ts';

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
export const paymentIntentRoutes = (wiring: Wiring): Routes => ({
  createPaymentIntent: phased({
    load: (context, { body }) => prepareCreation(wiring, context, body),
    reserve: (tx, { body }, facts) => createPaymentIntent(tx, wiring, body, facts),
    call: (begun, context) => callProvider(wiring, begun, context),
    settle: (tx, begun, outcome) => settleAttempt(tx, wiring, begun, outcome),
  }),
  listPaymentIntents: query((reader, { query }) => listPaymentIntents(reader, wiring, query)),
  getPaymentIntent: query((reader, { params }) => getPaymentIntent(reader, wiring, params.id)),
  updatePaymentIntent: command({
    load: (context, { body }) => prepareUpdate(wiring, context, body),
    run: (tx, { params, body }, facts) => updatePaymentIntent(tx, wiring, params.id, body, facts),
  }),
  confirmPaymentIntent: phased({
    load: (context, { params, body }) => prepareIntentConfirm(wiring, context, params.id, body, 'server'),
    reserve: (tx, { params, body }, facts) => confirmPaymentIntent(tx, wiring, params.id, body, facts),
    call: (begun, context) => callProvider(wiring, begun, context),
    settle: (tx, begun, outcome) => settleAttempt(tx, wiring, begun, outcome),
  }),
  capturePaymentIntent: phased({
    reserve: (tx, { params, body }) => capturePaymentIntent(tx, wiring, params.id, body),
    call: (reservation, context) => submitCapture(wiring, reservation, context),
    settle: (tx, reservation, outcome) => settleCapture(tx, wiring, reservation, outcome),
  }),
  cancelPaymentIntent: phased({
    reserve: (tx, { params }) => cancelPaymentIntent(tx, params.id),
    call: ({ chargeId }, context) => releaseCharge(wiring, chargeId, context),
    settle: (tx, cancellation, outcome, { body }) => settleIntentCancellation(tx, wiring, cancellation, outcome, body),
  }),
  markPaymentIntentPaid: phased({
    reserve: (tx, { params, body }) => markIntentPaid(tx, params.id, body),
    call: (receipt, context) => reportReceipt(wiring, receipt, context),
    settle: (tx, receipt, outcome) => settleReceipt(tx, wiring, receipt, outcome),
  }),
  confirmClientPaymentIntent: phased({
    scope: (db, { params, headers }) => scopeOfBuyer(db, wiring, params.id, headers['client-secret']),
    load: (context, { params, body }) => prepareIntentConfirm(wiring, context, params.id, body, 'buyer'),
    reserve: (tx, { params, body }, facts) => confirmPaymentIntent(tx, wiring, params.id, body, facts),
    call: (begun, context) => callProvider(wiring, begun, context),
    settle: async (tx, begun, outcome) => toPublicPaymentIntent(await settleAttempt(tx, wiring, begun, outcome)),
  }),
});

/**
 * Whose payment a buyer's request is about. The secret is checked first and in constant time, so a wrong one tells
 * nothing about which payments exist.
 *
 * @throws Problem `invalid_client_secret`, `resource_missing`
 */
async function scopeOfBuyer(db: Database, wiring: Wiring, id: string, secret: string | undefined): Promise<Scope> {
  if (!wiring.ownsClientSecret(id, secret))
    throw new Problem('invalid_client_secret', 'The client secret does not belong to this payment.', {
      param: 'Client-Secret',
    });
  const found = await db.system.one<Scope>`
    select merchant_id as "merchantId", livemode from payment_intents where id = ${id}`;
  if (!found) throw resourceMissing();
  return found;
}
