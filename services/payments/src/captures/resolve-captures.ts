import { fragment, log, type Database, type JobContext } from '@mizan/service-kit';
import { crashGraceMs } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import type { CaptureRow } from './capture.entity.ts';
import { submitCapture } from './capture-payment-intent.ts';
import { settleCapture } from './settle-capture.ts';

type DueCapture = CaptureRow & { payment_intent_id: string };

const batchSize = 50;

/**
 * The janitor of captures: asks the provider again for captures whose answer got lost, or that a crash left between two
 * transactions. The key of each is its own, so that asking again captures nothing twice.
 *
 * @returns 0: one pass asks about all of them once, so that those whose provider does not answer hold up nobody else's
 */
export async function resolveCaptures(wiring: Wiring, { db, signal }: JobContext): Promise<number> {
  for (let last = ''; ;) {
    const due = await db.system.sql<DueCapture>`
      select captures.*, charges.payment_intent_id from captures join charges on charges.id = captures.charge_id
      where captures.status = 'PENDING' and captures.charge_id > ${last}
        and ${db.clocks.hasCome(fragment`captures.created_at + ${crashGraceMs} * interval '1 millisecond'`, fragment`captures`)}
      order by captures.charge_id limit ${batchSize}`;
    for (const capture of due) {
      if (signal.aborted) return 0;
      last = capture.charge_id;
      await resolveCapture(wiring, db, capture).catch((err: unknown) =>
        log.error({ event: 'capture.resolve_failed', chargeId: capture.charge_id, err }),
      );
    }
    if (due.length < batchSize) return 0;
  }
}

async function resolveCapture(
  wiring: Wiring,
  db: Database,
  { merchant_id: merchantId, livemode, charge_id: chargeId, n, amount, ...row }: DueCapture,
): Promise<void> {
  const scope = { merchantId, livemode };
  const reservation = { paymentIntentId: row.payment_intent_id, chargeId, n, amount, isFinal: row.is_final };
  const outcome = await submitCapture(wiring, reservation, { scope, now: db.clocks.nowOf(scope) });
  if (outcome.kind === 'unknown') log.warn({ event: 'capture.outcome_unknown', chargeId, n, err: outcome.cause });
  await db.transact(scope, (tx) => settleCapture(tx, wiring, reservation, outcome));
}
