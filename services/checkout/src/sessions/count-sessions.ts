import type { Reader } from '@mizan/service-kit';

/** Counting more rows than this is slower than a page of a list should be, so the count so far is kept. */
const keepAfter = 1_000;

/** Nothing older can still be committed: transactions end within seconds, and replicas' clocks differ by less. */
const settledAfterMs = 60_000;

/**
 * All sessions of the account and mode. Sessions are never deleted and their creation never goes back in time, so the
 * number up to a settled moment is kept and only what came later is counted: exact at any size, and creating a session
 * pays nothing for it.
 */
export async function countSessions(reader: Reader): Promise<number> {
  const { merchantId, livemode } = reader.scope;
  const kept = await reader.one<{ countedUntil: Date; sessions: number }>`
    select counted_until as "countedUntil", sessions from session_counts
    where merchant_id = ${merchantId} and livemode = ${livemode}`;
  const since = kept?.countedUntil ?? new Date(0);
  const settled = new Date(Math.max(since.getTime(), reader.now.getTime() - settledAfterMs));
  const later = await reader.one<{ settled: number; fresh: number }>`
    select count(*) filter (where created_at <= ${settled}) as settled,
      count(*) filter (where created_at > ${settled}) as fresh
    from checkout_sessions
    where merchant_id = ${merchantId} and livemode = ${livemode} and created_at > ${since}`;
  const sessions = (kept?.sessions ?? 0) + (later?.settled ?? 0);
  if ((later?.settled ?? 0) > keepAfter)
    await reader.sql`
      insert into session_counts (merchant_id, livemode, counted_until, sessions)
      values (${merchantId}, ${livemode}, ${settled}, ${sessions})
      on conflict (merchant_id, livemode) do update
        set counted_until = excluded.counted_until, sessions = excluded.sessions
        where session_counts.counted_until < excluded.counted_until`;
  return sessions + (later?.fresh ?? 0);
}
