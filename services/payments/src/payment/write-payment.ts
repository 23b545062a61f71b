import { type Fragment, fragment, own } from '@mizan/service-kit';
import type { ChargeRow } from './charge.entity.ts';
import { charges } from './charge.table.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { paymentIntents } from './payment-intent.table.ts';

// Statements for the `with` of a transaction that holds the payment's lock; several changes travel in one round trip.

/** Writes every column that changes after an intent was created. */
export function updateIntent(row: PaymentIntentRow): Fragment {
  const {
    id,
    merchantId: _merchant,
    livemode: _mode,
    checkoutSessionId: _session,
    createdAt: _created,
    ...changes
  } = row;
  return fragment`update payment_intents set ${paymentIntents.set(changes)} where ${own({ scope: row })} and id = ${id}`;
}

/** Writes every column that changes after a charge was created. */
export function updateCharge(row: ChargeRow): Fragment {
  const changes = {
    version: row.version,
    status: row.status,
    amountCaptured: row.amountCaptured,
    amountRefunded: row.amountRefunded,
    presentmentRefunded: row.presentmentRefunded,
    capturedAt: row.capturedAt,
    disputed: row.disputed,
    failureCode: row.failureCode,
    failureMessage: row.failureMessage,
    outcome: row.outcome,
    paymentMethodDetails: row.paymentMethodDetails,
    balanceTransactionId: row.balanceTransactionId,
    externalChargeId: row.externalChargeId,
    actionAnswer: row.actionAnswer,
    nextSyncAt: row.nextSyncAt,
    syncAttempts: row.syncAttempts,
    updatedAt: row.updatedAt,
  };
  return fragment`update charges set ${charges.set(changes)} where ${own({ scope: row })} and id = ${row.id}`;
}
