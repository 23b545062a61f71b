import type { SystemReader } from '../database/database.ts';

/** An index scan of so many rows takes milliseconds; beyond it the exact number says no more. */
export const countedMax = 10_000;

/** What a service has committed and not yet published, of both modes. */
export interface WaitingEvents {
  /** Counted up to {@link countedMax}. */
  readonly unpublished: number;
  /** Age of the oldest; null when none waits. */
  readonly oldestSeconds: number | null;
}

/** Counts the events that wait for the bus, from an index that holds no others. */
export async function readWaitingEvents(db: SystemReader): Promise<WaitingEvents> {
  const row = await db.one<WaitingEvents>`
    select least(count(*), ${countedMax})::int as unpublished,
           extract(epoch from now() - min(created_at))::float8 as oldest_seconds
    from (values (true), (false)) as modes (livemode) cross join lateral (
      select created_at from outbox
      where livemode = modes.livemode and published_at is null order by id limit ${countedMax}) as waiting`;
  if (!row) throw new Error('bug: an aggregate without a row');
  return row;
}
