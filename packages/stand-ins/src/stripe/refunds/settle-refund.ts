import { addBalanceTransaction } from '../charges/add-balance-transaction.ts';
import { findIntent } from '../payment-intents/intent-state.ts';
import { onBehalf } from '../payment-intents/on-behalf.ts';
import type { Refund } from '../state.ts';
import type { StripeApp } from '../stripe-app.ts';
import { emit } from '../webhooks/emit.ts';
import { renderRefund } from './render-refund.ts';

/** Plans the decision of a refund that the bank has not decided yet, or takes back later. */
export function armRefund(app: StripeApp, refund: Refund): void {
  if (refund.due === null) return;
  const { at, status } = refund.due;
  app.clock.after(Math.max(0, at - app.clock.now()), () => settleRefund(app, refund, status));
}

/** Decides a refund. A failed one returns its money to the account. */
export function settleRefund(app: StripeApp, refund: Refund, status: 'succeeded' | 'failed'): void {
  const caller = onBehalf(app, refund);
  refund.due = null;
  refund.status = status;
  app.mark('refunds', refund);
  if (status === 'succeeded') emit(caller, 'refund.updated', renderRefund(refund));
  else {
    const { amount, currency } = refund;
    refund.failureReason = 'expired_or_canceled_card';
    refund.failureBalanceTransactionId = addBalanceTransaction(caller, {
      type: 'refund_failure',
      sourceId: refund.id,
      amount,
      currency,
    }).id;
    const intent = findIntent(caller, refund.intentId);
    intent.amountRefunded -= amount;
    app.mark('intents', intent);
    const charge = app.state.charges.find(({ id }) => id === refund.chargeId);
    if (!charge) throw new Error(`bug: ${refund.id} has no charge`);
    charge.amountRefunded -= amount;
    app.mark('charges', charge);
    emit(caller, 'refund.failed', renderRefund(refund));
    emit(caller, 'charge.refund.updated', renderRefund(refund));
  }
  app.save();
}
