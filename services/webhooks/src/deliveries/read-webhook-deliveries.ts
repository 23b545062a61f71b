import { dateRangeOf, type operations, type QueryOf, type WebhookDelivery } from '@mizan/contracts';
import { fragment, type Fragment, type Reader } from '@mizan/service-kit';
import { getWebhookEndpoint } from '../endpoints/read-webhook-endpoints.ts';
import { toDeliveryResource, type DeliveryRow } from './delivery.resource.ts';

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
  const matching = matchingRows(reader, endpointId, query);
  const [rows, count] = await Promise.all([
    reader.sql<DeliveryRow>`
      select d.id, d.endpoint_id as "endpointId", d.event_id as "eventId", d.event_type as "eventType", d.attempt, d.state,
             d.next_at as "nextAt", d.livemode, d.created_at as "createdAt", coalesce(d.url, ${endpoint.url}) as url,
             left(e.body, 4096) as body, d.attempted_at as "attemptedAt", d.sent_at as "sentAt", d.duration_ms as "durationMs",
             d.status_code as "statusCode", d.error, d.response_headers as "responseHeaders",
             d.response_body as "responseBody", d.retry_at as "retryAt"
      from deliveries d join events e on e.id = d.event_id
      where ${matching}
      order by d.created_at desc, d.id desc limit ${query.limit} offset ${(query.page - 1) * query.limit}`,
    reader.one<{ count: number }>`select count(*) as count from deliveries d where ${matching}`,
  ]);
  return { data: rows.map(toDeliveryResource), totalCount: count?.count ?? 0 };
}

function matchingRows({ scope, now }: Reader, endpointId: string, query: ListDeliveries): Fragment {
  const { status, eventType, date, timezone } = query;
  let all = fragment`
    d.merchant_id = ${scope.merchantId} and d.livemode = ${scope.livemode} and d.endpoint_id = ${endpointId}`;
  if (status !== undefined) all = fragment`${all} and d.state = ${status}`;
  if (eventType?.endsWith('.*')) all = fragment`${all} and starts_with(d.event_type, ${eventType.slice(0, -1)})`;
  else if (eventType !== undefined && eventType !== '*') all = fragment`${all} and d.event_type = ${eventType}`;
  if (date !== undefined) {
    const { from, to } = dateRangeOf(date, timezone, now);
    all = fragment`${all} and d.created_at >= ${from} and d.created_at < ${to}`;
  }
  return all;
}
