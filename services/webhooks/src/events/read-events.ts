import { dateRangeOf, encodeCursor, type operations, type Event, type QueryOf } from '@mizan/contracts';
import { acrossMerchants, fragment, own, resourceMissing, type Fragment, type Reader } from '@mizan/service-kit';
import { toEventResource, type EventRow } from './event.resource.ts';

type ListEvents = QueryOf<(typeof operations)['listEvents']>;

const nothing = fragment``;

/** A page of the merchant's events, newest first, by page number or by cursor. */
export async function listEvents(
  reader: Reader,
  query: ListEvents,
): Promise<{ data: Event[]; totalCount: number; nextCursor: string | null }> {
  const { limit, cursor, page = 1 } = query;
  const filters = filtersOf(reader, query);
  const after = cursor ? fragment`and (e.created_at, e.id) < (${cursor.createdAt}, ${cursor.id})` : nothing;
  const rows = await reader.sql<EventRow>`
    select e.id, e.body, e.created_at,
           (select count(*)::int from deliveries d where d.event_id = e.id and d.state = 'pending') as pending_webhooks
    from events e
    where ${own(reader, 'e')} ${filters} ${after}
    order by e.created_at desc, e.id desc
    limit ${limit + 1} offset ${cursor ? 0 : (page - 1) * limit}`;
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    data: shown.map(toEventResource),
    totalCount: await countEvents(reader, filters),
    nextCursor: last !== undefined && rows.length > limit ? encodeCursor(last) : null,
  };
}

/** Without a filter the count is stored with the sequence: counting a million rows would cost more than the page. */
async function countEvents(reader: Reader, filters: Fragment): Promise<number> {
  const row =
    filters === nothing
      ? await reader.one<{ count: number }>`
          select stored_count as count from event_sequences where ${own(reader)}`
      : await reader.one<{
          count: number;
        }>`select count(*) as count from events e where ${own(reader, 'e')} ${filters}`;
  return row?.count ?? 0;
}

function filtersOf(reader: Reader, query: ListEvents): Fragment {
  const { type, objectId, deliverySuccess, date, timezone } = query;
  let all = nothing;
  const add = (filter: Fragment) => (all = fragment`${all} and ${filter}`);
  if (type?.endsWith('.*')) add(fragment`starts_with(e.type, ${type.slice(0, -1)})`);
  else if (type !== undefined && type !== '*') add(fragment`e.type = ${type}`);
  if (objectId !== undefined) add(fragment`e.object_id = ${objectId}`);
  if (date !== undefined) {
    const { from, to } = dateRangeOf(date, timezone, reader.now);
    add(fragment`e.created_at >= ${from} and e.created_at < ${to}`);
  }
  if (deliverySuccess !== undefined) {
    // The event is the merchant's own, and so are its deliveries. One success counts for an endpoint, whatever the outcome of attempts before it or of replays after it.
    add(fragment`${deliverySuccess} = not exists (
      select 1 from deliveries d
      where ${acrossMerchants} and d.event_id = e.id and d.state <> 'succeeded' and not exists (
        select 1 from deliveries s
        where s.event_id = d.event_id and s.endpoint_id = d.endpoint_id and s.state = 'succeeded'))`);
  }
  return all;
}

/**
 * One event of the merchant and mode.
 *
 * @throws Problem `resource_missing`: no event with this id, or it is older than the retention period
 */
export async function getEvent(reader: Reader, id: string): Promise<Event> {
  const row = await reader.one<EventRow>`
    select e.id, e.body, e.created_at,
           (select count(*)::int from deliveries d where d.event_id = e.id and d.state = 'pending') as pending_webhooks
    from events e
    where ${own(reader, 'e')} and e.id = ${id}`;
  if (!row) throw resourceMissing();
  return toEventResource(row);
}
