import type { ClockReport, ClockRequest } from '@mizan/contracts';
import type { Calls } from '../calls/call-client.ts';
import type { Database } from '../database/database.ts';
import { query, type Handler, type Input } from '../handlers.ts';
import type { Job } from '../jobs.ts';
import type { Scope } from '../identity/identity.ts';

/**
 * A service's part in advancing the clock of an account's test mode: sets it and does what has come due by then. Asked
 * without an instant it only says what comes next.
 */
export function clockAnswer(db: Database, calls: Calls, jobs: readonly Job[]): Handler<Input, ClockReport> {
  const timed = jobs.filter(({ nextDueAt }) => nextDueAt !== undefined);
  return query(async ({ scope }, { body }) => {
    const { at, aheadMs, sinceOutboxId } = body as ClockRequest;
    if (at !== null) await db.clocks.advance(db.system, scope.merchantId, aheadMs);
    const jobsRun = at === null ? 0 : await runDue(db, calls, timed, scope, new Date(at));
    return { jobsRun, nextDueAt: await nextOf(db, timed, scope), ...(await outboxOf(db, scope, sinceOutboxId)) };
  });
}

/** Runs each job until nothing of the account is due by the instant, or until it gets nowhere. */
async function runDue(db: Database, calls: Calls, timed: readonly Job[], scope: Scope, at: Date): Promise<number> {
  const signal = new AbortController().signal;
  let jobsRun = 0;
  for (const job of timed) {
    for (;;) {
      const next = await job.nextDueAt?.(db.reader(scope));
      if (!next || next > at) break;
      const done = await job.run({ db, calls, signal });
      jobsRun += done;
      if (done === 0) break;
    }
  }
  return jobsRun;
}

async function nextOf(db: Database, timed: readonly Job[], scope: Scope): Promise<string | null> {
  const asked = timed.flatMap(({ nextDueAt }) => (nextDueAt ? [nextDueAt(db.reader(scope))] : []));
  const known = (await Promise.all(asked)).filter((time) => time !== undefined).map((time) => time.toISOString());
  return known.sort()[0] ?? null;
}

/** What the account's test mode has published since, and what still waits for the bus. */
async function outboxOf(db: Database, { merchantId }: Scope, since: number | null) {
  const row = await db.system.one<{ lastOutboxId: number; eventsEmitted: number; unpublished: number }>`
    select
      coalesce((select max(id) from outbox), 0) as "lastOutboxId",
      (select count(*)::int from outbox
        where id > ${since ?? Number.MAX_SAFE_INTEGER} and merchant_id = ${merchantId} and not livemode) as "eventsEmitted",
      (select count(*)::int from outbox where published_at is null and merchant_id = ${merchantId}) as unpublished`;
  if (!row) throw new Error('bug: an aggregate without a row');
  return row;
}
