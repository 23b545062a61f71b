import { invalidRequest, refused, StripeRefusal } from '../api/refusal.ts';
import { addBalanceTransaction } from '../charges/add-balance-transaction.ts';
import { renderCharge } from '../charges/render-charge.ts';
import { cardOfMethod } from '../payment-methods/render-method.ts';
import { flag, integer, mergeMetadata, metadata, text, type Read } from '../parameters/readers.ts';
import type { Intent } from '../state.ts';
import type { Caller } from '../stripe-app.ts';
import { emit } from '../webhooks/emit.ts';
import { assertStep } from './currencies.ts';
import { assertState } from './intent-state.ts';
import { renderIntent } from './render-intent.ts';

export const captureIntentShape = {
  amount_to_capture: integer,
  final_capture: flag,
  metadata,
  statement_descriptor_suffix: text(22),
};

/** POST /v1/payment_intents/{id}/capture. Several captures need multicapture; the last one releases what is left. */
export function captureIntent(caller: Caller, intent: Intent, given: Read<typeof captureIntentShape>): Intent {
  const { app } = caller;
  assertState(app, intent, { verb: 'capture', allowed: ['requires_capture'] });
  const charge = app.state.charges.find(({ id }) => id === intent.latestChargeId);
  const method = app.state.methods.find(({ id }) => id === intent.methodId);
  if (!charge || !method) throw new Error(`bug: ${intent.id} is held without a charge`);
  if (cardOfMethod(method).behaviour === 'refuses_capture')
    throw new StripeRefusal(402, {
      type: 'card_error',
      code: 'processing_error',
      message: 'An error occurred while processing your card. Try again in a little bit.',
    });
  const isFinal = given.final_capture ?? true;
  if (!isFinal && !(intent.requestsMulticapture && app.state.hasMulticapture))
    throw invalidRequest(
      'final_capture is only available for PaymentIntents with multicapture.',
      'parameter_unknown',
      'final_capture',
    );
  const amount = given.amount_to_capture ?? intent.amountCapturable;
  assertAmount(intent, amount);
  intent.amountReceived += amount;
  intent.amountCapturable = isFinal ? 0 : intent.amountCapturable - amount;
  intent.metadata = mergeMetadata(intent.metadata, given.metadata);
  charge.amountCaptured += amount;
  charge.isCaptured = true;
  app.mark('intents', intent);
  app.mark('charges', charge);
  if (amount > 0)
    charge.balanceTransactionId = addBalanceTransaction(caller, {
      type: 'charge',
      sourceId: charge.id,
      amount,
      currency: intent.currency,
    }).id;
  if (isFinal) intent.status = 'succeeded';
  emit(caller, 'charge.captured', renderCharge(app, charge));
  emit(
    caller,
    isFinal ? 'payment_intent.succeeded' : 'payment_intent.amount_capturable_updated',
    renderIntent(app, intent),
  );
  return intent;
}

function assertAmount({ amountCapturable, amountReceived, currency }: Intent, amount: number): void {
  // Nothing may be captured only to release the rest of what was captured in part.
  if (amount < 0 || (amount === 0 && amountReceived === 0))
    throw invalidRequest(
      'This value must be greater than or equal to 1.',
      'parameter_invalid_integer',
      'amount_to_capture',
    );
  assertStep(amount, currency, 'amount_to_capture');
  if (amount > amountCapturable)
    throw refused(
      `The requested capture amount is greater than the amount you can capture for this charge.`,
      'amount_too_large',
      'amount_to_capture',
    );
}
