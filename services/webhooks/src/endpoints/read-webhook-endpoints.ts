import type { operations, QueryOf, WebhookEndpoint } from '@mizan/contracts';
import { fragment, resourceMissing, type Reader } from '@mizan/service-kit';
import { shownColumns, toWebhookEndpointResource, type ShownEndpoint } from './webhook-endpoint.resource.ts';

type ListWebhookEndpoints = QueryOf<(typeof operations)['listWebhookEndpoints']>;

/** A page of the merchant's endpoints, newest first. */
export async function listWebhookEndpoints(
  reader: Reader,
  { page, limit, status }: ListWebhookEndpoints,
): Promise<{ data: WebhookEndpoint[]; totalCount: number }> {
  const { merchantId, livemode } = reader.scope;
  const matching = fragment`
    merchant_id = ${merchantId} and livemode = ${livemode} and (${status ?? null}::text is null or status = ${status ?? null})`;
  const [rows, count] = await Promise.all([
    reader.sql<ShownEndpoint>`
      select ${shownColumns} from webhook_endpoints where ${matching}
      order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`,
    reader.one<{ count: number }>`select count(*) as count from webhook_endpoints where ${matching}`,
  ]);
  return { data: rows.map(toWebhookEndpointResource), totalCount: count?.count ?? 0 };
}

/**
 * One endpoint of the merchant and mode, without its secret.
 *
 * @throws Problem `resource_missing`
 */
export async function getWebhookEndpoint(reader: Reader, id: string): Promise<WebhookEndpoint> {
  const { merchantId, livemode } = reader.scope;
  const row = await reader.one<ShownEndpoint>`
    select ${shownColumns} from webhook_endpoints
    where id = ${id} and merchant_id = ${merchantId} and livemode = ${livemode}`;
  if (!row) throw resourceMissing();
  return toWebhookEndpointResource(row);
}
