import type { Database, Tx } from '../database/database.ts';

/** How often a handler started for an event without success, and its last error. */
export interface Attempts {
  readonly attempts: number;
  readonly lastError: string;
}

/** The event that a handler failed on, and the mode whose stream brought it. */
interface FailedEvent {
  readonly id: string;
  readonly livemode: boolean;
}

const unended = 'started and neither done nor failed: its process ended';

/**
 * Notes that a handler is about to run, in a commit of its own: should the process die, the next one knows.
 * An event that a crash merely happened beside is not noted, so only the one that was running can be blamed.
 */
export async function noteStart(db: Database, durable: string, event: FailedEvent): Promise<Attempts> {
  const row = await db.system.one<Attempts>`
    insert into consumer_failures (consumer, event_id, livemode, attempts, last_error)
    values (${durable}, ${event.id}, ${event.livemode}, 1, ${unended})
    on conflict (consumer, event_id) do update set attempts = consumer_failures.attempts + 1, livemode = excluded.livemode, failed_at = now()
    returning attempts, last_error`;
  return row ?? { attempts: 1, lastError: unended };
}

/** How often handlers started for these events without success; events without such history are left out. */
export async function attemptsOf(db: Database, durable: string, eventIds: string[]): Promise<Map<string, number>> {
  const rows = await db.system.sql<Attempts & { eventId: string }>`
    select event_id, attempts from consumer_failures where consumer = ${durable} and event_id = any(${eventIds}::text[])`;
  return new Map(rows.map((row) => [row.eventId, row.attempts]));
}

/** Undoes what {@link noteStart} counted, when it was the database that failed. */
export const undoStart = (db: Database, durable: string, eventId: string): Promise<unknown> =>
  db.system.sql`
    update consumer_failures set attempts = attempts - 1 where consumer = ${durable} and event_id = ${eventId}`;

/** Forgets the failures of events in the transaction in which they take effect. */
export const forgetFailures = (tx: Tx, durable: string, eventIds: string[]): Promise<unknown> =>
  tx.sql`delete from consumer_failures where consumer = ${durable} and event_id = any(${eventIds}::text[])`;

/** Records that a handler failed. @param failure.isNoted whether {@link noteStart} has counted this attempt already */
export async function noteFailure(
  db: Database,
  durable: string,
  { event, reason, isNoted }: { readonly event: FailedEvent; readonly reason: string; readonly isNoted: boolean },
): Promise<number> {
  const row = await db.system.one<Attempts>`
    insert into consumer_failures (consumer, event_id, livemode, attempts, last_error)
    values (${durable}, ${event.id}, ${event.livemode}, 1, ${reason})
    on conflict (consumer, event_id) do update
      set attempts = consumer_failures.attempts + ${isNoted ? 0 : 1}, last_error = excluded.last_error,
        livemode = excluded.livemode, failed_at = now()
    returning attempts`;
  return row?.attempts ?? 1;
}

/** Records that an event waits for a newer version, which is no failure of its handler. */
export const noteUnknown = (
  db: Database,
  durable: string,
  { id, livemode, message }: FailedEvent & { readonly message: string },
): Promise<unknown> =>
  db.system.sql`
    insert into consumer_failures (consumer, event_id, livemode, attempts, last_error)
    values (${durable}, ${id}, ${livemode}, 0, ${message})
    on conflict (consumer, event_id) do update set last_error = excluded.last_error, failed_at = now()`;
