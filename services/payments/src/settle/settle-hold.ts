import type { CancellationReason } from '@mizan/contracts';
import type { Tx } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { ChargeRow } from '../payment/charge.entity.ts';
import { toChargeResource } from '../payment/charge.resource.ts';
import { transition } from '../payment/payment-intent-state.ts';
import { toPaymentIntentResource } from '../payment/payment-intent.resource.ts';
import { chargeOf, type Payment, withCharge } from '../payment/payment.ts';
import { updateCharge, updateIntent } from '../payment/write-payment.ts';
import type { Approved, SyncOutcome } from '../providers/port/provider-outcome.ts';
import { retryAt } from '../providers/port/sync-schedule.ts';
import { settleCancellation } from './cancel-payment.ts';
import { hasPendingCapture, insertCapture } from './pending-captures.ts';
import { recordCapture } from './record-capture.ts';

/**
 * Applies how a provider says that an authorised charge stands, under the lock of its payment: what was captured there
 * by somebody else is booked, once; a hold that is gone there ends here. While a capture of ours is undecided nobody can
 * tell whose money it is, so the question is asked again later.
 *
 * @param standing asked for before the lock was taken: captures that were recorded since count as known
 * @param scheduled when the provider was to be asked next as it was asked: news that came since are asked about anew
 */
export async function settleHold(
  tx: Tx,
  app: App,
  payment: Payment,
  chargeId: string,
  standing: SyncOutcome,
  scheduled: Date | null,
): Promise<Payment> {
  const { row } = chargeOf(payment, chargeId);
  const askedLater = async (after: Payment, at: Date | null): Promise<Payment> => {
    await schedule(tx, row, scheduled, at);
    return after;
  };
  if (payment.intent.amount_capturable === 0) return askedLater(payment, null);
  const isGone = standing.kind === 'canceled' || standing.kind === 'declined';
  if ((!isGone && standing.kind !== 'approved') || (await hasPendingCapture(tx, chargeId)))
    return askedLater(payment, retryAt(row.sync_attempts, tx.now));
  const after = isGone
    ? await closeHold(tx, app, payment, chargeId, hasExpired(standing) ? 'EXPIRED' : releaseReason(payment, tx.now))
    : await recordExternalCapture(tx, app, payment, row, standing);
  return askedLater(after, null);
}

const hasExpired = (standing: SyncOutcome): boolean => standing.kind === 'canceled' && standing.isExpired === true;

/** The merchant's own doing at the provider, unless its time was over anyway. */
const releaseReason = ({ intent }: Payment, now: Date): 'EXPIRED' | 'REQUESTED_BY_CUSTOMER' =>
  intent.capture_before !== null && intent.capture_before <= now ? 'EXPIRED' : 'REQUESTED_BY_CUSTOMER';

async function recordExternalCapture(
  tx: Tx,
  app: App,
  payment: Payment,
  { id: chargeId, amount_captured: known }: ChargeRow,
  standing: Approved,
): Promise<Payment> {
  const amount = standing.captured ? standing.amount - known : 0;
  const isFinal = standing.capturable === 0;
  if (amount > 0) {
    const made = { charge_id: chargeId, amount, is_final: isFinal, status: 'SUCCEEDED', next_sync_at: null } as const;
    const n = await insertCapture(tx, made);
    if (n === undefined) throw new Error(`bug: a capture of ${chargeId} is booked while another is undecided`);
    return recordCapture(tx, app, payment, { chargeId, n, amount, isFinal });
  }
  // Less than we know of: asked before our own last capture was made.
  return amount === 0 && isFinal ? closeHold(tx, app, payment, chargeId, releaseReason(payment, tx.now)) : payment;
}

/** When the provider is asked next how the hold stands; null: when a callback says that something happened. */
async function schedule(tx: Tx, charge: ChargeRow, before: Date | null, at: Date | null): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    update charges set next_sync_at = ${at}, sync_attempts = ${at ? charge.sync_attempts : 0}
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${charge.id}
      and next_sync_at is not distinct from ${before}`;
}

/**
 * Records that a provider holds nothing of a locked payment any more. What was captured of it stays, and the payment has
 * succeeded with it; otherwise it is canceled.
 *
 * @throws Problem as `settleReleased`: a capture is not decided
 */
export async function closeHold(
  tx: Tx,
  app: App,
  payment: Payment,
  chargeId: string,
  reason: CancellationReason,
): Promise<Payment> {
  return payment.intent.status === 'AMOUNT_CAPTURABLE_UPDATED'
    ? succeedWithCaptured(tx, app, payment, chargeId)
    : settleCancellation(tx, app, payment, { kind: 'canceled' }, reason);
}

async function succeedWithCaptured(tx: Tx, app: App, before: Payment, chargeId: string): Promise<Payment> {
  const moved = transition(before.intent.status, 'expireHold');
  if ('refusal' in moved) throw new Error(`bug: ${before.intent.id} is ${before.intent.status} and holds money`);
  const former = chargeOf(before, chargeId);
  const charge = { ...former, row: { ...former.row, version: former.row.version + 1, updated_at: tx.now } };
  const intent = {
    ...before.intent,
    version: before.intent.version + 1,
    status: moved.to,
    amount_capturable: 0,
    capture_before: null,
    updated_at: tx.now,
  };
  await tx.sql`with charge as (${updateCharge(charge.row)}) ${updateIntent(intent)}`;
  const after = withCharge({ ...before, intent }, charge);
  tx.emit('charge.expired', { object: toChargeResource(charge), version: charge.row.version });
  tx.emit('payment_intent.succeeded', {
    object: toPaymentIntentResource(after.intent, after.charges, app.clientSecretOf),
    version: intent.version,
  });
  return after;
}
