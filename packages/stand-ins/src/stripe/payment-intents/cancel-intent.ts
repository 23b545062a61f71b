import { oneOf, type Read } from '../parameters/readers.ts';
import type { Intent } from '../state.ts';
import { nowSeconds, type Caller } from '../stripe-app.ts';
import { emit } from '../webhooks/emit.ts';
import { assertState, unexpectedState } from './intent-state.ts';
import { renderIntent } from './render-intent.ts';

export const cancelIntentShape = {
  cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
};

/** POST /v1/payment_intents/{id}/cancel. What is captured, also in part, cannot be canceled. */
export function cancelIntent(caller: Caller, intent: Intent, given: Read<typeof cancelIntentShape>): Intent {
  const { app } = caller;
  assertState(app, intent, {
    verb: 'cancel',
    allowed: ['requires_payment_method', 'requires_confirmation', 'requires_action', 'requires_capture'],
  });
  if (intent.amountReceived > 0) throw unexpectedState(app, intent, 'cancel');
  Object.assign(intent, {
    status: 'canceled',
    amountCapturable: 0,
    canceledAt: nowSeconds(app),
    cancellationReason: given.cancellation_reason ?? null,
  });
  app.mark('intents', intent);
  emit(caller, 'payment_intent.canceled', renderIntent(app, intent));
  return intent;
}
