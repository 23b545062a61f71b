import { fragment, log, type JobContext } from '@mizan/service-kit';
import { crashGraceMs } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import type { CaptureRow } from './capture.entity.ts';
import { submitCapture } from './capture-payment-intent.ts';
import { settleCapture } from './settle-capture.ts';

const batchSize = 50;

/**
 * The janitor of captures: asks the provider again for captures whose answer got lost, or that a crash left between two
 * transactions. The key of each is its own, so that asking again captures nothing twice.
 *
 * @returns how many were asked about
 */
export async function resolveCaptures(wiring: Wiring, { db, signal }: JobContext): Promise<number> {
  const due = await db.system.sql<CaptureRow & { payment_intent_id: string }>`
    select captures.*, charges.payment_intent_id from captures join charges on charges.id = captures.charge_id
    where captures.status = 'PENDING' and ${db.clocks.hasCome(fragment`captures.created_at + ${crashGraceMs} * interval '1 millisecond'`, fragment`captures`)}
    order by captures.created_at limit ${batchSize}`;
  for (const {
    merchant_id: merchantId,
    livemode,
    charge_id: chargeId,
    n,
    amount,
    is_final,
    payment_intent_id,
  } of due) {
    if (signal.aborted) break;
    const scope = { merchantId, livemode };
    const reservation = { paymentIntentId: payment_intent_id, chargeId, n, amount, isFinal: is_final };
    await submitCapture(wiring, reservation, { scope, now: db.clocks.nowOf(scope) })
      .then((outcome) => db.transact(scope, (tx) => settleCapture(tx, wiring, reservation, outcome)))
      .catch((err: unknown) => log.error({ event: 'capture.resolve_failed', chargeId, err }));
  }
  return due.length < batchSize ? 0 : due.length;
}
