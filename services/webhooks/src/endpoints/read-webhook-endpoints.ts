import type { operations, QueryOf, WebhookEndpoint } from '@mizan/contracts';
import { fragment, type Reader } from '@mizan/service-kit';
import { shownColumns, type ShownEndpoint } from './shown-columns.ts';
import { toWebhookEndpointResource } from './webhook-endpoint.resource.ts';

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
