import { randomBytes } from 'node:crypto';
import { sendTokenCallback, sendTransactionCallback } from '../callbacks.ts';
import { releaseHold } from '../operations/release-hold.ts';
import { integrationOf, intentionOf, nextId, type PaymobApp } from '../paymob-app.ts';
import type { OutcomeName, Transaction } from '../state.ts';

/** Paymob voids a hold that was not captured for this long. */
const holdLengthMs = 14 * 24 * 60 * 60 * 1000;

/**
 * Gives a payment its outcome and informs the merchant: a processed callback, and one for the card that the buyer let be
 * saved. A pending payment informs no one, and can be settled later.
 */
export function settlePayment(app: PaymobApp, payment: Transaction, outcome: OutcomeName): void {
  payment.outcome = outcome;
  app.mark('transactions', payment);
  payment.updatedAt = app.clock.now();
  if (outcome === 'pending') return;
  payment.step = null;
  if (outcome === 'approved') {
    const intention = intentionOf(app, payment);
    intention.isConfirmed = true;
    app.mark('intentions', intention);
    if (integrationOf(app, payment.integrationId).isAuth) armRelease(app, payment);
  }
  sendTransactionCallback(app, payment);
  if (outcome === 'approved' && payment.saveCardAs) saveCard(app, payment, payment.saveCardAs.whenAbsent);
}

/** Plans the release of a hold, also after a restart. */
export function armRelease(app: PaymobApp, hold: Transaction): void {
  app.clock.after(Math.max(0, hold.createdAt + holdLengthMs - app.clock.now()), () => {
    releaseHold(app, hold);
    app.save(); // no request does it
  });
}

function saveCard(app: PaymobApp, payment: Transaction, whenAbsent: OutcomeName): void {
  const intention = intentionOf(app, payment);
  const token = {
    id: nextId(app),
    token: randomBytes(28).toString('hex'),
    maskedPan: `xxxx-xxxx-xxxx-${payment.source.pan}`,
    subType: payment.source.subType ?? '',
    cardNumber: payment.cardNumber,
    email: intention.billing['email'] ?? 'NA',
    orderId: intention.orderId,
    intentionId: intention.id,
    isLive: payment.isLive,
    createdAt: app.clock.now(),
    whenAbsent,
  };
  app.state.cardTokens.push(token);
  app.mark('cardTokens', token);
  sendTokenCallback(app, payment, token);
}
