import { durableOf, type ServiceName } from '@mizan/contracts';
import type { SystemReader, Tx } from '../database/database.ts';
import type { BusEvent, Consumer, InWorkOf } from './consumer.ts';

/**
 * The consumers of a durable, by the names under which the inbox notes what one of them has handled without the others. In
 * versions up to 0.2 each had a durable of that name.
 */
export type Parts = ReadonlyMap<string, Consumer>;

/** Those of a durable's consumer; none when it is a single one, which has the name of the durable. */
export const partsOf = (service: ServiceName, { parts = [] }: Consumer): Parts =>
  new Map(parts.map((part) => [durableOf(service, part.name), part]));

/**
 * Whether one of them has handled events without the others: in a version before, or because another one failed. Only such rows
 * have a place in the stream; those of {@link handleUnhandled} have none.
 */
export async function haveHandledAlone(db: SystemReader, parts: Parts): Promise<boolean> {
  const names = [...parts.keys()];
  const row = await db.one`
    select 1 from inbox where consumer = any(${names}::text[]) and stream_seq is not null limit 1`;
  return row !== undefined;
}

/**
 * Handles events by those parts that have not handled them alone. Each part notes what it handles under its own name too: so neither
 * a replica of the version before, which runs beside this one during an upgrade, nor one that follows a rollback handles it again.
 */
export async function handleUnhandled(
  tx: Tx,
  parts: Parts,
  { events, inWorkOf }: { readonly events: readonly BusEvent[]; readonly inWorkOf: InWorkOf },
): Promise<void> {
  for (const [name, part] of parts) {
    const own = events.filter(part.concerns);
    if (own.length === 0) continue;
    const rows = await tx.sql<{ eventId: string }>`
      insert into inbox (consumer, event_id)
      select ${name}, * from unnest(${own.map(({ id }) => id)}::text[])
      on conflict (consumer, event_id) do nothing
      returning event_id`;
    const unhandled = new Set(rows.map(({ eventId }) => eventId));
    const left = own.filter(({ id }) => unhandled.has(id));
    if (left.length > 0) await part.handle(tx, left, inWorkOf);
  }
}
