import type { Operations, QueryOf, ResponseOf } from '@mizan/contracts';
import { fragment, own, readPage, type Fragment, type Reader } from '@mizan/service-kit';
import { getWebhookEndpoint } from '../endpoints/read-webhook-endpoints.ts';
import { dateFilter, typeFilter } from '../events/read-events.ts';
import { toDeliveryResource, type DeliveryRow } from './delivery.resource.ts';
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
    columns: fragment`${deliveries.omit('url')}, coalesce(deliveries.url, ${endpoint.url}) as url,
      (select left(e.body, 4096) from events e where ${own(reader, 'e')} and e.id = deliveries.event_id) as body`,
  });
  return { data: (rows as readonly DeliveryRow[]).map(toDeliveryResource), totalCount, nextCursor };
}

const filtersOf = ({ now }: Reader, { status, eventType, date, timezone }: Query): Fragment[] => [
  ...(status === undefined ? [] : [fragment`state = ${status}`]),
  ...typeFilter(fragment`event_type`, eventType),
  ...dateFilter(date, timezone, now),
];
