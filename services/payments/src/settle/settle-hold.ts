import { log, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { toChargeResource } from '../payment/charge.resource.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import {
  chargeOf,
  isHold,
  type Payment,
  planQuery,
  withCharge,
  updateCharge,
  updateIntent,
} from '../payment/payment.ts';
import type { Approved, SyncOutcome } from '../providers/port/provider-outcome.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { type EndedPayment, settleCancellation } from './cancel-payment.ts';
import { hasPendingCapture, insertCapture } from './pending-captures.ts';
import { recordCapture } from './record-capture.ts';
import { queryAgain, unrecordedCapture } from './settlement.ts';

/** An authorized charge with its state at the provider. */
interface QueriedHold {
  readonly payment: Payment;
  readonly chargeId: string;
  /** Read before the lock was taken: it may lack captures that were recorded since. */
  readonly standing: SyncOutcome;
  readonly fallbackAt: Date | null;
}

/**
 * Applies the provider's state of an authorized charge, under the lock of its payment: a capture that was made at the
 * provider itself is recorded once; a hold that the provider released is closed. While one of our own captures is
 * undecided its money cannot be distinguished from such a capture, so the provider is queried again later.
 */
export async function settleHold(tx: Tx, app: App, hold: QueriedHold): Promise<Payment> {
  const { payment, chargeId, standing, fallbackAt } = hold;
  const { row: charge } = chargeOf(payment, chargeId);
  const isReleased = standing.kind === 'canceled' || standing.kind === 'declined';
  const isHeld = isHold(payment, charge);
  const isKnown = isReleased || (standing.kind === 'approved' && (isHeld || standing.captured));
  if (!isKnown || (isHeld && (await hasPendingCapture(tx, chargeId)))) {
    await tx.sql`${planQuery(charge, charge.syncAttempts, { at: retryAt(charge.syncAttempts, tx.now), fallbackAt })}`;
    return payment;
  }
  const reason = hasExpired(standing) ? 'EXPIRED' : releaseReason(payment, tx.now);
  const after = !isHeld
    ? await compareWithClosed(tx, payment, { charge, standing })
    : isReleased
      ? await closeHold(tx, app, { payment, chargeId, reason, fallbackAt })
      : await recordExternalCapture(tx, app, { payment, charge, standing, fallbackAt });
  const isOverdue = isHold(after, chargeOf(after, chargeId).row) && isOver(after, tx.now);
  await tx.sql`${planQuery(charge, isOverdue ? charge.syncAttempts : 0, { at: null, fallbackAt })}`;
  return after;
}

/** The payment was closed while the answer came. What was captured of one that has failed is booked after another query. */
async function compareWithClosed(
  tx: Tx,
  payment: Payment,
  { charge, standing }: { readonly charge: ChargeRow; readonly standing: SyncOutcome },
): Promise<Payment> {
  const unrecorded = unrecordedCapture(charge, standing);
  if (unrecorded > 0 && charge.amountCaptured === 0) await queryAgain(tx, charge.id);
  else if (unrecorded > 0)
    tx.afterCommit(() => log.error({ event: 'payment.capture_not_recorded', chargeId: charge.id, amount: unrecorded }));
  return payment;
}

const hasExpired = (standing: SyncOutcome): boolean => standing.kind === 'canceled' && standing.isExpired === true;

/** Released by the merchant at the provider, unless its time was over anyway. */
const releaseReason = (payment: Payment, now: Date): 'EXPIRED' | 'REQUESTED_BY_CUSTOMER' =>
  isOver(payment, now) ? 'EXPIRED' : 'REQUESTED_BY_CUSTOMER';

const isOver = ({ intent: { captureBefore } }: Payment, now: Date): boolean =>
  captureBefore !== null && captureBefore <= now;

interface ApprovedHold extends Pick<QueriedHold, 'payment' | 'fallbackAt'> {
  readonly charge: ChargeRow;
  readonly standing: Approved;
}

async function recordExternalCapture(
  tx: Tx,
  app: App,
  { payment, charge, standing, fallbackAt }: ApprovedHold,
): Promise<Payment> {
  const { id: chargeId, amountCaptured: recorded } = charge;
  const amount = standing.captured ? standing.amount - recorded : 0;
  const isFinal = standing.capturable === 0;
  if (amount > 0) {
    const n = await insertCapture(tx, { chargeId, amount, isFinal, status: 'SUCCEEDED', nextSyncAt: null });
    if (n === undefined) throw new Error(`bug: a capture of ${chargeId} is recorded while another is undecided`);
    return recordCapture(tx, app, { payment, chargeId, n, amount, isFinal });
  }
  // Less than is recorded: the provider was queried before our own last capture.
  return amount === 0 && isFinal
    ? closeHold(tx, app, { payment, chargeId, reason: releaseReason(payment, tx.now), fallbackAt })
    : payment;
}

/**
 * Records that the provider holds nothing of a locked payment any more. A payment that is captured in part has succeeded
 * with that part; any other is canceled. @throws Problem as `settleCancellation`: a capture is not decided
 */
export async function closeHold(
  tx: Tx,
  app: App,
  ended: EndedPayment & { readonly chargeId: string },
): Promise<Payment> {
  return ended.payment.intent.status === 'AMOUNT_CAPTURABLE_UPDATED'
    ? succeedWithCaptured(tx, app, ended)
    : settleCancellation(tx, app, { ...ended, outcome: { kind: 'canceled', fallbackAt: ended.fallbackAt } });
}

async function succeedWithCaptured(
  tx: Tx,
  app: App,
  { payment: before, chargeId }: Pick<QueriedHold, 'payment' | 'chargeId'>,
): Promise<Payment> {
  const moved = transition(before.intent.status, 'expireHold');
  if ('refusal' in moved) throw new Error(`bug: ${before.intent.id} is ${before.intent.status} and holds money`);
  const former = chargeOf(before, chargeId);
  const charge = { ...former, row: { ...former.row, version: former.row.version + 1, updatedAt: tx.now } };
  const intent = {
    ...before.intent,
    version: before.intent.version + 1,
    status: moved.to,
    amountCapturable: 0,
    captureBefore: null,
    updatedAt: tx.now,
  };
  await tx.sql`with charge as (${updateCharge(charge.row)}) ${updateIntent(intent)}`;
  const after = withCharge({ ...before, intent }, charge);
  tx.emit('charge.expired', { object: toChargeResource(charge, app), version: charge.row.version });
  tx.emit('payment_intent.succeeded', { object: toPaymentIntentResource(after, app), version: intent.version });
  return after;
}
