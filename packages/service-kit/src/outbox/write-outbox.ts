import { isDeepStrictEqual } from 'node:util';
import { objectIdOf, type EventObject, type EventType } from '@mizan/contracts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../identity/identity.ts';
import { newId } from '../ids.ts';
import { Problem } from '../problem.ts';
import { currentWork, formatTraceparent } from '../telemetry/work.ts';

/** An event that a verb publishes. */
export interface Emission<T extends EventType> {
  /** Exactly what the API's GET renders, by the same function. */
  object: EventObject<T>;
  /** The object's version after this change; it grows by one per event of the object. */
  version: number;
  /** Former values of the attributes that an update changed. */
  previousAttributes?: Partial<EventObject<T>>;
  /** Id of the object that this one was merged into. */
  mergedInto?: string;
}

export interface OutboxRow {
  eventId: string;
  scope: Scope;
  type: EventType;
  aggregateId: string;
  aggregateVersion: number;
  payload: string;
}

/** The bus refuses messages over 1 MiB; some of it is left for headers. */
const maxPayloadBytes = 1_000_000;

/** Renders the CloudEvents 1.0 envelope, frozen from here on. */
export function eventRow<T extends EventType>(
  { source, scope, now }: { readonly source: string; readonly scope: Scope; readonly now: Date },
  type: T,
  emission: Emission<T>,
): OutboxRow {
  const work = currentWork();
  const eventId = newId('evt');
  const aggregateId = objectIdOf(emission.object, scope.merchantId);
  const payload = JSON.stringify({
    specversion: '1.0',
    id: eventId,
    source,
    type,
    subject: aggregateId,
    time: now.toISOString(),
    datacontenttype: 'application/json',
    merchantid: scope.merchantId,
    livemode: scope.livemode,
    objectversion: emission.version,
    ...(work ? { traceparent: formatTraceparent(work) } : {}),
    ...(work?.requestId ? { requestid: work.requestId } : {}),
    ...(work?.idempotencyKey ? { idempotencykey: work.idempotencyKey } : {}),
    data: {
      object: emission.object,
      ...(emission.previousAttributes ? { previousAttributes: emission.previousAttributes } : {}),
      ...(emission.mergedInto ? { mergedInto: emission.mergedInto } : {}),
    },
  });
  if (payload.length > maxPayloadBytes / 4 && Buffer.byteLength(payload) > maxPayloadBytes)
    throw new Problem('invalid_request', 'The resource would be too large to publish as an event (1 MB).', {
      status: 413,
    });
  return { eventId, scope, type, aggregateId, aggregateVersion: emission.version, payload };
}

/** What the rows' events take on the bus, bytes. */
export const bytesOf = (rows: readonly OutboxRow[]): number =>
  rows.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0);

/** Writes the rows in emission order with one statement. */
export function insertOutbox(sql: Tx['alongCommit'], rows: readonly OutboxRow[]): void {
  sql`
    insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, payload)
    select * from unnest(
      ${rows.map((row) => row.eventId)}::text[], ${rows.map((row) => row.scope.merchantId)}::text[],
      ${rows.map((row) => row.scope.livemode)}::boolean[], ${rows.map((row) => row.type)}::text[],
      ${rows.map((row) => row.aggregateId)}::text[], ${rows.map((row) => row.aggregateVersion)}::int[],
      ${rows.map((row) => row.payload)}::text[])`;
}

/** The attributes of `before` whose value differs in `after`: the `previousAttributes` of an `*.updated` event. */
export function formerAttributes<T extends object>(before: T, after: T): Partial<T> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T>;
  names.delete('updatedAt' as keyof T);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null])) as Partial<T>;
}
