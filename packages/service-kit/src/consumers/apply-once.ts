import type { Database, Tx } from '../database/database.ts';
import { fragment } from '../database/sql.ts';
import type { BusEvent, Consumer, InWorkOf } from './consumer.ts';
import { handleUnhandled, type Parts } from './parts.ts';

/** A consumer with its place: the database of its service and its durable's name on the bus. */
export interface DurableConsumer {
  readonly db: Database;
  readonly durable: string;
  readonly consumer: Consumer;
  /** When the durable was created on the bus; the places of what it delivers are known by it. */
  readonly created?: string;
  /** The consumers that it consists of. */
  readonly parts?: Parts;
  /** Whether one of them may have handled without the others what comes for the first time. */
  readonly mayBePartial?: boolean;
}

/** Applies the effects of events whose inbox rows are new. @param option.areRepeated whether one of them was delivered before */
export const handleFresh = (
  { consumer, parts, mayBePartial = false }: DurableConsumer,
  tx: Tx,
  fresh: { readonly events: readonly BusEvent[]; readonly areRepeated: boolean; readonly inWorkOf: InWorkOf },
): Promise<void> =>
  parts && parts.size > 0 && (mayBePartial || fresh.areRepeated)
    ? handleUnhandled(tx, parts, fresh)
    : consumer.handle(tx, fresh.events, fresh.inWorkOf);

/** A repeat gives its event a new place, and keeps it from being pruned for as long as a first delivery would. */
const newPlace = fragment`
  stream_seq = coalesce(excluded.stream_seq, inbox.stream_seq),
  durable_created = coalesce(excluded.durable_created, inbox.durable_created),
  handled_at = case when excluded.stream_seq is null then inbox.handled_at else now() end`;

/**
 * Runs the handlers in one transaction with the inbox row. Returns false, without running them, when the event had taken
 * effect before.
 *
 * @param options.streamSeq where the stream holds the event; null when it did not come from there
 * @param options.isRepeated whether it was tried before
 * @param options.also what belongs into the same transaction whether or not a handler ran
 */
export async function applyOnce(
  place: DurableConsumer,
  event: BusEvent,
  options: {
    readonly streamSeq: number | null;
    readonly isRepeated: boolean;
    readonly also?: (tx: Tx) => Promise<unknown>;
  },
): Promise<boolean> {
  const { db, durable, consumer, created } = place;
  const { streamSeq, isRepeated: areRepeated, also } = options;
  await consumer.prepare(db, event);
  return db.transact(event.scope, async (tx) => {
    const row = await tx.one<{ fresh: boolean }>`
      insert into inbox (consumer, event_id, stream_seq, durable_created)
      values (${durable}, ${event.id}, ${streamSeq}, ${streamSeq === null ? null : (created ?? null)})
      on conflict (consumer, event_id) do update set ${newPlace}
      returning old.event_id is null as fresh`;
    const inWorkOf: InWorkOf = (_event, body) => body(); // the caller's
    if (row?.fresh) await handleFresh(place, tx, { events: [event], areRepeated, inWorkOf });
    await also?.(tx);
    return row?.fresh === true;
  });
}

/**
 * Lets each part handle an event in a transaction of its own, so that what one of them cannot handle keeps no other from it. The
 * event itself has not taken effect then: whoever handles it next finds what is left.
 *
 * @param options.first the number of the part to begin with: one that kills its process would keep those after it from their turn
 * @throws the first failure, after every part has been tried
 */
export async function applyParts(
  { db, parts }: DurableConsumer,
  event: BusEvent,
  { streamSeq, first = 0 }: { readonly streamSeq: number; readonly first?: number },
): Promise<void> {
  const own = [...(parts ?? [])].filter(([, part]) => part.concerns(event));
  if (own.length < 2) return;
  const failures: unknown[] = [];
  for (let turn = 0; turn < own.length; turn++) {
    const [durable, consumer] = own[(first + turn) % own.length] as [string, Consumer];
    await applyOnce({ db, durable, consumer }, event, { streamSeq, isRepeated: true }).catch((thrown: unknown) =>
      failures.push(thrown),
    );
  }
  if (failures.length > 0) throw failures[0];
}

/** Writes the inbox rows of several events with one statement; returns those that had not taken effect, in order. */
export async function takeTogether(
  tx: Tx,
  { durable, created }: Pick<DurableConsumer, 'durable' | 'created'>,
  taken: readonly { event: BusEvent; seq: number }[],
): Promise<BusEvent[]> {
  const rows = await tx.sql<{ eventId: string; fresh: boolean }>`
    insert into inbox (consumer, event_id, stream_seq, durable_created)
    select ${durable}, *, ${created ?? null}::timestamptz
    from unnest(${taken.map(({ event }) => event.id)}::text[], ${taken.map(({ seq }) => seq)}::bigint[])
    on conflict (consumer, event_id) do update set ${newPlace}
    returning event_id, old.event_id is null as fresh`;
  const fresh = new Set(rows.filter((row) => row.fresh).map((row) => row.eventId));
  return taken.flatMap(({ event }) => (fresh.has(event.id) ? [event] : []));
}

/**
 * Writes the inbox row of an event for which nothing is to be done, as its place. The commit does not wait for the disk: what a
 * power failure undoes is a place that is older than the newest message by less than a second.
 */
export const keepPlace = (
  db: Database,
  { durable, created }: Pick<DurableConsumer, 'durable' | 'created'>,
  { event, seq }: { readonly event: BusEvent; readonly seq: number },
): Promise<unknown> => db.system.sql`
  with unhurried as materialized (select set_config('synchronous_commit', 'off', true))
  insert into inbox (consumer, event_id, stream_seq, durable_created)
  select ${durable}, ${event.id}, ${seq}, ${created ?? null}::timestamptz from unhurried
  on conflict (consumer, event_id) do update set ${newPlace}`;
