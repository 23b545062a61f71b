import type { PaymentMethodType, Refund } from '@mizan/contracts';
import { countRows, failpoint, fragment, type Fragment, json, type Tx } from '@mizan/service-kit';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { type ChargeParts, toChargeResource } from '../payment/charge.resource.ts';
import { refundTrigger, transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, lockPayment, type Payment, withCharge } from '../payment/payment.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { updateCharge, updateIntent } from '../payment/write-payment.ts';
import type { RefundOutcome } from '../providers/port/provider-outcome.ts';
import { oneMore, rowsOf } from '../tables/rows.ts';
import {
  type RefundSettlement,
  settleFailed,
  settleOpen,
  settleSucceeded,
  settleWaiting,
} from './refund-settlement.ts';

/** Names a refund, its charge, and the intent whose row is the lock of both. */
export type RefundKey = Pick<RefundRow, 'id' | 'charge_id' | 'payment_intent_id'>;

/** How a refund stands: a provider's answer; null while nobody was asked; `expired` when the buyer gave no details in time, `canceled` when the merchant withdrew it. */
export type RefundAnswer = RefundOutcome | null | 'expired' | 'canceled';

/**
 * Applies an answer to a refund: its row, the ledger, and on a failure the charge, the intent and the balance. The one
 * function that does so, whoever brings the answer: the request that created it or the janitor. A refund that has failed
 * stays as it is, so that the same answer may come twice.
 */
export async function settleRefund(tx: Tx, app: App, key: RefundKey, answer: RefundAnswer): Promise<Refund> {
  const payment = await lockPayment(tx, key.payment_intent_id);
  const charge = chargeOf(payment, key.charge_id);
  const refund = charge.refunds.find(({ id }) => id === key.id);
  if (!refund) throw new Error(`bug: ${charge.row.id} has no refund ${key.id}`);
  if (refund.status === 'FAILED' || refund.status === 'CANCELED') return toRefundResource(refund);

  const settlement = settlementOf(refund, charge.row.payment_method.type, answer, tx.now);
  const isNews = !refund.is_announced || settlement.movement !== null;
  const settled = { ...settlement.refund, version: refund.version + settlement.events.length, is_announced: true };
  const after = isNews ? afterRefund(payment, charge, settled, tx.now) : payment;
  await writeRefundSettlement(
    tx,
    { ...settlement, refund: settled },
    isNews ? chargeOf(after, charge.row.id).row : null,
    after.intent,
  );

  let { version } = refund;
  for (const type of settlement.events)
    tx.emit(type, { object: toRefundResource(settled), version: ++version, ...previousOf(type, refund) });
  if (isNews) announce(tx, app, payment, after, charge);
  failpoint('pay.before_commit');
  tx.afterCommit(() => failpoint('pay.after_commit'));
  return toRefundResource(settled);
}

function settlementOf(refund: RefundRow, type: PaymentMethodType, answer: RefundAnswer, now: Date): RefundSettlement {
  if (answer === null) return settleWaiting(refund);
  if (answer === 'expired') {
    const message = 'Nobody said in time where the money shall go.';
    return settleFailed(refund, { failureReason: 'expired', message, reference: null }, 'expire', now);
  }
  if (answer === 'canceled') {
    const message = 'The merchant withdrew it.';
    return settleFailed(refund, { failureReason: 'merchant_request', message, reference: null }, 'cancel', now);
  }
  switch (answer.kind) {
    case 'succeeded':
      return settleSucceeded(refund, type, answer, now);
    case 'failed':
      return settleFailed(refund, answer, 'fail', now);
    case 'pending':
    case 'unknown':
      return settleOpen(refund, answer, now);
  }
}

/** Charge and intent with the versions of what is about to be published, and without the amount of a failed refund. */
function afterRefund(payment: Payment, charge: ChargeParts, refund: RefundRow, now: Date): Payment {
  const returned = refund.status === 'FAILED' || refund.status === 'CANCELED' ? refund.amount : 0;
  const amount_refunded = payment.intent.amount_refunded - returned;
  const row = {
    ...charge.row,
    version: charge.row.version + 1,
    amount_refunded: charge.row.amount_refunded - returned,
    presentment_refunded: charge.row.presentment_refunded - (returned && (refund.presentment_details?.amount ?? 0)),
    status: returned ? 'SUCCEEDED' : charge.row.status,
    updated_at: now,
  };
  const refunds = charge.refunds.map((each) => (each.id === refund.id ? refund : each));
  const status = returned ? statusWith(payment.intent, amount_refunded) : payment.intent.status;
  const intent = { ...payment.intent, version: payment.intent.version + 1, amount_refunded, status, updated_at: now };
  return withCharge({ ...payment, intent }, { ...charge, row, refunds });
}

function statusWith(intent: PaymentIntentRow, amountRefunded: number): PaymentIntentRow['status'] {
  const moved = transition(intent.status, refundTrigger(amountRefunded, intent.amount_received));
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and has a refund that failed`);
  return moved.to;
}

/** A refund that stands is announced once, by what it made of charge and intent; a failed one by what it gave back. */
function announce(tx: Tx, app: App, before: Payment, after: Payment, former: ChargeParts): void {
  const { intent } = after;
  const charge = chargeOf(after, former.row.id);
  const object = toPaymentIntentResource(intent, after.charges, app.clientSecretOf);
  if (charge.row.amount_refunded === former.row.amount_refunded) {
    tx.emit('charge.refunded', { object: toChargeResource(charge), version: charge.row.version });
    // By what was announced: another refund may be reserved and not settled yet, and will be the one that makes it whole.
    const announced = charge.refunds.filter(
      (each) => each.is_announced && each.status !== 'FAILED' && each.status !== 'CANCELED',
    );
    const isWhole = announced.reduce((sum, { amount }) => sum + amount, 0) === intent.amount_received;
    tx.emit(isWhole ? 'payment_intent.refunded' : 'payment_intent.partially_refunded', {
      object,
      version: intent.version,
    });
    return;
  }
  tx.emit('charge.updated', {
    object: toChargeResource(charge),
    version: charge.row.version,
    previousAttributes: {
      status: former.row.status,
      amountRefunded: former.row.amount_refunded,
      refunded: former.row.status === 'REFUNDED',
    },
  });
  tx.emit('payment_intent.updated', {
    object,
    version: intent.version,
    previousAttributes: { status: before.intent.status, amountRefunded: before.intent.amount_refunded },
  });
}

const previousOf = (type: RefundSettlement['events'][number], { status, pending_reason }: RefundRow) =>
  type === 'refund.updated'
    ? { previousAttributes: { status, ...(pending_reason ? { pendingReason: pending_reason } : {}) } }
    : {};

/** Writes a settlement in one statement. @param charge as it shall be; null when neither it nor its intent changes */
export async function writeRefundSettlement(
  tx: Tx,
  { refund, journals, movement }: RefundSettlement,
  charge: ChargeRow | null,
  intent: PaymentIntentRow,
): Promise<void> {
  const payment = charge
    ? fragment`, charge as (${updateCharge(charge)}), intent as (${updateIntent(intent)})`
    : fragment``;
  const posted = journals.length > 0 ? fragment`, ${postingOf(tx, journals)}` : fragment``;
  const credited = movement
    ? fragment`,
        movement as (
          insert into balance_transactions select * from ${rowsOf(fragment`null::balance_transactions`, [movement])}),
        counted as (${countRows(tx, oneMore('balance_transactions'), afterBalances)})`
    : fragment``;
  await tx.sql`with refund as (${updateRefund(refund)}) ${payment} ${posted} ${credited} select 1`;
}

const updateRefund = (row: RefundRow): Fragment => fragment`
  update refunds set
    version = ${row.version}, status = ${row.status}, is_settled = ${row.is_settled}, is_announced = ${row.is_announced},
    failure_reason = ${row.failure_reason}, failure_message = ${row.failure_message},
    pending_reason = ${row.pending_reason}, destination_details = ${json(row.destination_details)},
    failure_balance_transaction_id = ${row.failure_balance_transaction_id},
    external_refund_id = ${row.external_refund_id}, next_sync_at = ${row.next_sync_at},
    sync_attempts = ${row.sync_attempts}, updated_at = ${row.updated_at}
  where merchant_id = ${row.merchant_id} and livemode = ${row.livemode} and id = ${row.id}`;
