import {
  dateRangeOf,
  encodeCursor,
  isEventType,
  maxEventBytes,
  type Event,
  type operations,
  type QueryOf,
} from '@mizan/contracts';
import {
  acrossMerchants,
  countUpToMax,
  fragment,
  own,
  resourceMissing,
  writeEventData,
  type Fragment,
  type Reader,
} from '@mizan/service-kit';
import { eventOf } from '../delivery/event-of.ts';
import { bodyBytesOf, bodyOf, keptBodyOf, type KeptBody } from './event-body.ts';

type ListEvents = QueryOf<(typeof operations)['listEvents']>;

/** What queries on events select. */
interface EventRow extends KeptBody {
  readonly id: string;
  readonly createdAt: Date;
  readonly pendingWebhooks: number;
}

/** An event of a page, without its body if that is too large to be read together with others. */
type ListedRow = EventRow & { readonly isLarge: boolean };

/** The columns of an {@link EventRow} beside the body. The event is the merchant's own, and so are its deliveries. */
const columns = fragment`id, created_at, (
  select count(*)::int from deliveries d
  where ${acrossMerchants} and d.event_id = events.id and d.state = 'pending') as pending_webhooks`;

const isLarge = fragment`(${bodyBytesOf(fragment`events`)} > ${maxEventBytes})`;

/** The stored envelope with the current number of pending deliveries. */
const toEvent = ({ pendingWebhooks, ...kept }: EventRow): Event => ({
  ...(JSON.parse(bodyOf(kept)) as Event),
  pendingWebhooks,
});

/** A page of the merchant's events, newest first, by page number or by cursor; not `readPage`, because of the total. */
export async function listEvents(
  reader: Reader,
  query: ListEvents,
): Promise<{ data: Event[]; totalCount: number; nextCursor: string | null }> {
  const { limit, cursor, page = 1 } = query;
  const filters = filtersOf(reader, query);
  const matching = filters.reduce(
    (all, each) => fragment`${all} and ${each}`,
    fragment`from events where ${own(reader)}`,
  );
  const after = cursor ? fragment`and (created_at, id) < (${cursor.createdAt}, ${cursor.id})` : fragment``;
  const rows = await reader.sql<ListedRow>`
    select ${columns}, sequence, endpoints, ${isLarge} as is_large,
      case when not ${isLarge} then body end as body, case when not ${isLarge} then packed end as packed
    ${matching} ${after}
    order by created_at desc, id desc
    limit ${limit + 1} offset ${cursor ? 0 : (page - 1) * limit}`;
  // Without a filter the count is stored with the sequence, and exact.
  const total = await (filters.length === 0
    ? reader.one<{ count: number }>`select stored_count as count from event_sequences where ${own(reader)}`
    : reader.one<{ count: number }>`select ${countUpToMax(matching)} as count`);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  const data: Event[] = [];
  for (const row of shown) {
    const event = row.isLarge ? await readLarge(reader, row) : toEvent(row);
    if (event) data.push(event);
  }
  return {
    data,
    totalCount: total?.count ?? 0,
    nextCursor: last !== undefined && rows.length > limit ? encodeCursor(last) : null,
  };
}

/** Events that earlier versions of this software stored may be larger than a page can hold: they are read one by one, and cut. */
async function readLarge(reader: Reader, listed: ListedRow): Promise<Event | undefined> {
  const row = await reader.one<KeptBody>`
    select ${keptBodyOf(fragment`events`)} from events where ${own(reader)} and id = ${listed.id}`;
  if (!row) return undefined; // pruned meanwhile
  const event = toEvent({ ...listed, ...row });
  if (!isEventType(event.type)) return event;
  return { ...event, data: JSON.parse(writeEventData(event.type, event.data).text) as Event['data'] };
}

function filtersOf(reader: Reader, query: ListEvents): Fragment[] {
  const { type, objectId, deliverySuccess, date, timezone } = query;
  const filters = [...typeFilter(fragment`type`, type), ...dateFilter(date, timezone, reader.now)];
  if (objectId !== undefined) filters.push(fragment`object_id = ${objectId}`);
  if (deliverySuccess !== undefined) {
    if (!deliverySuccess) filters.push(fragment`id in ${mayBeUndelivered(reader)}`);
    // One success counts for an endpoint, whatever the outcome of attempts before it or of replays after it.
    filters.push(fragment`${deliverySuccess} = not exists (
      select 1 from deliveries d
      where ${acrossMerchants} and d.event_id = events.id and d.state <> 'succeeded' and not exists (
        select 1 from deliveries s
        where s.event_id = d.event_id and s.endpoint_id = d.endpoint_id and s.state = 'succeeded'))`);
  }
  return filters;
}

/** Events on their way to an endpoint, and those that one did not receive: few of all, so that others are not read. */
const mayBeUndelivered = (reader: Reader): Fragment => fragment`(
  select event_id from undelivered_events where ${own(reader)}
  union all
  select ${eventOf(fragment`q`)} from webhook_endpoints e
  join delivery_queue q on q.livemode = e.livemode and q.endpoint_id = e.id
  where ${own(reader, 'e')})`;

/** The events of a type or family; all of them for `*` or undefined. */
export function typeFilter(column: Fragment, type: string | undefined): Fragment[] {
  if (type === undefined || type === '*') return [];
  return [type.endsWith('.*') ? fragment`starts_with(${column}, ${type.slice(0, -1)})` : fragment`${column} = ${type}`];
}

/** What was created on a date or in a range of dates; everything when undefined. */
export function dateFilter(date: ListEvents['date'], timezone: ListEvents['timezone'], now: Date): Fragment[] {
  if (date === undefined) return [];
  const { from, to } = dateRangeOf(date, timezone, now);
  return [fragment`created_at >= ${from} and created_at < ${to}`];
}

/** An event of the merchant and mode. @throws Problem `resource_missing`: none, or older than the retention period */
export async function getEvent(reader: Reader, id: string): Promise<Event> {
  const row =
    await reader.one<EventRow>`select ${columns}, ${keptBodyOf(fragment`events`)} from events where ${own(reader)} and id = ${id}`;
  if (!row) throw resourceMissing();
  return toEvent(row);
}
