import { type Database, fragment, type JobContext, log } from '@mizan/service-kit';
import type { App } from '../payment/app.ts';
import type { CaptureRow } from '../payment/capture.entity.ts';
import { crashGraceMs, nextSyncAt, retryAt } from '../providers/port/sync-schedule.ts';
import { submitCapture } from './capture-payment-intent.ts';
import { settleCapture } from './settle-capture.ts';

type DueCapture = CaptureRow & { payment_intent_id: string; captured_before: number };

/** Captures of one pass; the next pass follows at once while there are more. */
const batchSize = 50;

/** A condition: the provider's answer is not known. */
export const isPendingCapture = fragment`captures.status = 'PENDING'`;

/** When the provider is queried about an undecided capture. */
export const captureDueAt = fragment`coalesce(
  captures.next_sync_at, captures.created_at + ${crashGraceMs} * interval '1 millisecond')`;

/**
 * The janitor of captures: repeats captures whose answer got lost, or that a crash left between two transactions. Each has
 * its own key, so that repeating it captures nothing twice.
 *
 * @returns how many captures were due
 */
export async function resolveCaptures({ db, signal }: Pick<JobContext, 'db' | 'signal'>, app: App): Promise<number> {
  const due = await db.system.sql<DueCapture>`
    select captures.*, charges.payment_intent_id, charges.amount_captured as captured_before from captures join charges on charges.id = captures.charge_id
    where ${isPendingCapture} and ${db.clocks.hasCome(captureDueAt, fragment`captures`)}
    order by ${captureDueAt}, captures.charge_id limit ${batchSize}`;
  for (const capture of due) {
    if (signal.aborted) break;
    await resolveCapture(db, app, capture).catch((err: unknown) =>
      log.error({ event: 'capture.resolve_failed', chargeId: capture.charge_id, err }),
    );
  }
  return due.length;
}

async function resolveCapture(
  db: Database,
  app: App,
  { merchant_id: merchantId, livemode, charge_id: chargeId, n, amount, ...row }: DueCapture,
): Promise<void> {
  const scope = { merchantId, livemode };
  const now = db.clocks.nowOf(scope);
  const asked = row.sync_attempts + 1;
  // Postponed before the call: a failure below must not block the other captures. Only an answer ends the schedule.
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
  const answer = await submitCapture({ scope, now }, app, reservation);
  await db.transact(scope, (tx) => settleCapture(tx, app, { reservation, answer }));
  const { outcome } = answer;
  const line = { event: 'capture.resolved', chargeId, n, merchantId, asked };
  // Repeated daily from here on: the money is held or captured, and an operator has to look.
  if (outcome.kind === 'unknown' && nextSyncAt(asked, now) === null)
    log.error({ ...line, outcome: 'unknown: the schedule is used up' });
  else log.info({ ...line, outcome: outcome.kind });
}
