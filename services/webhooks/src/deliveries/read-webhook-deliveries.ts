import type { Operations, QueryOf, ResponseOf } from '@mizan/contracts';
import { fragment, own, readPage, type Fragment, type Reader } from '@mizan/service-kit';
import { getWebhookEndpoint } from '../endpoints/read-webhook-endpoints.ts';
import { dateFilter, typeFilter } from '../events/read-events.ts';
import type { KeptBody } from '../events/event-body.ts';
import { shownBodyOf, toDeliveryResource, type DeliveryRow } from './delivery.resource.ts';
import { deliveries } from '../delivery/delivery.table.ts';

type ListWebhookDeliveries = Operations['listWebhookDeliveries'];
type Query = QueryOf<ListWebhookDeliveries>;

/** A page of the attempts to reach an endpoint, newest first, including pending ones. @throws Problem `resource_missing` */
export async function listWebhookDeliveries(
  reader: Reader,
  endpointId: string,
  query: Query,
): Promise<ResponseOf<ListWebhookDeliveries>> {
  const endpoint = await getWebhookEndpoint(reader, endpointId);
  const { rows, totalCount, nextCursor } = await readPage(reader, deliveries, {
    page: query,
    filters: [fragment`endpoint_id = ${endpointId}`, ...filtersOf(reader, query)],
    columns: fragment`${deliveries.omit('url')}, coalesce(deliveries.url, ${endpoint.url}) as url`,
  });
  const shown = await withBodies(reader, rows as readonly Omit<DeliveryRow, keyof KeptBody>[]);
  return { data: shown.map(toDeliveryResource), totalCount, nextCursor };
}

/** With the bodies of their events. An event may be gone shortly before its deliveries. */
async function withBodies(reader: Reader, rows: readonly Omit<DeliveryRow, keyof KeptBody>[]): Promise<DeliveryRow[]> {
  const kept = await reader.sql<KeptBody & { id: string }>`
    select id, ${shownBodyOf(fragment`events`)} from events
    where ${own(reader)} and id = any(${[...new Set(rows.map(({ eventId }) => eventId))]}::text[])`;
  const bodies = new Map(kept.map(({ id, ...body }) => [id, body]));
  const none: KeptBody = { body: '', packed: null, sequence: 0, endpoints: null };
  return rows.map((row) => ({ ...row, ...(bodies.get(row.eventId) ?? none) }));
}

const filtersOf = ({ now }: Reader, { status, eventType, date, timezone }: Query): Fragment[] => [
  ...(status === undefined ? [] : [fragment`state = ${status}`]),
  ...typeFilter(fragment`event_type`, eventType),
  ...dateFilter(date, timezone, now),
];
