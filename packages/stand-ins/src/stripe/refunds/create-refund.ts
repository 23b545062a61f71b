import { invalidRequest, refused } from '../api/refusal.ts';
import { addBalanceTransaction } from '../charges/add-balance-transaction.ts';
import { renderCharge } from '../charges/render-charge.ts';
import { assertStep } from '../payment-intents/currencies.ts';
import { findIntent } from '../payment-intents/intent-state.ts';
import { cardOfMethod } from '../payment-methods/render-method.ts';
import { integer, mergeMetadata, metadata, oneOf, text, type Read } from '../parameters/readers.ts';
import { newId, type Charge, type Refund } from '../state.ts';
import { findOwn, owned, type Caller } from '../stripe-app.ts';
import { emit } from '../webhooks/emit.ts';
import { renderRefund } from './render-refund.ts';
import { armRefund } from './settle-refund.ts';

export const createRefundShape = {
  payment_intent: text(),
  charge: text(),
  amount: integer,
  reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
  metadata,
};

/** When a refund of the slow and of the failing test card is decided. */
export const refundDelayMs = 24 * 60 * 60_000;

/** POST /v1/refunds */
export function createRefund(caller: Caller, given: Read<typeof createRefundShape>): Refund {
  const { app } = caller;
  const charge = chargeFor(caller, given);
  const intent = findIntent(caller, charge.intentId);
  const left = charge.amountCaptured - charge.amountRefunded;
  const amount = given.amount ?? left;
  assertRefundable(charge, left, amount);
  const method = app.state.methods.find(({ id }) => id === charge.methodId);
  const behaviour = method && cardOfMethod(method).behaviour;
  const id = newId('re');
  const dueAt = app.clock.now() + refundDelayMs;
  const refund: Refund = {
    ...owned(caller, id),
    intentId: intent.id,
    chargeId: charge.id,
    amount,
    currency: charge.currency,
    reason: given.reason ?? null,
    metadata: mergeMetadata({}, given.metadata),
    status: behaviour === 'refunds_later' ? 'pending' : 'succeeded',
    failureReason: null,
    failureBalanceTransactionId: null,
    balanceTransactionId: addBalanceTransaction(caller, {
      type: 'refund',
      sourceId: id,
      amount: -amount,
      currency: charge.currency,
    }).id,
    due:
      behaviour === 'refunds_later'
        ? { at: dueAt, status: 'succeeded' }
        : behaviour === 'refund_fails'
          ? { at: dueAt, status: 'failed' }
          : null,
  };
  app.state.refunds.push(refund);
  charge.amountRefunded += amount;
  intent.amountRefunded += amount;
  app.mark('refunds', refund);
  app.mark('charges', charge);
  app.mark('intents', intent);
  emit(caller, 'refund.created', renderRefund(refund));
  emit(caller, 'charge.refunded', renderCharge(app, charge));
  armRefund(app, refund);
  return refund;
}

function chargeFor(caller: Caller, given: Read<typeof createRefundShape>): Charge {
  if (given.charge !== undefined && given.payment_intent !== undefined)
    throw invalidRequest('You may only specify one of these parameters: charge, payment_intent.');
  if (given.charge !== undefined)
    return findOwn(caller, caller.app.state.charges, { id: given.charge, name: 'charge', param: 'charge' });
  if (given.payment_intent === undefined)
    throw invalidRequest('One of the following params should be provided for this request: payment_intent or charge.');
  const intent = findIntent(caller, given.payment_intent, 'payment_intent');
  const charge = caller.app.state.charges.find(({ id }) => id === intent.latestChargeId);
  if (!charge || intent.amountReceived === 0)
    throw refused(
      `This PaymentIntent (${intent.id}) does not have a successful charge to refund.`,
      undefined,
      'payment_intent',
    );
  return charge;
}

function assertRefundable(charge: Charge, left: number, amount: number): void {
  if (charge.amountCaptured === 0)
    throw refused(`Charge ${charge.id} has not been captured and cannot be refunded.`, undefined, 'charge');
  if (left === 0) throw refused(`Charge ${charge.id} has already been refunded.`, 'charge_already_refunded');
  if (amount < 1) throw invalidRequest('Invalid positive integer', 'parameter_invalid_integer', 'amount');
  assertStep(amount, charge.currency, 'amount');
  if (amount > left)
    throw refused(
      `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
      undefined,
      'amount',
    );
}
