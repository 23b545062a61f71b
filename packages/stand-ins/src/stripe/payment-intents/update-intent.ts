import { integer, mergeMetadata, metadata, text, type Read } from '../parameters/readers.ts';
import type { Intent } from '../state.ts';
import type { Caller } from '../stripe-app.ts';
import { useMethod } from '../payment-methods/create-method.ts';
import { assertChargeable, assertCurrency } from './currencies.ts';
import { assertState } from './intent-state.ts';

export const updateIntentShape = {
  amount: integer,
  currency: text(),
  description: text(1000),
  metadata,
  payment_method: text(),
  receipt_email: text(),
};

/** POST /v1/payment_intents/{id}. What moved money keeps its amount. */
export function updateIntent(caller: Caller, intent: Intent, given: Read<typeof updateIntentShape>): Intent {
  if (given.amount !== undefined || given.currency !== undefined || given.payment_method !== undefined)
    assertState(caller.app, intent, {
      verb: 'update',
      allowed: ['requires_payment_method', 'requires_confirmation', 'requires_action'],
    });
  const { amount = intent.amount, currency = intent.currency } = given;
  assertCurrency(currency);
  assertChargeable(amount, currency);
  if (given.payment_method !== undefined) {
    intent.methodId = useMethod(caller, given.payment_method).id;
    intent.status = 'requires_confirmation';
  }
  intent.amount = amount;
  intent.currency = currency;
  intent.description = given.description ?? intent.description;
  intent.receiptEmail = given.receipt_email ?? intent.receiptEmail;
  intent.metadata = mergeMetadata(intent.metadata, given.metadata);
  caller.app.mark('intents', intent);
  return intent;
}
