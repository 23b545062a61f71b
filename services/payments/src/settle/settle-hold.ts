import { own, type Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { toChargeResource } from '../payment/charge.resource.ts';
import { charges } from '../payment/charge.table.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, type Payment, withCharge, updateCharge, updateIntent } from '../payment/payment.ts';
import type { Approved, SyncOutcome } from '../providers/port/provider-outcome.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { type EndedPayment, settleCancellation } from './cancel-payment.ts';
import { hasPendingCapture, insertCapture } from './pending-captures.ts';
import { recordCapture } from './record-capture.ts';
import { isUnrecorded, queryAgain } from './settlement.ts';

/** An authorized charge with its state at the provider. */
interface QueriedHold {
  readonly payment: Payment;
  readonly chargeId: string;
  /** Read before the lock was taken: it may lack captures that were recorded since. */
  readonly standing: SyncOutcome;
  /** `next_sync_at` when the provider was queried: a callback that came since makes the charge due again. */
  readonly scheduledAt: Date | null;
}

/**
 * Applies the provider's state of an authorized charge, under the lock of its payment: a capture that was made at the
 * provider itself is recorded once; a hold that the provider released is closed. While one of our own captures is
 * undecided its money cannot be distinguished from such a capture, so the provider is queried again later.
 */
export async function settleHold(tx: Tx, app: App, hold: QueriedHold): Promise<Payment> {
  const { payment, chargeId, standing, scheduledAt } = hold;
  const { row: charge } = chargeOf(payment, chargeId);
  const settled = async (after: Payment, nextAt: Date | null): Promise<Payment> => {
    await schedule(tx, charge, { scheduledAt, nextAt });
    return after;
  };
  if (payment.intent.amountCapturable === 0) {
    if (isUnrecorded(charge, standing)) await queryAgain(tx, chargeId);
    else await schedule(tx, charge, { scheduledAt, nextAt: null });
    return payment;
  }
  const isReleased = standing.kind === 'canceled' || standing.kind === 'declined';
  if ((!isReleased && standing.kind !== 'approved') || (await hasPendingCapture(tx, chargeId)))
    return settled(payment, retryAt(charge.syncAttempts, tx.now));
  const reason = hasExpired(standing) ? 'EXPIRED' : releaseReason(payment, tx.now);
  const after = isReleased
    ? await closeHold(tx, app, { payment, chargeId, reason, scheduledAt })
    : await recordExternalCapture(tx, app, { payment, charge, standing, scheduledAt });
  return settled(after, null);
}

const hasExpired = (standing: SyncOutcome): boolean => standing.kind === 'canceled' && standing.isExpired === true;

/** Released by the merchant at the provider, unless its time was over anyway. */
const releaseReason = ({ intent }: Payment, now: Date): 'EXPIRED' | 'REQUESTED_BY_CUSTOMER' =>
  intent.captureBefore !== null && intent.captureBefore <= now ? 'EXPIRED' : 'REQUESTED_BY_CUSTOMER';

interface ApprovedHold extends Pick<QueriedHold, 'payment' | 'scheduledAt'> {
  readonly charge: ChargeRow;
  readonly standing: Approved;
}

async function recordExternalCapture(
  tx: Tx,
  app: App,
  { payment, charge, standing, scheduledAt }: ApprovedHold,
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
    ? closeHold(tx, app, { payment, chargeId, reason: releaseReason(payment, tx.now), scheduledAt })
    : payment;
}

/** Schedules the next query; with `nextAt` null the provider is queried when a callback says that something changed. */
async function schedule(
  tx: Tx,
  charge: ChargeRow,
  { scheduledAt, nextAt }: { readonly scheduledAt: Date | null; readonly nextAt: Date | null },
): Promise<void> {
  await tx.sql`
    update charges set ${charges.set({ nextSyncAt: nextAt, syncAttempts: nextAt ? charge.syncAttempts : 0 })}
    where ${own(tx)} and id = ${charge.id} and next_sync_at is not distinct from ${scheduledAt}`;
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
    : settleCancellation(tx, app, { ...ended, outcome: { kind: 'canceled' } });
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
  tx.emit('charge.expired', { object: toChargeResource(charge), version: charge.row.version });
  tx.emit('payment_intent.succeeded', { object: toPaymentIntentResource(after, app), version: intent.version });
  return after;
}
