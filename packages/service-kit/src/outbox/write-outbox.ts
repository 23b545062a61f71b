import { isDeepStrictEqual } from 'node:util';
import { objectIdOf, type EventObject, type EventType } from '@mizan/contracts';
import type { Tx } from '../database/database.ts';
import type { Scope } from '../identity/identity.ts';
import { fragment } from '../database/sql.ts';
import { newId } from '../ids.ts';
import { packText } from '../packed-text.ts';
import { Problem } from '../problem.ts';
import { currentWork, formatTraceparent } from '../telemetry/work.ts';
import { writeEventData } from './event-data.ts';

/** An event that a verb publishes. */
export interface Emission<T extends EventType> {
  /** Exactly what the API's GET renders, by the same function; the event has it without secrets and in a bounded size. */
  object: EventObject<T>;
  /** The object's version after this change; it grows by one per event of the object. */
  version: number;
  /** Former values of the attributes that an update changed. */
  previousAttributes?: Partial<EventObject<T>>;
  /** Id of the object that this one was merged into. */
  mergedInto?: string;
  /** Whether the caller can correct the object, so that one which is too large is refused rather than shortened. */
  refusable?: boolean;
}

export interface OutboxRow {
  eventId: string;
  scope: Scope;
  type: EventType;
  aggregateId: string;
  aggregateVersion: number;
  payload: string;
}

/** Types by which requests create and change what their callers can correct. */
const writtenByRequest = /\.(created|updated)$/;

/**
 * Renders the CloudEvents 1.0 envelope, frozen from here on.
 *
 * @throws Problem `parameter_out_of_range`: a refusable object is too large without a list to cut; names its largest member
 */
export function eventRow<T extends EventType>(
  { source, scope, now }: { readonly source: string; readonly scope: Scope; readonly now: Date },
  type: T,
  emission: Emission<T>,
): { readonly row: OutboxRow; readonly cut: readonly string[] } {
  const work = currentWork();
  const eventId = newId('evt');
  const aggregateId = objectIdOf(emission.object, scope.merchantId);
  const { text: data, cut, shortened } = writeEventData(type, emission);
  if (emission.refusable && shortened.length > 0 && writtenByRequest.test(type)) throw tooLarge(shortened[0]);
  const envelope = JSON.stringify({
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
  });
  const payload = `${envelope.slice(0, -1)},"data":${data}}`;
  return { row: { eventId, scope, type, aggregateId, aggregateVersion: emission.version, payload }, cut };
}

const tooLarge = (param: string | undefined): Problem =>
  new Problem(
    'parameter_out_of_range',
    'The object would be larger than 64 KiB, without its lists. Shorten its texts.',
    {
      ...(param === undefined ? {} : { param }),
    },
  );

/** What the rows' events take on the bus, bytes. */
export const bytesOf = (rows: readonly OutboxRow[]): number =>
  rows.reduce((sum, { payload }) => sum + Buffer.byteLength(payload), 0);

/** Writes the rows in emission order with one statement. @param options.isPacked whether payloads are kept as `packText` makes them */
export function insertOutbox(
  sql: Tx['alongCommit'],
  rows: readonly OutboxRow[],
  { isPacked }: { readonly isPacked: boolean },
): void {
  const [column, type] = isPacked ? [fragment`packed`, fragment`bytea[]`] : [fragment`payload`, fragment`text[]`];
  sql`
    insert into outbox (event_id, merchant_id, livemode, type, aggregate_id, aggregate_version, ${column})
    select * from unnest(
      ${rows.map((row) => row.eventId)}::text[], ${rows.map((row) => row.scope.merchantId)}::text[],
      ${rows.map((row) => row.scope.livemode)}::boolean[], ${rows.map((row) => row.type)}::text[],
      ${rows.map((row) => row.aggregateId)}::text[], ${rows.map((row) => row.aggregateVersion)}::int[],
      ${rows.map(({ payload }) => (isPacked ? packText(payload) : payload))}::${type})`;
}

/** The attributes of `before` whose value differs in `after`: the `previousAttributes` of an `*.updated` event. */
export function formerAttributes<T extends object>(before: T, after: T): Partial<T> {
  const names = new Set([...Object.keys(before), ...Object.keys(after)]) as Set<keyof T>;
  names.delete('updatedAt' as keyof T);
  const changed = [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
  return Object.fromEntries(changed.map((name) => [name, before[name] ?? null])) as Partial<T>;
}
