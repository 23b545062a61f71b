import { StripeRefusal } from '../api/refusal.ts';
import { addBalanceTransaction } from '../charges/add-balance-transaction.ts';
import { renderCharge } from '../charges/render-charge.ts';
import { openDispute } from '../disputes/dispute.ts';
import { cardOfMethod, renderMethod } from '../payment-methods/render-method.ts';
import type { Decline } from '../payment-methods/cards.ts';
import { newId, type Charge, type Intent, type Method } from '../state.ts';
import { nowSeconds, owned, type Caller } from '../stripe-app.ts';
import { emit } from '../webhooks/emit.ts';
import { renderIntent } from './render-intent.ts';
import { armExpiry } from './expire-hold.ts';

const daySeconds = 24 * 60 * 60;

/** The money of an intent is taken, or held when it is captured by hand. */
export function chargeIntent(caller: Caller, intent: Intent, method: Method): void {
  const { app } = caller;
  const isHeld = intent.captureMethod === 'manual';
  const isShort = cardOfMethod(method).behaviour === 'held_five_days';
  const captureBefore = isHeld ? nowSeconds(app) + (isShort ? 5 : 7) * daySeconds : null;
  const charge = keepCharge(caller, intent, { methodId: method.id, status: 'succeeded', captureBefore });
  method.isUsed = true;
  app.mark('methods', method);
  intent.latestChargeId = charge.id;
  intent.lastError = null;
  if (isHeld) {
    intent.status = 'requires_capture';
    intent.amountCapturable = intent.amount;
    emit(caller, 'payment_intent.amount_capturable_updated', renderIntent(app, intent));
    emit(caller, 'charge.succeeded', renderCharge(app, charge));
    armExpiry(app, intent, charge);
    return;
  }
  Object.assign(charge, { isCaptured: true, amountCaptured: intent.amount });
  charge.balanceTransactionId = addBalanceTransaction(caller, {
    type: 'charge',
    sourceId: charge.id,
    amount: intent.amount,
    currency: intent.currency,
  }).id;
  intent.status = 'succeeded';
  intent.amountReceived = intent.amount;
  emit(caller, 'charge.succeeded', renderCharge(app, charge));
  emit(caller, 'payment_intent.succeeded', renderIntent(app, intent));
  const { behaviour } = cardOfMethod(method);
  if (behaviour === 'disputes') openDispute(app, charge);
  if (behaviour === 'disputes_receipt') openDispute(app, charge, { reason: 'product_not_received' });
  if (behaviour === 'inquires') openDispute(app, charge, { isInquiry: true });
}

/** Records a declined attempt. @returns what the request is answered with */
export function declineIntent(caller: Caller, intent: Intent, decline: Decline): StripeRefusal {
  const { app } = caller;
  const method = app.state.methods.find(({ id }) => id === intent.methodId);
  if (!method) throw new Error(`bug: ${intent.id} is declined without a method`);
  const charge = keepCharge(caller, intent, { methodId: method.id, status: 'failed', captureBefore: null, decline });
  const error = {
    type: 'card_error' as const,
    code: decline.code,
    doc_url: `https://stripe.com/docs/error-codes/${decline.code.replaceAll('_', '-')}`,
    message: decline.message,
    charge: charge.id,
    ...(decline.declineCode === null ? {} : { decline_code: decline.declineCode }),
    ...(decline.networkCode === null ? {} : { network_decline_code: decline.networkCode }),
    ...(decline.advice === null ? {} : { advice_code: decline.advice }),
    payment_method: renderMethod(method),
  };
  Object.assign(intent, {
    status: 'requires_payment_method',
    methodId: null,
    latestChargeId: charge.id,
    lastError: error,
  });
  emit(caller, 'charge.failed', renderCharge(app, charge));
  emit(caller, 'payment_intent.payment_failed', renderIntent(app, intent));
  return new StripeRefusal(402, { ...error, payment_intent: renderIntent(app, intent) });
}

function keepCharge(
  caller: Caller,
  intent: Intent,
  { decline, ...made }: Pick<Charge, 'methodId' | 'status' | 'captureBefore'> & { readonly decline?: Decline },
): Charge {
  const charge: Charge = {
    ...owned(caller, newId('ch')),
    ...made,
    intentId: intent.id,
    amount: intent.amount,
    currency: intent.currency,
    metadata: intent.metadata, // a charge takes that of its intent
    amountCaptured: 0,
    amountRefunded: 0,
    isCaptured: false,
    isAuthenticated: intent.isAuthenticated,
    failureCode: decline?.code ?? null,
    failureMessage: decline?.message ?? null,
    balanceTransactionId: null,
  };
  caller.app.state.charges.push(charge);
  caller.app.mark('charges', charge);
  return charge;
}
