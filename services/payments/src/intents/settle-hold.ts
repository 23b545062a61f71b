import type { Tx } from '@mizan/service-kit';
import { insertCapture } from '../captures/insert-capture.ts';
import { recordCapture } from '../captures/record-capture.ts';
import { isBeingCaptured } from '../captures/undecided-capture.ts';
import type { ChargeRow } from '../charges/charge.entity.ts';
import type { Approved, SyncOutcome } from '../providers/provider-outcome.ts';
import { askedAgainAt } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import { endHold } from './end-hold.ts';
import { chargeOf, type Payment } from './payment.ts';

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
  wiring: Wiring,
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
  if ((!isGone && standing.kind !== 'approved') || (await isBeingCaptured(tx, chargeId)))
    return askedLater(payment, askedAgainAt(row.sync_attempts, tx.now));
  const after = isGone
    ? await endHold(tx, wiring, payment, chargeId, hasExpired(standing) ? 'EXPIRED' : reasonAt(payment, tx.now))
    : await bookForeign(tx, wiring, payment, row, standing);
  return askedLater(after, null);
}

const hasExpired = (standing: SyncOutcome): boolean => standing.kind === 'canceled' && standing.isExpired === true;

/** The merchant's own doing at the provider, unless its time was over anyway. */
const reasonAt = ({ intent }: Payment, now: Date): 'EXPIRED' | 'REQUESTED_BY_CUSTOMER' =>
  intent.capture_before !== null && intent.capture_before <= now ? 'EXPIRED' : 'REQUESTED_BY_CUSTOMER';

async function bookForeign(
  tx: Tx,
  wiring: Wiring,
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
    return recordCapture(tx, wiring, payment, { chargeId, n, amount, isFinal });
  }
  // Less than we know of: asked before our own last capture was made.
  return amount === 0 && isFinal ? endHold(tx, wiring, payment, chargeId, reasonAt(payment, tx.now)) : payment;
}

/** When the provider is asked next how the hold stands; null: when a callback says that something happened. */
async function schedule(tx: Tx, charge: ChargeRow, before: Date | null, at: Date | null): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    update charges set next_sync_at = ${at}, sync_attempts = ${at ? charge.sync_attempts : 0}
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${charge.id}
      and next_sync_at is not distinct from ${before}`;
}
