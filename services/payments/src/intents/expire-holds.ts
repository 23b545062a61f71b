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
      where amount_capturable > 0 and not ${partIsBeingCaptured} and id > ${last}
        and ${db.clocks.hasCome(fragment`capture_before`, fragment`payment_intents`)}
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

async function expireHold(wiring: Wiring, db: Database, intent: PaymentIntentRow): Promise<boolean> {
  const scope = { merchantId: intent.merchant_id, livemode: intent.livemode };
  const now = db.clocks.nowOf(scope);
  const { charges } = await loadPayment(db.reader(scope, now), intent);
  const held = charges.findLast(({ row }) => row.status === 'SUCCEEDED');
  if (!held) throw new Error(`bug: ${intent.id} is ${intent.status} without an approved charge`);
  const outcome = await releaseCharge(wiring, held.row.id, { scope, now });
  return db.transact(scope, (tx) => settleExpiry(tx, wiring, intent.id, held.row.id, outcome), now);
}

/** @returns whether the hold is given up now: not while nobody knows, and not before a capture under way is decided */
async function settleExpiry(
  tx: Tx,
  wiring: Wiring,
  intentId: string,
  chargeId: string,
  outcome: CancelOutcome,
): Promise<boolean> {
  const payment = await lockPayment(tx, intentId);
  if (outcome.kind !== 'canceled' || (await isPartBeingCaptured(tx, intentId))) return false;
  if (payment.intent.amount_capturable === 0) return false;
  await endHold(tx, wiring, payment, chargeId, 'EXPIRED');
  return true;
}
