import { type Database, fragment, type JobContext, log } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { CaptureRow } from '../payment/capture.entity.ts';
import { crashGraceMs, nextSyncAt, retryAt } from '../providers/port/sync-schedule.ts';
import { submitCapture } from './capture-payment-intent.ts';
import { settleCapture } from './settle-capture.ts';

type DueCapture = CaptureRow & { payment_intent_id: string; captured_before: number };

/** Captures asked about in one pass; the next pass follows at once while there are more. */
const batchSize = 50;

/** Of which captures the answer is not known. */
export const isPendingCapture = fragment`captures.status = 'PENDING'`;

/** When an undecided one is asked about: a replica of before this schedule leaves it out, and none may wait for ever. */
export const captureDueAt = fragment`coalesce(
  captures.next_sync_at, captures.created_at + ${crashGraceMs} * interval '1 millisecond')`;

/**
 * The janitor of captures: asks the provider again for captures whose answer got lost, or that a crash left between two
 * transactions. The key of each is its own, so that asking again captures nothing twice.
 *
 * @returns how many captures were asked about
 */
export async function resolveCaptures(app: App, { db, signal }: Pick<JobContext, 'db' | 'signal'>): Promise<number> {
  const due = await db.system.sql<DueCapture>`
    select captures.*, charges.payment_intent_id, charges.amount_captured as captured_before from captures join charges on charges.id = captures.charge_id
    where ${isPendingCapture} and ${db.clocks.hasCome(captureDueAt, fragment`captures`)}
    order by ${captureDueAt}, captures.charge_id limit ${batchSize}`;
  for (const capture of due) {
    if (signal.aborted) break;
    await resolveCapture(app, db, capture).catch((err: unknown) =>
      log.error({ event: 'capture.resolve_failed', chargeId: capture.charge_id, err }),
    );
  }
  return due.length;
}

async function resolveCapture(
  app: App,
  db: Database,
  { merchant_id: merchantId, livemode, charge_id: chargeId, n, amount, ...row }: DueCapture,
): Promise<void> {
  const scope = { merchantId, livemode };
  const now = db.clocks.nowOf(scope);
  const asked = row.sync_attempts + 1;
  // Postponed before asking: whatever goes wrong below, this capture does not block the others. Only the answer ends it.
  await db.system.sql`
    update captures set sync_attempts = sync_attempts + 1, next_sync_at = ${retryAt(asked, now)}
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${chargeId} and n = ${n}
      and ${isPendingCapture} and ${captureDueAt} <= ${now}`;
  const reservation = {
    paymentIntentId: row.payment_intent_id,
    chargeId,
    n,
    amount,
    capturedBefore: row.captured_before,
    isFinal: row.is_final,
  };
  const answer = await submitCapture(app, reservation, { scope, now });
  await db.transact(scope, (tx) => settleCapture(tx, app, reservation, answer));
  const { outcome } = answer;
  const line = { event: 'capture.resolved', chargeId, n, merchantId, asked };
  // Asked daily from here on: the money is held or taken, and an operator has to look.
  if (outcome.kind === 'unknown' && nextSyncAt(asked, now) === null)
    log.error({ ...line, outcome: 'unknown: the schedule is used up' });
  else log.info({ ...line, outcome: outcome.kind });
}
