import type { operations, QueryOf, WebhookDelivery } from '@mizan/contracts';
import { fragment, own, readPage, type Fragment, type Reader } from '@mizan/service-kit';
import { getWebhookEndpoint } from '../endpoints/read-webhook-endpoints.ts';
import { dateFilter, typeFilter } from '../events/read-events.ts';
import { toDeliveryResource, type DeliveryRow } from './delivery.resource.ts';
import { deliveries } from '../delivery/delivery.table.ts';

type ListDeliveries = QueryOf<(typeof operations)['listWebhookDeliveries']>;

/** A page of the attempts to reach an endpoint, newest first, including pending ones. @throws Problem `resource_missing` */
export async function listWebhookDeliveries(
  reader: Reader,
  endpointId: string,
  query: ListDeliveries,
): Promise<{ data: WebhookDelivery[]; totalCount: number }> {
  const endpoint = await getWebhookEndpoint(reader, endpointId);
  const { rows, totalCount } = await readPage(reader, deliveries, {
    page: query,
    filters: [fragment`endpoint_id = ${endpointId}`, ...filtersOf(reader, query)],
    columns: fragment`${deliveries.omit('url')}, coalesce(deliveries.url, ${endpoint.url}) as url,
      (select left(e.body, 4096) from events e where ${own(reader, 'e')} and e.id = deliveries.event_id) as body`,
  });
  return { data: (rows as readonly DeliveryRow[]).map(toDeliveryResource), totalCount };
}

const filtersOf = ({ now }: Reader, { status, eventType, date, timezone }: ListDeliveries): Fragment[] => [
  ...(status === undefined ? [] : [fragment`state = ${status}`]),
  ...typeFilter(fragment`event_type`, eventType),
  ...dateFilter(date, timezone, now),
];
