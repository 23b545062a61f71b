import { StripeRefusal } from '../api/refusal.ts';
import type { Intent, IntentStatus } from '../state.ts';
import { findOwn, type Caller, type StripeApp } from '../stripe-app.ts';
import { renderIntent } from './render-intent.ts';

/** The caller's intent of an id. @throws StripeRefusal `resource_missing` */
export const findIntent = (caller: Caller, id: string, param = 'intent'): Intent =>
  findOwn(caller, caller.app.state.intents, { id, name: 'payment_intent', param });

/** @throws StripeRefusal `payment_intent_unexpected_state` unless the intent is in one of the `allowed` states */
export function assertState(
  app: StripeApp,
  intent: Intent,
  { verb, allowed }: { readonly verb: string; readonly allowed: readonly IntentStatus[] },
): void {
  if (!allowed.includes(intent.status)) throw unexpectedState(app, intent, verb);
}

export const unexpectedState = (app: StripeApp, intent: Intent, verb: string): StripeRefusal =>
  new StripeRefusal(400, {
    type: 'invalid_request_error',
    code: 'payment_intent_unexpected_state',
    doc_url: 'https://stripe.com/docs/error-codes/payment-intent-unexpected-state',
    message: `You cannot ${verb} this PaymentIntent because it has a status of ${intent.status}.`,
    payment_intent: renderIntent(app, intent),
  });
