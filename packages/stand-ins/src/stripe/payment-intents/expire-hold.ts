import { renderCharge } from '../charges/render-charge.ts';
import type { Charge, Intent } from '../state.ts';
import { nowSeconds, type StripeApp } from '../stripe-app.ts';
import { emit } from '../webhooks/emit.ts';
import { onBehalf } from './on-behalf.ts';
import { renderIntent } from './render-intent.ts';

/** Plans the end of an authorization that is not captured in its time. */
export function armExpiry(app: StripeApp, intent: Intent, charge: Charge): void {
  if (charge.captureBefore === null || intent.status !== 'requires_capture') return;
  const delayMs = Math.max(0, charge.captureBefore * 1000 - app.clock.now());
  app.clock.after(delayMs, () => expireHold(app, intent, charge));
}

function expireHold(app: StripeApp, intent: Intent, charge: Charge): void {
  if (intent.status !== 'requires_capture') return;
  const caller = onBehalf(app, intent);
  intent.amountCapturable = 0;
  app.mark('intents', intent);
  if (intent.amountReceived > 0) {
    intent.status = 'succeeded';
    emit(caller, 'payment_intent.succeeded', renderIntent(app, intent));
  } else {
    Object.assign(intent, { status: 'canceled', canceledAt: nowSeconds(app), cancellationReason: 'automatic' });
    emit(caller, 'charge.expired', renderCharge(app, charge));
    emit(caller, 'payment_intent.canceled', renderIntent(app, intent));
  }
  app.save();
}
