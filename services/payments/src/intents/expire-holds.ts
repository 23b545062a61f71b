import { fragment, log, type Database, type JobContext, type Tx } from '@mizan/service-kit';
import { partIsBeingCaptured, isPartBeingCaptured } from '../captures/undecided-capture.ts';
import type { CancelOutcome } from '../providers/provider-outcome.ts';
import type { Wiring } from '../wiring.ts';
import { releaseCharge } from './cancel-payment.ts';
import { endHold } from './end-hold.ts';
import type { PaymentIntentRow } from './payment-intent.entity.ts';
import { loadPayment, lockPayment } from './payment.ts';

const batchSize = 50;

/**
 * Gives up authorisations that nobody captured in time: the provider releases the money first. What was captured of
 * them stays, and the payment has succeeded with it.
 *
 * @returns how many were given up
 */
export async function expireHolds(wiring: Wiring, { db, signal }: Pick<JobContext, 'db' | 'signal'>): Promise<number> {
  let expired = 0;
  // One pass asks about all of them once: those whose provider does not answer hold up nobody else's.
  for (let last = ''; ;) {
    const due = await db.system.sql<PaymentIntentRow>`
      select * from payment_intents
      where amount_capturable > 0 and not ${partIsBeingCaptured} and not ${isBeingAskedAbout} and id > ${last}
        and ${db.clocks.isDue(fragment`capture_before`, fragment`payment_intents`)}
      order by id limit ${batchSize}`;
    for (const intent of due) {
      if (signal.aborted) return expired;
      last = intent.id;
      await expireHold(wiring, db, intent)
        .then((isExpired) => (expired += isExpired ? 1 : 0))
        .catch((err: unknown) => log.error({ event: 'payment.expire_failed', paymentIntentId: intent.id, err }));
    }
    if (due.length < batchSize) return expired;
  }
}

/** A condition: the janitor of charges is to find out how the hold of the intent in `payment_intents` stands. */
const isBeingAskedAbout = fragment`exists (
  select 1 from charges
  where charges.merchant_id = payment_intents.merchant_id and charges.livemode = payment_intents.livemode
    and charges.payment_intent_id = payment_intents.id and charges.status = 'SUCCEEDED'
    and charges.next_sync_at is not null)`;

/**
 * Gives up the authorisation of one payment, whose time is over. A hold that the provider does not let go of, because it
 * was captured there or nobody knows, is left to the janitor of charges, which asks how it stands.
 *
 * @returns whether it was given up
 */
export async function expireHold(wiring: Wiring, db: Database, intent: PaymentIntentRow): Promise<boolean> {
  const scope = { merchantId: intent.merchant_id, livemode: intent.livemode };
  const now = db.clocks.nowOf(scope);
  const { charges } = await loadPayment(db.reader(scope, now), intent);
  const held = charges.findLast(({ row }) => row.status === 'SUCCEEDED');
  if (!held) return false; // given up since it was found due
  const outcome = await releaseCharge(wiring, held.row.id, { scope, now });
  return db.transact(scope, (tx) => settleExpiry(tx, wiring, intent.id, held.row.id, outcome), now);
}

/** @returns whether the hold is given up now: not before a capture under way is decided */
async function settleExpiry(
  tx: Tx,
  wiring: Wiring,
  intentId: string,
  chargeId: string,
  outcome: CancelOutcome,
): Promise<boolean> {
  const payment = await lockPayment(tx, intentId);
  if (payment.intent.amount_capturable === 0) return false;
  if (outcome.kind !== 'canceled') {
    log.warn({ event: 'payment.hold_not_released', paymentIntentId: intentId, chargeId, outcome: outcome.kind });
    await askHowItStands(tx, chargeId);
    return false;
  }
  if (await isPartBeingCaptured(tx, intentId)) return false;
  await endHold(tx, wiring, payment, chargeId, 'EXPIRED');
  return true;
}

async function askHowItStands(tx: Tx, chargeId: string): Promise<void> {
  const { merchantId, livemode } = tx.scope;
  await tx.sql`
    update charges set next_sync_at = coalesce(next_sync_at, ${tx.now})
    where merchant_id = ${merchantId} and livemode = ${livemode} and id = ${chargeId}`;
}
