import { dateRangeOf, type operations, type QueryOf, type WebhookDelivery } from '@mizan/contracts';
import { fragment, own, readPage, type Fragment, type Reader } from '@mizan/service-kit';
import { getWebhookEndpoint } from '../endpoints/read-webhook-endpoints.ts';
import { toDeliveryResource, type DeliveryRow } from './delivery.resource.ts';
import { deliveries } from '../delivery/delivery.table.ts';

type ListDeliveries = QueryOf<(typeof operations)['listWebhookDeliveries']>;

/**
 * A page of the attempts to reach one endpoint, newest first, including pending ones.
 *
 * @throws Problem `resource_missing`: no such endpoint
 */
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

function filtersOf({ now }: Reader, { status, eventType, date, timezone }: ListDeliveries): Fragment[] {
  const filters: Fragment[] = [];
  if (status !== undefined) filters.push(fragment`state = ${status}`);
  if (eventType?.endsWith('.*')) filters.push(fragment`starts_with(event_type, ${eventType.slice(0, -1)})`);
  else if (eventType !== undefined && eventType !== '*') filters.push(fragment`event_type = ${eventType}`);
  if (date !== undefined) {
    const { from, to } = dateRangeOf(date, timezone, now);
    filters.push(fragment`created_at >= ${from} and created_at < ${to}`);
  }
  return filters;
}
