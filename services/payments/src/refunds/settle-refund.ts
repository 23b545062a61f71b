import type { PaymentMethodType, Refund } from '@mizan/contracts';
import { countRows, failpoint, formerAttributes, fragment, type Fragment, log, own, type Tx } from '@mizan/service-kit';
import { afterBalances, postingOf } from '../ledger/post-journals.ts';
import type { App } from '../payment/app.ts';
import { balanceTransactions } from '../payment/balance-transaction.table.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { type ChargeParts, toChargeResource } from '../payment/charge.resource.ts';
import { lateSuccesses } from '../payment/late-success.table.ts';
import { lostInDisputes } from '../payment/lost-in-disputes.ts';
import { refundTrigger, transition } from '../payment/payment-intent-state.ts';
import type { PaymentIntentRow } from '../payment/payment-intent.entity.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import {
  chargeOf,
  lockPayment,
  type Payment,
  type PlannedQuery,
  plannedTime,
  updateCharge,
  updateIntent,
  withCharge,
} from '../payment/payment.ts';
import type { RefundRow } from '../payment/refund.entity.ts';
import { toRefundResource } from '../payment/refund.resource.ts';
import { refunds } from '../payment/refund.table.ts';
import type { RefundOutcome, RefundSucceeded } from '../providers/port/provider-outcome.ts';
import { oneMore } from '../tables/counted.ts';
import {
  type RefundAt,
  type RefundSettlement,
  settleFailed,
  settleOpen,
  settleSucceeded,
  settleWaiting,
} from './refund-settlement.ts';

/** Names a refund, its charge, and the intent whose row is the lock of both. */
export interface RefundKey {
  readonly refundId: string;
  readonly chargeId: string;
  readonly paymentIntentId: string;
}

export const refundKeyOf = (row: RefundRow): RefundKey => ({
  refundId: row.id,
  chargeId: row.chargeId,
  paymentIntentId: row.paymentIntentId,
});

/**
 * The state of a refund: a provider's answer; null when the provider was not called; `expired` when the buyer did not
 * provide bank details in time, `canceled` when the merchant canceled it.
 */
export type RefundAnswer = RefundOutcome | null | 'expired' | 'canceled';

/** What is known of a refund now. */
interface RefundAnswered extends RefundKey {
  readonly answer: RefundAnswer;
  /** True where the merchant reports it, because no provider returns the money. */
  readonly isByMerchant?: boolean;
  /**
   * The time of the next query that the caller had set before it called the provider: another that is found in the row was set
   * by a callback, and is kept. Without it, the refund is planned by its answer alone.
   */
  readonly fallbackAt?: Date | null;
}

/**
 * Applies an answer to a refund: its row, the ledger, and on a failure the charge, the intent and the balance. This is the
 * only function that does so, for the request that created the refund and for the janitor alike. A refund that has failed
 * does not change again, so that the same answer may come twice. If the provider has sent it nevertheless, an operator has to know:
 * the merchant was given the amount back.
 */
export async function settleRefund(
  tx: Tx,
  app: App,
  { refundId, chargeId, paymentIntentId, answer, isByMerchant = false, fallbackAt }: RefundAnswered,
): Promise<Refund> {
  const payment = await lockPayment(tx, paymentIntentId);
  const charge = chargeOf(payment, chargeId);
  const refund = charge.refunds.find(({ id }) => id === refundId);
  if (!refund) throw new Error(`bug: ${chargeId} has no refund ${refundId}`);
  if (refund.status === 'FAILED' || refund.status === 'CANCELED') {
    if (isSuccess(answer))
      tx.afterCommit(() => log.error({ event: 'refund.success_not_recorded', refundId, reference: answer.reference }));
    return toRefundResource(refund, app);
  }

  const { settlesTo, paymentMethod } = charge.row;
  const settlement = settlementOf({ refund, settlesTo, isByMerchant, now: tx.now }, paymentMethod.type, answer);
  const hasFailed = settlement.movement?.type === 'refund_failure';
  const changesPayment = !refund.isAnnounced || hasFailed;
  const settled = { ...settlement.refund, version: refund.version + settlement.events.length, isAnnounced: true };
  // What was refunded before is not counted as lost, until its refund fails: the charge may show 0.
  const lost = charge.row.disputed && changesPayment ? await lostInDisputes(tx, charge.row.id) : 0;
  const after = changesPayment
    ? afterRefund(payment, { charge, lost, refund: { ...settled, updatedAt: tx.now } })
    : payment;
  const writes = changesPayment ? chargeAndIntent(after, chargeId) : fragment``;
  const query: PlannedQuery = {
    at: settled.nextSyncAt,
    fallbackAt: fallbackAt ?? refund.nextSyncAt,
    isLast: hasFailed,
  };
  await writeSettledRefund(tx, { ...settlement, refund: settled, former: refund, query }, writes);
  if (settled.isSurplus && settled.status === 'FAILED') await sendBackAgain(tx, settled);

  let { version } = refund;
  const object = toRefundResource(settled, app);
  const previousAttributes = formerAttributes(toRefundResource(refund, app), object);
  for (const type of settlement.events)
    tx.emit(type, { object, version: ++version, ...(type === 'refund.updated' ? { previousAttributes } : {}) });
  if (changesPayment) emitPaymentEvents(tx, app, { before: payment, after, chargeId });
  failpoint('pay.before_commit');
  tx.afterCommit(() => failpoint('pay.after_commit'));
  if (settled.status !== refund.status) tx.afterCommit(() => countRefund(app, settled, charge.row));
  return object;
}

/** Counts a refund that has ended. */
function countRefund({ metrics }: App, { livemode, status }: RefundRow, { provider, paymentMethod }: ChargeRow): void {
  if (status !== 'SUCCEEDED' && status !== 'FAILED' && status !== 'CANCELED') return;
  metrics.add('mizan.refunds', {
    'mizan.livemode': String(livemode),
    'mizan.provider': provider,
    'mizan.payment_method': paymentMethod.type,
    'mizan.outcome': status.toLowerCase(),
  });
}

const isSuccess = (answer: RefundAnswer): answer is RefundSucceeded =>
  answer !== null && typeof answer === 'object' && answer.kind === 'succeeded';

function settlementOf(at: RefundAt, type: PaymentMethodType, answer: RefundAnswer): RefundSettlement {
  if (answer === null) return settleWaiting(at.refund);
  if (answer === 'expired') {
    const message = 'The buyer did not provide bank details in time.';
    return settleFailed(at, { failureReason: 'expired', message, reference: null }, 'expire');
  }
  if (answer === 'canceled') {
    const message = 'The merchant canceled the refund.';
    return settleFailed(at, { failureReason: 'merchant_request', message, reference: null }, 'cancel');
  }
  switch (answer.kind) {
    case 'succeeded':
      return settleSucceeded(at, type, answer);
    case 'failed':
      return settleFailed(at, answer, 'fail');
    case 'pending':
    case 'unknown':
      return settleOpen(at, answer);
  }
}

/**
 * The payment with the versions of its next events, and without the amount of a refund that failed.
 *
 * @param settled.lost what disputes have lost of the charge: a bank can take what was refunded before, which a refund that fails restores
 */
function afterRefund(
  payment: Payment,
  { charge, refund, lost }: { readonly charge: ChargeParts; readonly refund: RefundRow; readonly lost: number },
): Payment {
  const { updatedAt } = refund;
  const returned = refund.status === 'FAILED' || refund.status === 'CANCELED' ? refund.amount : 0;
  const amountRefunded = payment.intent.amountRefunded - returned;
  const row = {
    ...charge.row,
    version: charge.row.version + 1,
    amountRefunded: charge.row.amountRefunded - returned,
    amountLost: Math.min(lost, charge.row.amountCaptured - (charge.row.amountRefunded - returned)),
    presentmentRefunded: charge.row.presentmentRefunded - (returned && (refund.presentmentDetails?.amount ?? 0)),
    status: returned ? 'SUCCEEDED' : charge.row.status,
    updatedAt,
  };
  const refunds = charge.refunds.map((each) => (each.id === refund.id ? refund : each));
  const shown = { ...payment.intent, version: payment.intent.version + 1, updatedAt };
  if (refund.isSurplus) return withCharge({ ...payment, intent: shown }, { ...charge, row, refunds });
  const status = returned ? statusWith(payment.intent, amountRefunded) : payment.intent.status;
  return withCharge({ ...payment, intent: { ...shown, amountRefunded, status } }, { ...charge, row, refunds });
}

function statusWith(intent: PaymentIntentRow, amountRefunded: number): PaymentIntentRow['status'] {
  const moved = transition(intent.status, refundTrigger(amountRefunded, intent.amountReceived));
  if ('refusal' in moved) throw new Error(`bug: ${intent.id} is ${intent.status} and has a refund that failed`);
  return moved.to;
}

const dayMs = 24 * 60 * 60_000;

/** Money that a payment did not need is refunded again a day after its refund failed; until then an operator may act. */
async function sendBackAgain(tx: Tx, { merchantId, livemode, chargeId }: RefundRow): Promise<void> {
  const due = { dueAt: new Date(tx.now.getTime() + dayMs), attempts: 0, createdAt: tx.now };
  await tx.sql`
    ${lateSuccesses.insert([{ merchantId, livemode, chargeId, isSurplus: true, ...due }])} on conflict do nothing`;
}

/** Publishes once what a refund changed in its charge and intent; of one that failed, what it returned to them. */
function emitPaymentEvents(
  tx: Tx,
  app: App,
  { before, after, chargeId }: { readonly before: Payment; readonly after: Payment; readonly chargeId: string },
): void {
  const { intent } = after;
  const former = chargeOf(before, chargeId);
  const charge = chargeOf(after, chargeId);
  const object = toPaymentIntentResource(after, app);
  const emitUpdated = (): void => {
    const previousAttributes = formerAttributes(toPaymentIntentResource(before, app), object);
    tx.emit('payment_intent.updated', { object, version: intent.version, previousAttributes });
  };
  if (charge.row.amountRefunded === former.row.amountRefunded) {
    tx.emit('charge.refunded', { object: toChargeResource(charge, app), version: charge.row.version });
    if (charge.row.isSurplus) {
      emitUpdated(); // its amounts and status do not count a refund of what it did not need, but its charges show it
      return;
    }
    // Counts announced refunds only: another may be reserved and not settled yet, and completes the full refund later.
    const announced = charge.refunds.filter(
      (each) => each.isAnnounced && each.status !== 'FAILED' && each.status !== 'CANCELED',
    );
    const isWhole = announced.reduce((sum, { amount }) => sum + amount, 0) === intent.amountReceived;
    const type = isWhole ? 'payment_intent.refunded' : 'payment_intent.partially_refunded';
    tx.emit(type, { object, version: intent.version });
    return;
  }
  const updated = toChargeResource(charge, app);
  const previousAttributes = formerAttributes(toChargeResource(former, app), updated);
  tx.emit('charge.updated', { object: updated, version: charge.row.version, previousAttributes });
  emitUpdated();
}

const chargeAndIntent = (payment: Payment, chargeId: string): Fragment => fragment`,
  charge as (${updateCharge(chargeOf(payment, chargeId).row)}), intent as (${updateIntent(payment.intent)})`;

/** Writes a settlement in one statement. @param payment further parts of it, if the payment changes */
async function writeSettledRefund(
  tx: Tx,
  {
    refund,
    former,
    query,
    journals,
    movement,
  }: RefundSettlement & {
    readonly former: RefundRow;
    readonly query: PlannedQuery;
  },
  payment: Fragment,
): Promise<void> {
  const posted = journals.length > 0 ? fragment`, ${postingOf(tx, journals)}` : fragment``;
  const credited = movement
    ? fragment`,
        movement as (${balanceTransactions.insert([movement])}),
        counted as (${countRows(tx, oneMore('balance_transactions'), afterBalances)})`
    : fragment``;
  await tx.sql`with refund as (${updateSettled(refund, former, query)}) ${payment} ${posted} ${credited} select 1`;
}

function updateSettled(row: RefundRow, former: RefundRow, query: PlannedQuery): Fragment {
  const changes = {
    version: row.version,
    status: row.status,
    isSettled: row.isSettled,
    isAnnounced: row.isAnnounced,
    failureReason: row.failureReason,
    failureMessage: row.failureMessage,
    pendingReason: row.pendingReason,
    destinationDetails: row.destinationDetails,
    failureBalanceTransactionId: row.failureBalanceTransactionId,
    reimbursementBalanceTransactionId: row.reimbursementBalanceTransactionId,
    externalRefundId: row.externalRefundId,
    nextSyncAt: plannedTime(query),
    // Counted without the payment's lock: what it was when the refund was read may be old.
    ...(row.syncAttempts === former.syncAttempts ? {} : { syncAttempts: row.syncAttempts }),
    updatedAt: row.updatedAt,
  };
  return fragment`update refunds set ${refunds.set(changes)} where ${own({ scope: row })} and id = ${row.id}`;
}
