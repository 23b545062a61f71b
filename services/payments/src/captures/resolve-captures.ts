import { fragment, log, type Database, type JobContext } from '@mizan/service-kit';
import { askedAgainAt, crashGraceMs, nextSyncAt } from '../providers/sync-schedule.ts';
import type { Wiring } from '../wiring.ts';
import type { CaptureRow } from './capture.entity.ts';
import { submitCapture } from './capture-payment-intent.ts';
import { settleCapture } from './settle-capture.ts';

type DueCapture = CaptureRow & { payment_intent_id: string; captured_before: number };

/** Captures asked about in one pass; the next pass follows at once while there are more. */
const batchSize = 50;

/** Of which captures the answer is not known. */
export const isUndecided = fragment`captures.status = 'PENDING'`;

/** When an undecided one is asked about: a replica of before this schedule leaves it out, and none may wait for ever. */
export const dueAt = fragment`coalesce(
  captures.next_sync_at, captures.created_at + ${crashGraceMs} * interval '1 millisecond')`;

/**
 * The janitor of captures: asks the provider again for captures whose answer got lost, or that a crash left between two
 * transactions. The key of each is its own, so that asking again captures nothing twice.
 *
 * @returns how many captures were asked about
 */
export async function resolveCaptures(
  wiring: Wiring,
  { db, signal }: Pick<JobContext, 'db' | 'signal'>,
): Promise<number> {
  const due = await db.system.sql<DueCapture>`
    select captures.*, charges.payment_intent_id, charges.amount_captured as captured_before from captures join charges on charges.id = captures.charge_id
    where ${isUndecided} and ${db.clocks.isDue(dueAt, fragment`captures`)}
    order by ${dueAt}, captures.charge_id limit ${batchSize}`;
  for (const capture of due) {
    if (signal.aborted) break;
    await resolveCapture(wiring, db, capture).catch((err: unknown) =>
      log.error({ event: 'capture.resolve_failed', chargeId: capture.charge_id, err }),
    );
  }
  return due.length;
}

async function resolveCapture(
  wiring: Wiring,
  db: Database,
  { merchant_id: merchantId, livemode, charge_id: chargeId, n, amount, ...row }: DueCapture,
): Promise<void> {
  const scope = { merchantId, livemode };
  const now = db.clocks.nowOf(scope);
  const asked = row.sync_attempts + 1;
  // Postponed before asking: whatever goes wrong below, this capture does not block the others. Only the answer ends it.
  await db.system.sql`
    update captures set sync_attempts = sync_attempts + 1, next_sync_at = ${askedAgainAt(asked, now)}
    where merchant_id = ${merchantId} and livemode = ${livemode} and charge_id = ${chargeId} and n = ${n}
      and ${isUndecided} and ${dueAt} <= ${now}`;
  const reservation = {
    paymentIntentId: row.payment_intent_id,
    chargeId,
    n,
    amount,
    capturedBefore: row.captured_before,
    isFinal: row.is_final,
  };
  const answer = await submitCapture(wiring, reservation, { scope, now });
  await db.transact(scope, (tx) => settleCapture(tx, wiring, reservation, answer));
  const { outcome } = answer;
  const line = { event: 'capture.resolved', chargeId, n, merchantId, asked };
  // Asked daily from here on: the money is held or taken, and an operator has to look.
  if (outcome.kind === 'unknown' && nextSyncAt(asked, now) === null)
    log.error({ ...line, outcome: 'unknown: the schedule is used up' });
  else log.info({ ...line, outcome: outcome.kind });
}
