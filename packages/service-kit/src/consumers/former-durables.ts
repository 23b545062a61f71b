import { durableOf, type ServiceName } from '@mizan/contracts';
import type { SystemReader, Tx } from '../database/database.ts';
import type { BusEvent, Consumer, InWorkOf } from './consumer.ts';

/** A consumer of today's durable, by the name of the durable that it formerly had to itself. */
export type FormerDurables = ReadonlyMap<string, Consumer>;

/** The durables that are one today. */
export const formerDurablesOf = (service: ServiceName, { parts }: Consumer): FormerDurables =>
  new Map((parts ?? []).map((part) => [durableOf(service, part.name), part]));

/**
 * Those former durables, or none when there is no event left that one of them may have handled. Inbox rows of theirs have a place
 * in the stream when they were written by a version before; what {@link handleUnhandled} writes has none.
 */
export async function findFormerDurables(db: SystemReader, formers: FormerDurables): Promise<FormerDurables> {
  const row = await db.one`
    select 1 from inbox where consumer = any(${[...formers.keys()]}::text[]) and stream_seq is not null limit 1`;
  return row ? formers : none;
}

const none: FormerDurables = new Map();

/**
 * Handles events by those parts of the consumer whose former durables have not. While events may come that those have handled, each
 * part notes what it handles under the former name too: so neither a replica of the version before, which runs beside this one
 * during an upgrade, nor one that follows a rollback handles it again.
 */
export async function handleUnhandled(
  tx: Tx,
  {
    events,
    formers,
    inWorkOf,
  }: { readonly events: readonly BusEvent[]; readonly formers: FormerDurables; readonly inWorkOf: InWorkOf },
): Promise<void> {
  for (const [durable, part] of formers) {
    const own = events.filter(part.concerns);
    if (own.length === 0) continue;
    const rows = await tx.sql<{ eventId: string }>`
      insert into inbox (consumer, event_id)
      select ${durable}, * from unnest(${own.map(({ id }) => id)}::text[])
      on conflict (consumer, event_id) do nothing
      returning event_id`;
    const unhandled = new Set(rows.map(({ eventId }) => eventId));
    const left = own.filter(({ id }) => unhandled.has(id));
    if (left.length > 0) await part.handle(tx, left, inWorkOf);
  }
}
